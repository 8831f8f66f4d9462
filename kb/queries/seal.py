"""Takes sockets and boundless memory away from a process that is about to run somebody's query.

pyoxigraph follows SERVICE over HTTP whatever one tells it, and cannot be stopped. So the process that runs a
query first gives up the system calls that open connections (Linux, x86-64 and arm64), and takes a limit on
its memory (where the system has one); whoever started it kills it when time is up.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from pathlib import Path
from typing import Final

_PR_SET_NO_NEW_PRIVS: Final = 38
_PR_SET_SECCOMP: Final = 22
_MODE_FILTER: Final = 2
_ALLOW: Final = 0x7FFF0000
_REFUSE: Final = 0x00050000 | 1  # EPERM
_KILL: Final = 0x80000000
_LOAD, _IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_AT_CALL, _AT_MACHINE = 0, 4

_MACHINES: Final = {
    # socket, socketpair, connect, io_uring_setup
    "x86_64": (0xC000003E, (41, 53, 42, 425)),
    "aarch64": (0xC00000B7, (198, 199, 203, 425)),
}


def refuse_sockets() -> bool:
    """Gives up opening sockets for the rest of this process; False where we do not know how."""
    if sys.platform != "linux" or os.uname().machine not in _MACHINES:
        return False
    machine, calls = _MACHINES[os.uname().machine]
    filters = _program(machine, calls)
    block = ctypes.create_string_buffer(b"".join(filters))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(filters), ctypes.addressof(block)))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    if prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        return False
    return bool(prctl(_PR_SET_SECCOMP, _MODE_FILTER, program, 0, 0) == 0)


def _program(machine: int, calls: tuple[int, ...]) -> list[bytes]:
    """Berkeley packet filter code: another machine's calls kill, `calls` are refused, the rest is allowed."""

    def step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
        return struct.pack("HBBI", code, if_true, if_false, value)

    steps = [
        step(_LOAD, _AT_MACHINE),
        step(_IF_EQUAL, machine, 1, 0),
        step(_RETURN, _KILL),
        step(_LOAD, _AT_CALL),
    ]
    for left, call in zip(range(len(calls), 0, -1), calls, strict=True):
        steps.append(step(_IF_EQUAL, call, left, 0))
    return [*steps, step(_RETURN, _ALLOW), step(_RETURN, _REFUSE)]


def limit_memory(megabytes: int) -> bool:
    """Lets this process take `megabytes` more than it has now; False where the system cannot do that."""
    if sys.platform == "win32":
        return False
    import resource

    status = Path("/proc/self/status")
    if not status.exists():
        return False
    lines = status.read_text(encoding="ascii", errors="replace").splitlines()
    now = next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmData:")), 0)
    most = now + megabytes * 1024 * 1024
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    return True
