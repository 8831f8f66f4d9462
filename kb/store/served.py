"""A knowledge base that another machine serves, read over HTTP as if it were a store of ours.

Texts come by SPARQL and searches by the server's own index. Nothing can be written. What is asked is bounded
by the server: an answer that would be too long is an error, never a part of one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection, IncompleteRead
from threading import RLock
from time import monotonic
from typing import Any, Final
from urllib.parse import urlencode, urlsplit
from weakref import finalize

from kb.errors import LimitError, Place, QueryError, StoreError
from kb.rdf import NamedNode, Quad, QueryResultsFormat, QuerySolutions, parse_query_results
from kb.store.backend import Solutions, Transaction

_RESULTS: Final = "application/sparql-results+json"
_FRESH: Final = 1.0
"""For so many seconds the name of the snapshot is not asked for again."""
_REACHED: Final = re.compile(r"stopped at the limit of (\d+) ([\w ]+)(?:: (.*))?", re.DOTALL)
_MOST_BYTES: Final = 256 * 1024 * 1024


class ServedStore:
    """The store behind ``tcg-rules serve`` at an address such as ``http://localhost:7878``."""

    def __init__(self, address: str, timeout: float = 30.0) -> None:
        parts = urlsplit(address.rstrip("/"))
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise StoreError(Place(address), "this is no address of a server", expected="http://HOST:PORT")
        self.address = address.rstrip("/")
        self.timeout = timeout
        self._parts = parts
        self._place = Place(self.address)
        self._kept: list[HTTPConnection] = []
        self._lock = RLock()
        finalize(self, _close, self._kept)
        self._about: tuple[float, dict[str, Any]] | None = None

    @property
    def about(self) -> Mapping[str, Any]:
        """What the server says of itself: the name of its snapshot, its program and its rules.

        Raises StoreError for a server that is not of this project, or cannot be reached.
        """
        now = monotonic()
        if self._about is None or now - self._about[0] > _FRESH:
            found = self._json("GET", "/health")
            if not isinstance(found, dict) or not {"snapshot", "rules"} <= found.keys():
                raise StoreError(
                    self._place, "this server is no knowledge base of ours", expected="tcg-rules serve",
                    hint="another SPARQL server is asked with %%sparql --endpoint in a notebook",
                )  # fmt: skip
            self._about = (now, found)
        return self._about[1]

    @property
    def version(self) -> str:
        """The name of the server's snapshot."""
        return f"{self.address} {self.about['snapshot']}"

    def query(self, query: str) -> Solutions:
        """Answers a SELECT query of our own.

        Raises LimitError when the answer is longer than the server gives, or takes too long.
        """
        found = parse_query_results(self.results(query), format=QueryResultsFormat.JSON)
        if not isinstance(found, QuerySolutions):
            raise TypeError("not a SELECT query")
        return Solutions(tuple(v.value for v in found.variables), tuple(tuple(row) for row in found))

    def results(self, query: str, accept: str = _RESULTS) -> bytes:
        """What the server answers to a query, in the form accepted.

        Raises QueryError with the words of the server for a query that it refuses.
        """
        body = urlencode({"query": query}).encode()
        kind = "application/x-www-form-urlencoded"
        status, data = self._fetch("POST", "/sparql", body, {"Accept": accept, "Content-Type": kind})
        if status == 400:
            said = data.decode("utf-8", "replace").strip()
            raise _limit(said) or QueryError(self._place, "the server refuses the query", found=said)
        return self._checked(status, data)

    def search(self, fields: Mapping[str, str]) -> dict[str, Any]:
        """What the server's search finds, as it says it.

        Raises QueryError with the words of the server for a search that it refuses.
        """
        found = self._json("GET", f"/search?{urlencode(fields)}")
        assert isinstance(found, dict)
        if "error" in found:
            raise QueryError(self._place, "the server refuses the search", found=found["error"])
        return found

    def graphs(self) -> tuple[str, ...]:
        """The IRIs of all named graphs, sorted."""
        rows = self.query("SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }").rows
        return tuple(sorted(graph.value for (graph,) in rows if isinstance(graph, NamedNode)))

    def quads(self, graph: str | None = None) -> Iterator[Quad]:
        """The quads of one graph, or of all, in no particular order."""
        for name in self.graphs() if graph is None else (graph,):
            node = NamedNode(name)
            for subject, predicate, value in self.query(
                f"SELECT ?s ?p ?o {{ GRAPH {node} {{ ?s ?p ?o }} }}"
            ).rows:
                yield Quad(subject, predicate, value, node)  # type: ignore[arg-type]

    def transaction(self) -> AbstractContextManager[Transaction]:
        """Raises StoreError: nothing can be written."""
        raise StoreError(self._place, "a served knowledge base can only be read")

    def _json(self, method: str, path: str) -> object:
        status, data = self._fetch(method, path, None, {"Accept": "application/json"})
        if status not in (400, 404):
            self._checked(status, data)
        try:
            found: object = json.loads(data)
        except ValueError:
            found = None
        return found

    def _checked(self, status: int, data: bytes) -> bytes:
        if status != 200:
            said = " ".join(data[:500].decode("utf-8", "replace").split())
            problem = StoreError(self._place, "the server answers with an error", found=f"{status} {said}")
            raise _limit(said) or problem
        return data

    def _fetch(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> tuple[int, bytes]:
        with self._lock:
            try:
                if self._kept:
                    try:
                        return self._asked(method, path, body, headers)
                    except (TimeoutError, IncompleteRead):
                        raise
                    except (HTTPException, OSError):
                        pass  # it was closed meanwhile, and what is asked only reads: asked again
                return self._asked(method, path, body, headers)
            except TimeoutError:
                raise LimitError(
                    "seconds", round(self.timeout), "the server did not answer in time"
                ) from None
            except IncompleteRead:
                hint = "it would be longer, or take longer, than the server allows; ask for less"
                raise StoreError(self._place, "the server broke off its answer", hint=hint) from None
            except (HTTPException, OSError) as error:
                raise StoreError(self._place, "the server cannot be reached", found=str(error)) from None

    def _asked(
        self, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> tuple[int, bytes]:
        connection = self._connection()
        try:
            connection.request(method, self._parts.path + path, body, headers)
            reply = connection.getresponse()
            data = reply.read(_MOST_BYTES + 1)
        except BaseException:
            self.close()
            raise
        if len(data) > _MOST_BYTES:
            self.close()
            raise LimitError("bytes of an answer", _MOST_BYTES)
        return reply.status, data

    def _connection(self) -> HTTPConnection:
        if not self._kept:
            make = HTTPSConnection if self._parts.scheme == "https" else HTTPConnection
            assert self._parts.hostname
            self._kept.append(make(self._parts.hostname, self._parts.port, timeout=self.timeout))
        return self._kept[0]

    def close(self) -> None:
        """Lets go of the connection; the next request makes a new one."""
        _close(self._kept)


def _limit(said: str) -> LimitError | None:
    """The limit that a server says it has reached, if it says so.

    >>> print(_limit("stopped at the limit of 5 rows: add LIMIT"))
    stopped at the limit of 5 rows: add LIMIT
    """
    found = _REACHED.search(said)
    return LimitError(found[2], int(found[1]), found[3] or "") if found else None


def _close(kept: list[HTTPConnection]) -> None:
    while kept:
        with suppress(OSError):
            kept.pop().close()
