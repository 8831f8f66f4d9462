"""The store in a directory of snapshots (see :mod:`kb.store.layout`)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from threading import RLock
from traceback import clear_frames
from typing import Final

from kb.errors import Place, StoreError
from kb.namespaces import SOURCE
from kb.rdf import Quad, Store
from kb.store.backend import Solutions
from kb.store.changes import CopyChanges, cannot_write, guarded
from kb.store.layout import Layout
from kb.store.locks import writing
from kb.store.reading import graph_names, quads_of, solve
from kb.store.snapshots import Snapshot, open_snapshot
from kb.store.words import passage_counts, write_words

_FEW_SOURCES: Final = 20
_MOST_PASSAGES: Final = 60_000
"""Their words are read into memory, at some seven kilobytes a passage."""


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
    def transaction(self) -> Iterator[CopyChanges]:
        """A block whose changes come into force at its end, all or none.

        Raises StoreError when another process is writing, or nothing can be written.
        """
        with self._writer(), self._lock:
            work = self._layout.new_work()
            change: CopyChanges | None = None
            try:
                self._copy_current(work)
                change = CopyChanges(guarded(lambda: Store(work), self.directory), self.directory)
                yield change
                if change.changed:
                    change.finish()
                    self._publish(change)
            except BaseException as problem:
                _let_go(problem)
                raise
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

    def _publish(self, change: CopyChanges) -> None:
        def steps() -> None:
            if len(change.graphs) * 2 >= len(graph_names(change.store)):
                # Reading takes half the time from then on; the files of a small change are not worth it.
                change.store.optimize()
            change.store.flush()
            before = self._layout.current()
            name = self._layout.new_snapshot()
            change.store.backup(self._layout.database(name))
            self._index_words(change, before, name)
            self._layout.publish(name)

        guarded(steps, self.directory)
        self.close()

    def _index_words(self, change: CopyChanges, before: str | None, name: str) -> None:
        """Writes the index of words where that is quick; else whoever searches first does.

        To index 158 editions of one text takes longer than to load them. But where there is an index, there
        stays one: somebody may be searching. A list of all cards is left to them all the same: it would take
        gigabytes here.
        """
        old = self._layout.words(before) if before else None
        is_kept = old is not None and old.is_dir()
        sources = [graph for graph in graph_names(change.store) if graph.startswith(SOURCE)]
        counts = passage_counts(partial(solve, change.store))
        passages = sum(counts.get(graph, 0) for graph in (change.graphs if is_kept else sources))
        if passages <= _MOST_PASSAGES and (is_kept or len(sources) <= _FEW_SOURCES):
            write_words(self._layout.words(name), partial(solve, change.store), old, change.graphs)

    def _copy_current(self, work: Path) -> None:
        name = self._layout.current()
        if name:
            source = Store.read_only(str(self._layout.database(name)))
            guarded(lambda: source.backup(work), self.directory)

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
                raise cannot_write(self.directory, problem) from problem
            yield

    def _clean_if_idle(self) -> None:
        if self._layout.has_leftovers() and os.access(self.directory, os.W_OK):
            try:
                with writing(self._layout.lock):
                    self._layout.clean()
            except BlockingIOError:
                pass  # the writer is alive and cleans up after itself


def _let_go(problem: BaseException | None) -> None:
    """Frees what the functions that failed still hold: a database that is not closed cannot be removed."""
    while problem is not None:
        clear_frames(problem.__traceback__)
        problem = problem.__cause__ or problem.__context__


def _is_busy(layout: Layout) -> StoreError:
    holder = layout.lock.read_text(encoding="ascii", errors="replace") or "unknown"
    return StoreError(
        Place(str(layout.root)),
        f"another process is writing to this store: process {holder}",
        hint="try again when it is done",
    )
