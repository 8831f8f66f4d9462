"""What the person who runs an endpoint decides."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from kb.queries.sandbox import Limits


@dataclass(frozen=True, slots=True)
class Settings:
    """The limits of an endpoint; the defaults are for strangers."""

    limits: Limits = field(default=Limits(seconds=10.0, megabytes=512, rows=100_000, bytes=64 * 1024 * 1024))
    workers: int = 4
    """Processes that wait for queries."""
    slow_after: float = 0.25
    """Seconds after which a query counts as slow: it makes room for the next, and runs with low priority."""
    slow_at_once: int = 2
    """How many slow queries may run at a time; one more is refused."""
    slow_saved: float = 120.0
    """Seconds of slow queries that one client may have at once, until it has to wait."""
    slow_share: float = 1.0
    """Seconds of slow queries that a client regains with every second."""
    rate: float | None = None
    """How many requests a second one client may send, in the long run; None: as many as it can."""
    head_seconds: float = 10.0
    """Seconds in which the head of a request must have arrived."""
    patience: float = 2.0
    """Seconds a query waits for a free process before it is refused."""
    waiting: int = 64
    """How many queries may wait."""
    body: int = 1024 * 1024
    """Bytes of a request's body."""
    body_seconds: float = 10.0
    """Seconds in which a request's body must have arrived."""
    kept: int = 32 * 1024 * 1024
    """Bytes of short answers that are kept for the next one who asks the same."""
    yasgui: Path | None = None
    """The folder with YASGUI's files for the SPARQL page; None: where ``make yasgui`` puts them."""
    log_queries: bool = False
    """Whether the log holds what was asked."""
    token: str | None = field(default=None, repr=False)
    """What a client must send to write; None: nobody writes."""
    write_limits: Limits = field(default=Limits(seconds=120.0, megabytes=2048, bytes=None))
    """What a change may take, before it is published."""
    update: int = 16 * 1024 * 1024
    """Bytes of the text of an update."""
    graph: int = 1024 * 1024 * 1024
    """Bytes of a graph that is sent; they are kept in a file, not in memory."""
    write_seconds: float = 600.0
    """Seconds in which what is to be written must have arrived."""
    writes_waiting: int = 8
    """How many changes may wait for the one that is under way."""
