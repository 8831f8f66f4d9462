"""Named graphs, kept in memory or in a directory, changed in one step, queried with SPARQL.

>>> store = open_store()
>>> store.graphs()
()
"""

import re
from pathlib import Path
from typing import Final

from kb.errors import Place, StoreError
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

# A path loses one of the two slashes of an address.
_ADDRESS: Final = re.compile(r"https?:/")


def open_store(directory: Path | str | None = None) -> MemoryStore | DirectoryStore:
    """A store in `directory`, or in memory when there is none.

    Raises StoreError when the directory is something else, of a newer version, or an address of a server.

    >>> open_store().version
    'memory-0'
    """
    if directory is None:
        return MemoryStore()
    if _ADDRESS.match(str(directory)):
        raise StoreError(
            Place(str(directory)), "an address of a server is no store", expected="a directory",
            hint="query a server with %%sparql --endpoint in a notebook",
        )  # fmt: skip
    return DirectoryStore(Path(directory))
