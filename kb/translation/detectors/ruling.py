"""Words that change a ruling (:mod:`kb.translation.meaning`), bead by bead, with its neighbours in view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kb.translation.coverage import is_said
from kb.translation.lexicon import Concept, Match, lexicon
from kb.translation.meaning import Difference, Reading, compare_texts
from kb.translation.records import Direction, Divergence, Evidence, Severity
from kb.translation.unit import Aligned, Piece, Unit
from kb.translation.word_order import contrasted, swapped

NAME: Final = "ruling"
_LEAST: Final = 0.5
_SWAPPED: Final = 0.65
_LIGHT: Final = frozenset({"if"})
"""What may become a participle, a noun or a relative clause without a change of meaning."""
_OTHERWISE: Final = ("although", "evenif", "instead", "because")
"""What may stand in its place and says another thing."""
_KINDS: Final = {
    "polarity": "meaning.negation",
    "modality": "meaning.modality",
    "condition": "meaning.condition",
    "bound": "meaning.bound",
    "superlative": "meaning.bound",
    "amount": "meaning.bound",
    "order": "meaning.time",
    "duration": "meaning.time",
    "edge": "meaning.time",
    "rank": "meaning.time",
    "quantity": "meaning.quantity",
    "identity": "meaning.quantity",
    "junction": "meaning.scope",
    "person": "meaning.role",
    "holder": "meaning.role",
    "turnside": "meaning.role",
    "fightside": "meaning.role",
    "zone": "meaning.zone",
}
_SINGLE: Final = {
    "only": "meaning.only",
    "instead": "meaning.instead",
    "without": "meaning.negation",
    "default": "meaning.default",
    "evenif": "meaning.condition",
    "exactly": "meaning.bound",
    "half": "meaning.number",
    "twice": "meaning.number",
}
_OTHER: Final = "meaning.term_shift"


def detect(aligned: Aligned) -> Iterator[Divergence]:
    """What one side says and the other does not, or says otherwise."""
    readings = [(_read(unit.left), _read(unit.right)) for unit in aligned.units]
    for at, unit in enumerate(aligned.units):
        if not unit.is_whole:
            continue
        around = readings[max(0, at - 1) : at + 2]
        sides = [(piece.text, piece.language) for piece in (unit.left, unit.right)]
        for difference in compare_texts(sides[0], sides[1]):
            if difference.confidence < _LEAST or _made_up(difference, around):
                continue
            if not _is_a_word_now(unit, difference, readings[at]):
                yield _divergence(unit, difference)
        for one, other in (*swapped(*readings[at]), *contrasted(*readings[at])):
            yield _swap(unit, one, other)


def _read(piece: Piece) -> Reading:
    return Reading.of_text(piece.text, piece.language)


def _made_up(difference: Difference, around: Sequence[tuple[Reading, Reading]]) -> bool:
    """Whether the beads beside make up for it: over them all, both sides say it as often."""
    name = difference.concept.name
    here, there = (sum(pair[side].counts.get(name, 0) for pair in around) for side in (0, 1))
    if difference.side is Direction.RIGHT:
        here, there = there, here
    if difference.instead is not None:
        return False
    # A zone that was just named is "this" or "it" in the next sentence.
    return here <= there or ("zone" in difference.concept.groups and there > 0)


def _is_a_word_now(unit: Unit, difference: Difference, sides: tuple[Reading, Reading]) -> bool:
    """Whether only *if* is gone, and what its clause says is there: "une créature déjà engagée"."""
    if difference.concept.name not in _LIGHT or difference.instead is not None:
        return False
    is_left = difference.side is Direction.LEFT
    here, there = sides if is_left else sides[::-1]
    if any(there.counts.get(name, 0) > here.counts.get(name, 0) for name in _OTHERWISE):
        return False
    return is_said(unit.side(difference.side), difference.match.end, unit.right if is_left else unit.left)


def kind_of(concept: Concept) -> str:
    """The kind of a difference in a concept.

    >>> kind_of(lexicon().concepts["may"]), kind_of(lexicon().concepts["token"])
    ('meaning.modality', 'meaning.term_shift')
    """
    return _SINGLE.get(concept.name) or next((_KINDS[g] for g in concept.groups if g in _KINDS), _OTHER)


def _divergence(unit: Unit, difference: Difference) -> Divergence:
    near = unit.side(difference.side).evidence(difference.match.start, difference.match.end)
    far = _far_side(unit, difference)
    is_left = difference.side is Direction.LEFT
    said = difference.instead.name if difference.instead else "—"
    pair = (difference.concept.name, said) if is_left else (said, difference.concept.name)
    return Divergence(
        kind_of(difference.concept),
        Severity.CHANGED,
        near if is_left else far,
        far if is_left else near,
        NAME,
        difference.confidence,
        note=" / ".join(pair),
    )


def _swap(unit: Unit, one: Match, other: Match) -> Divergence:
    """Who and whom, exchanged: the same words in another order."""
    names = [next(iter(match.concepts)) for match in (one, other)]
    sides = unit.left.evidence(one.start, one.end), unit.right.evidence(other.start, other.end)
    kind = kind_of(lexicon().concepts[names[0]])
    return Divergence.of(kind, Severity.CHANGED, sides, NAME, _SWAPPED, note=" <> ".join(names))


def _far_side(unit: Unit, difference: Difference) -> Evidence:
    """What the other side says instead; all of its bead where it says nothing."""
    other = unit.right if difference.side is Direction.LEFT else unit.left
    match = difference.instead_match
    return other.evidence(match.start, match.end) if match else other.evidence()
