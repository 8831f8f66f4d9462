"""The records everything else passes around: frozen, with no knowledge of any file format.

A *source* is one file a user loaded. A *document* is a work such as the Comprehensive Rules, and it comes in
*editions* (dates or versions) and languages. A *passage* is the smallest addressable piece of text; its key
is game, document, edition, language and number, never the number alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256

from kb.namespaces import PASSAGE, segment

UNDATED = "undated"


class Game(StrEnum):
    """The games we know. EDOPro simulates Yu-Gi-Oh!: its engine is kept apart from the game's rules."""

    MTG = "mtg"
    YGO = "ygo"
    RIFTBOUND = "riftbound"
    EDOPRO = "edopro"


class PassageKind(StrEnum):
    """What a passage is in its document."""

    RULE = "rule"
    HEADING = "heading"
    EXAMPLE = "example"
    SENTENCE = "sentence"
    PARAGRAPH = "paragraph"
    GLOSSARY = "glossary"
    API = "api"
    CODE = "code"
    ROW = "row"
    PRACTICE = "practice"
    ELISION = "elision"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Lines of a source, 1-based, both ends included."""

    first: int
    last: int

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


@dataclass(frozen=True, slots=True)
class Reference:
    """A mention of another rule inside a passage: the words as written, and the numbers they stand for."""

    written: str
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """One addressable piece of a document.

    `number` is the official number where there is one, else a stable local one (``s12`` for the twelfth
    sentence). `path` holds the headings above it, outermost first. `parent` is the number of the passage it
    belongs to (an example's rule). `facts` are further (name, value) pairs such as a table row's columns or
    an API function's name.
    """

    game: str
    document: str
    edition: str
    language: str
    number: str
    kind: PassageKind
    text: str
    lines: Span
    path: tuple[str, ...] = ()
    parent: str | None = None
    references: tuple[Reference, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()

    @property
    def iri(self) -> str:
        """The passage's IRI: document, edition, language and number.

        >>> Passage("mtg", "mtg-cr", "2010-02-01", "en", "108.4a", PassageKind.RULE, "x", Span(1, 1)).iri
        'https://w3id.org/tcg-rules/passage/mtg-cr/2010-02-01/en/108.4a'
        """
        parts = (self.document, self.edition, self.language, self.number)
        return PASSAGE + "/".join(segment(part) for part in parts)

    @property
    def hash(self) -> str:
        """SHA-256 of the text in hexadecimal: two passages with one hash say the same words."""
        return sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Skipped:
    """Lines a loader left out on purpose, and why."""

    lines: Span
    reason: str


@dataclass(frozen=True, slots=True)
class Anomaly:
    """Something unusual in a source that was handled, not hidden: where, what kind, and a sentence."""

    lines: Span
    kind: str
    detail: str


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file's text after the door: decoded, line ends unified, NFC; with what was found on the way."""

    name: str
    lines: tuple[str, ...]
    encoding: str
    line_ends: str
    sha256: str
    anomalies: tuple[Anomaly, ...] = ()

    @property
    def text(self) -> str:
        """All lines joined by line feeds."""
        return "\n".join(self.lines)


@dataclass(frozen=True, slots=True)
class LoadReport:
    """Every line of the input accounted for: kept as what, or skipped for what reason."""

    file: str
    loader: str
    document: str
    edition: str
    language: str
    encoding: str
    line_ends: str
    lines: int
    accounted: int
    skipped: tuple[Skipped, ...]
    passages: int
    references: int
    dangling: tuple[str, ...]
    anomalies: tuple[Anomaly, ...]


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a loader returns for one source: the passages, and the report on every line."""

    source: SourceText
    passages: tuple[Passage, ...]
    report: LoadReport
    concepts: tuple[tuple[str, str], ...] = field(default=())
    """Pairs (passage IRI, concept IRI) the loader recognised."""
