"""Real SPARQL servers on the loopback: each is started by its own program and ended with its test."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from endpoint_tools import free_port

Verb = Callable[..., tuple[int, str, str]]
"""Runs one verb: its exit code, what it printed, what it said beside."""

TOKEN = "a-token-for-the-tests-of-pushing"
VIRTUOSO = """
[Database]
DatabaseFile = virtuoso.db
ErrorLogFile = virtuoso.log
LockFile = virtuoso.lck
TransactionFile = virtuoso.trx
xa_persistent_file = virtuoso.pxa
FileExtend = 200
[TempDatabase]
DatabaseFile = temporary.db
TransactionFile = temporary.trx
[Parameters]
ServerPort = 127.0.0.1:{sql}
DisableUnixSocket = 1
DirsAllowed = .
NumberOfBuffers = 10000
MaxDirtyBuffers = 6000
[HTTPServer]
ServerPort = 127.0.0.1:{http}
ServerRoot = .
ServerThreads = 10
[SPARQL]
ResultSetMaxRows = {rows}
"""


@dataclass(frozen=True)
class Server:
    """Where a server answers queries, where it takes graphs, and what it must be told to take them."""

    query: str
    graphs: str
    environment: Mapping[str, str] = field(default_factory=dict)


@contextmanager
def oxigraph(folder: Path, *options: str) -> Iterator[Server]:
    program = Path(sys.executable).with_name("oxigraph")
    if not program.exists():
        pytest.skip("needs the server oxigraph (pip install oxigraph)")
    port = free_port()
    with _running([str(program), "serve", "--bind", f"127.0.0.1:{port}", *options], folder, port):
        yield Server(f"http://127.0.0.1:{port}/query", f"http://127.0.0.1:{port}/store")


@contextmanager
def virtuoso(folder: Path, rows: int = 200_000) -> Iterator[Server]:
    program = shutil.which("virtuoso-t")
    if program is None:
        pytest.skip("needs the server Virtuoso (apt install virtuoso-opensource-7-bin)")
    port = free_port()
    settings = VIRTUOSO.format(sql=free_port(), http=port, rows=rows)
    (folder / "virtuoso.ini").write_text(settings, encoding="utf-8")
    with _running([program, "+foreground", "+configfile", "virtuoso.ini"], folder, port):
        yield Server(
            f"http://127.0.0.1:{port}/sparql", f"http://127.0.0.1:{port}/sparql-graph-crud-auth",
            {"TCG_RULES_STORE_USER": "dba", "TCG_RULES_STORE_PASSWORD": "dba"},
        )  # fmt: skip


@contextmanager
def ours(folder: Path) -> Iterator[Server]:
    token = folder / "token"
    token.write_text(TOKEN, encoding="utf-8")
    port = free_port()
    command = [sys.executable, "-m", "kb.cli", "serve", "--port", str(port), "--store", str(folder / "store")]
    with _running([*command, "--token-file", str(token)], folder, port):
        yield Server(
            f"http://127.0.0.1:{port}/sparql", f"http://127.0.0.1:{port}/write/store",
            {"TCG_RULES_STORE_TOKEN": TOKEN},
        )  # fmt: skip


@contextmanager
def _running(command: list[str], folder: Path, port: int) -> Iterator[None]:
    with (folder / "output").open("wb") as output:
        process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=output)
        try:
            _wait_for(process, f"http://127.0.0.1:{port}/", folder / "output")
            yield
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_for(process: subprocess.Popen[bytes], address: str, output: Path) -> None:
    for _ in range(600):
        assert process.poll() is None, output.read_text(encoding="utf-8", errors="replace")
        try:
            httpx.get(address, timeout=10)
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("the server did not answer in a minute")


SERVERS = {"oxigraph": oxigraph, "virtuoso": virtuoso, "ours": ours}
