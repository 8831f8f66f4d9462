"""A verb or option that docs/reference/cli.md does not describe fails here, and so does one that is gone."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from kb.cli.main import tcg_rules

PAGE = (Path(__file__).parent.parent.parent / "docs/reference/cli.md").read_text(encoding="utf-8")
SECTIONS = {
    match[1]: match[2]
    for match in re.finditer(r"^## ([a-z-]+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
}


def _options(command: click.Command) -> set[str]:
    own = {name for param in command.params if isinstance(param, click.Option) for name in param.opts}
    verbs = command.commands.values() if isinstance(command, click.Group) else ()
    return own.union(*map(_options, verbs))


def test_every_verb_has_a_section_and_every_section_is_a_verb() -> None:
    assert set(SECTIONS) - {"options-that-verbs-share", "exit-codes"} == set(tcg_rules.commands)


@pytest.mark.parametrize("name", sorted(tcg_rules.commands))
def test_every_option_of_a_verb_is_described_and_every_described_option_exists(name: str) -> None:
    described = set(re.findall(r"^\| `(--[a-z-]+)", SECTIONS[name], re.MULTILINE))
    assert described == {option for option in _options(tcg_rules.commands[name]) if option.startswith("--")}


@pytest.mark.parametrize("name", sorted(tcg_rules.commands))
def test_every_verb_says_what_it_does_in_its_first_line(name: str) -> None:
    first = (tcg_rules.commands[name].help or "").splitlines()[0]
    assert first.endswith(".")
    assert len(first) < 80


@pytest.mark.parametrize("name", sorted(tcg_rules.commands))
def test_every_option_has_a_help_text(name: str) -> None:
    options = [param for param in tcg_rules.commands[name].params if isinstance(param, click.Option)]
    assert [option.name for option in options if not option.help] == []
