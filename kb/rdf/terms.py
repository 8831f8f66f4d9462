"""RDF terms as values. `str` of one is its spelling in N-Triples and SPARQL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Final

_XSD: Final = "http://www.w3.org/2001/XMLSchema#"
STRING: Final = f"{_XSD}string"
LANGUAGE_STRING: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"
_IRI: Final = re.compile(r'[A-Za-z][A-Za-z0-9+.-]*:(?:[^\x00-\x20<>"{}|^`\\%]|%[0-9A-Fa-f]{2})*')
_ESCAPES: Final = str.maketrans(
    {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
    | {chr(code): f"\\u{code:04X}" for code in (*range(8), 0xB, *range(0xE, 0x20), 0x7F)}
)
_NUMBERS: Final = count()


@dataclass(frozen=True, slots=True)
class NamedNode:
    """A thing with an IRI.

    >>> str(NamedNode("x:y"))
    '<x:y>'
    >>> NamedNode("no scheme")
    Traceback (most recent call last):
        ...
    ValueError: not an absolute IRI: 'no scheme'
    """

    value: str

    def __post_init__(self) -> None:
        if not _IRI.fullmatch(self.value):
            raise ValueError(f"not an absolute IRI: {self.value!r}")

    def __str__(self) -> str:
        return f"<{self.value}>"


@dataclass(frozen=True, slots=True)
class BlankNode:
    """A thing without a name; the value tells it from others of the same document."""

    value: str = field(default_factory=lambda: f"b{next(_NUMBERS)}n")

    def __str__(self) -> str:
        return f"_:{self.value}"


@dataclass(frozen=True, slots=True)
class DefaultGraph:
    """The graph that has no name."""

    def __str__(self) -> str:
        return "DEFAULT"


_LANGUAGE_STRING_NODE: Final = NamedNode(LANGUAGE_STRING)
_STRING_NODE: Final = NamedNode(STRING)
_TYPES: Final = {
    bool: NamedNode(f"{_XSD}boolean"),
    int: NamedNode(f"{_XSD}integer"),
    float: NamedNode(f"{_XSD}double"),
    str: _STRING_NODE,
}


@dataclass(frozen=True, slots=True, init=False)
class Literal:
    """A value: text with a language, or text that a datatype says how to read.

    >>> print(Literal(5), Literal("vol", language="FR"))
    "5"^^<http://www.w3.org/2001/XMLSchema#integer> "vol"@fr
    """

    value: str
    datatype: NamedNode
    language: str | None

    def __init__(
        self,
        value: str | float,
        *,
        datatype: NamedNode | None = None,
        language: str | None = None,
    ) -> None:
        kind = _TYPES[type(value)]
        text = str(value).lower() if isinstance(value, bool) else str(value)
        text = text.removesuffix(".0") if isinstance(value, float) else text
        object.__setattr__(self, "value", text)
        object.__setattr__(self, "language", language.lower() if language else None)
        object.__setattr__(self, "datatype", _LANGUAGE_STRING_NODE if language else datatype or kind)

    def __str__(self) -> str:
        written = f'"{self.value.translate(_ESCAPES)}"'
        if self.language:
            return f"{written}@{self.language}"
        return written if self.datatype == _STRING_NODE else f"{written}^^{self.datatype}"


@dataclass(frozen=True, slots=True)
class Triple:
    """A statement."""

    subject: NamedNode | BlankNode
    predicate: NamedNode
    object: Term

    def __iter__(self) -> Iterator[Term]:
        return iter((self.subject, self.predicate, self.object))

    def __str__(self) -> str:
        return f"{self.subject} {self.predicate} {self.object}"


Term = NamedNode | BlankNode | Literal | Triple
GraphName = NamedNode | BlankNode | DefaultGraph
DEFAULT: Final = DefaultGraph()


@dataclass(frozen=True, slots=True)
class Quad:
    """A statement in a graph."""

    subject: NamedNode | BlankNode
    predicate: NamedNode
    object: Term
    graph_name: GraphName = DEFAULT

    @property
    def triple(self) -> Triple:
        """What it states."""
        return Triple(self.subject, self.predicate, self.object)

    def __iter__(self) -> Iterator[Term | GraphName]:
        return iter((self.subject, self.predicate, self.object, self.graph_name))

    def __str__(self) -> str:
        graph = "" if self.graph_name == DEFAULT else f" {self.graph_name}"
        return f"{self.triple}{graph}"
