"""Queries of others, run in a process of their own that can be stopped.

pyoxigraph cannot be interrupted: not by a timeout, not by Ctrl-C. So a query runs in a child that reads the
same snapshot; for a store in memory the child gets a copy, once for each state of the store. The child stays
for the next query, and is killed when one takes too long or too much.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from io import BufferedReader, RawIOBase
from pathlib import Path
from threading import Lock, Timer
from typing import Any, BinaryIO, Final, TypeVar
from weakref import WeakKeyDictionary, finalize

from kb.errors import KbError, LimitError, Place, StoreError
from kb.queries import wire
from kb.queries.lexing import check_read_only
from kb.rdf import IS_FALLBACK, RdfFormat, serialize
from kb.store import Backend, DirectoryStore

_SOURCE_ROOT: Final = Path(__file__).parents[2]
_FILL_BYTES: Final = 1 << 20
_READ_BYTES: Final = 1 << 18
_OUT_OF_MEMORY: Final = (-signal.SIGABRT, -signal.SIGSEGV, -9)
"""How a process ends that gets no more memory: by itself, or by the system's hand (9)."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one query may take: seconds, memory beyond the store's own, rows and bytes of its result."""

    seconds: float = 30.0
    megabytes: int = 2048
    rows: int | None = None
    bytes: int | None = 512 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole result: its kind (select, ask or graph), and its bytes in the format that was asked for."""

    kind: str
    data: bytes


Answer = TypeVar("Answer")
Reader = Callable[[str, BinaryIO], Answer]
"""Makes an answer of the kind of a result and its bytes, which it may read while they still arrive."""


class TroubleError(KbError):
    """The worker says why it gave no answer; becomes a QueryError or LimitError of its caller."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(kind, message)
        self.kind = kind
        self.message = message


class Sandbox:
    """One child process for one store; whoever asks holds its lock.

    `module` is what runs in it: by default the one that answers queries.
    """

    def __init__(self, store: Backend, megabytes: int, module: str = "kb.queries.worker") -> None:
        self._version = "" if isinstance(store, DirectoryStore) else store.version
        self._megabytes = megabytes
        self._process = _start(store, megabytes, module)
        self._end = finalize(self, _stop, self._process)
        self.lock = Lock()
        self.is_sealed = bool(_expect(_pipe(self._process.stdout), wire.HELLO)["sealed"])

    def serves(self, store: Backend, megabytes: int) -> bool:
        """Whether this child is alive and has the store's present state and the same limit."""
        fresh = isinstance(store, DirectoryStore) or self._version == store.version
        return fresh and megabytes == self._megabytes and self._process.poll() is None

    def ask(self, request: wire.Request | dict[str, object], seconds: float) -> Reply:
        """The whole result of a query, or of what else the child answers.

        Raises LimitError when time or memory is up, TroubleError when the worker has another reason.
        """
        return self.read(request, seconds, _whole)

    def read(
        self, request: wire.Request | dict[str, object], seconds: float, reader: Reader[Answer]
    ) -> Answer:
        """What `reader` makes of a result, as it arrives; raises as `ask` does, and what `reader` raises."""
        late: list[bool] = []

        def too_late() -> None:
            late.append(True)
            self._process.kill()

        timer = Timer(seconds, too_late)
        timer.start()
        try:
            wire.send(_pipe(self._process.stdin), wire.ASK, wire.pack(request))
            return _read(_pipe(self._process.stdout), reader)
        except (EOFError, BrokenPipeError):
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1)
            self.close()
            raise self._why(seconds if late else None) from None
        except KeyboardInterrupt:
            self.close()
            raise
        finally:
            timer.cancel()

    def close(self) -> None:
        """Ends the child."""
        self._end()

    def _why(self, seconds: float | None) -> KbError:
        """Why the child is gone: killed when time was up, ended by itself out of memory, or something new."""
        if seconds is not None:
            return LimitError("seconds", round(seconds), "the query was stopped")
        if self._process.returncode in _OUT_OF_MEMORY:
            return LimitError("megabytes of memory", self._megabytes, "the query was stopped")
        return StoreError(
            Place("query"),
            "the process that answers queries ended",
            found=f"exit code {self._process.returncode}",
        )


