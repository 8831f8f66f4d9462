"""Listening: the application behind uvicorn, until it is told to stop."""

from __future__ import annotations

from pathlib import Path

import uvicorn

from kb.endpoint.app import create_app
from kb.endpoint.settings import Settings
from kb.store import open_store


def make_server(directory: Path, host: str, port: int, settings: Settings) -> uvicorn.Server:
    """A server that does not listen yet. Raises StoreError when the directory is not a store."""
    app = create_app(open_store(directory), settings)
    config = uvicorn.Config(
        app, host=host, port=port, log_level="warning", access_log=False, server_header=False,
        timeout_keep_alive=15, timeout_graceful_shutdown=10,
    )  # fmt: skip
    return uvicorn.Server(config)


def serve(directory: Path, host: str, port: int, settings: Settings) -> None:
    """Answers until it is interrupted; requests under way are finished first."""
    make_server(directory, host, port, settings).run()
