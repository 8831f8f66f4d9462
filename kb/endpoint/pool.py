"""Processes that run queries, so that one query can be stopped and the others do not notice.

A query gets a process that waits. When it takes longer than most, it counts as slow: a new process takes its
place among those that wait, its own runs on with low priority, and ends with it. Only so many slow queries
run at a time. Whoever is over the limits is killed.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from math import ceil
from time import monotonic
from typing import Any, Final

from kb.endpoint.fairness import Budget
from kb.endpoint.settings import Settings
from kb.queries import wire
from kb.queries.sandbox import worker_command, worker_environment
from kb.rdf import RdfFormat, serialize
from kb.store import Backend, DirectoryStore

_HEAD: Final = 5
_FILL_BYTES: Final = 1 << 20
_LOW_PRIORITY: Final = 10


class BusyError(Exception):
    """No process is free for the query; it may be asked again later."""


class StoppedError(Exception):
    """The process of the query is gone: killed when time was up, or out of memory."""

    def __init__(self, *, late: bool) -> None:
        super().__init__(late)
        self.late = late


class ShareTakenError(Exception):
    """The client has had its share of slow queries for now."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"this address has had its share of slow queries; come again in {seconds} seconds")
        self.seconds = seconds


@dataclass(slots=True, eq=False)
class Worker:
    """One process, and the pipes to it."""

    process: asyncio.subprocess.Process
    version: str
    is_sealed: bool = False
    is_slow: bool = False
    is_late: bool = False
    is_crowded_out: bool = False

    async def send(self, letter: bytes, data: bytes = b"") -> None:
        """Writes one frame."""
        assert self.process.stdin is not None
        with suppress(BrokenPipeError, ConnectionResetError):  # seen as an end when the answer is read
            self.process.stdin.write(letter + len(data).to_bytes(4, "big") + data)
            await self.process.stdin.drain()

    async def receive(self) -> tuple[bytes, bytes]:
        """The next frame. Raises StoppedError or BusyError when the process is gone."""
        assert self.process.stdout is not None
        try:
            head = await self.process.stdout.readexactly(_HEAD)
            return head[:1], await self.process.stdout.readexactly(int.from_bytes(head[1:], "big"))
        except asyncio.IncompleteReadError:
            if self.is_crowded_out:
                raise BusyError from None
            raise StoppedError(late=self.is_late) from None

    def kill(self) -> None:
        """Ends the process at once."""
        with suppress(ProcessLookupError):
            self.process.kill()


@dataclass(slots=True)
class Lease:
    """A process for the time of one query."""

    worker: Worker
    timers: tuple[asyncio.TimerHandle, ...]
    pool: Pool
    client: str = ""
    begun: float = field(default_factory=monotonic)
    is_open: bool = True

    def close(self, *, reusable: bool) -> None:
        """Gives the process back, once; one that is not done with its query is not `reusable`."""
        if self.is_open:
            self.is_open = False
            for timer in self.timers:
                timer.cancel()
            self.pool.charge(self.client, monotonic() - self.begun)
            self.pool.give_back(self.worker, reusable=reusable)


@dataclass(slots=True)
class Counts:
    """What the pool has seen, for those who watch it."""

    asked: int = 0
    refused: int = 0
    killed: int = 0
    slow: int = 0


