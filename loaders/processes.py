"""Work on files in other processes, results in order, a crash of one told and survived.

The processes are new interpreters, not copies of this one: a store that is open here keeps its threads and
locks to itself, and a script that calls us needs no guard. What a process is to do is named by its function;
what comes back is pickled. No more results wait than twice the number of processes, so memory is bounded
however many files there are.
"""

from __future__ import annotations

import gc
import os
import pickle
import struct
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from queue import SimpleQueue
from threading import Lock
from typing import IO, Final, TypeVar, cast

from kb.errors import LoadError, Place

_ROOT: Final = Path(__file__).parents[1]
_SIZE: Final = struct.Struct(">Q")
_FEW_BYTES: Final = 400_000
"""Up to so many bytes of files, other processes would take longer to start than the work takes."""

_MANY_BYTES: Final = 4 * 1024 * 1024

Item = TypeVar("Item")
Result = TypeVar("Result")


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def workers_for(files: Iterable[Path]) -> int:
    """How many processes are worth starting for these files: one where there is little to read.

    Also one where several files are so large that their memory, side by side, would be too much.
    """
    sizes = [_size(file) for file in files]
    if len(sizes) < 2 or sum(sizes) <= _FEW_BYTES or sorted(sizes)[-2] > _MANY_BYTES:
        return 1
    return cores()


def _size(file: Path) -> int:
    try:
        return file.stat().st_size if file.is_file() else 0
    except OSError:
        return 0


def in_order(
    work: Callable[[Item], Result], items: Iterable[Item], *, workers: int
) -> Generator[Result | LoadError, None, None]:
    """What `work`, a function of a module, makes of each of `items`, in their order.

    An item whose process dies gives a LoadError, which names the item; what `work` raises is raised here. One
    worker is this process.
    """
    if workers < 2:
        yield from map(work, items)
        return
    yield from _side_by_side(f"{work.__module__}:{work.__qualname__}", items, workers)


def _side_by_side(work: str, items: Iterable[Item], count: int) -> Generator[Result | LoadError, None, None]:
    idle: SimpleQueue[_Worker] = SimpleQueue()
    workers = [_Worker(work) for _ in range(count)]
    for worker in workers:
        idle.put(worker)

    def one(item: Item) -> Result | LoadError:
        worker = idle.get()
        try:
            return cast("Result | LoadError", worker.ask(item))
        finally:
            idle.put(worker)

    with ThreadPoolExecutor(count) as threads:
        waiting: deque[Future[Result | LoadError]] = deque()
        try:
            for item in items:
                if len(waiting) >= 2 * count:
                    yield waiting.popleft().result()
                waiting.append(threads.submit(one, item))
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
        self._lock = Lock()
        self._is_closed = False

    def ask(self, item: object) -> object:
        with self._lock:
            if self._is_closed:
                return LoadError(Place(str(item)), "the load was given up")
            process = self._process = self._process or _start(self._work)
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            _send(process.stdin, item)
            told = _receive(process.stdout)
        except (BrokenPipeError, EOFError):
            process.wait()
            found = f"exit code {process.returncode}"
            self._let_go()
            return LoadError(Place(str(item)), "the process that read the file ended", found=found)
        if isinstance(told, _Raised):
            raise told.error
        return told

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
        self._let_go()

    def _let_go(self) -> None:
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
    """Does `work` for each item that comes in, until the input ends."""
    # Records make no circles: looking for some, again and again, takes a fifth of the time.
    gc.freeze()
    gc.set_threshold(200_000, 20, 20)
    module, _, name = work.partition(":")
    function = getattr(import_module(module), name)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What a library prints must not get between the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    while True:
        try:
            item = _receive(sys.stdin.buffer)
        except EOFError:
            return
        try:
            answer: object = function(item)
        except Exception as error:
            answer = _Raised(error)
        _send(out, answer)


if __name__ == "__main__":
    # Under its own name: what is pickled must be found by that name on the other side.
    import_module("loaders.processes").serve(sys.argv[1])
