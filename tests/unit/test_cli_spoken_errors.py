"""Errors of the translators' verbs in French and Spanish: what was given wrong, and what was expected."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kb.cli.error_texts import PHRASES
from kb.cli.spoken_errors import say_error, say_phrase
from kb.errors import InputError, MissingExtraError, NotFoundError, Place

Verb = Callable[..., tuple[int, str, str]]
ROOT = Path(__file__).parent.parent.parent
MET = (
    *sorted((ROOT / "kb/translation").rglob("*.py")),
    *(ROOT / "kb/cli" / name for name in ("exchange.py", "sides.py", "translation.py", "translators.py")),
    ROOT / "kb/store/layout.py",
    *(ROOT / "loaders" / name for name in ("base.py", "encodings.py", "files.py", "text.py")),
)
"""Where a translators' verb can fail: its own code, the files it reads and the store it keeps."""


@pytest.mark.parametrize(
    ("given", "french", "spanish"),
    [
        (("diverge", "x"), "il faut deux côtés", "se necesitan dos lados"),
        (("align", "--formatt", "x"), "L'option '--formatt' n'existe", "No existe la opción '--formatt'"),
        (("align", "en", "fr", "--format", "x"), "'x' n'est pas l'un de 'text'", "'x' no es uno de 'text'"),
        (("attribute", "--pairs", "none.csv"), "Le fichier 'none.csv'", "El archivo 'none.csv' no existe"),
        (("diverge", "en", "fr", "--min-confidence", "7"),
         "Valeur incorrecte pour '--min-confidence'\u00a0: 7.0 n'est pas dans l'intervalle",
         "Valor incorrecto para '--min-confidence': 7.0 no está en el intervalo"),
        (("changed",), "Il manque l'option '--since'", "Falta la opción '--since'"),
        (("fuzzy",), "Il manque l'argument 'TEXT'", "Falta el argumento 'TEXT'"),
        (("concordance", "word", "en", "fr"), "introuvable\u00a0: langue 'en'", "se encuentra: idioma 'en'"),
        (("terms", "--game", "chess"), "'chess' n'est pas l'un de", "'chess' no es uno de"),
        (("review", "--decide", "maybe"), "'maybe' n'est pas l'un de", "'maybe' no es uno de"),
        (("export", "en", "fr"), "Il manque l'option '--to'", "Falta la opción '--to'"),
        (("import", "none.tmx"), "Le fichier 'none.tmx' n'existe pas", "El archivo 'none.tmx' no existe"),
    ],
)  # fmt: skip
def test_every_translators_verb_says_its_errors(
    verb: Verb, given: tuple[str, ...], french: str, spanish: str
) -> None:
    for language, expected in (("fr", french), ("es", spanish)):
        code, out, err = verb(*given, "--lang", language)
        assert (code, out) == (2, "")
        assert expected in err


def test_what_a_file_lacks_is_said(verb: Verb, tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("left,right\na,b\n", encoding="utf-8")
    said = verb("diverge", "--pairs", path, "--lang", "fr")[2]
    assert (
        "pairs.csv:1\u00a0: il manque la colonne 'left_lang'\u00a0: trouvé ['left', 'right'], attendu" in said
    )
    path = tmp_path / "memory.tmx"
    path.write_text("<tmx><body>", encoding="utf-8")
    assert "memory.tmx:1: XML mal formado: se encontró" in verb("import", path, "--lang", "es")[2]
    path = tmp_path / "memory.doc"
    path.write_text("", encoding="utf-8")
    assert "terminaison inconnue\u00a0: trouvé '.doc', attendu" in verb("import", path, "--lang", "fr")[2]


def test_the_line_of_use_and_the_way_to_the_help_are_said_too(verb: Verb) -> None:
    said = verb("diverge", "x", "--lang", "fr")[2].splitlines()
    assert said[0].startswith("Utilisation\u00a0: ")
    assert said[1].startswith("Essayez «\u00a0")
    assert said[1].endswith("--help\u00a0» pour l'aide.")
    assert said[3].startswith("Erreur\u00a0: ")


def test_an_error_with_a_phrase_that_is_not_known_is_english_as_a_whole() -> None:
    error = InputError(Place("a.csv"), "not UTF-8", hint="some advice that nobody translated")
    assert say_error(error, "fr") == str(error)
    assert say_error(InputError(Place("a.csv"), "not UTF-8"), "fr") == "a.csv\u00a0: ce n'est pas de l'UTF-8"


def test_near_matches_and_known_names_are_shown() -> None:
    assert say_error(NotFoundError("finding", "ab1", ["ab2"]), "fr").endswith(
        "vouliez-vous dire 'ab2'\u00a0?"
    )
    assert say_error(NotFoundError("finding", "x", ["ab2"]), "es").endswith("hallazgo 'x'; conocidos: ab2")
    assert "hace falta openpyxl" in say_error(MissingExtraError("openpyxl", "translation"), "es")


def test_the_phrases_have_the_same_fields_in_all_languages() -> None:
    for phrase in PHRASES:
        fields = [sorted(re.findall(r"\{\w+\}", said)) for said in phrase]
        assert fields[0] == fields[1] == fields[2], phrase
        assert not re.search(r" [:;?!]", phrase[1]), phrase


def test_every_phrase_of_an_error_that_a_translator_can_meet_is_known() -> None:
    missing = []
    for path in MET:
        for line, phrase in _phrases(path):
            for language in ("fr", "es"):
                try:
                    say_phrase(phrase, language)
                except LookupError:
                    missing.append(f"{path.name}:{line}: {phrase}")
    assert not missing


def _phrases(path: Path) -> Iterator[tuple[int, str]]:
    """What the errors raised in a module say, with something in place of what is filled in."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        spoken = {k.arg: k.value for k in node.keywords if k.arg in ("expected", "hint")}
        if node.func.id in ("InputError", "LoadError", "StoreError"):
            parts = [node.args[1], *spoken.values()]
        elif node.func.id == "NotFoundError":
            parts = [node.args[0]]
        else:
            continue
        yield from ((node.lineno, said) for part in parts if (said := _written(part)))


def _written(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value or "")
    if isinstance(node, ast.JoinedStr):
        return "".join(str(v.value) if isinstance(v, ast.Constant) else "not UTF-8" for v in node.values)
    return ""
