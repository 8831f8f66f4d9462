"""Rule numbers as this package needs them: their order, the number above, and how a text cites them.

Numbers stay strings here: the same code serves glued letters (``108.4a``), dotted levels (``184.3.a.1``) and
the local numbers of paragraphs and examples (``613.6~ex1``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_GLUED: Final = re.compile(r"\d{1,3}(?:\.\d{1,3}(?:[a-z]{1,2})?)?")
_DOTTED: Final = re.compile(r"\d{3}\.\d{1,3}(?:\.[a-z]{1,2}(?:\.\d{1,3}(?:\.[a-z]{1,2}(?:\.\d{1,3})?)?)?)?")
_PARTS: Final = re.compile(r"\d{1,18}|[a-z]+")
_LETTERS: Final = "abcdefghijkmnpqrstuvwxyz"
_MOST_EXPANDED: Final = 100

_NUMBER: Final = (
    r"\d{3}(?:\.\d{1,3}(?:\.[a-z]{1,2}\b(?:\.\d{1,3}(?:\.[a-z]{1,2}\b(?:\.\d{1,3}\b)?)?)?|[a-z]{1,2}\b)?)?"
)
_CITED: Final = re.compile(rf"(?<![\w.])({_NUMBER})(?![\d])(?:\s?[-–—‑]\s?(\d{{1,3}}|[a-z]{{1,2}})(?![\w]))?")
_WORD_BEFORE: Final = re.compile(
    r"(?:\brules?|\br[eè]gles?|\breglas?|\bCR|\bregeln?|规则|規則|§)\s*$", re.IGNORECASE
)
_GLUE: Final = re.compile(r"\s*(?:,\s*)?(?:(?:and|or|through|to|et|ou|à|y|o|e)\s+)?")


def sort_key(number: str) -> tuple[tuple[int, int, str], ...]:
    """A key that puts numbers in the order of the document: a, b, ..., z, aa; 702.6 before 702.60.

    >>> sorted(["702.60", "704.5aa", "702.6a", "704.5z", "702.6"], key=sort_key)
    ['702.6', '702.6a', '702.60', '704.5z', '704.5aa']
    """
    return tuple(
        (0, int(part), "") if part.isdigit() else (1, len(part), part) for part in _PARTS.findall(number)
    )


def official(number: str) -> str:
    """The number a passage belongs under: a local number (an example, a paragraph) without its local part.

    >>> official("613.6~ex2"), official("108.4a")
    ('613.6', '108.4a')
    """
    return number.partition("~")[0]


def is_official(number: str) -> bool:
    """Whether the document itself could print this number.

    >>> [is_official(number) for number in ("108.4a", "184.3.a.1", "1", "s12", "613.6~ex1")]
    [True, True, True, False, False]
    """
    return bool(_GLUED.fullmatch(number) or _DOTTED.fullmatch(number))


def parent(number: str) -> str | None:
    """The number one level up; the section's digit for a chapter; None above that.

    >>> [parent(number) for number in ("613.6~ex1", "108.4a", "184.3.a.1", "702.60", "702", "7")]
    ['613.6', '108.4', '184.3.a', '702', '7', None]
    """
    if "~" in number:
        return official(number)
    if not is_official(number):
        return None
    if re.search(r"\d[a-z]+$", number):
        return number.rstrip("abcdefghijklmnopqrstuvwxyz")
    if "." in number:
        return number.rpartition(".")[0]
    return number[0] if len(number) > 1 else None


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule number in a text: as a range stands for several, one citation may hold more than one."""

    written: str
    numbers: tuple[str, ...]
    start: int
    after_word: bool
    """Whether a word for "rule" stands before it; else it may be an amount such as 100.5."""


def find_citations(text: str) -> Iterator[Citation]:
    """The rule numbers in `text`, in order; a bare chapter only after a word for "rule".

    >>> [citation.numbers for citation in find_citations("cf. règles 603.7d-f et 704; 100 cards")]
    [('603.7d', '603.7e', '603.7f'), ('704',)]
    """
    end, continues = 0, False
    for match in _CITED.finditer(text):
        glued = continues and _GLUE.fullmatch(text, end, match.start()) is not None
        after_word = glued or _WORD_BEFORE.search(text, max(0, match.start() - 12), match.start()) is not None
        end, continues = match.end(), after_word
        if "." in match[1] or after_word:
            yield Citation(match[0], _expand(match[1], match[2]), match.start(), after_word)


def cited_numbers(text: str) -> tuple[str, ...]:
    """Every number `text` cites, ranges expanded, each once, in the order of the document.

    >>> cited_numbers("See rules 603.7d–f and 110.2. Rule 110.2 is above.")
    ('110.2', '603.7d', '603.7e', '603.7f')
    """
    found = {number for citation in find_citations(text) for number in citation.numbers}
    return tuple(sorted(found, key=sort_key))


def _expand(first: str, last: str | None) -> tuple[str, ...]:
    """The numbers of a range; the first alone where it is none (it runs backwards, or is an amount)."""
    if last is None:
        return (first,)
    tail = _PARTS.findall(first)[-1]
    head = first[: len(first) - len(tail)]
    if tail.isdigit() and last.isdigit() and 0 < int(last) - int(tail) <= _MOST_EXPANDED:
        return tuple(f"{head}{value}" for value in range(int(tail), int(last) + 1))
    if tail in _LETTERS and last in _LETTERS and tail < last:
        letters = _LETTERS[_LETTERS.index(tail) : _LETTERS.index(last) + 1]
        return tuple(head + letter for letter in letters)
    return (first,)
