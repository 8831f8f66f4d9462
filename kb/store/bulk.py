"""Many graphs written to a database together, by threads of their own.

A database sorts what it is given and writes it to files; the files of one load and the next are merged behind
the scenes, again and again: with a load for each of 158 editions of one text, that was half of the work. So
graphs are gathered until they are worth a load, as TriG, of which N-Triples between braces are a part. And
the merging waits until the end (:mod:`kb.store.merging`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final

from kb.rdf import RdfFormat, Store
from kb.store.merging import merge_later, merge_now

PIECE: Final = 8 * 1024 * 1024
"""So many bytes make a load; it takes the tenfold in memory, on each thread."""
_SMALL: Final = 300_000
"""Up to so many bytes a plain load is cheaper than a bulk load, which writes new files."""
_THREADS: Final = 3


class BulkLoads:
    """Graphs on their way into a store: some gathered, some being written."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._gathered: list[bytes] = []
        self._size = 0
        self._graphs: set[str] = set()
        self._running: deque[Future[None]] = deque()
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="bulk-load")

    def __contains__(self, graph: str) -> bool:
        """Whether some of a graph may not be in the store yet."""
        return graph in self._graphs

    def add(self, graph: str, triples: bytes | Path) -> None:
        """Takes N-Triples, or the file that holds them, for a graph that the store does not have.

        Turtle without prefixes is as good, where each statement stands on a line of its own. Their IRIs are
        not checked again. Raises OSError when something that came before cannot be written.
        """
        self._graphs.add(graph)
        for piece in (triples,) if isinstance(triples, bytes) else _pieces(triples):
            if self._size and self._size + len(piece) > PIECE:
                self._start()
            self._gathered += (f"<{graph}> {{\n".encode(), piece, b"}\n")
            self._size += len(piece)

    def finish(self) -> None:
        """Returns when everything is in the store.

        Raises OSError when something cannot be written.
        """
        self._start()
        try:
            while self._running:
                self._running.popleft().result()
        finally:
            merge_now()
        self._graphs.clear()

    def close(self) -> None:
        """Waits for what is being written; what is gathered is dropped."""
        self._threads.shutdown(wait=True, cancel_futures=True)
        merge_now()
        del self._store

    def _start(self) -> None:
        if not self._size:
            return
        while len(self._running) >= _THREADS:
            self._running.popleft().result()
        merge_later()
        piece = b"".join(self._gathered)
        self._gathered, self._size = [], 0
        self._running.append(self._threads.submit(load, self._store, piece))


def load(store: Store, trig: bytes) -> None:
    """Writes TriG of our own making to a store; its IRIs are not checked again."""
    write = store.load if len(trig) <= _SMALL else store.bulk_load
    write(trig, format=RdfFormat.TRIG, lenient=True)


def _pieces(file: Path) -> Iterator[bytes]:
    """The lines of a file, so many at once: a bulk load holds all it is given, several times over."""
    with file.open("rb") as lines:
        while piece := lines.read(PIECE):
            yield piece + lines.readline()
