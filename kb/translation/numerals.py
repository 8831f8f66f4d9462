"""Numbers of a text by value: two, deux and dos are one number. Cited rule numbers are left out.

"One" is an article in French and Spanish, so it counts only in figures and is compared leniently.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from kb.editions.numbers import find_citations
from kb.editions.wording import NUMBER_WORDS
from kb.ontology_files import ontology_files
from kb.translation.tokens import Token, tokens


@cache
def _words(language: str) -> dict[str, str]:
    """The words for numbers in a language, with their values, from ``ontology/translation/numbers.tsv``."""
    found = {word: str(value) for value, word in enumerate(NUMBER_WORDS.get(language, ()), 2)}
    for path in ontology_files("translation/numbers.tsv"):
        lines = (line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
        for row in csv.DictReader(lines, delimiter="\t"):
            found.update(dict.fromkeys((row.get(language) or "").split(), row["value"]))
    return found


_HALVED: Final = re.compile(r"\b(?:divis|divid)\w*[^.;:,]{0,12} (?:par|entre|en|by) $", re.IGNORECASE)
""""Divided by two" is *half*, which is a concept and no number."""
_OTHER: Final = re.compile(r" (?:other|autre|otr[oa])\b")
""""1 other" is often "otro"."""
_SEVERAL: Final = re.compile(r" (?:or more|ou plus|o más|times|fois|veces)\b")
""""Two or more" is often "plusieurs", "two times" is the concept *twice*."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text, by value, and its place; `may_vanish` where another language may leave it out."""

    value: str
    start: int
    end: int
    may_vanish: bool


@lru_cache(maxsize=65536)
def numbers(text: str, language: str) -> tuple[Number, ...]:
    """The numbers of `text`, rule numbers left out.

    >>> [(n.value, n.may_vanish) for n in numbers("See 603.7d: two cards, 1,000 points, +1/-2, both.", "en")]
    [('2', False), ('1000', False), ('1', False), ('2', False), ('2', True)]
    >>> [n.value for n in numbers("vingt-cinq cartes, 1 000 points, quatre-vingt-douze jetons", "fr")]
    ['25', '1000', '92']
    """
    cited = [(c.start, c.start + len(c.written)) for c in find_citations(text)]
    quoted = _quoted(text)
    found: list[Number] = []
    spelt = _words(language)
    for token in tokens(text):
        named = _value(token, spelt)
        if named is None or _lies_in(token, cited) or (not token.is_number and _lies_in(token, quoted)):
            continue
        if not _HALVED.search(text, max(0, token.start - 40), token.start):
            _add(found, text, token, named)
    return tuple(found)


def _lies_in(token: Token, spans: list[tuple[int, int]]) -> bool:
    return any(start <= token.start < end for start, end in spans)


def _value(token: Token, spelt: Mapping[str, str]) -> str | None:
    if token.is_number:
        return _figures(token.word)
    if token.word.startswith("{") and token.word[1:-1].isdigit():
        return token.word[1:-1]
    return spelt.get(token.word)


def _figures(word: str) -> str:
    """`word` without separators of thousands; any other comma or point is a decimal mark."""
    plain = re.sub(r"[.,\u00a0\u202f](?=\d{3}(?!\d))", "", word)
    return plain.replace(",", ".").lstrip("0") or "0"


def _add(found: list[Number], text: str, token: Token, value: str) -> None:
    """Adds a number, or makes one of it and the number before."""
    kept, may_vanish = value.rstrip("?"), value.endswith("?")
    last = found[-1] if found else None
    between = text[last.end : token.start] if last else ""
    if last and (whole := _together(last, kept, between, text, token)):
        found[-1] = Number(whole, last.start, token.end, False)
        return
    several = kept == "2" and _SEVERAL.match(text, token.end) is not None
    other = kept == "1" and _OTHER.match(text, token.end) is not None
    found.append(Number(kept, token.start, token.end, may_vanish or several or other))


def _together(last: Number, ones: str, between: str, text: str, token: Token) -> str | None:
    """The value of two numbers that are one: twenty-five, treinta y dos, 1 000."""
    if not (last.value.isdigit() and ones.isdigit()):
        return None
    joined = between in ("-", "‑") or between.strip() in ("y", "et", "-et-")
    if joined and (whole := _compound(int(last.value), int(ones))):
        return str(whole)
    is_split = text[last.start].isdigit() and last.end - last.start <= 3 and len(token.word) == 3
    return last.value + token.word if between == " " and token.is_number and is_split else None


def _compound(tens: int, ones: int) -> int | None:
    """Twenty-five is 25, dix-sept 17, soixante-douze 72, quatre-vingt 80, quatre-vingt-douze 92."""
    if (tens, ones) == (4, 20):
        return 80
    most = 20 if tens in (60, 80) else 10
    return tens + ones if tens in range(10, 100, 10) and 0 < ones < most else None


def _quoted(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"\"[^\"]{1,80}\"|«[^»]{1,80}»|“[^”]{1,80}”", text)]
