"""The index of words of a store, open for searching."""

from __future__ import annotations

import shutil
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from kb.search import is_available
from kb.store.backend import Backend
from kb.store.directory import DirectoryStore
from kb.store.remote import RemoteStore
from kb.store.served import ServedStore
from kb.store.words import Ask, entries, entries_of_all, sources_with_passages

if TYPE_CHECKING:
    from kb.search.index import WordIndex

_LOCK: Final = Lock()
_KEPT: Final[WeakKeyDictionary[Backend, tuple[str, WordIndex]]] = WeakKeyDictionary()


def words_of(store: Backend) -> WordIndex | None:
    """The index of the words of `store` as it is now; None without the extra ``search``, or if it is served.

    A snapshot that was written without one gets one now, or where that is not allowed, this process does.
    """
    if not is_available() or isinstance(store, ServedStore):
        return None
    with _LOCK:  # two threads that search first would both make it
        version = store.version
        kept = _KEPT.get(store)
        if kept is None or kept[0] != version:
            kept = _KEPT[store] = (version, _opened(store))
        return kept[1]


def lacks_words(store: Backend) -> bool:
    """Whether the first to search would wait until the words of `store` are indexed.

    >>> from kb.store import open_store
    >>> lacks_words(open_store())
    False
    """
    if not is_available() or not isinstance(store, DirectoryStore):
        return False
    from kb.search.schema import is_index

    folder = store.snapshot().words
    return folder is not None and not is_index(folder)


def _opened(store: Backend) -> WordIndex:
    # Optional, and slow to import: not before it is needed.
    from kb.search.index import WordIndex
    from kb.search.schema import is_index
    from kb.search.writing import write_index

    folder = store.snapshot().words if isinstance(store, DirectoryStore) else None
    if folder is not None and not is_index(folder):
        _make_up_for(folder, store.query)
    if folder is not None and is_index(folder):
        return WordIndex.at(folder)
    if isinstance(store, RemoteStore):
        return WordIndex(write_index(None, entries_of_all(store.query)))
    return WordIndex(write_index(None, entries(store.query, sources_with_passages(store.query))))


def _make_up_for(folder: Path, ask: Ask) -> None:
    """Writes the index of an old snapshot; another process may do the same, and the first one counts."""
    from kb.search.writing import write_index

    part = folder.with_name(f"partial-{token_hex(4)}")
    try:
        write_index(part, entries(ask, sources_with_passages(ask)))
        shutil.rmtree(folder, ignore_errors=True)  # half an index, or one of another format
        part.rename(folder)
    except (OSError, ValueError):
        shutil.rmtree(part, ignore_errors=True)
