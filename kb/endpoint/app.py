"""The application: which address answers what, and how a query becomes a response."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from kb.endpoint.description import describe
from kb.endpoint.flow import LOG, Streamed, beginning, read_body, unless_gone
from kb.endpoint.metrics import Metrics
from kb.endpoint.negotiation import GRAPHS, RESULTS, Form, choose
from kb.endpoint.pool import BusyError, Pool, StoppedError
from kb.endpoint.protocol import Asked, RefusedError, read_get, read_post
from kb.endpoint.settings import Settings
from kb.errors import LimitError, QueryError, StoreError
from kb.queries import wire
from kb.queries.lexing import check_read_only, query_form, tokens
from kb.queries.sandbox import TroubleError
from kb.queries.sparql import explained
from kb.store import Backend

_UNSTEADY: Final = frozenset(("NOW", "RAND", "UUID", "STRUUID", "BNODE"))
"""Functions that answer differently each time: what they make is not to be kept."""

Forms = tuple[Form | None, Form | None]
"""The form for SELECT and ASK, and the one for CONSTRUCT and DESCRIBE."""


def create_app(store: Backend, settings: Settings) -> Starlette:
    """The application that answers for `store`."""
    endpoint = _Endpoint(store, settings, Pool(store, settings), Metrics())

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await endpoint.pool.start()
        yield
        await endpoint.pool.close()

    cors = Middleware(
        CORSMiddleware,
        allow_origins=["*"], allow_methods=["GET", "HEAD", "POST", "OPTIONS"], allow_headers=["*"],
        expose_headers=["ETag", "Retry-After"], max_age=86400,
    )  # fmt: skip
    routes = [
        *(Route(path, endpoint.sparql, methods=["GET", "POST"]) for path in ("/sparql", "/sparql/")),
        Route("/.well-known/void", endpoint.void, methods=["GET"]),
        Route("/metrics", endpoint.metrics_text, methods=["GET"]),
        Route("/health", endpoint.health, methods=["GET"]),
    ]
    compressed = Middleware(GZipMiddleware, minimum_size=2000, compresslevel=4)
    return Starlette(routes=routes, middleware=[cors, compressed], lifespan=lifespan)


@dataclass(frozen=True, slots=True)
class _Endpoint:
    store: Backend
    settings: Settings
    pool: Pool
    metrics: Metrics

    async def health(self, _: Request) -> Response:
        return JSONResponse({"status": "ok", "snapshot": self.store.version})

    async def void(self, request: Request) -> Response:
        return RedirectResponse(str(request.url.replace(path="/sparql", query="")), 303)

    async def sparql(self, request: Request) -> Response:
        begun = time.perf_counter()
        asked: Asked | None = None
        try:
            asked = await self._read(request)
            response = await self._answer(request, asked) if asked else self._describe(request)
        except RefusedError as refused:
            response = PlainTextResponse(refused.reason + "\n", refused.status, refused.headers)
        seconds = time.perf_counter() - begun
        self.metrics.count("/sparql", response.status_code, seconds)
        self._log(request, response, seconds, asked)
        return response

    def _describe(self, request: Request) -> Response:
        form = choose(request.headers.get("accept"), GRAPHS)
        if form is None:
            raise _not_acceptable("DESCRIBE")
        body = describe(self.store, str(request.url.replace(query="")), form.name)
        return Response(body, headers={"Content-Type": form.content_type, "Vary": "Accept"})

    async def metrics_text(self, _: Request) -> Response:
        return PlainTextResponse(self.metrics.text(asdict(self.pool.counts)))

    async def _read(self, request: Request) -> Asked | None:
        query_string: bytes = request.scope["query_string"]
        if request.method != "POST":
            return read_get(query_string)
        try:
            async with asyncio.timeout(self.settings.body_seconds):
                body = await read_body(request, self.settings.body)
        except TimeoutError:
            raise RefusedError(408, "the request did not arrive in time", {"Connection": "close"}) from None
        except ClientDisconnect:
            raise RefusedError(400, "the request ended early") from None
        return read_post(query_string, request.headers.get("content-type"), body)

    async def _answer(self, request: Request, asked: Asked) -> Response:
        self._check(asked)
        results, graphs = (choose(request.headers.get("accept"), forms) for forms in (RESULTS, GRAPHS))
        form = query_form(asked.query)
        if (form in ("SELECT", "ASK") and results is None) or (
            form in ("CONSTRUCT", "DESCRIBE") and not graphs
        ):
            raise _not_acceptable(form)
        tag = self._tag(asked, (results, graphs), self.store.version)
        if tag and tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={"ETag": tag, "Vary": "Accept"})
        limits = self.settings.limits
        ask = wire.Request(
            asked.query, results.name if results else None, graphs.name if graphs else None,
            base=str(request.url.replace(query="")), default_graphs=asked.default_graphs,
            named_graphs=asked.named_graphs, rows=limits.rows, bytes=limits.bytes,
        )  # fmt: skip
        return await unless_gone(request, self._run(asked, ask, (results, graphs)))

    async def _run(self, asked: Asked, ask: wire.Request, forms: Forms) -> Response:
        """The whole answer when it is short; else its beginning, with the rest to follow."""
        try:
            lease = await self.pool.begin(ask)
        except BusyError:
            raise _busy("all processes are taken") from None
        try:
            if not lease.worker.is_sealed:
                check_read_only(asked.query, strict=True)
            head, parts, is_whole = await beginning(lease.worker)
        except BaseException as problem:
            lease.close(reusable=isinstance(problem, TroubleError | QueryError))
            raise self._refusal(problem, asked.query) from problem
        form = forms[head["kind"] == "graph"]
        assert form is not None
        tag = self._tag(asked, forms, head["version"] or self.store.version)
        headers = {"Content-Type": form.content_type, "Vary": "Accept", **({"ETag": tag} if tag else {})}
        if is_whole:
            lease.close(reusable=True)
            return Response(b"".join(parts), headers=headers)
        return Streamed(lease, parts, headers)

    def _refusal(self, problem: BaseException, query: str) -> BaseException:
        """What a problem with a query means for the one who asked."""
        if isinstance(problem, QueryError):
            return RefusedError(400, str(problem))
        if isinstance(problem, BusyError):
            return _busy("too many slow queries are running")
        if isinstance(problem, StoppedError):
            limits = self.settings.limits
            what, most = (
                ("seconds", round(limits.seconds)) if problem.late else ("megabytes", limits.megabytes)
            )
            return _busy(str(LimitError(what, most, "the query was stopped")))
        if not isinstance(problem, TroubleError):
            return problem
        if problem.kind == "format":
            return _not_acceptable(problem.message.upper())
        found = explained(problem, query, self.settings.limits)
        return found if isinstance(found, StoreError) else RefusedError(400, str(found))

    def _check(self, asked: Asked) -> None:
        # A graph that is not here is empty: a client may ask for it, and nothing is fetched.
        try:
            check_read_only(asked.query)
        except QueryError as problem:
            raise RefusedError(400, str(problem)) from problem

    def _tag(self, asked: Asked, forms: Forms, version: str) -> str | None:
        words = {token.text.upper() for token in tokens(asked.query) if token.kind == "word"}
        if words & _UNSTEADY:
            return None
        what = (version, asked, *(form and form.name for form in forms))
        return f'W/"{sha256(repr(what).encode()).hexdigest()[:32]}"'

    def _log(self, request: Request, response: Response, seconds: float, asked: Asked | None) -> None:
        record: dict[str, object] = {
            "client": request.client.host if request.client else None, "method": request.method,
            "path": request.url.path, "status": response.status_code, "ms": round(seconds * 1000, 2),
        }  # fmt: skip
        if self.settings.log_queries and asked:
            record["query"] = asked.query
        LOG.info(json.dumps(record, ensure_ascii=False))


def _busy(reason: str) -> RefusedError:
    return RefusedError(503, f"{reason}; try again later", {"Retry-After": "5"})


def _not_acceptable(form: str) -> RefusedError:
    forms = GRAPHS if form in ("CONSTRUCT", "DESCRIBE", "GRAPH") else RESULTS
    return RefusedError(406, f"this comes as one of: {', '.join(form.media_type for form in forms)}")
