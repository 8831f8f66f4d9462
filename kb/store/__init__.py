"""Named graphs, kept in memory or in a directory, changed in one step, queried with SPARQL.

>>> store = open_store()
>>> store.graphs()
()
"""

from pathlib import Path

from kb.store.backend import Backend, Row, Solutions, Term, Transaction
from kb.store.directory import DirectoryStore
from kb.store.graphs import CATALOGUE, ONTOLOGY, STATES, WORKS, source_graph, state_graph
from kb.store.memory import MemoryStore
from kb.store.place import default_directory

__all__ = [
    "CATALOGUE",
    "ONTOLOGY",
    "STATES",
    "WORKS",
    "Backend",
    "DirectoryStore",
    "MemoryStore",
    "Row",
    "Solutions",
    "Term",
    "Transaction",
    "default_directory",
    "open_store",
    "source_graph",
    "state_graph",
]


def open_store(directory: Path | str | None = None) -> MemoryStore | DirectoryStore:
    """A store in `directory`, or in memory when there is none.

    Raises StoreError when the directory is something else, or of a newer version.

    >>> open_store().version
    'memory-0'
    """
    return MemoryStore() if directory is None else DirectoryStore(Path(directory))
