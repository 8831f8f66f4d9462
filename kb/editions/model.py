"""Records of editions and lineage: what is known of each edition, and how a rule came to the next one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What happened to a rule between two editions."""

    SAME = "same"
    EDITED = "edited"
    MOVED = "moved"
    MOVED_EDITED = "moved+edited"
    SPLIT = "split"
    MERGED = "merged"
    NEW = "new"
    GONE = "gone"
    UNKNOWN = "unknown"
    """One of the two editions is known only in part."""

    @classmethod
    def of(cls, before: str, after: str, *, same_words: bool) -> Kind:
        """The kind of a link between two numbers.

        >>> str(Kind.of("110.5a", "111.2", same_words=False)), str(Kind.of("1", "1", same_words=True))
        ('moved+edited', 'same')
        """
        if before == after:
            return cls.SAME if same_words else cls.EDITED
        return cls.MOVED if same_words else cls.MOVED_EDITED


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of a document that the register knows."""

    document: str
    name: str
    """What names it: the effective date of a Comprehensive Rules edition, the version of Core Rules."""
    date: str | None
    complete: bool
    rules: int
    headings: int


@dataclass(frozen=True, slots=True)
class Interval:
    """Consecutive editions, both ends included.

    >>> print(Interval("2010-04-23", "2019-06-14"), Interval("1.2", "1.2"))
    2010-04-23 to 2019-06-14 1.2
    """

    first: str
    last: str

    def __str__(self) -> str:
        return self.first if self.first == self.last else f"{self.first} to {self.last}"


@dataclass(frozen=True, slots=True)
class Wording:
    """The text of one number over consecutive editions, reduced to hashes and countable facts."""

    number: str
    is_heading: bool
    first: int
    last: int
    """Positions of the first and last edition in the register, both included."""
    hash: str
    sentences: tuple[str, ...]
    words: int
    cited: tuple[str, ...]
    numerals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Link:
    """A rule before and after one change of edition; `score` from 0 to 1 says how much of the text stayed.

    1 is the same words, save for cited rule numbers. For a part of a split rule or of a merged one, it is the
    share of the smaller text found in the larger.
    """

    before: str
    after: str
    kind: Kind
    score: float


@dataclass(frozen=True, slots=True)
class Hop:
    """What happened to a rule at one change of edition, and on what evidence."""

    before: str
    after: str
    """The two editions, consecutive in the register."""
    number_before: str | None
    number_after: str | None
    kind: Kind
    score: float
    parts: tuple[str, ...] = ()
    """Further numbers after a split, or further numbers that came in by a merger."""

    def __str__(self) -> str:
        rule = " -> ".join(number or "-" for number in (self.number_before, self.number_after))
        more = f" with {', '.join(self.parts)}" if self.parts else ""
        return f"{self.before} to {self.after}: {rule}{more}, {self.kind} ({self.score:.2f})"


@dataclass(frozen=True, slots=True)
class Lineage:
    """Where a rule of one edition is in another, with every change on the way.

    `numbers` is empty when the rule is gone, and holds more than one number when it was split; the first has
    the subject. `score` is that of the weakest hop.
    """

    document: str
    number: str
    from_: str
    to: str
    numbers: tuple[str, ...]
    kind: Kind
    score: float
    hops: tuple[Hop, ...]

    def __str__(self) -> str:
        there = ", ".join(self.numbers) or "nowhere"
        return f"{self.number} ({self.from_}) -> {there} ({self.to}): {self.kind}, {self.score:.2f}"


@dataclass(frozen=True, slots=True)
class Period:
    """The editions in which a rule had one number."""

    number: str
    editions: Interval
    wordings: int
    """How many different texts it had under that number."""


@dataclass(frozen=True, slots=True)
class History:
    """One rule through every known edition: its numbers by period, and every change."""

    document: str
    number: str
    edition: str
    periods: tuple[Period, ...]
    hops: tuple[Hop, ...]
