"""Every `curl` command of the documentation is run, against a server of the documents it speaks of."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ADDRESS = "127.0.0.1:7878"
_LINE = re.compile(r"^(?: {4})?(curl (?:[^\n]*\\\n)*[^\n]*)$|`(curl [^`\n]+)`", re.MULTILINE)
NOTES = "<x:b> <http://www.w3.org/2000/01/rdf-schema#label> 'b' .\n"


def curls(page: Path) -> list[str]:
    """The commands of a page, in order, each with its continued lines."""
    return [found[1] or found[2] for found in _LINE.finditer(page.read_text(encoding="utf-8"))]


PAGES = [
    page for page in sorted((ROOT / "docs").rglob("*.md")) if any(ADDRESS in each for each in curls(page))
]
pytestmark = pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a reader types: with a situation, a token and some triples of their own."""
    made = tmp_path_factory.mktemp("curl")
    shutil.copy(ROOT / "docs" / "tutorial" / "duel.yaml", made)
    (made / "token").write_text(secrets.token_urlsafe(32), encoding="ascii")
    (made / "token").chmod(0o600)
    (made / "notes.ttl").write_text(NOTES, encoding="ascii")
    return made


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    documents, store = str(ROOT / "ontology" / "examples" / "documents"), str(folder / "store")
    verb = [sys.executable, "-m", "kb.cli"]
    subprocess.run([*verb, "load", documents, "--store", store], check=True, capture_output=True, cwd=ROOT)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    served = ["serve", "--store", store, "--port", str(port), "--token-file", str(folder / "token")]
    process = subprocess.Popen([*verb, *served], cwd=ROOT, stderr=subprocess.DEVNULL, env=dict(os.environ))
    try:
        yield _ready(f"127.0.0.1:{port}")
    finally:
        process.terminate()
        process.wait(20)


def _ready(address: str) -> str:
    for _ in range(300):
        try:
            urllib.request.urlopen(f"http://{address}/health", timeout=5).close()
        except OSError:
            time.sleep(0.2)
        else:
            return address
    pytest.fail("the server did not answer")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_curl_command_is_answered(page: Path, address: str, folder: Path) -> None:
    for command in curls(page):
        typed = command.replace(ADDRESS, address).replace("curl ", "curl --fail-with-body -sS ", 1)
        done = subprocess.run(typed, shell=True, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        assert done.stdout.strip() or "/write" in command, command


def test_the_first_query_of_the_tutorial_counts_the_rules(address: str, folder: Path) -> None:
    [command, *_] = curls(ROOT / "docs" / "tutorial" / "sparql-client.md")
    done = subprocess.run(
        command.replace(ADDRESS, address), shell=True, cwd=folder, capture_output=True, text=True, check=True
    )
    assert sorted(done.stdout.split()) == ["en,6", "fr,5", "language,rules"]
