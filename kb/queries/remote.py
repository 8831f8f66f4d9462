"""A query to another SPARQL server, by the SPARQL 1.1 Protocol; its result is like that of a store of ours.

Only what is asked for goes out: the query, to the one address given.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from kb.errors import Place, QueryError
from kb.queries.sparql import Result, select_from_server
from kb.store import RemoteStore
from kb.store.web import Credentials

_NOBODY: Final = Credentials()


def select_remote(endpoint: str, query: str, *, timeout: float = 30.0) -> Result:
    """The result of a query of any form at the address of a SPARQL server; our prefixes need no declaration.

    It sees the graphs that the server shows to everybody, and no credentials are sent. Raises QueryError for
    an address that is none, an update, and a query the server refuses, with what it says; LimitError when it
    takes longer than `timeout` seconds; StoreError when it cannot be reached or answers with something else
    than a result.
    """
    if urlsplit(endpoint).scheme not in ("http", "https"):
        raise QueryError(Place(endpoint), "this is no address of a server", expected="http:// or https://")
    return select_from_server(RemoteStore(endpoint, timeout, _NOBODY), query, graphs=())
