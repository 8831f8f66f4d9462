"""What goes into an index of words, and what comes out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """A passage as it is indexed: its address, what a search narrows down by, and its words."""

    graph: str
    """The IRI of the source that says it."""
    iri: str
    game: str
    document: str
    edition: str
    language: str
    number: str
    kind: str
    text: str
    path: str = ""
    """The headings above it."""
    parent: str = ""
    """The number of the passage it belongs to."""
    position: int = 0
    concepts: tuple[str, ...] = ()
    """The IRIs of the concepts its loader recognised."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A concept as a search narrows down by it: a passage is about it when it says one of its labels."""

    iri: str
    game: str | None
    """The game whose word it is; None when it is a word of all games."""
    labels: tuple[tuple[str, str], ...]
    """Pairs of a language and a label in it."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What a search is narrowed down to; `language` also takes in its regional forms (``en``, ``en-gb``)."""

    game: str | None = None
    document: str | None = None
    edition: str | None = None
    language: str | None = None
    topics: tuple[Topic, ...] = ()
    """Where there are any: about one of these concepts."""


@dataclass(frozen=True, slots=True)
class Found:
    """A passage that was found: what was indexed of it, how well it fits, and where the words stand in it."""

    entry: Entry
    score: float
    marks: tuple[tuple[int, int], ...] = ()
    """Where in the text the words are: pairs of the first character and the one after the last."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a search found, best first; how many there were in all; and what else may have been meant."""

    found: tuple[Found, ...] = ()
    total: int = 0
    suggestion: str | None = None
    """The search in words that are there, when one of its words is not."""
