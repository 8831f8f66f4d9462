"""Clauses that only one side has: nothing in the other sentence answers them, and it is shorter for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from kb.translation.features import features
from kb.translation.lexicon import lexicon
from kb.translation.meaning import Reading, compare
from kb.translation.records import Direction, Divergence, Severity
from kb.translation.unit import Aligned, Piece, Unit

NAME: Final = "clauses"
_CUT: Final = re.compile(r"[,;:()—]|\s[–-]\s")
_RATIOS: Final = {"en": 1.0, "fr": 1.16, "es": 1.09}
_SHORT: Final = 0.74
_LEAST_LOSS: Final = 0.3
_COVERED: Final = 0.6
"""A clause with more than this share of its concepts on the other side is there, in other words."""


def detect(aligned: Aligned) -> Iterator[Divergence]:
    """Missing clauses (left has them) and added ones (right has them)."""
    for unit in aligned.units:
        if unit.is_whole:
            yield from _unit(unit)


def _unit(unit: Unit) -> Iterator[Divergence]:
    for piece, other, kind in ((unit.left, unit.right, "missing"), (unit.right, unit.left, "added")):
        ratio = _length(other) / max(_length(piece), 1)
        if ratio < _SHORT and (found := _clause(piece, other, kind)):
            start, end = found
            here, there = piece.evidence(start, end), other.evidence()
            sides = (here, there) if kind == "missing" else (there, here)
            confidence = round(min(0.9, 0.55 + (_SHORT - ratio)), 2)
            yield Divergence.of(f"structure.{kind}_clause", Severity.CHANGED, sides, NAME, confidence)


def _length(piece: Piece) -> float:
    return len(piece.text) / _RATIOS.get(piece.language, 1.0)


def _clause(piece: Piece, other: Piece, kind: str) -> tuple[int, int] | None:
    """The clause that the other side answers least, if a word of the games in it is lost."""
    readings = [Reading.of(lexicon().find(p.text, p.language)) for p in (piece, other)]
    lost = [
        each.match
        for each in compare(readings[0], readings[1])
        if each.side is Direction.LEFT and each.confidence > _LEAST_LOSS
    ]
    known = features(other.text, other.language).keys
    if len(lost) < (1 if kind == "missing" else 2):
        return None
    best: tuple[float, tuple[int, int]] | None = None
    for start, end in _spans(piece.text):
        if any(start <= match.start < end for match in lost):
            covered = _covered(features(piece.text[start:end], piece.language).keys, known)
            if best is None or covered < best[0]:
                best = (covered, (start, end))
    return best[1] if best and best[0] < _COVERED else None


def _spans(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for cut in [*_CUT.finditer(text), None]:
        end = cut.start() if cut else len(text)
        piece = text[start:end]
        if piece.strip(' .!?"”»'):
            first = start + len(piece) - len(piece.lstrip())
            yield first, first + len(piece.strip())
        start = cut.end() if cut else end


def _covered(keys: Mapping[str, float], known: Mapping[str, float]) -> float:
    firm = {key: weight for key, weight in keys.items() if not key.startswith("w:")}
    total = sum(firm.values())
    return sum(weight for key, weight in firm.items() if key in known) / total if total else 1.0
