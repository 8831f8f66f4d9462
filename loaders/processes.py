"""Work on files in other processes, results in order, a crash of one told and survived.

The processes are new interpreters, not copies of this one: a store that is open here keeps its threads and
locks to itself, and a script that calls us needs no guard. What a process is to do is named by its function;
what comes back is pickled. No more results wait than twice the number of processes, so memory is bounded
however many files there are.
"""

from __future__ import annotations

import os
import pickle
import struct
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from typing import IO, Final, TypeVar, cast

from kb.errors import LoadError, Place

_ROOT: Final = Path(__file__).parents[1]
_SIZE: Final = struct.Struct(">Q")
_FEW_BYTES: Final = 400_000
"""Up to so many bytes of files, other processes would take longer to start than the work takes."""

Result = TypeVar("Result")


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(
    work: Callable[[Path], Result], files: Iterable[Path], *, workers: int | None = None
) -> Iterator[Result | LoadError]:
    """What `work`, a function of a module, makes of each of `files`, in their order.

    A file whose process dies gives a LoadError; what `work` raises otherwise is raised here. With one worker,
    or little to do, everything is done in this process.
    """
    listed = tuple(files)
    count = min(workers or cores(), len(listed))
    if count < 2 or (workers is None and _is_little(listed)):
        yield from map(work, listed)
        return
    yield from _side_by_side(f"{work.__module__}:{work.__qualname__}", listed, count)


def _is_little(files: Iterable[Path]) -> bool:
    total = 0
    for file in files:
        total += file.stat().st_size if file.is_file() else 0
        if total > _FEW_BYTES:
            return False
    return True


def _side_by_side(work: str, files: Iterable[Path], count: int) -> Iterator[Result | LoadError]:
    idle: SimpleQueue[_Worker] = SimpleQueue()
    workers = [_Worker(work) for _ in range(count)]
    for worker in workers:
        idle.put(worker)

    def one(file: Path) -> Result | LoadError:
        worker = idle.get()
        try:
            return cast("Result | LoadError", worker.ask(file))
        finally:
            idle.put(worker)

    with ThreadPoolExecutor(count) as threads:
        waiting: deque[Future[Result | LoadError]] = deque()
        try:
            for file in files:
                if len(waiting) >= 2 * count:
                    yield waiting.popleft().result()
                waiting.append(threads.submit(one, file))
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()
            for worker in workers:
                worker.close()


class _Worker:
    """One process; started when it is first needed, and again when it has died."""

    def __init__(self, work: str) -> None:
        self._work = work
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, file: Path) -> object:
        process = self._process = self._process or _start(self._work)
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            _send(process.stdin, file)
            told = _receive(process.stdout)
        except (BrokenPipeError, EOFError):
            process.wait()
            found = f"exit code {process.returncode}"
            self.close()
            return LoadError(Place(str(file)), "the process that read the file ended", found=found)
        if isinstance(told, _Raised):
            raise told.error
        return told

    def close(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with suppress(BrokenPipeError):  # what was still to be written is for nobody now
                if pipe:
                    pipe.close()
        process.wait()


class _Raised:
    """What the work of a process raised."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _start(work: str) -> subprocess.Popen[bytes]:
    path = os.environ.get("PYTHONPATH")
    environment = os.environ | {"PYTHONPATH": f"{_ROOT}{os.pathsep}{path}" if path else str(_ROOT)}
    return subprocess.Popen(
        [sys.executable, "-m", "loaders.processes", work],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for us; the end of its input ends the process
    )


def _send(pipe: IO[bytes], value: object) -> None:
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    pipe.write(_SIZE.pack(len(data)))
    pipe.write(data)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> object:
    head = pipe.read(_SIZE.size)
    data = pipe.read(_SIZE.unpack(head)[0]) if len(head) == _SIZE.size else b""
    if not data:
        raise EOFError
    return pickle.loads(data)


def serve(work: str) -> None:
    """Does `work` for each file that standard input names, until it ends."""
    module, _, name = work.partition(":")
    function = getattr(import_module(module), name)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What a library prints must not get between the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    while True:
        try:
            file = _receive(sys.stdin.buffer)
        except EOFError:
            return
        try:
            answer: object = function(file)
        except Exception as error:
            answer = _Raised(error)
        _send(out, answer)


if __name__ == "__main__":
    # Under its own name: what is pickled must be found by that name on the other side.
    import_module("loaders.processes").serve(sys.argv[1])
