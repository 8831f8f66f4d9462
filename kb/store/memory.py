"""The store in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import RLock

from kb.rdf import NamedNode, Quad, RdfFormat, Store
from kb.store.backend import Solutions, Transaction
from kb.store.reading import graph_names, quads_of, remove_quads, solve


class MemoryStore:
    """A store that lives as long as the process.

    >>> store = MemoryStore()
    >>> with store.transaction() as change:
    ...     change.add([Quad(NamedNode("x:s"), NamedNode("x:p"), NamedNode("x:o"), NamedNode("x:g"))])
    >>> store.graphs()
    ('x:g',)
    """

    def __init__(self) -> None:
        self._store = Store()
        self._changes = 0
        self._lock = RLock()

    @property
    def version(self) -> str:
        """Names the content: another value means that something may have changed."""
        return f"memory-{self._changes}"

    @property
    def content(self) -> Store:
        """The quads themselves, to read."""
        return self._store

    def query(self, query: str) -> Solutions:
        """Answers a SELECT query of our own. Its default graph is empty: name graphs with GRAPH."""
        return solve(self._store, query)

    def graphs(self) -> tuple[str, ...]:
        """The IRIs of all named graphs, sorted."""
        return graph_names(self._store)

    def quads(self, graph: str | None = None) -> Iterator[Quad]:
        """The quads of one graph, or of all, in no particular order."""
        return quads_of(self._store, graph)

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """A block whose changes come into force at its end, all or none."""
        with self._lock:
            planned = _Planned([])
            yield planned
            if planned.steps:
                for step in planned.steps:
                    step(self._store)
                self._changes += 1


@dataclass(slots=True)
class _Planned:
    """Changes kept until the end of the block, for a store that cannot be copied cheaply."""

    steps: list[Callable[[Store], None]]

    def replace_graph(self, graph: str, quads: Iterable[Quad]) -> None:
        self.drop_graph(graph)
        self.add(quads)

    def load_graph(self, graph: str, triples: bytes | Path) -> None:
        self.drop_graph(graph)
        data = triples.read_bytes() if isinstance(triples, Path) else triples
        name = NamedNode(graph)
        self.steps.append(
            lambda store: store.load(data, format=RdfFormat.N_TRIPLES, to_graph=name, lenient=True)
        )

    def drop_graph(self, graph: str) -> None:
        self.steps.append(lambda store: store.remove_graph(NamedNode(graph)))

    def add(self, quads: Iterable[Quad]) -> None:
        kept = list(quads)
        self.steps.append(lambda store: store.extend(kept))

    def remove(self, quads: Iterable[Quad]) -> None:
        kept = list(quads)
        self.steps.append(lambda store: remove_quads(store, kept))
