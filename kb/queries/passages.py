"""Passages as records: those of a game, a document, an edition, a language, with a number or some words.

Two sources may give one passage in different words, so everything is read graph by graph: what one file says
is never mixed with what another says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote

from pyoxigraph import Literal, NamedNode

from kb.model import Passage, PassageKind, Reference, Span
from kb.namespaces import TEXT
from kb.queries.folding import parse_words
from kb.queries.languages import language_tag
from kb.queries.listing import Cell, Listing
from kb.queries.numbers import number_key
from kb.queries.texts import address, texts_with
from kb.store import CATALOGUE, Backend

_HEADING_SEPARATOR: Final = " > "
_AT_ONCE: Final = 100
"""More than so many values in one query and the engine's time grows with their square."""


@dataclass(frozen=True, slots=True)
class StoredPassage(Passage):
    """A passage together with the source it was read from."""

    source: str = ""
    """The name of the file."""
    graph: str = ""
    """The IRI of the source, which is also the graph that holds the passage."""
    position: int = 0
    """Its place in the source, from 1."""

    def __str__(self) -> str:
        return f"{self.document} {self.edition} {self.language} {self.number}: {self.text}"


class Passages(Listing[StoredPassage]):
    """Passages in order of game, document, edition, language, and their place in the source."""

    columns = ("number", "document", "edition", "language", "text")
    what = "passages"

    def cells(self, item: StoredPassage) -> tuple[Cell, ...]:
        """What a passage puts into each of the columns."""
        names = (item.number, item.document, item.edition, item.language)
        return (*map(Cell, names), Cell(item.text, item.language))

    def record(self, item: StoredPassage) -> Mapping[str, object]:
        """A passage as a row of a DataFrame."""
        return {
            "game": str(item.game), "document": item.document, "edition": item.edition,
            "language": item.language, "number": item.number, "kind": item.kind.value, "text": item.text,
            "heading": _HEADING_SEPARATOR.join(item.path), "source": item.source,
            "first_line": item.lines.first, "last_line": item.lines.last, "iri": item.iri,
        }  # fmt: skip


def passages(
    store: Backend,
    *,
    game: str | None = None,
    document: str | None = None,
    edition: str | None = None,
    language: str | None = None,
    number: str | None = None,
    kind: str | None = None,
    words: str | None = None,
) -> Passages:
    """The passages that fit everything asked for; `words` as :func:`kb.queries.find.find` reads them."""
    asked = {
        "game": game, "document": document, "edition": edition, "number": number, "kind": kind,
        "language": language_tag(language) if language else None,
    }  # fmt: skip
    pattern = "".join(_has(name, value) for name, value in asked.items() if value is not None)
    if words is None:
        return fetch(store, pattern)
    hits = {(text.graph, text.passage) for text in texts_with(store, parse_words(words))}
    found = with_iris(store, (iri for _, iri in hits), pattern)
    return Passages(passage for passage in found if (passage.graph, passage.iri) in hits)


def with_iris(store: Backend, iris: Iterable[str], pattern: str = "") -> Passages:
    """The passages with these IRIs, from every source that has them, in the usual order."""
    wanted = sorted(set(iris))
    found: list[StoredPassage] = []
    for start in range(0, len(wanted), _AT_ONCE):
        values = " ".join(str(NamedNode(iri)) for iri in wanted[start : start + _AT_ONCE])
        found.extend(fetch(store, f"VALUES ?passage {{ {values} }} {pattern}"))
    return Passages(sorted(found, key=_reading_order))


def fetch(store: Backend, pattern: str) -> Passages:
    """The passages that fit a SPARQL pattern about ``?passage`` inside one graph."""
    parts: dict[tuple[str, str], _Parts] = defaultdict(_Parts)
    for graph, passage, part, position, name, value in _texts(store, _PARTS, pattern):
        parts[graph, passage].add(part, int(position), name, value)
    names = _source_names(store)
    found = [
        _passage(row, parts.get((row[0], row[1]), _Parts()), names.get(row[0], ""))
        for row in _texts(store, _PASSAGES, pattern)
    ]
    return Passages(sorted(found, key=_reading_order))


