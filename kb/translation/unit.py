"""What the detectors look at: a bead of an alignment as two pieces of text that know their places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kb.translation.align import align
from kb.translation.collecting import rarely_collected
from kb.translation.records import Bead, Direction, Evidence, Pair, Segment, Text
from kb.translation.segment import segments


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one side's text; empty where the other side has a sentence more."""

    of: Text
    start: int
    end: int

    @property
    def text(self) -> str:
        """Its words."""
        return self.of.text[self.start : self.end]

    @property
    def language(self) -> str:
        """The language of its side."""
        return self.of.language

    def evidence(self, start: int = 0, end: int | None = None) -> Evidence:
        """The words from one offset in the piece to another, with their place in the whole text.

        >>> Piece(Text("en", "One. Two."), 5, 9).evidence(0, 3)
        Evidence(text='Two', start=5, end=8)
        """
        last = self.end if end is None else self.start + end
        return Evidence(self.of.text[self.start + start : last], self.start + start, last)


@dataclass(frozen=True, slots=True)
class Unit:
    """One bead of a pair: the same sentences in both languages, or a sentence without a counterpart."""

    left: Piece
    right: Piece
    bead: Bead

    @property
    def is_whole(self) -> bool:
        """Whether both sides have words."""
        return bool(self.bead.left and self.bead.right)

    def side(self, direction: Direction) -> Piece:
        """The piece of one side."""
        return self.left if direction is Direction.LEFT else self.right


@dataclass(frozen=True, slots=True)
class Aligned:
    """A pair with both sides, and its beads in order."""

    pair: Pair
    left: Text
    right: Text
    units: tuple[Unit, ...]


def align_pair(pair: Pair) -> Aligned | None:
    """The beads of a pair; None when a side is missing.

    >>> made = align_pair(Pair("1", Text("en", "One card. Two."), Text("fr", "Une carte. Deux.")))
    >>> [(unit.left.text, unit.right.text) for unit in made.units]
    [('One card.', 'Une carte.'), ('Two.', 'Deux.')]
    """
    if pair.left is None or pair.right is None:
        return None
    sides = segments(pair.left.text), segments(pair.right.text)
    beads = align(*sides, (pair.left.language, pair.right.language))
    return Aligned(pair, pair.left, pair.right, tuple(_units(pair.left, pair.right, sides, beads)))


@rarely_collected()
def align_pairs(pairs: Iterable[Pair]) -> list[Aligned | None]:
    """The same for each of many pairs, in their order.

    >>> pairs = [Pair("1", Text("en", "One."), Text("fr", "Un.")), Pair("2", Text("en", "Two."), None)]
    >>> [made is None for made in align_pairs(pairs)]
    [False, True]
    """
    return [align_pair(pair) for pair in pairs]


def _units(
    left: Text, right: Text, sides: tuple[Sequence[Segment], Sequence[Segment]], beads: Sequence[Bead]
) -> Iterator[Unit]:
    ends = [0, 0]
    for bead in beads:
        pieces = []
        for at, (text, numbers) in enumerate(((left, bead.left), (right, bead.right))):
            if numbers:
                first, last = sides[at][numbers[0]], sides[at][numbers[-1]]
                pieces.append(Piece(text, first.start, last.end))
                ends[at] = last.end
            else:
                pieces.append(Piece(text, ends[at], ends[at]))
        yield Unit(pieces[0], pieces[1], bead)
