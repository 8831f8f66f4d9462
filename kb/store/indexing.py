"""Indexing the words of a store in a process of its own, so that whoever waits for them can go on.

As a program (``python -m kb.store.indexing DIRECTORY``) it is that process. It goes on when the one that
started it ends: the index is beside the store, and the next one to search has use for it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Final

from kb.store.backend import Backend
from kb.store.directory import DirectoryStore
from kb.store.finding import lacks_words, words_of

_SOURCE_ROOT: Final = Path(__file__).parents[2]


class Indexing:
    """The words of a store being indexed."""

    def __init__(self, store: DirectoryStore) -> None:
        self._begun = monotonic()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kb.store.indexing", str(store.directory.absolute())],
            cwd=_SOURCE_ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        # Waits for its end, so that no dead process is left behind.
        self._waiting = Thread(target=self._process.wait, daemon=True)
        self._waiting.start()

    @property
    def is_done(self) -> bool:
        """Whether the process has ended, with an index or without."""
        return self._process.returncode is not None

    @property
    def seconds(self) -> float:
        """How long ago it began."""
        return monotonic() - self._begun

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until it is done, at most so long; whether it is."""
        self._waiting.join(seconds)
        return self.is_done


def begin_indexing(store: Backend) -> Indexing | None:
    """Begins to index the words of a store that lacks them; None where nothing is to be done."""
    return Indexing(store) if isinstance(store, DirectoryStore) and lacks_words(store) else None


if __name__ == "__main__":
    words_of(DirectoryStore(Path(sys.argv[1])))