_PASSAGES: Final = f"""PREFIX text: <{TEXT}>
SELECT ?graph ?passage ?game ?kind ?content ?first ?last ?position ?heading ?parent WHERE {{{{
  GRAPH ?graph {{{{
    ?passage a text:Passage . {{pattern}}
    ?passage text:game ?game ; text:kind ?kind ; text:content ?content ; text:firstLine ?first ;
      text:lastLine ?last ; text:position ?position .
    OPTIONAL {{{{ ?passage text:heading ?heading }}}}
    OPTIONAL {{{{ ?passage text:parent ?parent }}}}
  }}}}
}}}}"""

# The pattern stands in both branches: else the engine reads all references before it looks at the passages.
_PARTS: Final = f"""PREFIX text: <{TEXT}>
SELECT ?graph ?passage ?part ?position ?name ?value WHERE {{{{
  {{{{ GRAPH ?graph {{{{ {{pattern}} ?passage text:reference ?node .
    ?node text:position ?position ; text:written ?name .
    OPTIONAL {{{{ ?node text:citesNumber ?value }}}} }}}} BIND("reference" AS ?part) }}}}
  UNION
  {{{{ GRAPH ?graph {{{{ {{pattern}} ?passage text:fact ?node .
    ?node text:position ?position ; text:name ?name ; text:value ?value }}}} BIND("fact" AS ?part) }}}}
}}}}"""


def _texts(store: Backend, query: str, pattern: str) -> Iterator[tuple[str, ...]]:
    for row in store.query(query.format(pattern=pattern)).rows:
        yield tuple("" if term is None else str(getattr(term, "value", term)) for term in row)


def _has(name: str, value: str) -> str:
    return f"?passage text:{name} {Literal(value)} . "


def _reading_order(passage: StoredPassage) -> tuple[object, ...]:
    return (
        passage.game, passage.document, number_key(passage.edition), passage.language, passage.graph,
        passage.position,
    )  # fmt: skip


def _source_names(store: Backend) -> dict[str, str]:
    pattern = f"?source <{TEXT}report> ?report ; <{TEXT}name> ?name"
    rows = store.query(f"SELECT ?source ?name {{ GRAPH <{CATALOGUE}> {{ {pattern} }} }}").rows
    return {str(getattr(source, "value", "")): str(getattr(name, "value", "")) for source, name in rows}


@dataclass(slots=True)
class _Parts:
    """The references and facts of one passage, by their positions."""

    references: dict[int, tuple[str, list[str]]] = field(default_factory=dict)
    facts: dict[int, tuple[str, str]] = field(default_factory=dict)

    def add(self, part: str, position: int, name: str, value: str) -> None:
        if part == "fact":
            self.facts[position] = (name, value)
        else:
            numbers = self.references.setdefault(position, (name, []))[1]
            numbers.extend([value] if value else [])


def _passage(row: tuple[str, ...], parts: _Parts, source: str) -> StoredPassage:
    graph, iri, game, kind, content, first, last, position, heading, parent = row
    document, edition, language, number = address(iri)
    return StoredPassage(
        game=game, document=document, edition=edition, language=language, number=number,
        kind=PassageKind(kind), text=content, lines=Span(int(first), int(last)),
        path=tuple(heading.split(_HEADING_SEPARATOR)) if heading else (),
        parent=unquote(parent.rpartition("/")[2]) if parent else None,
        references=tuple(
            Reference(written, tuple(sorted(numbers, key=number_key)))
            for _, (written, numbers) in sorted(parts.references.items())
        ),
        facts=tuple(fact for _, fact in sorted(parts.facts.items())),
        source=source, graph=graph, position=int(position),
    )  # fmt: skip
