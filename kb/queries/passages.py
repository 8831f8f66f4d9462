"""Passages as records: those of a game, a document, an edition, a language, with a number or some words.

Two sources may give one passage in different words, so everything is read graph by graph: what one file says
is never mixed with what another says.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from types import MappingProxyType
from typing import Final
from urllib.parse import unquote

from kb.model import Passage, PassageKind, Reference, Span
from kb.namespaces import PASSAGE, TEXT, passage_address
from kb.queries.languages import is_in_language, language_tag
from kb.queries.listing import Cell, Listing
from kb.queries.numbers import number_key
from kb.queries.tabular import Kind
from kb.queries.texts import passages_with
from kb.queries.works import versions
from kb.rdf import Literal, NamedNode
from kb.store import CATALOGUE, Backend, RemoteStore, ServedStore
from kb.store.remembering import remembered

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
    names = (
        "game", "document", "edition", "language", "number", "kind", "text", "heading", "source",
        "first_line", "last_line", "iri",
    )  # fmt: skip
    kinds = MappingProxyType({"first_line": Kind.INTEGER, "last_line": Kind.INTEGER})
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
    tag = language_tag(language) if language else None
    asked = {"game": game, "document": document, "edition": edition, "language": tag, "kind": kind}
    narrow = {name: value for name, value in asked.items() if value is not None}
    if words is not None:
        hits = passages_with(store, words)
        found = iter([p for p in with_iris(store, (iri for _, iri in hits)) if (p.graph, p.iri) in hits])
        narrow |= {"number": number} if number is not None else {}
    elif number is not None:
        found = iter(fetch(store, f"?passage text:number {Literal(number)} . "))
    else:
        found = _in_graphs(store, game, document, edition, tag, kind)
    fitting = (p for p in found if all(_fits(p, name, value) for name, value in narrow.items()))
    return Passages(sorted(fitting, key=_reading_order))


def _fits(passage: StoredPassage, name: str, value: str) -> bool:
    found = str(getattr(passage, name))
    return is_in_language(found, value) if name == "language" else found == value


def _in_graphs(
    store: Backend,
    game: str | None,
    document: str | None,
    edition: str | None,
    language: str | None,
    kind: str | None,
) -> Iterator[StoredPassage]:
    """The passages of the graphs that may have some: an engine finds them faster graph by graph."""
    asked = (game, document, edition)
    wanted = {
        version.iri
        for version in versions(store)
        if all(a is None or a == b for a, b in zip(asked, astuple(version), strict=False))
        and (language is None or is_in_language(version.language, language))
    }
    pattern = f"?passage text:kind {Literal(kind)} . " if kind else ""
    graphs = sorted({graph for graph, version in _graph_versions(store) if version in wanted})
    if isinstance(store, RemoteStore | ServedStore):
        # There a request costs more than what the engine needs.
        for start in range(0, len(graphs), _AT_ONCE):
            yield from _fetched(store, pattern, graphs[start : start + _AT_ONCE])
        return
    for graph in graphs:
        yield from fetch(store, pattern, graph)


def _graph_versions(store: Backend) -> frozenset[tuple[str, str]]:
    return remembered(store, "versions of graphs", lambda: _find_graph_versions(store))


def _find_graph_versions(store: Backend) -> frozenset[tuple[str, str]]:
    query = f"SELECT ?g ?v {{ GRAPH <{CATALOGUE}> {{ ?g <{TEXT}inLanguageVersion> ?v }} }}"
    rows = store.query(query).rows
    return frozenset((str(getattr(g, "value", "")), str(getattr(v, "value", ""))) for g, v in rows)


def with_iris(store: Backend, iris: Iterable[str]) -> Passages:
    """The passages with these IRIs, from every source that has them, in the usual order."""
    wanted = sorted(set(iris))
    found: list[StoredPassage] = []
    for start in range(0, len(wanted), _AT_ONCE):
        values = " ".join(str(NamedNode(iri)) for iri in wanted[start : start + _AT_ONCE])
        found.extend(fetch(store, f"VALUES ?passage {{ {values} }} "))
    return Passages(sorted(found, key=_reading_order))


def numbers_of(store: Backend, languages: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The numbers of all passages, or of those in these languages; for finding what is near."""
    known = remembered(store, "numbers", lambda: _find_numbers(store))
    wanted = languages or tuple(known)
    return tuple(sorted({number for tag in wanted for number in known.get(tag, ())}))