def _read(pipe: BinaryIO, reader: Reader[Answer]) -> Answer:
    head = _expect(pipe, wire.START)
    frames = _Frames(pipe)
    try:
        found = reader(head["kind"], BufferedReader(frames, _READ_BYTES))
    except Exception:
        if frames.problem is not None:
            raise frames.problem from None
        frames.drain()
        raise
    frames.drain()
    return found


def _whole(kind: str, data: BinaryIO) -> Reply:
    return Reply(kind, data.read())


class _Frames(RawIOBase):
    """The bytes of a result, frame after frame as they arrive."""

    def __init__(self, pipe: BinaryIO) -> None:
        super().__init__()
        self._pipe = pipe
        self._left = memoryview(b"")
        self._ended = False
        self.problem: Exception | None = None
        """Why no more comes: kept, for a parser may tell it as an error of its own."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._left and not self._ended:
            self._next()
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size

    def drain(self) -> None:
        """Takes what is left, so that the next result begins where the pipe goes on."""
        while not self._ended:
            self._next()

    def _next(self) -> None:
        try:
            letter, data = _receive(self._pipe)
        except Exception as problem:
            self.problem, self._ended = problem, True
            raise
        self._ended = letter == wire.END
        self._left = memoryview(b"" if self._ended else data)


def _expect(pipe: BinaryIO, letter: bytes) -> dict[str, Any]:
    found, data = _receive(pipe)
    if found != letter:
        raise StoreError(Place("query"), "the process that answers queries is confused", found=found)
    return wire.unpack(data)


def _receive(pipe: BinaryIO) -> tuple[bytes, bytes]:
    frame = wire.receive(pipe)
    if frame is None:
        raise EOFError
    if frame[0] == wire.ERROR:
        trouble = wire.unpack(frame[1])
        raise TroubleError(trouble["kind"], trouble["message"])
    return frame


def _start(store: Backend, megabytes: int, module: str) -> subprocess.Popen[bytes]:
    directory = str(store.directory.resolve()) if isinstance(store, DirectoryStore) else ""
    process = subprocess.Popen(
        worker_command(directory, megabytes, module), env=worker_environment(),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C is for us; we pass it on
    )  # fmt: skip
    if not directory:
        data = serialize(store.quads(), format=RdfFormat.N_QUADS) or b""
        for at in range(0, len(data), _FILL_BYTES):
            wire.send(_pipe(process.stdin), wire.FILL, data[at : at + _FILL_BYTES])
        wire.send(_pipe(process.stdin), wire.FILL)
    return process


def worker_command(directory: str, megabytes: int, module: str = "kb.queries.worker") -> list[str]:
    """The command that starts a worker for this process."""
    return [sys.executable, "-m", module, directory, str(megabytes), str(os.getpid())]


def worker_environment() -> dict[str, str]:
    """The environment in which a worker finds this very package, wherever it was started from."""
    path = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{_SOURCE_ROOT}{os.pathsep}{path}" if path else str(_SOURCE_ROOT)}


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe:
            with suppress(BrokenPipeError):  # what was still to be written is for nobody now
                pipe.close()
    process.wait()


def _pipe(pipe: object) -> BinaryIO:
    assert pipe is not None
    return pipe  # type: ignore[return-value]


_KEPT: Final[WeakKeyDictionary[Backend, Sandbox]] = WeakKeyDictionary()
_LOCK: Final = Lock()


def ask(store: Backend, request: wire.Request, limits: Limits, reader: Reader[Answer]) -> Answer:
    """What `reader` makes of a query's result in the child of `store`, which is started when there is none.

    Raises LimitError when a limit is reached, QueryError when the query may reach out and the child cannot be
    kept from it, TroubleError for any other reason.
    """
    if IS_FALLBACK:
        # It needs rdflib, which is slow to import and not wanted otherwise.
        from kb.queries.here import answered

        check_read_only(request.query, strict=True)
        return _read(answered(store, request, limits.seconds), reader)
    with _LOCK:
        sandbox = _KEPT.get(store)
        if sandbox is None or not sandbox.serves(store, limits.megabytes):
            if sandbox:
                sandbox.close()
            sandbox = _KEPT[store] = Sandbox(store, limits.megabytes)
    if not sandbox.is_sealed:
        check_read_only(request.query, strict=True)
    with sandbox.lock:
        return sandbox.read(request, limits.seconds, reader)
