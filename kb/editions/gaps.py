"""Which numbers a text lacks of the edition it follows: what a translation left out or misnumbered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from kb.editions.numbers import official, sort_key
from kb.editions.register import Register

_LEAST: Final = 0.5
"""The share of a chapter that a text must have for the rest to be a gap; else it is an excerpt."""


@dataclass(frozen=True, slots=True)
class Gaps:
    """What a text lacks of an edition, and what the edition does not have."""

    edition: str
    missing: tuple[str, ...]
    """Numbers of the edition that the text lacks, in chapters of which it has most."""
    unknown: tuple[str, ...]
    """Numbers of the text that the edition does not have."""


def gaps(register: Register, numbers: Iterable[str], edition: str) -> Gaps:
    """The gaps of a text with these numbers against an edition.

    Raises :class:`kb.errors.NotFoundError` for an edition there is not.
    """
    position = register.position(edition)
    here = {official(number) for number in numbers}
    chapters: defaultdict[str, set[str]] = defaultdict(set)
    for number in register.numbers:
        if register.wording(number, position):
            chapters[_chapter(number)].add(official(number))
    missing: list[str] = []
    for chapter in {_chapter(number) for number in here}:
        known = chapters[chapter]
        if known and len(known & here) >= _LEAST * len(known):
            missing += known - here
    unknown = (number for number in here if number not in chapters[_chapter(number)])
    return Gaps(
        register.editions[position].name,
        tuple(sorted(missing, key=sort_key)),
        tuple(sorted(unknown, key=sort_key)),
    )


def _chapter(number: str) -> str:
    return number.partition(".")[0]
