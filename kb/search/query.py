"""What people type into a search, as clauses that all have to hold.

::

    contrôle propriétaire     both words, in any of their forms
    "son propriétaire"        these words, one after the other
    contr*                    words that begin so
    702.6*                    this rule and those below it, but not 702.60
    number:702.6              the passage with this number
    heading:tokens            a word of the headings above a passage
    document:mtg-cr edition:2010-02-01 language:fr game:mtg kind:rule
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from kb.search.analysis import split

_PART: Final = re.compile(
    r"""(?:(?P<field>[A-Za-z]+):)?(?:"(?P<straight>[^"]*)"?|«(?P<french>[^»]*)»?|“(?P<curly>[^”]*)”?|(?P<word>\S+))"""
)
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)*[a-z]{0,2}")
_RAW: Final = {
    "number": "number", "document": "document", "edition": "edition", "language": "language",
    "lang": "language", "game": "game", "kind": "kind",
}  # fmt: skip
_MOST_TERMS: Final = 32
"""More words than this in one search are not looked at: a search is typed, and a stranger's is bounded."""


class Kind(StrEnum):
    """What a clause asks for."""

    WORD = "word"
    PREFIX = "prefix"
    PHRASE = "phrase"
    BELOW = "below"
    """A number and those below it."""
    RAW = "raw"
    """A field that is one word as it stands."""
    HEADING = "heading"


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing that must hold: words as they were written; `field` where one was named."""

    kind: Kind
    words: tuple[str, ...]
    field: str = ""

    def __str__(self) -> str:
        text = " ".join(self.words)
        if self.kind is Kind.PHRASE:
            return f'"{text}"'
        if self.kind in (Kind.PREFIX, Kind.BELOW):
            return f"{text}*"
        return f"{self.field}:{text}" if self.field else text


def read_query(text: str) -> tuple[Clause, ...]:
    """The clauses of a search, at most 32.

    >>> [str(clause) for clause in read_query('l’effet "son propriétaire" contr* 702.6* lang:fr')]
    ['effet', '"son propriétaire"', 'contr*', '702.6*', 'language:fr']
    >>> read_query("...")
    ()
    """
    clauses: list[Clause] = []
    for match in _PART.finditer(unicodedata.normalize("NFC", text)):
        quoted = next((t for t in match.group("straight", "french", "curly") if t is not None), None)
        clauses.extend(_clauses(match["field"] or "", match["word"] or "", quoted))
    return tuple(dict.fromkeys(clauses))[:_MOST_TERMS]


def _clauses(field: str, word: str, quoted: str | None) -> list[Clause]:
    said = quoted if quoted is not None else word
    if name := _RAW.get(field.lower()):
        return [Clause(Kind.RAW, (said.casefold().rstrip("."),), name)] if said else []
    if field.lower() == "heading":
        return [Clause(Kind.HEADING, (each,), "heading") for each in split(said)]
    if field:
        return _plain(split(f"{field} {said}"))
    if quoted is not None:
        words = split(quoted)
        return [Clause(Kind.PHRASE, tuple(words))] if len(words) > 1 else _plain(words)
    bare = word.rstrip(".,;:!?)»”").lstrip("(")
    if bare.endswith("*") and (words := split(bare)):
        last = words[-1]
        kind = Kind.BELOW if _NUMBER.fullmatch(last.casefold()) else Kind.PREFIX
        return [*_plain(words[:-1]), Clause(kind, (last,))]
    words = split(word)
    if len(words) > 1 and not any(len(each) > 1 and each.isalpha() for each in words):
        return [Clause(Kind.PHRASE, tuple(words))]  # -1/-1, or characters that are words
    return _plain(words)


def _plain(words: list[str]) -> list[Clause]:
    """Each word by itself, without the letters that an apostrophe leaves over where there is more."""
    long = [each for each in words if len(each) > 1 or not each.isalpha()]
    return [Clause(Kind.WORD, (each,)) for each in long or words]
