"""The application: which address answers what, and how a query becomes a response."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib.metadata import version
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from kb.endpoint.answering import begin, not_acceptable
from kb.endpoint.description import describe
from kb.endpoint.fairness import client_of
from kb.endpoint.flow import Streamed, body_in_time, unless_gone
from kb.endpoint.gate import Gate
from kb.endpoint.graph_store import GraphStore
from kb.endpoint.kept import KeptAnswer, KeptAnswers
from kb.endpoint.metrics import Metrics
from kb.endpoint.negotiation import GRAPHS, RESULTS, Form, choose
from kb.endpoint.pages.routes import nothing_here, pages
from kb.endpoint.pool import Pool
from kb.endpoint.protocol import Asked, RefusedError, read_get, read_post
from kb.endpoint.settings import Settings
from kb.endpoint.vocabulary import vocabulary_routes
from kb.endpoint.watching import Watch
from kb.endpoint.writing.routes import write_routes
from kb.errors import QueryError, StoreError
from kb.ontology_files import digest_of
from kb.queries import wire
from kb.queries.lexing import check_read_only, query_form, tokens
from kb.queries.sandbox import Limits
from kb.store import Backend

_UNSTEADY: Final = frozenset(("NOW", "RAND", "UUID", "STRUUID", "BNODE"))
"""Functions that answer differently each time: what they make is not to be kept."""

_OF_RESULTS: Final = frozenset(("SELECT", "ASK"))
_OF_GRAPHS: Final = frozenset(("CONSTRUCT", "DESCRIBE"))


def create_app(store: Backend, settings: Settings) -> Starlette:
    """The application that answers for `store`."""
    watch = Watch(Metrics())
    pool = Pool(store, settings)
    endpoint = _Endpoint(
        store, settings, pool, watch, KeptAnswers(settings.kept), GraphStore(store, settings, pool)
    )

    shown = pages(store, settings, endpoint.pool)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await endpoint.pool.start()
        # Nobody is let in before it is done: a search would wait for the index of words.
        with suppress(StoreError):
            await asyncio.to_thread(shown.warm_up)
        yield
        await shown.close()
        await endpoint.pool.close()

    cors = Middleware(
        CORSMiddleware,
        allow_origins=["*"], allow_methods=["GET", "HEAD", "POST", "OPTIONS"], allow_headers=["*"],
        expose_headers=["ETag", "Retry-After"], max_age=86400,
    )  # fmt: skip
    routes = [
        *(Route(path, endpoint.sparql, methods=["GET", "POST"]) for path in ("/sparql", "/sparql/")),
        *(Route(path, endpoint.graph, methods=["GET"]) for path in ("/store", "/store/{name:path}")),
        *write_routes(store, settings, watch, endpoint.graphs.get),
        Route("/.well-known/void", endpoint.void, methods=["GET"]),
        Route("/metrics", endpoint.metrics_text, methods=["GET"]),
        Route("/health", endpoint.health, methods=["GET"]),
        *shown.routes,
        *vocabulary_routes(),
    ]
    compressed = Middleware(GZipMiddleware, minimum_size=2000, compresslevel=4)
    return Starlette(
        routes=routes, middleware=[Middleware(Gate, settings), cors, compressed], lifespan=lifespan,
        exception_handlers={404: nothing_here},
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Question:
    """Everything that an answer depends on, besides the snapshot."""

    asked: Asked
    base: str
    results: Form | None
    graphs: Form | None

    def request(self, limits: Limits) -> wire.Request:
        """The question as a process gets it."""
        return wire.Request(
            self.asked.query, self.results.name if self.results else None,
            self.graphs.name if self.graphs else None,
            base=self.base, default_graphs=self.asked.default_graphs,
            named_graphs=self.asked.named_graphs, rows=limits.rows, bytes=limits.bytes,
        )  # fmt: skip


def _words(query: str) -> set[str]:
    return {token.text.upper() for token in tokens(query) if token.kind == "word"}


@dataclass(frozen=True, slots=True)
class _Endpoint:
    store: Backend
    settings: Settings
    pool: Pool
    watch: Watch
    kept: KeptAnswers
    graphs: GraphStore

    async def health(self, _: Request) -> Response:
        about = {"program": version("tcg-rules-kb"), "rules": digest_of("rules/*.crl")}
        return JSONResponse({"status": "ok", "snapshot": self.store.version, **about})

    async def void(self, request: Request) -> Response:
        return RedirectResponse(str(request.url.replace(path="/sparql", query="")), 303)

    async def sparql(self, request: Request) -> Response:
        return await self.watch.answered(request, "/sparql", self._sparql)

    async def graph(self, request: Request) -> Response:
        return await self.watch.answered(request, "/store", self.graphs.get)

    async def _sparql(self, request: Request) -> Response:
        asked = await self._read(request)
        if asked is None:
            return self._describe(request)
        request.state.asked = asked.query
        return await self._answer(request, asked)

    def _describe(self, request: Request) -> Response:
        form = choose(request.headers.get("accept"), GRAPHS)
        if form is None:
            raise not_acceptable("DESCRIBE")
        body = describe(self.store, str(request.url.replace(query="")), form.name)
        return Response(body, headers={"Content-Type": form.content_type, "Vary": "Accept"})

    async def metrics_text(self, _: Request) -> Response:
        return PlainTextResponse(self.watch.metrics.text(asdict(self.pool.counts)))

    async def _read(self, request: Request) -> Asked | None:
        query_string: bytes = request.scope["query_string"]
        if request.method != "POST":
            return read_get(query_string)
        body = await body_in_time(request, self.settings.body, self.settings.body_seconds)
        return read_post(query_string, request.headers.get("content-type"), body)

    async def _answer(self, request: Request, asked: Asked) -> Response:
        results, graphs = (choose(request.headers.get("accept"), forms) for forms in (RESULTS, GRAPHS))
        question = _Question(asked, str(request.url.replace(query="")), results, graphs)
        kept = self.kept.get((self.store.version, question))
        if kept:
            if kept.headers["ETag"] in request.headers.get("if-none-match", ""):
                return Response(status_code=304, headers={"ETag": kept.headers["ETag"], "Vary": "Accept"})
            return Response(kept.body, headers=kept.headers)
        self._check(question)
        response = await unless_gone(
            request, self._run(question, client_of(request.client.host if request.client else None))
        )
        tag = response.headers.get("etag")
        if tag and tag in request.headers.get("if-none-match", "") and not isinstance(response, Streamed):
            return Response(status_code=304, headers={"ETag": tag, "Vary": "Accept"})
        return response

    def _check(self, question: _Question) -> None:
        # A graph that is not here is empty: a client may ask for it, and nothing is fetched.
        try:
            check_read_only(question.asked.query)
        except QueryError as problem:
            raise RefusedError(400, str(problem)) from problem
        form = query_form(question.asked.query)
        if (form in _OF_RESULTS and question.results is None) or (
            form in _OF_GRAPHS and question.graphs is None
        ):
            raise not_acceptable(form)

    async def _run(self, question: _Question, client: str) -> Response:
        """The whole answer when it is short; else its beginning, with the rest to follow."""
        limits = self.settings.limits
        begun = await begin(self.pool, question.request(limits), limits, client)
        version = begun.head["version"] or self.store.version
        form = question.graphs if begun.head["kind"] == "graph" else question.results
        assert form is not None
        headers = {"Content-Type": form.content_type, "Vary": "Accept"}
        is_steady = not _words(question.asked.query) & _UNSTEADY
        if is_steady:
            headers["ETag"] = f'W/"{sha256(repr((version, question)).encode()).hexdigest()[:32]}"'
        response = begun.response(headers)
        if is_steady and begun.is_whole:
            self.kept.put((version, question), KeptAnswer(headers, bytes(response.body)))
        return response
