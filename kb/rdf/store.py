"""A store in memory that answers SPARQL, on rdflib.

It holds what pyoxigraph's store holds, and differs in what a browser cannot have: no directory on disk, and
queries that take many times longer. :func:`kb.rdf.memory.time_limit` ends one that takes too long.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NoReturn

import rdflib
from rdflib.graph import DATASET_DEFAULT_GRAPH_ID
from rdflib.plugins.sparql import prepareQuery
from rdflib.plugins.sparql.evaluate import evalQuery
from rdflib.plugins.sparql.processor import SPARQLResult
from rdflib.plugins.sparql.sparql import Query

from kb.rdf.convert import from_rdflib, to_rdflib
from kb.rdf.dataset import Quads
from kb.rdf.formats import RdfFormat
from kb.rdf.memory import QuadMemory
from kb.rdf.parsing import Input, parse
from kb.rdf.results import QueryBoolean, QuerySolutions, QueryTriples
from kb.rdf.terms import DEFAULT, BlankNode, DefaultGraph, GraphName, NamedNode, Quad, Term, Triple

_PREPARED: Final = 256


class Store:
    """Quads in memory.

    >>> store = Store()
    >>> store.add(Quad(NamedNode("x:s"), NamedNode("x:p"), NamedNode("x:o"), NamedNode("x:g")))
    >>> [str(row["s"]) for row in store.query("SELECT ?s { GRAPH ?g { ?s ?p ?o } }")]
    ['<x:s>']
    """

    def __init__(self, path: object = None) -> None:
        if path is not None:
            _no_directory()
        self._memory = QuadMemory()
        self._data = Quads(store=self._memory)
        self._union = Quads(store=self._memory, default_union=True)

    @staticmethod
    def read_only(path: object) -> NoReturn:
        """Opens no directory: raises OSError."""
        _no_directory()

    def add(self, quad: Quad) -> None:
        """Adds a quad."""
        self.extend([quad])

    def extend(self, quads: Iterable[Quad]) -> None:
        """Adds quads."""
        for quad in quads:
            self._memory.graph(_name(quad.graph_name)).add(*_rdflib_triple(quad))

    bulk_extend = extend

    def load(
        self,
        input: Input | None = None,
        format: RdfFormat = RdfFormat.TURTLE,
        *,
        path: str | Path | None = None,
        base_iri: str | None = None,
        to_graph: GraphName | None = None,
        lenient: bool = False,
    ) -> None:
        """Adds what a text or a file says, all of it to one graph when that is given."""
        quads = parse(input, format, path=path, base_iri=base_iri, lenient=lenient)
        moved = (Quad(q.subject, q.predicate, q.object, to_graph) for q in quads) if to_graph else quads
        self.extend(moved)

    bulk_load = load

    def remove(self, quad: Quad) -> None:
        """Removes a quad."""
        self._graph(quad.graph_name).remove(_rdflib_triple(quad))

    def remove_graph(self, name: GraphName) -> None:
        """Removes a graph and all it holds."""
        self._memory.remove_graph(self._graph(name))

    def contains_named_graph(self, name: GraphName) -> bool:
        """Whether there is such a graph."""
        return any(each == name for each in self.named_graphs())

    def named_graphs(self) -> Iterator[NamedNode | BlankNode]:
        """The names of the graphs that hold something."""
        for name in self._memory.contexts():
            if name != DATASET_DEFAULT_GRAPH_ID and self._memory.graph(name).size:
                found = from_rdflib(name)
                assert isinstance(found, NamedNode | BlankNode)
                yield found

    def quads_for_pattern(
        self,
        subject: Term | None,
        predicate: NamedNode | None,
        object: Term | None,
        graph_name: GraphName | None = None,
    ) -> Iterator[Quad]:
        """The quads that fit; None stands for anything."""
        pattern: Any = tuple(
            None if part is None else to_rdflib(part) for part in (subject, predicate, object)
        )
        names = [DEFAULT, *self.named_graphs()] if graph_name is None else [graph_name]
        for name in names:
            for triple in self._graph(name).triples(pattern):
                found = _triple(triple)
                yield Quad(found.subject, found.predicate, found.object, name)

    def __iter__(self) -> Iterator[Quad]:
        return self.quads_for_pattern(None, None, None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def query(
        self,
        query: str,
        *,
        base_iri: str | None = None,
        prefixes: Mapping[str, str] | None = None,
        use_default_graph_as_union: bool = False,
        default_graph: Sequence[GraphName] | None = None,
        named_graphs: Sequence[GraphName] | None = None,
    ) -> QuerySolutions | QueryBoolean | QueryTriples:
        """The answer of a query.

        Raises SyntaxError for what is no query, with its place; TimeoutError within a time limit.
        """
        prepared = _prepared(query, tuple((prefixes or {}).items()), base_iri)
        if default_graph is not None or named_graphs is not None:
            data = self._chosen(default_graph or (), named_graphs or ())
        else:
            data = self._union if use_default_graph_as_union else self._data
        found = SPARQLResult(evalQuery(data, prepared, {}))
        if found.type == "ASK":
            return QueryBoolean(bool(found.askAnswer))
        if found.type == "SELECT":
            names = [str(name) for name in found.vars or ()]
            rows = ([_maybe(row.get(name)) for name in found.vars or ()] for row in found.bindings)
            return QuerySolutions(names, rows)
        assert found.graph is not None
        return QueryTriples(_triple(each) for each in found.graph)

    def _chosen(self, default: Sequence[GraphName], named: Sequence[GraphName]) -> Quads:
        """A dataset of some graphs only: the first ones together as the default graph."""
        chosen = Quads()
        for name in default:
            for triple in self._graph(name):
                chosen.default_graph.add(triple)
        for name in named:
            graph = chosen.graph(to_rdflib(name))  # type: ignore[arg-type]
            for triple in self._graph(name):
                graph.add(triple)
        return chosen

    def _graph(self, name: GraphName) -> rdflib.Graph:
        return rdflib.Graph(store=self._memory, identifier=_name(name), bind_namespaces="none")


def _name(graph: GraphName) -> Any:
    return DATASET_DEFAULT_GRAPH_ID if isinstance(graph, DefaultGraph) else to_rdflib(graph)


@lru_cache(_PREPARED)
def _prepared(query: str, prefixes: tuple[tuple[str, str], ...], base: str | None) -> Query:
    try:
        return prepareQuery(query, initNs=dict(prefixes), base=base)
    except Exception as problem:  # pyparsing and rdflib have each their own
        line, column = getattr(problem, "lineno", 1), getattr(problem, "column", 1)
        message = str(problem).partition("  (at ")[0]
        if message.startswith("Unknown namespace prefix"):
            message = "Prefix not found"
        raise SyntaxError(f"error at {line}:{column}: {message}") from problem


def _no_directory() -> NoReturn:
    raise OSError("a knowledge base in a directory needs pyoxigraph; store=None keeps it in memory")


def _rdflib_triple(quad: Quad) -> Any:
    return to_rdflib(quad.subject), to_rdflib(quad.predicate), to_rdflib(quad.object)


def _triple(found: Sequence[Any]) -> Triple:
    subject, predicate, value = (from_rdflib(each) for each in found)
    assert isinstance(subject, NamedNode | BlankNode)
    assert isinstance(predicate, NamedNode)
    return Triple(subject, predicate, value)


def _maybe(term: Any) -> Term | None:
    return None if term is None else from_rdflib(term)