class Pool:
    """The processes of one endpoint."""

    def __init__(self, store: Backend, settings: Settings, module: str = "kb.queries.worker") -> None:
        self._module = module
        self.counts = Counts()
        self._store = store
        self._settings = settings
        self._idle: deque[Worker] = deque()
        self._waiting: deque[asyncio.Future[Worker]] = deque()
        self._slow_now = 0
        self._slow_seconds = Budget(settings.slow_saved, settings.slow_share)
        self._all: set[Worker] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Starts the processes, and waits until they are ready."""
        await asyncio.gather(*(self._add() for _ in range(self._settings.workers)))

    async def close(self) -> None:
        """Ends all processes."""
        for task in self._tasks:
            task.cancel()
        for worker in self._all:
            worker.kill()
        await asyncio.gather(*(worker.process.wait() for worker in self._all))
        self._all.clear()

    async def begin(self, request: wire.Request | dict[str, object], client: str = "") -> Lease:
        """A process that has been given the query; whoever gets it must close it.

        Raises BusyError when none is free in time, ShareTakenError when the client has had its share.
        """
        if client and (seconds := self._slow_seconds.wait(client)):
            raise ShareTakenError(ceil(seconds))
        self.counts.asked += 1
        worker = await self._take()
        loop = asyncio.get_running_loop()
        timers = (
            loop.call_later(self._settings.slow_after, self._is_slow, worker),
            loop.call_later(self._settings.limits.seconds, self._is_late, worker),
        )
        lease = Lease(worker, timers, self, client)
        try:
            await worker.send(wire.ASK, wire.pack(request))
        except BaseException:
            lease.close(reusable=False)
            raise
        return lease

    def give_back(self, worker: Worker, *, reusable: bool) -> None:
        """Takes back a process: for another query, or to be replaced when it is in the middle of this one."""
        if worker.is_slow:
            # Its place is taken by another, and its low priority cannot be undone.
            self._slow_now -= 1
            self._drop(worker)
        elif reusable and self._is_fresh(worker):
            self._offer(worker)
        else:
            self._replace(worker)

    def charge(self, client: str, seconds: float) -> None:
        """Notes what a client has taken: only slow queries count, whoever asks little is never counted."""
        if client and seconds > self._settings.slow_after:
            self._slow_seconds.take(client, seconds)

    async def _take(self) -> Worker:
        while self._idle:
            worker = self._idle.popleft()
            if self._is_fresh(worker):
                return worker
            self._replace(worker)
        if len(self._waiting) >= self._settings.waiting:
            self.counts.refused += 1
            raise BusyError
        place: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            return await asyncio.wait_for(place, self._settings.patience)
        except TimeoutError:
            self.counts.refused += 1
            raise BusyError from None

    def _offer(self, worker: Worker) -> None:
        while self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(worker)
                return
        self._idle.append(worker)

    def _is_fresh(self, worker: Worker) -> bool:
        """Whether a process may get another query: one of a directory follows new snapshots by itself."""
        alive = worker.process.returncode is None
        return alive and (isinstance(self._store, DirectoryStore) or worker.version == self._store.version)

    def _is_slow(self, worker: Worker) -> None:
        self.counts.slow += 1
        if self._slow_now >= self._settings.slow_at_once:
            worker.is_crowded_out = True
            self.counts.refused += 1
            worker.kill()
            return
        self._slow_now += 1
        worker.is_slow = True
        with suppress(ProcessLookupError):
            os.setpriority(os.PRIO_PROCESS, worker.process.pid, _LOW_PRIORITY)
        self._start_another()

    def _is_late(self, worker: Worker) -> None:
        self.counts.killed += 1
        worker.is_late = True
        worker.kill()

    def _replace(self, worker: Worker) -> None:
        self._drop(worker)
        self._start_another()

    def _drop(self, worker: Worker) -> None:
        worker.kill()
        self._in_background(self._bury(worker))

    async def _bury(self, worker: Worker) -> None:
        await worker.process.wait()
        self._all.discard(worker)

    def _start_another(self) -> None:
        self._in_background(self._add())

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _everything(self) -> bytes:
        # One thread has to make the iterator and to read it.
        return serialize(self._store.quads(), format=RdfFormat.N_QUADS) or b""

    async def _add(self) -> None:
        directory = str(self._store.directory.resolve()) if isinstance(self._store, DirectoryStore) else ""
        version = self._store.version
        process = await asyncio.create_subprocess_exec(
            *worker_command(directory, self._settings.limits.megabytes, self._module),
            env=worker_environment(),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        worker = Worker(process, version)
        self._all.add(worker)
        if not directory:
            data = await asyncio.to_thread(self._everything)
            for at in range(0, len(data), _FILL_BYTES):
                await worker.send(wire.FILL, data[at : at + _FILL_BYTES])
            await worker.send(wire.FILL)
        _, hello = await worker.receive()
        worker.is_sealed = bool(wire.unpack(hello)["sealed"])
        self._offer(worker)
