"""What is written over HTTP: SPARQL updates, and whole graphs by the Graph Store Protocol.

All of it is below one path, ``/write``, which a server in front can keep from strangers.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from secrets import token_urlsafe
from tempfile import TemporaryDirectory
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kb.endpoint.flow import body_in_time, take_body
from kb.endpoint.identifying import address_of, checked_iri, graph_of
from kb.endpoint.negotiation import GRAPHS
from kb.endpoint.protocol import RefusedError, read_update
from kb.endpoint.settings import Settings
from kb.endpoint.watching import Watch
from kb.endpoint.writing.records import Change, Done, Kind, Payload
from kb.endpoint.writing.token import check_may_write
from kb.endpoint.writing.writer import Writer
from kb.store import Backend

_KINDS: Final = {"PUT": Kind.PUT, "POST": Kind.POST, "DELETE": Kind.DELETE}
_OF_MANY: Final = ("nq", "trig")
"""The formats that say themselves which graph a triple is in."""
_MULTIPART: Final = "multipart/form-data"
Answer = Callable[[Request], Awaitable[Response]]


def write_routes(store: Backend, settings: Settings, watch: Watch, read: Answer) -> list[Route]:
    """The routes below ``/write``; `read` answers GET and HEAD of a graph."""
    writing = Writing(settings, Writer(store, settings), watch, read)
    return [
        Route("/write/update", writing.update, methods=["POST"]),
        *(
            Route(path, writing.graph, methods=["GET", "PUT", "POST", "DELETE"])
            for path in ("/write/store", "/write/store/{name:path}")
        ),
    ]


@dataclass(frozen=True, slots=True)
class Writing:
    """The handlers of what is written."""

    settings: Settings
    writer: Writer
    watch: Watch
    read: Answer

    async def update(self, request: Request) -> Response:
        """Carries out an update."""
        return await self.watch.answered(request, "/write/update", self._update)

    async def graph(self, request: Request) -> Response:
        """Writes or deletes a graph, or shows it."""
        return await self.watch.answered(request, "/write/store", self._graph)

    async def _update(self, request: Request) -> Response:
        check_may_write(request, self.settings.token)
        body = await body_in_time(request, self.settings.update, self.settings.write_seconds)
        asked = read_update(request.scope["query_string"], request.headers.get("content-type"), body)
        request.state.asked = asked.update
        for iri in (*asked.default_graphs, *asked.named_graphs):
            checked_iri(iri)
        change = Change(
            Kind.UPDATE, asked.update, address_of(request), asked.default_graphs, asked.named_graphs
        )
        return _said(await self.writer.carry_out(change), 204)

    async def _graph(self, request: Request) -> Response:
        check_may_write(request, self.settings.token)
        if request.method in ("GET", "HEAD"):
            return await self.read(request)
        kind, graph = _KINDS[request.method], graph_of(request)
        if kind is Kind.DELETE:
            if graph is None:
                raise RefusedError(400, "name the graph to delete: ?graph=IRI or ?default")
            return _said(await self.writer.carry_out(Change(kind, graph=graph)), 204)
        with TemporaryDirectory(prefix="tcg-rules-") as folder:
            file = Path(folder) / "body"
            with file.open("wb") as sink:
                await take_body(request, self.settings.graph, self.settings.write_seconds, sink.write)
            return await self._put(request, kind, graph, file)

    async def _put(self, request: Request, kind: Kind, graph: str | None, file: Path) -> Response:
        media_type = request.headers.get("content-type", "")
        is_of_many = _form(media_type, graph is None) in _OF_MANY
        if graph is None and not is_of_many:
            if kind is Kind.PUT:
                raise RefusedError(400, "name the graph: ?graph=IRI or ?default; or send N-Quads or TriG")
            graph = f"{address_of(request).rstrip('/')}/{token_urlsafe(12)}"
            headers = {"Location": graph}
        else:
            headers = {}
        base = graph or address_of(request)
        change = Change(kind, graph=graph, payload=_payloads(media_type, file, base, self.settings.update))
        done = await self.writer.carry_out(change)
        return _said(done, 201 if done.is_new else 204, headers)


def _said(done: Done, status: int, headers: dict[str, str] | None = None) -> Response:
    """What is said of a change that is in force: the snapshot that has it, in ``/health``'s word for it."""
    return Response(status_code=status, headers={"Snapshot": done.version, **(headers or {})})


def _form(content_type: str, may_be_of_many: bool) -> str:
    """Our name for the format of a body. Raises RefusedError where we cannot read it there."""
    media_type, _, parameters = content_type.partition(";")
    media_type = media_type.strip().lower()
    if "charset=" in parameters.lower() and "utf-8" not in parameters.lower():
        raise RefusedError(415, "a graph is sent in UTF-8")
    if media_type == _MULTIPART:
        return media_type
    known = [form for form in GRAPHS if may_be_of_many or form.name not in _OF_MANY]
    for form in known:
        if media_type in (form.media_type, *form.aliases):
            return form.name
    readable = ", ".join(form.media_type for form in known)
    raise RefusedError(415, f"a graph is sent as one of {readable}, not as {media_type or 'nothing'}")


def _payloads(content_type: str, file: Path, base: str, most: int) -> tuple[Payload, ...]:
    """The files in a body: itself, or the parts of a form, each written to a file of its own."""
    form = _form(content_type, may_be_of_many=True)
    if form != _MULTIPART:
        return (Payload(str(file), form, base),)
    if file.stat().st_size > most:
        raise RefusedError(413, f"a form may have {most} bytes; send the graph by itself")
    whole = message_from_bytes(f"Content-Type: {content_type}\r\n\r\n".encode("latin-1") + file.read_bytes())
    parts = [part for part in whole.walk() if not part.is_multipart()]
    if not whole.is_multipart() or not parts:
        raise RefusedError(400, "this form has no parts")
    return tuple(_part(part, file.with_name(f"part{number}"), base) for number, part in enumerate(parts))


def _part(part: Message, file: Path, base: str) -> Payload:
    form = _form(part.get("Content-Type", ""), may_be_of_many=False)
    data = part.get_payload(decode=True)
    file.write_bytes(data if isinstance(data, bytes) else b"")
    return Payload(str(file), form, base)
