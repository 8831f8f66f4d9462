"""Errors in the reader's language: the same error, of which every phrase is known in French and Spanish.

Errors are made of phrases (:mod:`kb.cli.error_texts`). One with a phrase that is not known stays English as
a whole, and so do those of classes that build their sentence otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final

import click

from kb.cli.error_texts import PHRASES
from kb.cli.spoken import say_word
from kb.errors import InputError, KbError, MissingExtraError, NotFoundError, near_matches

_ORDER: Final = ("fr", "es")
_FIELD: Final = re.compile(r"\{(\w+)\}")
_MOST_KNOWN: Final = 40

_SKELETON: Final[dict[str, tuple[str, str]]] = {
    "at": ("{place}\u00a0: {problem}", "{place}: {problem}"),
    "found": ("\u00a0: trouvé {found}", ": se encontró {found}"),
    "found-expected": (", attendu\u00a0: {expected}", ", se esperaba: {expected}"),
    "expected": ("\u00a0: attendu\u00a0: {expected}", ": se esperaba: {expected}"),
    "near": ("\u00a0; vouliez-vous dire {near}\u00a0?", "; ¿quería decir {near}?"),
    "or": (" ou ", " o "),
    "hint": (" ({hint})", " ({hint})"),
    "not-found": ("introuvable\u00a0: {what} {name}", "no se encuentra: {what} {name}"),
    "known": ("\u00a0; connus\u00a0: {names}", "; conocidos: {names}"),
    "more": (" et {count} de plus", " y {count} más"),
    "extra": (
        "il faut {package}, qui n'est pas installé\u00a0; essayez\u00a0: pip install 'tcg-rules-kb[{extra}]'",
        "hace falta {package}, que no está instalado; pruebe: pip install 'tcg-rules-kb[{extra}]'",
    ),
    "error": ("Erreur\u00a0: {message}", "Error: {message}"),
    "try": ("Essayez «\u00a0{command}\u00a0» pour l'aide.", "Pruebe «{command}» para ver la ayuda."),
}
"""What holds the phrases together, in French and Spanish."""


class UnknownPhraseError(LookupError):
    """A phrase has no translation: the whole error stays English."""


def say_phrase(english: str, language: str) -> str:
    """A phrase of an error in `language`.

    Raises UnknownPhraseError when the catalogue does not have it.

    >>> say_phrase("no column 'left'", "fr"), say_phrase("not UTF-8", "es"), say_phrase("as it is", "en")
    ("il manque la colonne 'left'", 'no es UTF-8', 'as it is')
    """
    if language not in _ORDER:
        return english
    for pattern, said in _patterns():
        found = pattern.fullmatch(english)
        if found is None:
            continue
        try:
            fields = {name: _field(name, text, language) for name, text in found.groupdict().items()}
        except UnknownPhraseError:
            continue
        return said[_ORDER.index(language)].format(**fields)
    raise UnknownPhraseError(english)


def _field(name: str, text: str, language: str) -> str:
    return say_phrase(text, language) if name.endswith("_") else text


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], tuple[str, str]], ...]:
    """The phrases as patterns: first those that begin with words, then those with the most of them."""
    ordered = sorted(PHRASES, key=lambda p: (p[0].startswith("{"), -len(_FIELD.sub("", p[0]))))
    return tuple((_pattern(english), (french, spanish)) for english, french, spanish in ordered)


def _pattern(english: str) -> re.Pattern[str]:
    parts = _FIELD.split(english)
    pieces = (re.escape(part) if at % 2 == 0 else f"(?P<{part}>.+?)" for at, part in enumerate(parts))
    return re.compile("".join(pieces), re.DOTALL)


def say_error(error: KbError, language: str) -> str:
    """What an error says, in `language` where all of it is known, else in English.

    >>> from kb.errors import Place
    >>> print(say_error(InputError(Place("a.csv", 1), "unknown format", found="x", expected="a file"), "es"))
    a.csv:1: formato desconocido: se encontró 'x', se esperaba: un archivo
    >>> print(say_error(NotFoundError("language", "fi", ["fr"]), "es"))
    no se encuentra: idioma 'fi'; conocidos: fr
    """
    if language not in _ORDER:
        return str(error)
    speak = _SPEAKERS.get(type(error).__str__)
    try:
        return speak(error, language) if speak else str(error)
    except UnknownPhraseError:
        return str(error)


def _skeleton(part: str, language: str, **fields: object) -> str:
    return _SKELETON[part][_ORDER.index(language)].format(**fields)


def _input_error(error: KbError, language: str) -> str:
    assert isinstance(error, InputError)
    problem = say_phrase(error.problem, language)
    text = _skeleton("at", language, place=error.place, problem=problem)
    expected = say_phrase(error.expected, language) if error.expected else ""
    if error.found is not None:
        shown = repr(error.found)
        text += _skeleton("found", language, found=shown if len(shown) <= 80 else shown[:77] + "...")
    if expected:
        part = "expected" if error.found is None else "found-expected"
        text += _skeleton(part, language, expected=expected)
    if error.near:
        text += _near(error.near, language)
    return text + (_skeleton("hint", language, hint=say_phrase(error.hint, language)) if error.hint else "")


def _near(words: tuple[str, ...], language: str) -> str:
    return _skeleton("near", language, near=_skeleton("or", language).join(map(repr, words)))


def _not_found(error: KbError, language: str) -> str:
    assert isinstance(error, NotFoundError)
    text = _skeleton("not-found", language, what=say_phrase(error.what, language), name=repr(error.name))
    near = near_matches(error.name, error.known)
    if near:
        text += _near(near, language)
    if error.show_all or (not near and error.known):
        most = len(error.known) if error.show_all else _MOST_KNOWN
        left = len(error.known) - most
        text += _skeleton("known", language, names=", ".join(error.known[:most]))
        text += _skeleton("more", language, count=left) if left > 0 else ""
    return text


def _missing_extra(error: KbError, language: str) -> str:
    assert isinstance(error, MissingExtraError)
    return _skeleton("extra", language, package=error.package, extra=error.extra)


_SPEAKERS: Final[dict[object, Callable[[KbError, str], str]]] = {
    InputError.__str__: _input_error,
    NotFoundError.__str__: _not_found,
    MissingExtraError.__str__: _missing_extra,
}
"""By how a class builds its sentence: one that builds another is not taken for it."""


def say_usage(error: click.ClickException, language: str) -> str | None:
    """What the parser of the command line says, in `language`; None where it is not known, or English."""
    if language not in _ORDER:
        return None
    said = error.format_message()
    if not getattr(error, "is_spoken", False):
        try:
            said = say_phrase(said, language)
        except UnknownPhraseError:
            return None
    lines = [_skeleton("error", language, message=said)]
    context = getattr(error, "ctx", None)
    if context is not None:
        colon = "\u00a0: " if language == "fr" else ": "
        usage = context.get_usage().replace("Usage: ", say_word("Usage", language) + colon, 1)
        command = f"{context.command_path} {context.help_option_names[-1]}"
        lines = [usage, _skeleton("try", language, command=command), "", *lines]
    return "\n".join(lines)
