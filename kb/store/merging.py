"""The threads on which the database merges its files behind the scenes: they wait while much is written.

Whatever is merged in the middle of a large load is merged again at its end. On a machine whose processors are
all busy, threads of low priority hardly run, and what they leave is done once. Linux tells the threads of a
process by name and lets each have a priority of its own; elsewhere nothing is changed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

_THREADS: Final = Path("/proc/self/task")
_NAME: Final = "rocksdb:low"
_LAST: Final = 19
"""The lowest priority there is."""


def merge_later() -> None:
    """Lets everything else go before the merging."""
    for thread in _merging():
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, _LAST)


def merge_now() -> None:
    """Gives the merging the priority of this process again, where the user may raise one."""
    for thread in _merging():
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, os.getpid()))


def _merging() -> Iterator[int]:
    """The numbers of the threads that merge."""
    if not _THREADS.is_dir():
        return
    for thread in _THREADS.iterdir():
        with suppress(OSError):  # a thread may end meanwhile
            if (thread / "comm").read_text(encoding="utf-8", errors="replace").strip() == _NAME:
                yield int(thread.name)
