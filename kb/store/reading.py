"""The few things every store of this machine does with pyoxigraph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kb.rdf import NamedNode, Quad, QuerySolutions, Store
from kb.store.backend import Solutions


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
