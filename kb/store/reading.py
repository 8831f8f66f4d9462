"""The few things every store of this machine does with pyoxigraph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from pyoxigraph import NamedNode, Quad, QuerySolutions, RdfFormat, Store

from kb.store.backend import Solutions

_PIECE: Final = 32 * 1024 * 1024
_SMALL: Final = 300_000
"""Up to so many bytes a plain load is cheaper than a bulk load, which writes new files."""


def is_small(triples: bytes | Path) -> bool:
    """Whether a plain load of these N-Triples is cheaper than a bulk load."""
    return (len(triples) if isinstance(triples, bytes) else triples.stat().st_size) <= _SMALL


def load_triples(store: Store, graph: str, triples: bytes | Path, *, bulk: bool) -> None:
    """Adds N-Triples of our own making to a graph; their IRIs are not checked again."""
    load = store.bulk_load if bulk else store.load
    name = NamedNode(graph)
    for piece in (triples,) if isinstance(triples, bytes) else _pieces(triples):
        load(piece, format=RdfFormat.N_TRIPLES, to_graph=name, lenient=True)


def _pieces(file: Path) -> Iterator[bytes]:
    """The lines of a file, so many at once: a bulk load holds all it is given, several times over."""
    with file.open("rb") as lines:
        while piece := lines.read(_PIECE):
            yield piece + lines.readline()


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
