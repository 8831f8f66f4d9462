"""The translators' verbs speak French and Spanish: their help, their findings and their own errors."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from kb.cli.help_texts import OPTIONS, VERBS
from kb.cli.main import tcg_rules
from kb.cli.spoken import SpokenCommand
from kb.translation.wording import SEVERITIES, kinds

Verb = Callable[..., tuple[int, str, str]]
SPOKEN = sorted(name for name, command in tcg_rules.commands.items() if isinstance(command, SpokenCommand))
ENGLISH = (
    "Usage",
    "Options:\n  --",
    "default:",
    "required",
    "Show",
    "Leave",
    "Where",
    "Which",
    "changed meaning",
)


def test_the_verbs_that_have_help_in_three_languages_are_the_translators_verbs() -> None:
    assert set(SPOKEN) == set(VERBS)
    assert {"diverge", "review", "changed", "import"} <= set(SPOKEN)


@pytest.mark.parametrize("language", ["fr", "es"])
@pytest.mark.parametrize("name", SPOKEN)
def test_no_english_remains_in_the_help(
    verb: Verb, name: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TCG_RULES_LANG", language)
    code, out, _ = verb(name, "--help")
    flat = " ".join(out.split())
    assert code == 0
    for option in (p for p in tcg_rules.commands[name].params if isinstance(p, click.Option)):
        assert option.help
        assert option.help in OPTIONS
        assert option.help not in flat
    first = (tcg_rules.commands[name].help or "").splitlines()[0]
    assert first not in flat
    assert [word for word in ENGLISH if word != ENGLISH[1] and f"{word} " in flat] == []


def test_the_language_may_be_an_option_too_and_english_is_the_default(verb: Verb) -> None:
    assert "Utilisation\u00a0: " in verb("diverge", "--lang", "fr", "--help")[1]
    assert "Uso: " in verb("diverge", "--lang=es", "--help")[1]
    assert "Usage: " in verb("diverge", "--help")[1]


def test_the_help_is_set_as_paragraphs(verb: Verb) -> None:
    for name in SPOKEN:
        _, said, _ = verb(name, "--help")
        assert re.search(r"\S {2,}\S", said.partition("Options:")[0]) is None, name


def test_every_kind_and_severity_has_three_different_names() -> None:
    for name, said in [*kinds().items(), *SEVERITIES.items()]:
        assert len(said) == 3, name
        assert all(said), name
        assert said[0] not in said[1:], name


@pytest.mark.parametrize(("language", "meaning"), [("fr", "sens changé"), ("es", "sentido cambiado")])
@pytest.mark.parametrize("form", ["text", "html"])
def test_no_english_remains_in_findings(
    verb: Verb, tmp_path: Path, language: str, meaning: str, form: str
) -> None:
    path = tmp_path / "pairs.csv"
    rows = ("Its owner may draw.,Son contrôleur doit piocher.", "Say “x”.,Dites « x ».")
    path.write_text(
        "left,right,left_lang,right_lang\n" + "".join(f"{r},en,fr\n" for r in rows), encoding="utf-8"
    )
    code, out, _ = verb("diverge", "--pairs", path, "--lang", language, "--format", form)
    assert code == 1
    assert meaning in out
    english = ("changed meaning", "typographic:", "controller", "curly", "must", "findings", "missing<")
    assert [word for word in english if word in out] == []


def test_the_verbs_own_errors_are_spoken_too(verb: Verb) -> None:
    assert "il faut deux côtés" in verb("diverge", "--lang", "fr")[2]
    assert "se necesitan dos lados" in verb("align", "--lang", "es")[2]
