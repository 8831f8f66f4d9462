"""Bytes on their way in and out: bodies that are bounded, answers that break off rather than lie."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import suppress
from json import dumps
from typing import Any, Final

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from kb.endpoint.pool import BusyError, Lease, StoppedError, Worker
from kb.endpoint.protocol import RefusedError
from kb.queries import wire
from kb.queries.sandbox import TroubleError

LOG: Final = logging.getLogger("kb.endpoint")
_BUFFER: Final = 64 * 1024
CLIENT_GONE: Final = 499


class Streamed(StreamingResponse):
    """A long answer. When it cannot be finished the connection breaks off, and does not look finished."""

    def __init__(self, lease: Lease, parts: list[bytes], headers: Mapping[str, str]) -> None:
        super().__init__(self._parts(parts), headers=headers)
        self._lease = lease
        self._is_done = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the answer, and gives the process back however that ends."""
        try:
            await super().__call__(scope, receive, send)
        except (TroubleError, StoppedError, BusyError) as problem:
            # Returning without the last chunk makes the server close the connection.
            LOG.warning(dumps({"event": "an answer broke off after it had begun", "reason": str(problem)}))
        finally:
            self._lease.close(reusable=self._is_done)

    async def _parts(self, parts: list[bytes]) -> AsyncIterator[bytes]:
        for part in parts:
            yield part
        while True:
            letter, data = await _next(self._lease.worker)
            if letter == wire.END:
                self._is_done = True
                return
            yield data


async def beginning(worker: Worker) -> tuple[dict[str, Any], list[bytes], bool]:
    """The head of an answer, its first bytes, and whether they are all."""
    _, head = await _next(worker)
    parts: list[bytes] = []
    while sum(map(len, parts)) < _BUFFER:
        letter, data = await _next(worker)
        if letter == wire.END:
            return wire.unpack(head), parts, True
        parts.append(data)
    return wire.unpack(head), parts, False


async def _next(worker: Worker) -> tuple[bytes, bytes]:
    letter, data = await worker.receive()
    if letter == wire.ERROR:
        trouble = wire.unpack(data)
        raise TroubleError(trouble["kind"], trouble["message"])
    return letter, data


async def read_body(request: Request, most: int) -> bytes:
    """The body of a request, of which no more than `most` bytes are ever held."""
    parts: list[bytes] = []
    await _take(request, most, parts.append)
    return b"".join(parts)


async def body_in_time(request: Request, most: int, seconds: float) -> bytes:
    """The body of a request. Raises RefusedError where it has more than `most` bytes, or is slow."""
    parts: list[bytes] = []
    await take_body(request, most, seconds, parts.append)
    return b"".join(parts)


async def take_body(request: Request, most: int, seconds: float, take: Callable[[bytes], object]) -> None:
    """Gives the parts of a body to `take` as they arrive, and never more than `most` bytes.

    Raises RefusedError where there is more, or it does not all arrive in time.
    """
    try:
        async with asyncio.timeout(seconds):
            await _take(request, most, take)
    except TimeoutError:
        raise RefusedError(408, "the request did not arrive in time", {"Connection": "close"}) from None
    except ClientDisconnect:
        raise RefusedError(400, "the request ended early") from None


async def _take(request: Request, most: int, take: Callable[[bytes], object]) -> None:
    announced = request.headers.get("content-length", "")
    too_long = RefusedError(413, f"a request may have {most} bytes", {"Connection": "close"})
    if announced.isdecimal() and int(announced) > most:
        raise too_long
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise too_long
        take(part)


async def unless_gone(request: Request, answer: Coroutine[Any, Any, Response]) -> Response:
    """The answer; or none, and its work undone, when the client is gone before it is there."""
    working, gone = asyncio.ensure_future(answer), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        working.cancel()
        with suppress(asyncio.CancelledError):
            await working
        return Response(status_code=CLIENT_GONE)
    finally:
        gone.cancel()
        working.cancel()


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
