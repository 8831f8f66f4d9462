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

Report = Callable[[int, int, str], None]
"""Say how many steps are done, how many there are, and what comes next."""


@contextmanager
def progress(title: str, *, patience: float = PATIENCE) -> Iterator[Report]:
    """Yields a function to call before each step; it draws only if standard error is a terminal.

    >>> with progress("loading") as report:
    ...     report(0, 2, "a.txt")
    ...     report(1, 2, "b.txt")
    """
    if not sys.stderr.isatty():
        yield lambda done, total, now: None
        return
    bar = _bar()
    task = bar.add_task(title, total=None, now="")
    started = monotonic()

    def report(done: int, total: int, now: str) -> None:
        bar.update(task, completed=done, total=total, now=now)
        if not bar.live.is_started and monotonic() - started > patience:
            bar.start()

    try:
        yield report
    finally:
        bar.stop()


def _bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[now]}", markup=False),
        console=Console(stderr=True),
        transient=True,
    )
