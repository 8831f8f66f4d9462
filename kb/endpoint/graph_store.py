"""Whole graphs to read: the read side of the SPARQL 1.1 Graph Store HTTP Protocol."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

from kb.endpoint.answering import begin, not_acceptable
from kb.endpoint.fairness import client_of
from kb.endpoint.flow import unless_gone
from kb.endpoint.identifying import DEFAULT, graph_of
from kb.endpoint.negotiation import GRAPHS, choose
from kb.endpoint.pool import Pool
from kb.endpoint.protocol import RefusedError
from kb.endpoint.settings import Settings
from kb.queries import wire
from kb.rdf import NamedNode
from kb.store import Backend


@dataclass(frozen=True, slots=True)
class GraphStore:
    """The graphs of a store, by their names."""

    store: Backend
    settings: Settings
    pool: Pool

    async def get(self, request: Request) -> Response:
        """The graph that a request names. Raises RefusedError where it names none that is there."""
        graph = graph_of(request)
        if graph is None:
            raise RefusedError(400, "name a graph: ?graph=IRI, or ?default for what is in none")
        if graph != DEFAULT and not self.has(graph):
            raise RefusedError(404, f"there is no graph {graph}")
        form = choose(request.headers.get("accept"), GRAPHS)
        if form is None:
            raise not_acceptable("GRAPH")
        tag = f'W/"{sha256(repr((self.store.version, graph, form.name)).encode()).hexdigest()[:32]}"'
        headers = {"Content-Type": form.content_type, "Vary": "Accept", "ETag": tag}
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={"ETag": tag, "Vary": "Accept"})
        if request.method == "HEAD":
            return Response(headers=headers)
        return await unless_gone(request, self._read(request, graph, form.name, headers))

    def has(self, graph: str) -> bool:
        """Whether there is a graph of this name, be it an empty one."""
        return bool(self.store.query(f"SELECT * {{ GRAPH {NamedNode(graph)} {{}} }}").rows)

    async def _read(self, request: Request, graph: str, form: str, headers: dict[str, str]) -> Response:
        client = client_of(request.client.host if request.client else None)
        limits = replace(self.settings.limits, rows=None, bytes=None)
        question = wire.Request("", None, form, graph=graph, rows=None, bytes=None)
        return (await begin(self.pool, question, limits, client)).response(headers)
