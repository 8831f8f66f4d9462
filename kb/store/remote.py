"""A knowledge base in any server that speaks SPARQL 1.1, read as if it were a store of ours.

Nothing is asked of the server but the protocol: queries by a form, tables as JSON, graphs as N-Triples. What
a server cuts short is an error, never taken for the whole.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager
from hashlib import sha256
from time import monotonic
from typing import Final
from urllib.parse import urlencode

from kb.errors import LimitError, Place, QueryError, StoreError
from kb.namespaces import BASE
from kb.rdf import NamedNode, Quad, QueryResultsFormat, QuerySolutions, parse_query_results
from kb.store.backend import Solutions, Transaction
from kb.store.graphs import PUSHED
from kb.store.web import Credentials, Reply, Web

_RESULTS: Final = "application/sparql-results+json"
_FORM: Final = "application/x-www-form-urlencoded"
_FRESH: Final = 5.0
"""For so many seconds the content is not asked for again."""
_CAPPED: Final = "x-sparql-maxrows"
"""Virtuoso's header of an answer that it cut."""


_ODD_NODE: Final = re.compile(rb'("bnode",\s*"value":\s*")nodeID://')
_ODD_TRUTH: Final = re.compile(rb'(XMLSchema#boolean",\s*"value":\s*")([01])"')


def usual(results: bytes) -> bytes:
    """Results in JSON with what Virtuoso writes otherwise than the recommendations: blank nodes, truths.

    >>> usual(b'{"type": "bnode", "value": "nodeID://b10"}')
    b'{"type": "bnode", "value": "b10"}'
    """
    truth = _ODD_TRUTH.sub(lambda m: m[1] + (b"true" if m[2] == b"1" else b"false") + b'"', results)
    return _ODD_NODE.sub(rb"\1", truth)


class RemoteStore:
    """The store behind the query address of a SPARQL server, such as ``http://localhost:7878/query``."""

    def __init__(self, address: str, timeout: float = 30.0, credentials: Credentials | None = None) -> None:
        """Raises StoreError for an address that is none, or must not be sent the credentials."""
        self.address = address
        self._web = Web(address, timeout, credentials)
        self._place = Place(address)
        self._content: tuple[float, str, tuple[str, ...]] | None = None

    @property
    def timeout(self) -> float:
        """How many seconds one request may take."""
        return self._web.timeout

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        self._web.timeout = seconds

    @property
    def requests(self) -> int:
        """How many requests have been sent."""
        return self._web.requests

    @property
    def version(self) -> str:
        """A digest of which graphs there are and how many triples each has, at most some seconds old.

        A literal changed by hand in a graph that keeps its name and size is not noticed; the graphs of
        sources are named by what they hold.
        """
        return f"{self.address} {self._known()[0]}"

    def query(self, query: str) -> Solutions:
        """Answers a SELECT query of our own. Raises what `results` raises."""
        found = self._parsed(self.results(query))
        if not isinstance(found, QuerySolutions):
            raise StoreError(self._place, "the server's answer is no table")
        return Solutions(tuple(v.value for v in found.variables), tuple(tuple(row) for row in found))

    def results(self, query: str, accept: str = _RESULTS, *, graphs: Collection[str] = ()) -> bytes:
        """What the server answers to a query, in the form accepted; without GRAPH it sees these graphs.

        Raises QueryError with the words of the server for a query that it refuses; LimitError when it takes
        too long or the server cuts the answer short; StoreError for anything else than a result.
        """
        fields = [("query", query)]
        for name in ("default-graph-uri", "named-graph-uri"):
            fields += [(name, graph) for graph in graphs]
        headers = {"Accept": accept, "Content-Type": _FORM}
        return self._checked(self._web.send("POST", "", urlencode(fields).encode(), headers), accept)

    def graphs(self) -> tuple[str, ...]:
        """The IRIs of the knowledge base's graphs, sorted; a server has others of its own."""
        return self._known()[1]

    def quads(self, graph: str | None = None) -> Iterator[Quad]:
        """The quads of one graph, or of all, in no particular order."""
        for name in self.graphs() if graph is None else (graph,):
            node = NamedNode(name)
            query = f"SELECT ?s ?p ?o {{ GRAPH {node} {{ ?s ?p ?o }} }}"
            for subject, predicate, value in self.query(query).rows:
                yield Quad(subject, predicate, value, node)  # type: ignore[arg-type]

    def transaction(self) -> AbstractContextManager[Transaction]:
        """Raises StoreError: nothing is written this way."""
        raise StoreError(
            self._place, "a knowledge base on a server can only be read",
            hint="load into a directory, then: tcg-rules push DIR ADDRESS",
        )  # fmt: skip

    def _known(self) -> tuple[str, tuple[str, ...]]:
        now = monotonic()
        if self._content is None or now - self._content[0] > _FRESH:
            # One request says which graphs there are, and whether anything has changed.
            rows = self.query(
                "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } "
                f'FILTER(STRSTARTS(STR(?g), "{BASE}")) }} GROUP BY ?g'
            ).rows
            counted = sorted((str(getattr(g, "value", "")), str(getattr(n, "value", ""))) for g, n in rows)
            digest = sha256(repr(counted).encode()).hexdigest()[:16]
            names = tuple(name for name, _ in counted if name and name != PUSHED)
            self._content = (now, digest, names)
        return self._content[1:]

    def _parsed(self, data: bytes) -> object:
        try:
            return parse_query_results(data, format=QueryResultsFormat.JSON)
        except (ValueError, SyntaxError) as error:
            start = data[:60].decode("utf-8", "replace")
            raise StoreError(self._place, "the server's answer is no result", found=start) from error

    def _checked(self, reply: Reply, accept: str) -> bytes:
        if reply.status == 400:
            raise QueryError(self._place, "the server refuses the query", found=reply.said)
        if reply.status in (408, 429, 503, 504):
            raise LimitError("seconds of the server", 0, f"{self.address}: {reply.status} {reply.said}")
        if reply.status != 200:
            found = f"{reply.status} {reply.said}"
            raise StoreError(self._place, "the server answers with an error", found=found)
        if _CAPPED in reply.headers:
            raise LimitError(
                "rows of the server", int(reply.headers[_CAPPED] or 0), "what it sent is not the whole answer"
            )
        kind = reply.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind.startswith("text/html"):
            found = f"{kind} {reply.said}"
            raise StoreError(
                self._place, "this is no address of a SPARQL server", found=found, expected=accept
            )
        return usual(reply.data) if accept == _RESULTS else reply.data
