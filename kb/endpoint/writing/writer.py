"""Starting and watching the process that carries out a change: one at a time, all or nothing."""

from __future__ import annotations

import asyncio
import subprocess
from typing import Any, Final

from kb.endpoint.answering import busy, stopped
from kb.endpoint.pool import StoppedError, Worker
from kb.endpoint.protocol import RefusedError
from kb.endpoint.settings import Settings
from kb.endpoint.writing.records import Change, Done
from kb.queries import wire
from kb.queries.sandbox import worker_command, worker_environment
from kb.store import Backend, DirectoryStore

_STATUS: Final = {"query": 400, "missing": 404, "conflict": 409, "unsound": 422}
_MODULE: Final = "kb.endpoint.writing.worker"


class Writer:
    """Carries out changes to one store, one after the other."""

    def __init__(self, store: Backend, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def carry_out(self, change: Change) -> Done:
        """What became of a change that is now in force.

        Raises RefusedError when it is not; then the store is as it was.
        """
        if not isinstance(self._store, DirectoryStore):
            raise RefusedError(403, "a store in memory is not written over HTTP")
        if self._waiting > self._settings.writes_waiting:
            raise busy("too many changes are waiting")
        self._waiting += 1
        try:
            async with self._turn:
                return await self._in_a_process(change, self._store)
        finally:
            self._waiting -= 1

    async def _in_a_process(self, change: Change, store: DirectoryStore) -> Done:
        limits, before = self._settings.write_limits, store.version
        process = await asyncio.create_subprocess_exec(
            *worker_command(str(store.directory.resolve()), limits.megabytes, _MODULE),
            env=worker_environment(),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        worker = Worker(process, before)
        timer = asyncio.get_running_loop().call_later(limits.seconds, _is_late, worker)
        try:
            await worker.send(wire.ASK, change.pack())
            _expect(await worker.receive())
            # From here on it is being published: that is not stopped, as nobody would know how it ended.
            timer.cancel()
            return _done(_expect(await worker.receive()))
        except StoppedError as problem:
            if store.version != before:  # it ended after the very last step
                return Done(is_new=False, version=store.version)
            raise stopped(problem, limits, "nothing was changed") from None
        finally:
            timer.cancel()
            worker.kill()
            await process.wait()


def _is_late(worker: Worker) -> None:
    worker.is_late = True
    worker.kill()


def _expect(frame: tuple[bytes, bytes]) -> bytes:
    letter, data = frame
    if letter == wire.ERROR:
        trouble = wire.unpack(data)
        if trouble["kind"] in _STATUS:
            raise RefusedError(_STATUS[trouble["kind"]], trouble["message"])
        raise busy(trouble["message"])
    return data


def _done(data: bytes) -> Done:
    found: dict[str, Any] = wire.unpack(data)
    return Done(bool(found["is_new"]), str(found["version"]))
