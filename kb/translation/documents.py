"""Findings about whole documents: which side is newer, references that lead nowhere, lists that break off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kb.editions.numbers import parent
from kb.translation.attribute import Editions
from kb.translation.prose import contradictions, mislabelled
from kb.translation.records import Direction, Divergence, Evidence, Finding, Pair, Severity, Text, whole_sides

NAME: Final = "documents"
_COMPLETE: Final = 500
"""A document with so many rules is no excerpt: every number it cites should be in it."""
_LEAST_STALE: Final = 2


def whole_documents(pairs: Sequence[Pair], editions: Editions) -> Iterator[Finding]:
    """What can only be seen over all pairs together."""
    numbered = [pair for pair in pairs if any(side and side.number for side in (pair.left, pair.right))]
    if numbered:
        yield from _skew(numbered, editions)
        yield from mislabelled(pairs, _newer(numbered, editions))
        yield from contradictions(pairs)
        yield from _dangling(numbered)
        yield from _broken_off(numbered)


def _skew(pairs: Sequence[Pair], editions: Editions) -> Iterator[Finding]:
    """The two languages follow different editions, in so many rules."""
    stale = [(pair, found) for pair in pairs if (found := editions.staleness(pair))]
    for side in Direction:
        of_side = [(pair, found) for pair, found in stale if found.newer is side]
        if len(of_side) >= _LEAST_STALE:
            first, found = of_side[0]
            rules = ", ".join(pair.key for pair, _ in of_side)
            windows = " / ".join(", ".join(map(str, window)) for window in (found.left, found.right))
            sides = whole_sides(first)
            made = Divergence.of(
                "meta.version_skew", Severity.STALE, sides, NAME, 0.9, newer=side, note=f"{windows}: {rules}"
            )
            yield Finding(Pair("", first.left, first.right, first.game), made)


def _newer(pairs: Sequence[Pair], editions: Editions) -> Direction | None:
    """The side that is newer in all rules whose sides follow different editions; None where they disagree."""
    found = {stale.newer for pair in pairs if (stale := editions.staleness(pair))}
    return found.pop() if len(found) == 1 else None


def _dangling(pairs: Sequence[Pair]) -> Iterator[Finding]:
    """Citations of rules that the citing side lacks, where it should have them.

    An excerpt lacks most of what it cites; so in one, a citation dangles only where the other side has the
    rule, or where some rules of the cited range are there and some are not.
    """
    numbers = [{p.key for p in pairs if side(p)} for side in (_left, _right)]
    for at, side in enumerate((_left, _right)):
        here, there = numbers[at], numbers[1 - at]
        known: set[str] = set()
        for pair in pairs:
            for number, evidence in _lost(side(pair), here, there):
                if number not in known:
                    known.add(number)
                    sides = (evidence, None) if at == 0 else (None, evidence)
                    made = Divergence.of("xref.dangling", Severity.CHANGED, sides, NAME, 0.8, note=number)
                    yield Finding(pair, made)


def _left(pair: Pair) -> Text | None:
    return pair.left


def _right(pair: Pair) -> Text | None:
    return pair.right


def _lost(side: Text | None, here: set[str], there: set[str]) -> Iterator[tuple[str, Evidence]]:
    if side is None:
        return
    for citation in side.cited:
        some = bool(set(citation.numbers) & here)
        for number in citation.numbers:
            # Chapters and sections are headings: they are no pairs, and so no gaps.
            if "." in number and number not in here and (number in there or some or len(here) >= _COMPLETE):
                end = citation.start + len(citation.written)
                yield number, Evidence(citation.written, citation.start, end)


def _broken_off(pairs: Sequence[Pair]) -> Iterator[Finding]:
    """Rules that announce a list which is not there, on one side."""
    keys = [pair.key for pair in pairs]
    for pair in pairs:
        ends = [bool(side and side.text.rstrip().endswith((":", "："))) for side in (pair.left, pair.right)]
        if ends[0] == ends[1] or any(parent(key) == pair.key for key in keys):
            continue
        at = 0 if ends[0] else 1
        side = (pair.left, pair.right)[at]
        assert side is not None
        start = side.text.rstrip().rfind(". ") + 2 if ". " in side.text else 0
        evidence = Evidence(side.text[start:], start, len(side.text))
        sides = (evidence, None) if at == 0 else (None, evidence)
        made = Divergence.of("structure.undeclared_elision", Severity.CHANGED, sides, NAME, 0.8)
        yield Finding(pair, made)
