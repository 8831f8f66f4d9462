"""Named graphs, kept in memory or in a directory, changed in one step, queried with SPARQL.

>>> store = open_store()
>>> store.graphs()
()
"""

import re
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from kb.store.backend import Backend, Row, Solutions, Term, Transaction
from kb.store.directory import DirectoryStore
from kb.store.graphs import CATALOGUE, ONTOLOGY, STATES, WORKS, source_graph, state_graph
from kb.store.memory import MemoryStore
from kb.store.place import default_directory
from kb.store.remote import RemoteStore
from kb.store.served import ServedStore

__all__ = [
    "CATALOGUE",
    "ONTOLOGY",
    "STATES",
    "WORKS",
    "Backend",
    "DirectoryStore",
    "MemoryStore",
    "RemoteStore",
    "Row",
    "ServedStore",
    "Solutions",
    "Term",
    "Transaction",
    "address_of",
    "default_directory",
    "open_store",
    "source_graph",
    "state_graph",
]

# A path loses one of the two slashes of an address.
_ADDRESS: Final = re.compile(r"(https?):/+")


def open_store(
    directory: Path | str | None = None,
) -> MemoryStore | DirectoryStore | RemoteStore | ServedStore:
    """A store in `directory`, at the address of a server, or in memory when there is none.

    An address without a path is that of a ``tcg-rules serve``; one with a path is where any SPARQL 1.1 server
    answers queries. Raises StoreError when the directory is something else or of a newer version, and for an
    address that is none.

    >>> open_store().version
    'memory-0'
    >>> open_store("http://localhost:7878/query").address
    'http://localhost:7878/query'
    """
    if directory is None:
        return MemoryStore()
    address = address_of(directory)
    if address is None:
        return DirectoryStore(Path(directory))
    return RemoteStore(address) if urlsplit(address).path.strip("/") else ServedStore(address)


def address_of(directory: Path | str) -> str | None:
    """The address of a server, where `directory` is one; a path has lost one of its slashes.

    >>> address_of(Path("http://localhost:7878/query"))
    'http://localhost:7878/query'
    >>> address_of("rules")
    """
    text = directory.as_posix() if isinstance(directory, Path) else directory
    return _ADDRESS.sub(r"\1://", text, count=1) if _ADDRESS.match(text) else None
