"""Clauses that only one side has: nothing in the other sentence answers them.

A sentence that is much shorter than its counterpart lacks one; and a clause that says when, if or unless is
lost even in a sentence as long when neither its opening word nor what it says is on the other side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from kb.translation.coverage import CUT, covered
from kb.translation.features import features
from kb.translation.lexicon import Match, lexicon
from kb.translation.meaning import Difference, Reading, compare_texts, lacking
from kb.translation.records import Direction, Divergence, Severity
from kb.translation.unit import Aligned, Piece, Unit

NAME: Final = "clauses"
_JOINED: Final = re.compile(
    r"[,;:()—]|\s[–-]\s|\b(?:and|then|et|puis|ensuite|y|e|luego|después)\b", re.IGNORECASE
)
"""Where clauses part, and between what is joined: "each creature and each planeswalker"."""
_STEP: Final = {
    "en": re.compile(r"[,;] (?:and )?then ([^,;:.()]+)", re.IGNORECASE),
    "fr": re.compile(r"(?:,| et)? (?:puis|ensuite) ([^,;:.()]+)", re.IGNORECASE),
    "es": re.compile(r"(?:,| y)? (?:luego|después|a continuación) ([^,;:.()]+)", re.IGNORECASE),
}
_AND: Final = re.compile(r"\b(?:and|et|puis|y|e|luego)\b", re.IGNORECASE)
_STEP_OPENING: Final = frozenset({"then", "after", "next", "and"})
_RATIOS: Final = {"en": 1.0, "fr": 1.16, "es": 1.09}
_SHORT: Final = 0.74
_SHORTER: Final = 0.86
_LEAST_LOSS: Final = 0.3
_COVERED: Final = 0.6
"""A clause with more than this share of its concepts on the other side is there, in other words."""
_OPENING: Final = frozenset(
    {"when", "if", "unless", "until", "while", "before", "after", "evenif", "during", "except", "although"}
)
"""Concepts that open a clause of circumstance."""
_CLAUSE_LOST: Final = 0.6
_FOREIGN: Final = 0.3
"""A clause of circumstance shares at most so much with the other side when it is not there."""


def detect(aligned: Aligned) -> Iterator[Divergence]:
    """Missing clauses (left has them) and added ones (right has them)."""
    for unit in aligned.units:
        if unit.is_whole:
            yield from _unit(unit)


def _unit(unit: Unit) -> Iterator[Divergence]:
    for piece, other, kind in ((unit.left, unit.right, "missing"), (unit.right, unit.left, "added")):
        ratio = _length(other) / max(_length(piece), 1)
        if found := _lost_part(piece, other, kind, ratio):
            start, end, confidence = found
            here, there = piece.evidence(start, end), other.evidence()
            sides = (here, there) if kind == "missing" else (there, here)
            yield Divergence.of(f"structure.{kind}_clause", Severity.CHANGED, sides, NAME, confidence)


def _lost_part(piece: Piece, other: Piece, kind: str, ratio: float) -> tuple[int, int, float] | None:
    """What the other side has nothing of, and how surely; `ratio` says how long that side is beside this."""
    if ratio < _SHORT and (clause := _clause(piece, other, kind)):
        return *clause, round(min(0.9, 0.55 + (_SHORT - ratio)), 2)
    if ratio < _SHORT and (step := _step(piece, other)):
        return *step, _CLAUSE_LOST
    if ratio < _SHORTER and (joined := _joined(piece, other)):
        return *joined, _CLAUSE_LOST
    return _circumstance(piece, other, _COVERED if ratio < _SHORT else _FOREIGN)


def _step(piece: Piece, other: Piece) -> tuple[int, int] | None:
    """The last step of several ("then cut it") where the other side joins nothing at all."""
    pattern = _STEP.get(piece.language)
    step = pattern.search(piece.text) if pattern else None
    if step is None:
        return None
    joins = any(m.concepts & _STEP_OPENING for m in lexicon().find(other.text, other.language))
    return None if joins or CUT.search(other.text) else step.span(1)


def _joined(piece: Piece, other: Piece) -> tuple[int, int] | None:
    """What "and" adds ("and channel a rune") where the other side joins less and has nothing of it."""
    if len(_AND.findall(piece.text)) <= len(_AND.findall(other.text)):
        return None
    lost = [
        each.match for each in _compared(piece, other) if each.side is Direction.LEFT and not each.instead
    ]
    known = features(other.text, other.language).keys
    for start, end in [*_spans(piece.text, _JOINED)][1:]:
        inside = [m for m in lost if start <= m.start < end and lexicon().concepts[_one(m)].loss]
        keys = features(piece.text[start:end], piece.language).keys
        if inside and covered(keys, known) <= _FOREIGN:
            return start, end
    return None


def _compared(piece: Piece, other: Piece) -> tuple[Difference, ...]:
    return compare_texts((piece.text, piece.language), (other.text, other.language))


def _one(match: Match) -> str:
    return min(match.concepts, key=lambda name: lexicon().concepts[name].loss)


def _length(piece: Piece) -> float:
    return len(piece.text) / _RATIOS.get(piece.language, 1.0)


def _clause(piece: Piece, other: Piece, kind: str) -> tuple[int, int] | None:
    """The clause that the other side answers least, if a word of the games in it is lost."""
    lost = [
        each.match
        for each in _compared(piece, other)
        if each.side is Direction.LEFT and each.confidence > _LEAST_LOSS
    ]
    known = features(other.text, other.language).keys
    if len(lost) < (1 if kind == "missing" else 2):
        return None
    best: tuple[float, tuple[int, int]] | None = None
    for start, end in (*_spans(piece.text), *_spans(piece.text, _JOINED)):
        if any(start <= match.start < end for match in lost):
            share = covered(features(piece.text[start:end], piece.language).keys, known)
            if best is None or share < best[0]:
                best = (share, (start, end))
    return best[1] if best and best[0] < _COVERED else None


def _circumstance(piece: Piece, other: Piece, most: float) -> tuple[int, int, float] | None:
    """The clause of circumstance whose opening and content are both lost, and how surely."""
    here, there = Reading.of_text(piece.text, piece.language), Reading.of_text(other.text, other.language)
    if not any(m.concepts & _OPENING and lacking(m.concepts, here, there) > 0 for m in here.matches):
        return None
    lost = [each for each in _compared(piece, other) if each.side is Direction.LEFT and not each.instead]
    known = features(other.text, other.language).keys
    for opening in lost:
        if opening.concept.name in _OPENING:
            start = opening.match.start
            end = min(
                (m.start() for m in CUT.finditer(piece.text, opening.match.end)), default=len(piece.text)
            )
            end = start + len(piece.text[start:end].rstrip(" ."))
            inside = [each for each in lost if start <= each.match.start < end]
            sure = _together(inside)
            keys = features(piece.text[start:end], piece.language).keys
            if len(inside) > 1 and sure >= _CLAUSE_LOST and covered(keys, known) <= most:
                return start, end, round(sure, 2)
    return None


def _together(lost: Sequence[Difference]) -> float:
    """How sure it is that one of several losses is real."""
    doubt = 1.0
    for each in lost:
        doubt *= 1 - each.confidence
    return min(0.9, 1 - doubt)


def _spans(text: str, cut_at: re.Pattern[str] = CUT) -> Iterator[tuple[int, int]]:
    start = 0
    for cut in [*cut_at.finditer(text), None]:
        end = cut.start() if cut else len(text)
        piece = text[start:end]
        if piece.strip(' .!?"”»'):
            first = start + len(piece) - len(piece.lstrip())
            yield first, first + len(piece.strip())
        start = cut.end() if cut else end
