"""Listening: the application behind uvicorn, until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kb.endpoint.app import create_app
from kb.endpoint.flow import LOG
from kb.endpoint.settings import Settings
from kb.store import open_store


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
    """HTTP for clients that say what they want in time: one that drips its head holds no connection.

    uvicorn stops its own clock at the first byte.
    """

    head_seconds = 10.0
    _clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._begin_to_wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def on_headers_complete(self) -> None:
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
