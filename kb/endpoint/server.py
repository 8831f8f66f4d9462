"""Listening: the application behind uvicorn, until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kb.endpoint.app import create_app
from kb.endpoint.flow import LOG
from kb.endpoint.settings import Settings
from kb.store import open_store

_HEAD_BYTES: Final = 128 * 1024
"""How much a client may send of the head of a request, or between the parts of its body."""
_TOO_LONG: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
)


def make_server(directory: Path, host: str, port: int, settings: Settings) -> uvicorn.Server:
    """A server that does not listen yet. Raises StoreError when the directory is not a store."""
    app = create_app(open_store(directory), settings)
    impatient = type("Impatient", (_Impatient,), {"head_seconds": settings.head_seconds})
    config = uvicorn.Config(
        app, host=host, port=port, log_level="warning", access_log=False, server_header=False,
        timeout_keep_alive=15, timeout_graceful_shutdown=10, http=impatient,
    )  # fmt: skip
    return uvicorn.Server(config)


def serve(directory: Path, host: str, port: int, settings: Settings) -> None:
    """Answers until it is interrupted; requests under way are finished first. Its log is standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(message)s"))
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    make_server(directory, host, port, settings).run()


class _Impatient(HttpToolsProtocol):
    """HTTP for clients that say what they want in time and in few words.

    One that drips its head holds no connection: uvicorn stops its own clock at the first byte. One whose head
    or trailer has no end takes no memory: the parser keeps whatever comes until it is whole.
    """

    head_seconds = 10.0
    _clock: asyncio.TimerHandle | None = None
    _unread = 0
    """Bytes since the parser last came to something: a request, the end of its head, a part of its body."""
    _is_in_head = False

    def data_received(self, data: bytes) -> None:
        self._unread += len(data)
        super().data_received(data)
        if self._unread > _HEAD_BYTES and not self.transport.is_closing():
            if self._is_in_head:
                self.transport.write(_TOO_LONG)
            self.transport.close()

    def on_message_begin(self) -> None:
        self._is_in_head, self._unread = True, 0
        super().on_message_begin()

    def on_body(self, body: bytes) -> None:
        self._unread = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._unread = 0
        super().on_message_complete()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._begin_to_wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def on_headers_complete(self) -> None:
        self._is_in_head, self._unread = False, 0
        self._stop_waiting()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._begin_to_wait(self.timeout_keep_alive)

    def _begin_to_wait(self, idle: float = 0.0) -> None:
        self._stop_waiting()
        self._clock = self.loop.call_later(self.head_seconds + idle, self._give_up)

    def _stop_waiting(self) -> None:
        if self._clock:
            self._clock.cancel()

    def _give_up(self) -> None:
        # A request that came right behind the last one may be under way.
        if self.cycle is None or self.cycle.response_complete:
            self.transport.close()
