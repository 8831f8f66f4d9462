"""The changes of one transaction, written into a copy of a store that is published at the end of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Final, TypeVar

from kb.errors import Place, StoreError
from kb.rdf import NamedNode, Quad, Store
from kb.store.bulk import BulkLoads
from kb.store.reading import remove_quads

_Answer = TypeVar("_Answer")

_SMALL: Final = 2_000
"""Up to so many quads a plain insert is cheaper than a bulk load, which writes new files."""


class CopyChanges:
    """Changes to a copy of a store.

    What is only added is kept back and written together, because each piece that is written on its own makes
    the database tidy up: before something is taken away, and at the end.
    """

    def __init__(self, store: Store, directory: Path) -> None:
        self.store = store
        self.changed = False
        self._directory = directory
        self._loads = BulkLoads(store)
        self.graphs: set[str] = set()
        """The names of all graphs that were changed."""
        self._added: list[Quad] = []
        self._waiting: set[str] = set()
        """The graphs of what was added and is not written."""

    def replace_graph(self, graph: str, quads: Iterable[Quad]) -> None:
        """Puts the quads, all of them in `graph`, in the place of what the graph held."""
        self.drop_graph(graph)
        self.add(quads)

    def load_graph(self, graph: str, triples: bytes | Path) -> None:
        """Puts N-Triples of our own making, or Turtle like them, in the place of what the graph held."""
        self.drop_graph(graph)
        self.graphs.add(graph)
        self._write(lambda: self._loads.add(graph, triples))

    def drop_graph(self, graph: str) -> None:
        """Removes a graph and all it holds."""
        if graph in self._loads or graph in self._waiting:
            self.finish()
        if self.store.contains_named_graph(NamedNode(graph)):
            self.graphs.add(graph)
            self._write(lambda: self.store.remove_graph(NamedNode(graph)))

    def add(self, quads: Iterable[Quad]) -> None:
        """Adds quads to what is there."""
        kept = list(quads)
        self._added += kept
        self._waiting |= _graphs(kept)
        self.graphs |= _graphs(kept)
        self.changed = self.changed or bool(kept)

    def remove(self, quads: Iterable[Quad]) -> None:
        """Removes single quads."""
        kept = list(quads)
        if kept:
            self.finish()
            self.graphs |= _graphs(kept)
            self._write(lambda: remove_quads(self.store, kept))

    def rewrite(self, step: Callable[[Store], None], graphs: Collection[str]) -> None:
        """Runs a step of somebody else's on the copy; `graphs` names every graph that it may change.

        Raises StoreError when it cannot be written, and whatever else the step raises.
        """
        self.finish()
        self.graphs |= set(graphs)
        self._write(lambda: step(self.store))

    def finish(self) -> None:
        """Writes what was kept back.

        Raises StoreError when it cannot be written.
        """
        guarded(self._loads.finish, self._directory)
        added, self._added = self._added, []
        self._waiting.clear()
        insert = self.store.extend if len(added) <= _SMALL else self.store.bulk_extend
        if added:
            self._write(lambda: insert(added))

    def close(self) -> None:
        """Closes the copy, which may then be removed; whoever keeps this object can change nothing more."""
        self._loads.close()
        del self.store

    def _write(self, step: Callable[[], None]) -> None:
        self.changed = True
        guarded(step, self._directory)


def _graphs(quads: Iterable[Quad]) -> set[str]:
    return {quad.graph_name.value for quad in quads if isinstance(quad.graph_name, NamedNode)}


def guarded(step: Callable[[], _Answer], directory: Path) -> _Answer:
    """What a step gives that writes to the store in `directory`.

    Raises StoreError in the place of OSError.
    """
    try:
        return step()
    except OSError as problem:
        raise cannot_write(directory, problem) from problem


def cannot_write(directory: Path, problem: OSError) -> StoreError:
    """The error of a store that cannot be written."""
    return StoreError(
        Place(str(directory)), f"cannot write to the store: {problem.strerror or problem}",
        hint="what it held is as it was",
    )  # fmt: skip