def _find_numbers(store: Backend) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for (passage,) in store.query(f"SELECT ?p {{ GRAPH ?graph {{ ?p <{TEXT}number> ?n }} }}").rows:
        iri = str(getattr(passage, "value", ""))
        if iri.startswith(PASSAGE):  # provisions have numbers too
            _, _, language, number = passage_address(iri)
            found[language].add(number)
    return {tag: frozenset(numbers) for tag, numbers in found.items()}


def fetch(store: Backend, pattern: str, graph: str | None = None) -> Passages:
    """The passages that fit a SPARQL pattern about ``?passage`` inside one graph, any or this one."""
    return _fetched(store, pattern, () if graph is None else (graph,))


def _fetched(store: Backend, pattern: str, graphs: Sequence[str]) -> Passages:
    """The passages in any of these graphs, or in all."""
    graph = graphs[0] if len(graphs) == 1 else None
    where = str(NamedNode(graph)) if graph else "?graph"
    among = " ".join(str(NamedNode(name)) for name in graphs)
    head = f"VALUES ?graph {{ {among} }}" if len(graphs) > 1 else ""
    parts: dict[tuple[str, str], _Parts] = defaultdict(_Parts)
    for of, passage, part, position, name, value in _texts(store, _PARTS, pattern, where, head):
        parts[graph or of, passage].add(part, int(position), name, value)
    names = _source_names(store)
    found = []
    for row in _texts(store, _PASSAGES, pattern, where, head):
        of = graph or row[0]
        found.append(_passage(of, row[1:], parts.get((of, row[1]), _Parts()), names.get(of, "")))
    return Passages(sorted(found, key=_reading_order))


_PASSAGES: Final = f"""PREFIX text: <{TEXT}>
SELECT ?graph ?passage ?game ?kind ?content ?first ?last ?position ?heading ?parent WHERE {{{{
  {{head}} GRAPH {{graph}} {{{{
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
  {{{{ {{head}} GRAPH {{graph}} {{{{ {{pattern}} ?passage text:reference ?node .
    ?node text:position ?position ; text:written ?name .
    OPTIONAL {{{{ ?node text:citesNumber ?value }}}} }}}} BIND("reference" AS ?part) }}}}
  UNION
  {{{{ {{head}} GRAPH {{graph}} {{{{ {{pattern}} ?passage text:fact ?node .
    ?node text:position ?position ; text:name ?name ; text:value ?value }}}} BIND("fact" AS ?part) }}}}
}}}}"""


def _texts(store: Backend, query: str, pattern: str, graph: str, head: str) -> Iterator[tuple[str, ...]]:
    for row in store.query(query.format(pattern=pattern, graph=graph, head=head)).rows:
        yield tuple("" if term is None else str(getattr(term, "value", term)) for term in row)


def _reading_order(passage: StoredPassage) -> tuple[object, ...]:
    return (
        passage.game, passage.document, number_key(passage.edition), passage.language, passage.graph,
        passage.position,
    )  # fmt: skip


def _source_names(store: Backend) -> dict[str, str]:
    return remembered(store, "names of sources", lambda: _find_source_names(store))


def _find_source_names(store: Backend) -> dict[str, str]:
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


def _passage(graph: str, row: tuple[str, ...], parts: _Parts, source: str) -> StoredPassage:
    iri, game, kind, content, first, last, position, heading, parent = row
    document, edition, language, number = passage_address(iri)
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
