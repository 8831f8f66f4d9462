"""A progress bar that stays away: only on a terminal, only for work that takes over a second."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

PATIENCE: Final = 1.0

Advance = Callable[[str], None]
"""Say that one more step is done, and what comes next."""


@contextmanager
def progress(title: str, total: int, *, patience: float = PATIENCE) -> Iterator[Advance]:
    """Yields a function to call after each of `total` steps; draws only if standard error is a terminal.

    >>> with progress("loading", 2) as advance:
    ...     advance("a.txt")
    ...     advance("b.txt")
    """
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    bar = _bar()
    task = bar.add_task(title, total=total, now="")
    started = monotonic()

    def advance(now: str) -> None:
        if not bar.live.is_started and monotonic() - started > patience:
            bar.start()
        bar.update(task, advance=1, now=now)

    try:
        yield advance
    finally:
        bar.stop()


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[now]}"),
        console=Console(stderr=True),
        transient=True,
    )
