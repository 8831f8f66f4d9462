"""How the process that asks and the process that answers talk: frames of a letter, a length and bytes."""

from __future__ import annotations

import struct
from dataclasses import asdict, dataclass
from json import dumps, loads
from typing import Any, BinaryIO, Final

_FRAME: Final = struct.Struct(">cI")

ASK: Final = b"Q"
"""To the worker: a query, as JSON."""
FILL: Final = b"N"
"""To the worker: part of a store in memory as N-Quads; an empty one ends it."""
HELLO: Final = b"W"
"""From the worker: ready; says whether it gave up sockets."""
START: Final = b"H"
"""From the worker: what kind of result follows, and from which snapshot."""
DATA: Final = b"D"
ERROR: Final = b"E"
END: Final = b"F"


@dataclass(frozen=True, slots=True)
class Request:
    """A query and what may come of it."""

    query: str
    results: str | None = "json"
    """The format of SELECT and ASK results; None when the asker can read none."""
    graphs: str | None = "nt"
    """The format of CONSTRUCT and DESCRIBE results; None when the asker can read none."""
    base: str | None = None
    default_graphs: tuple[str, ...] = ()
    """The graphs that make up the default graph; all of them when no graph is named here or below."""
    named_graphs: tuple[str, ...] = ()
    rows: int | None = None
    bytes: int | None = None
    graph: str | None = None
    """A graph that is wanted whole, in the place of an answer; empty for what is in no graph."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a worker gave no answer, or no whole one."""

    kind: str
    """``query``, ``rows``, ``bytes``, ``format``, ``network``, ``missing`` or ``store``."""
    message: str


def pack(value: Request | Trouble | dict[str, object]) -> bytes:
    """A record as the bytes of a frame."""
    return dumps(value if isinstance(value, dict) else asdict(value), ensure_ascii=False).encode(
        errors="surrogatepass"
    )


def unpack_request(data: bytes) -> Request:
    """The request in a frame."""
    values: dict[str, Any] = loads(data)
    for name in ("default_graphs", "named_graphs"):
        values[name] = tuple(values[name])
    return Request(**values)


def unpack(data: bytes) -> dict[str, Any]:
    """The record in any other frame."""
    found: dict[str, Any] = loads(data)
    return found


def send(pipe: BinaryIO, letter: bytes, data: bytes = b"") -> None:
    """Writes one frame."""
    pipe.write(_FRAME.pack(letter, len(data)) + data)
    pipe.flush()


def receive(pipe: BinaryIO) -> tuple[bytes, bytes] | None:
    """The next frame; None when the other side is gone."""
    head = _exactly(pipe, _FRAME.size)
    if head is None:
        return None
    letter, length = _FRAME.unpack(head)
    data = _exactly(pipe, length)
    return None if data is None else (letter, data)


def _exactly(pipe: BinaryIO, length: int) -> bytes | None:
    data = pipe.read(length) if length else b""
    return data if len(data) == length else None
