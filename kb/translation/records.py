"""The records of a comparison of two texts: segments, beads of an alignment, and divergences.

Nothing here knows a language or a file format. A divergence is a finding in a queue, never a verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

from kb.editions.numbers import Citation, find_citations


class Severity(StrEnum):
    """How far two texts differ, the least first."""

    TYPOGRAPHIC = "typographic"
    """In form only."""
    WORDING = "wording"
    """The same rule in other words."""
    STALE = "stale"
    """The two follow different editions."""
    CHANGED = "changed meaning"
    """A reader of one side can reach another ruling."""

    @property
    def rank(self) -> int:
        """Its place in the order, from 0.

        >>> Severity.CHANGED.rank > Severity.STALE.rank > Severity.TYPOGRAPHIC.rank
        True
        """
        return list(Severity).index(self)


class Direction(StrEnum):
    """The two sides of a comparison."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Segment:
    """A sentence of a text, and where it stands there (offsets of its first letter and after its last)."""

    text: str
    start: int
    end: int
    order: int

    @property
    def hash(self) -> str:
        """SHA-256 of the sentence: a review is bound to it."""
        return sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Bead:
    """Sentences of the left text that correspond to sentences of the right one; one side may be empty."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    score: float
    """How much the two sides have in common, from 0 to 1; 0 where a side is empty."""

    @property
    def shape(self) -> str:
        """The number of sentences on each side, such as ``1-2``."""
        return f"{len(self.left)}-{len(self.right)}"


@dataclass(frozen=True, slots=True)
class Text:
    """One side of a comparison: a language, its words, and the edition it is known to be of."""

    language: str
    text: str
    edition: str | None = None
    number: str | None = None
    citations: tuple[Citation, ...] | None = None
    """What a loader found cited, which knows every script; without it the text is searched."""

    @property
    def cited(self) -> tuple[Citation, ...]:
        """The rules it cites, in order."""
        return tuple(find_citations(self.text)) if self.citations is None else self.citations


@dataclass(frozen=True, slots=True)
class Evidence:
    """The words of one side that a finding rests on; the span is empty where they are missing."""

    text: str
    start: int
    end: int


Sides = tuple[Evidence | None, Evidence | None]


@dataclass(frozen=True, slots=True)
class Divergence:
    """One finding: what differs, how far, which side is newer, and on what words it rests."""

    kind: str
    severity: Severity
    left: Evidence | None
    right: Evidence | None
    detector: str
    confidence: float
    newer: Direction | None = None
    note: str = ""
    """The concept or value that differs, such as ``only`` or ``3 / 4``."""
    follows: str | None = None
    """The kind of the finding it follows from, where it does."""

    @classmethod
    def of(
        cls,
        kind: str,
        severity: Severity,
        sides: Sides,
        detector: str,
        confidence: float,
        *,
        newer: Direction | None = None,
        note: str = "",
    ) -> Divergence:
        """A finding from the evidence of both sides together."""
        return cls(kind, severity, sides[0], sides[1], detector, confidence, newer, note)


class Part(StrEnum):
    """What of a document a pair is."""

    RULE = "rule"
    """A rule, or a row of a table."""
    PROSE = "prose"
    """A paragraph beside the rules."""
    LABEL = "label"
    """A heading that says what its side is."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts to compare: the rule or row they stand for, and both sides; one may be missing."""

    key: str
    left: Text | None
    right: Text | None
    game: str | None = None
    part: Part = Part.RULE


def whole_sides(pair: Pair) -> Sides:
    """All words of both sides as evidence."""
    left, right = (
        Evidence(side.text, 0, len(side.text)) if side else None for side in (pair.left, pair.right)
    )
    return left, right


@dataclass(frozen=True, slots=True)
class Finding:
    """A divergence with the pair it was found in; its `id` is the same as long as both texts are."""

    pair: Pair
    divergence: Divergence

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits out of kind, evidence and the hashes of both texts."""
        sides = [side.text if side else "" for side in (self.pair.left, self.pair.right)]
        spans = [f"{e.start}-{e.end}" if e else "" for e in (self.divergence.left, self.divergence.right)]
        parts = (self.pair.key, self.divergence.kind, self.divergence.note, *spans, *sides)
        return sha256("\x00".join(parts).encode()).hexdigest()[:12]
