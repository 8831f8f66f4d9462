"""A real server on the loopback for tests of the endpoint."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from kb.endpoint import Settings
from kb.endpoint.server import make_server

LENDING = """
game: mtg
players: [Ann, Ben]
setup:
  - {id: ox, name: Harbour Ox, kind: creature, owner: Ann, controller: Ann, zone: battlefield}
events:
  - {do: gain_control, player: Ben, of: ox, until: end_of_turn, by: Sudden Errand}
questions:
  - {ask: controller, of: ox, at: end}
"""
"""A situation: a creature that is borrowed until the end of the turn."""


@contextmanager
def served(directory: Path, settings: Settings | None = None) -> Iterator[str]:
    """The address of a running endpoint for the store in `directory`."""
    server = make_server(directory, "127.0.0.1", free_port(), settings or Settings())
    thread = threading.Thread(target=server.run)
    thread.start()
    wait_until_up(server, thread)
    try:
        yield f"http://127.0.0.1:{server.config.port}"
    finally:
        server.should_exit = True
        thread.join(20)
    assert not thread.is_alive(), "the server did not stop"


def wait_until_up(server: uvicorn.Server, thread: threading.Thread) -> None:
    while not server.started:
        thread.join(0.05)
        assert thread.is_alive(), "the server did not start"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port
