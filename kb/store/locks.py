"""Locks that end with the process that holds them, so that a killed load leaves none behind."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int, *, shared: bool) -> None:
        # Windows has no shared byte locks here; it refuses to delete open files, which protects readers.
        if not shared:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int, *, shared: bool) -> None:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


def lock_shared(path: Path) -> int:
    """A file descriptor that holds a shared lock on an existing file until it is closed.

    Raises BlockingIOError when another process holds the file exclusively.
    """
    return _locked(os.open(path, os.O_RDONLY), shared=True)


def lock_exclusive(path: Path) -> int:
    """A file descriptor that holds `path`, created if need be, for this process alone until it is closed.

    Raises BlockingIOError when another process holds it in either way.
    """
    return _locked(os.open(path, os.O_RDWR | os.O_CREAT, 0o644), shared=False)


def _locked(handle: int, *, shared: bool) -> int:
    try:
        _lock(handle, shared=shared)
    except OSError:
        os.close(handle)
        raise
    return handle


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Holds the writer's lock at `path`, with this process's number inside for others to read."""
    handle = lock_exclusive(path)
    try:
        os.ftruncate(handle, 0)
        os.pwrite(handle, str(os.getpid()).encode(), 0) if sys.platform != "win32" else None
        yield
    finally:
        os.close(handle)
