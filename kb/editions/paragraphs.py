"""Numbered paragraphs out of any text or out of passages: what :mod:`kb.editions.identification` works on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from kb.editions.numbers import is_official, official
from kb.editions.wording import fold
from kb.model import Passage, PassageKind

_NUMBERED: Final = re.compile(
    r"[*_#>\s]*(\d{3}(?:\.\d{1,3}(?:[a-z]{1,2}|(?:\.(?:[a-z]{1,2}|\d{1,3}))*))?)(?:\.\s*(?=[^\W\d_\"“«‘(¿¡{])|\.?[*_]*\s+)(\S.*)"
)
_LONE_NUMBER: Final = re.compile(r"(\d{3}\.\d{1,3}[a-z]{0,2})\.?")
"""A rule number on a line of its own; its text follows, maybe after blank lines."""
_ELISION: Final = re.compile(r"[\[(]\s*(?:\.{3}|…)\s*[\])]")
_EXAMPLE: Final = re.compile(r"[_*]*(?:Examples?|Exemples?|Ejemplos?)\s*:", re.IGNORECASE)
_EXAMPLE_WITHIN: Final = re.compile(r"(?<!\s)\s+[_*]*(?:Examples?|Exemples?|Ejemplos?)\s*:")
_COMMON: Final[dict[str, frozenset[str]]] = {
    language: frozenset(words.split())
    for language, words in (
        ("en", "the of a is and to if that or it an in be are with player by for its on"),
        ("fr", "le la les des du de un une et est à que qui dans il ou pour si ce au joueur"),
        ("es", "el la los las de un una y es que en del al o su se si por para jugador"),
    )
}


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, the number it carries if any, and its language."""

    number: str | None
    text: str
    language: str


def paragraphs_of(source: str | Iterable[Passage], language: str | None = None) -> tuple[Paragraph, ...]:
    """The paragraphs of a text, or the rules and headings among passages, with what continues them.

    >>> found = paragraphs_of("110.5a Un jeton est possédé par le joueur.\\n\\n[...]\\n\\nNo number here.")
    >>> [(each.number, each.language) for each in found]
    [('110.5a', 'fr'), (None, 'en')]
    """
    if isinstance(source, str):
        return tuple(_in_text(source, language))
    return tuple(_in_passages(source))


def _in_text(text: str, language: str | None) -> list[Paragraph]:
    found: list[tuple[str | None, list[str]]] = []
    continues, alone = False, None
    for line in map(str.strip, text.splitlines()):
        if not line or _ELISION.fullmatch(line) or _EXAMPLE.match(line):
            continues = False
            continue
        if match := _NUMBERED.fullmatch(line):
            found.append((match[1], [match[2]]))
        elif match := _LONE_NUMBER.fullmatch(line):
            alone = match[1]
            continue
        elif continues and not alone:
            found[-1][1].append(line)
        else:
            found.append((alone, [line]))
        continues, alone = True, None
    return [_paragraph(number, " ".join(lines), language) for number, lines in found]


def _paragraph(number: str | None, text: str, language: str | None) -> Paragraph:
    """The paragraph without the examples on its own lines, and with its language."""
    rule = _EXAMPLE_WITHIN.split(text, maxsplit=1)[0]
    return Paragraph(number, rule, language or guess_language(rule))


def _in_passages(passages: Iterable[Passage]) -> list[Paragraph]:
    found: list[tuple[Passage, list[str]]] = []
    for passage in passages:
        number = official(passage.number)
        if passage.kind in (PassageKind.RULE, PassageKind.HEADING) and is_official(number):
            found.append((passage, [passage.text]))
        elif passage.kind is PassageKind.PARAGRAPH and found and number == found[-1][0].number:
            found[-1][1].append(passage.text)
    return [Paragraph(official(rule.number), " ".join(texts), rule.language) for rule, texts in found]


def guess_language(text: str, known: Sequence[str] = ("en", "fr", "es")) -> str:
    """The language whose common words `text` uses most; the first of `known` when it uses none.

    >>> guess_language("Les joueurs ont une main."), guess_language("Rules.")
    ('fr', 'en')
    """
    words = re.findall(r"[^\W\d_]+", fold(text))
    counts = {language: sum(word in _COMMON[language] for word in words) for language in known}
    return max(known, key=lambda language: counts[language])
