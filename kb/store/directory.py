"""The store in a directory of snapshots (see :mod:`kb.store.layout`)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import RLock
from typing import TypeVar

from pyoxigraph import NamedNode, Quad, Store

from kb.errors import Place, StoreError
from kb.store.backend import Solutions, Transaction
from kb.store.layout import Layout
from kb.store.locks import writing
from kb.store.reading import graph_names, is_small, load_triples, quads_of, remove_quads, solve
from kb.store.snapshots import Snapshot, open_snapshot

_Answer = TypeVar("_Answer")

_SMALL = 2_000
"""Up to so many quads a plain insert is cheaper than a bulk load, which writes new files."""


class DirectoryStore:
    """A store in a directory, shared safely between processes: many read, one at a time writes.

    Reading a directory that is not there finds nothing and creates nothing. A reader follows new snapshots
    as they are published; what it has already read stays as it was.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._layout = Layout(directory)
        self._lock = RLock()
        self._open: Snapshot | None = None
        self._state: tuple[int, int] | None = None
        self._named: tuple[tuple[int, int] | None, str] | None = None
        self._layout.check()
        self._clean_if_idle()

    @property
    def version(self) -> str:
        """The name of the current snapshot, or ``empty``."""
        state = self._layout.pointer_state()
        named = self._named
        if named is None or named[0] != state:
            named = self._named = (state, self._layout.current() or "empty")
        return named[1]

    def snapshot(self) -> Snapshot:
        """The current snapshot, open for reading, for as long as the caller keeps it."""
        with self._lock:
            state = self._layout.pointer_state()
            if self._open is None or state != self._state:
                self._open = open_snapshot(self._layout)
                self._state = state
            return self._open

    def query(self, query: str) -> Solutions:
        """Answers a SELECT query of our own. Its default graph is empty: name graphs with GRAPH."""
        snapshot = self.snapshot()
        return solve(snapshot.store, query)

    def graphs(self) -> tuple[str, ...]:
        """The IRIs of all named graphs, sorted."""
        snapshot = self.snapshot()
        return graph_names(snapshot.store)

    def quads(self, graph: str | None = None) -> Iterator[Quad]:
        """The quads of one graph, or of all, in no particular order."""
        # This generator holds on to its snapshot until it is exhausted or dropped.
        snapshot = self.snapshot()
        yield from quads_of(snapshot.store, graph)

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """A block whose changes come into force at its end, all or none.

        Raises StoreError when another process is writing, or nothing can be written.
        """
        with self._writer(), self._lock:
            work = self._layout.new_work()
            change: _Written | None = None
            try:
                self._copy_current(work)
                change = _Written(_guarded(lambda: Store(work), self.directory), self.directory)
                yield change
                if change.changed:
                    self._publish(change)
            finally:
                # RocksDB tidies up files behind the scenes until it is closed.
                if change:
                    change.close()
                self._layout.clean()

    def close(self) -> None:
        """Lets go of the snapshot that is open; the next use opens the current one again."""
        with self._lock:
            self._open = None
            self._state = None

    def _publish(self, change: _Written) -> None:
        def steps() -> None:
            change.store.flush()
            name = self._layout.new_snapshot()
            change.store.backup(self._layout.database(name))
            self._layout.publish(name)

        _guarded(steps, self.directory)
        self.close()

    def _copy_current(self, work: Path) -> None:
        name = self._layout.current()
        if name:
            source = Store.read_only(str(self._layout.database(name)))
            _guarded(lambda: source.backup(work), self.directory)

    @contextmanager
    def _writer(self) -> Iterator[None]:
        with ExitStack() as held:
            try:
                self._layout.check()
                self.directory.mkdir(parents=True, exist_ok=True)
                held.enter_context(writing(self._layout.lock))
                self._layout.create()
                self._layout.clean()
            except BlockingIOError as busy:
                raise _is_busy(self._layout) from busy
            except OSError as problem:
                raise _cannot_write(self.directory, problem) from problem
            yield

    def _clean_if_idle(self) -> None:
        if self._layout.has_leftovers() and os.access(self.directory, os.W_OK):
            try:
                with writing(self._layout.lock):
                    self._layout.clean()
            except BlockingIOError:
                pass  # the writer is alive and cleans up after itself


class _Written:
    """Changes written at once into a copy that is published at the end of the block."""

    def __init__(self, store: Store, directory: Path) -> None:
        self.store = store
        self.changed = False
        self._directory = directory

    def replace_graph(self, graph: str, quads: Iterable[Quad]) -> None:
        self.drop_graph(graph)
        self.add(quads)

    def load_graph(self, graph: str, triples: bytes | Path) -> None:
        self.drop_graph(graph)
        self._write(lambda: load_triples(self.store, graph, triples, bulk=not is_small(triples)))

    def drop_graph(self, graph: str) -> None:
        if self.store.contains_named_graph(NamedNode(graph)):
            self._write(lambda: self.store.remove_graph(NamedNode(graph)))

    def add(self, quads: Iterable[Quad]) -> None:
        kept = list(quads)
        insert = self.store.extend if len(kept) <= _SMALL else self.store.bulk_extend
        if kept:
            self._write(lambda: insert(kept))

    def remove(self, quads: Iterable[Quad]) -> None:
        kept = list(quads)
        if kept:
            self._write(lambda: remove_quads(self.store, kept))

    def close(self) -> None:
        """Closes the copy, which may then be removed; whoever keeps this object can change nothing more."""
        del self.store

    def _write(self, step: Callable[[], None]) -> None:
        self.changed = True
        _guarded(step, self._directory)


def _guarded(step: Callable[[], _Answer], directory: Path) -> _Answer:
    try:
        return step()
    except OSError as problem:
        raise _cannot_write(directory, problem) from problem


def _is_busy(layout: Layout) -> StoreError:
    holder = layout.lock.read_text(encoding="ascii", errors="replace") or "unknown"
    return StoreError(
        Place(str(layout.root)),
        f"another process is writing to this store: process {holder}",
        hint="try again when it is done",
    )


def _cannot_write(directory: Path, problem: OSError) -> StoreError:
    return StoreError(
        Place(str(directory)), f"cannot write to the store: {problem.strerror or problem}",
        hint="what it held is as it was",
    )  # fmt: skip
