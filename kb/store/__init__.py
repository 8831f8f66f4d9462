"""Named graphs, kept in memory or in a directory, changed in one step, queried with SPARQL.

>>> store = open_store()
>>> store.graphs()
()
"""

from kb.store.backend import Backend, Row, Solutions, Term, Transaction
from kb.store.graphs import CATALOGUE, ONTOLOGY, STATES, source_graph, state_graph
from kb.store.local import DirectoryStore, MemoryStore, open_store

__all__ = [
    "CATALOGUE",
    "ONTOLOGY",
    "STATES",
    "Backend",
    "DirectoryStore",
    "MemoryStore",
    "Row",
    "Solutions",
    "Term",
    "Transaction",
    "open_store",
    "source_graph",
    "state_graph",
]
