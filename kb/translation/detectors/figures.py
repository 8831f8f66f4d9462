"""Numbers that differ by value: "three" against "deux", 4 against 5. Rule numbers are not among them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from kb.translation.numerals import Number, numbers
from kb.translation.records import Divergence, Evidence, Severity
from kb.translation.unit import Aligned, Piece, Unit

NAME: Final = "figures"
_SURE: Final = 0.85
_UNSURE: Final = 0.6
_SIGNED: Final = re.compile(r"(?<![\w/.])([+−–‐‑-])(\d+|X)(?:/([+−–‐‑-])(\d+|X))?(?![\w/])")
"""Changes of power and toughness, and costs of loyalty: +1/+1, −2."""


def detect(aligned: Aligned) -> Iterator[Divergence]:
    """For each bead, the values that only one side has, unless the next bead makes up for it."""
    values = [(_numbers(unit.left), _numbers(unit.right)) for unit in aligned.units]
    for at, unit in enumerate(aligned.units):
        if not unit.is_whole:
            continue
        lost, gained = _difference(values[at], values[max(0, at - 1) : at + 2])
        if lost or gained:
            yield _divergence(unit, lost, gained)
        else:
            yield from _signs(unit)


Values = tuple[tuple[Number, ...], tuple[Number, ...]]
"""The numbers of both sides of a bead."""


def _difference(own: Values, near: Sequence[Values]) -> tuple[list[Number], list[Number]]:
    left, right = own
    if [(n.value, n.may_vanish) for n in left] == [(n.value, n.may_vanish) for n in right]:
        return [], []
    known = [{number.value for found in near for number in found[side]} for side in (0, 1)]
    lost = [n for n in left if n.value not in known[1] and not n.may_vanish]
    gained = [n for n in right if n.value not in known[0] and not n.may_vanish]
    if lost or gained:
        return lost, gained
    return _by_count(left, right)


def _signs(unit: Unit) -> Iterator[Divergence]:
    """The first change that has another sign on the other side: +1/+1 against −1/−1."""
    sides = [list(_SIGNED.finditer(piece.text)) for piece in (unit.left, unit.right)]
    if not (sides[0] and sides[1]):
        return
    said = [Counter(map(_signed, side)) for side in sides]
    only = [
        [m for m in side if said[at][_signed(m)] > said[1 - at][_signed(m)]] for at, side in enumerate(sides)
    ]
    if only[0] and only[1]:
        left, right = only[0][0], only[1][0]
        evidence = unit.left.evidence(*left.span()), unit.right.evidence(*right.span())
        note = f"{left.group()} / {right.group()}"
        yield Divergence.of("meaning.number", Severity.CHANGED, evidence, NAME, _SURE, note=note)


def _signed(found: re.Match[str]) -> tuple[str | None, ...]:
    return tuple(part if part in ("+", None) or part.isalnum() else "-" for part in found.groups())


def _by_count(left: Sequence[Number], right: Sequence[Number]) -> tuple[list[Number], list[Number]]:
    """Where both sides have the same values, those that come in another order or another number of times."""
    firm = [[n for n in side if not n.may_vanish] for side in (left, right)]
    differing = [pair for pair in zip(*firm, strict=False) if pair[0].value != pair[1].value]
    if differing and len(firm[0]) == len(firm[1]):
        return [differing[0][0]], [differing[0][1]]
    return [], []


def _numbers(piece: Piece) -> tuple[Number, ...]:
    return numbers(piece.text, piece.language)


def _divergence(unit: Unit, lost: list[Number], gained: list[Number]) -> Divergence:
    note = " / ".join(", ".join(number.value for number in side) or "—" for side in (lost, gained))
    sides = (_evidence(unit.left, lost), _evidence(unit.right, gained))
    confidence = _SURE if lost and gained else _UNSURE
    return Divergence.of("meaning.number", Severity.CHANGED, sides, NAME, confidence, note=note)


def _evidence(piece: Piece, found: list[Number]) -> Evidence:
    return piece.evidence(found[0].start, found[-1].end) if found else piece.evidence()
