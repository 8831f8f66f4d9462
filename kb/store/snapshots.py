"""A snapshot that is open for reading, and stays whole while it is."""

from __future__ import annotations

import os
from pathlib import Path

from kb.errors import Place, StoreError
from kb.rdf import Store
from kb.store.layout import Layout
from kb.store.locks import lock_shared


class Snapshot:
    """An open snapshot together with the lock that keeps it from being cleaned away."""

    def __init__(
        self, store: Store, name: str = "empty", handle: int | None = None, words: Path | None = None
    ) -> None:
        self.store = store
        self.name = name
        self.words = words
        """Where its index of words is, or would be; None when there is nothing to index."""
        self._handle = handle

    def __del__(self) -> None:
        if self._handle is not None:
            os.close(self._handle)


def open_snapshot(layout: Layout) -> Snapshot:
    """The current snapshot of a store; an empty one where nothing was ever loaded.

    Raises StoreError when the directory is not a store.
    """
    for _ in range(100):
        name = layout.current()
        if name is None:
            return Snapshot(Store())
        try:
            handle = lock_shared(layout.readers(name))
        except (FileNotFoundError, BlockingIOError):
            continue  # a newer one was published since, and this one is being cleaned away
        if layout.current() == name:
            return Snapshot(Store.read_only(str(layout.database(name))), name, handle, layout.words(name))
        os.close(handle)
    raise StoreError(Place(str(layout.root)), "the store changes too fast to be opened")
