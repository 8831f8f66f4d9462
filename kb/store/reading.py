"""The few things every store of this machine does with pyoxigraph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager

from kb.rdf import NamedNode, Quad, QuerySolutions, Store
from kb.store.backend import Solutions, Transaction


class StoreView:
    """A database that is being written, as the rest of the project will read it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.version = "not published"

    def query(self, query: str) -> Solutions:
        """Answers a SELECT query of our own."""
        return solve(self._store, query)

    def graphs(self) -> tuple[str, ...]:
        """The IRIs of all named graphs, sorted."""
        return graph_names(self._store)

    def quads(self, graph: str | None = None) -> Iterator[Quad]:
        """The quads of one graph, or of all."""
        return quads_of(self._store, graph)

    def transaction(self) -> AbstractContextManager[Transaction]:
        """Never: it is for whoever writes the database to change it."""
        raise TypeError("this is a view of changes that are under way")


def solve(store: Store, query: str) -> Solutions:
    """The solutions of a SELECT query."""
    found = store.query(query)
    if not isinstance(found, QuerySolutions):
        raise TypeError("not a SELECT query")
    return Solutions(tuple(v.value for v in found.variables), tuple(tuple(row) for row in found))


def graph_names(store: Store) -> tuple[str, ...]:
    """The IRIs of all named graphs, sorted."""
    return tuple(sorted(name.value for name in store.named_graphs() if isinstance(name, NamedNode)))


def quads_of(store: Store, graph: str | None) -> Iterator[Quad]:
    """The quads of one graph, or of all."""
    return store.quads_for_pattern(None, None, None, NamedNode(graph) if graph else None)


def remove_quads(store: Store, quads: Iterable[Quad]) -> None:
    """Removes single quads."""
    for quad in quads:
        store.remove(quad)
