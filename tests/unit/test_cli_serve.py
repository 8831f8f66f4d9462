"""The verb serve: a SPARQL client works from the first day."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
import rdflib

from kb.store import open_store
from loaders.pipeline import load_paths

Verb = Callable[..., tuple[int, str, str]]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _started(store: Path, port: int, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "kb.cli", "serve", "--store", str(store), "--port", str(port), *options]
    environment = {name: value for name, value in os.environ.items() if name != "TCG_RULES_LANG"}
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    )


def _wait_for(url: str, process: subprocess.Popen[str]) -> None:
    for _ in range(300):
        assert process.poll() is None, process.communicate()[1]
        try:
            httpx.get(url, timeout=5)
        except httpx.ConnectError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("the server did not answer in 30 seconds")


@pytest.fixture(scope="module")
def store(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that holds the packaged documents."""
    folder = tmp_path_factory.mktemp("serve") / "store"
    load_paths(open_store(folder), [root / "ontology" / "examples" / "documents"], atomic=True)
    return folder


@pytest.fixture(scope="module")
def address(store: Path) -> Iterator[str]:
    """Where a server of that store answers."""
    port = _free_port()
    process = _started(store, port)
    url = f"http://127.0.0.1:{port}/sparql"
    try:
        _wait_for(url, process)
        yield url
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)


def test_a_select_is_answered_in_json(address: str) -> None:
    query = 'SELECT ?number { ?p a text:Passage ; text:language "fr" ; text:number ?number } ORDER BY ?number'
    reply = httpx.get(address, params={"query": query}, headers={"Accept": "application/sparql-results+json"})
    assert reply.status_code == 200
    bindings = reply.json()["results"]["bindings"]
    assert "950.3b" in [row["number"]["value"] for row in bindings]


def test_a_construct_is_answered_in_turtle(address: str) -> None:
    query = "CONSTRUCT { ?p text:number ?n } WHERE { ?p a text:Passage ; text:number ?n }"
    reply = httpx.post(address, data={"query": query}, headers={"Accept": "text/turtle"})
    assert reply.headers["content-type"].startswith("text/turtle")
    assert len(rdflib.Graph().parse(data=reply.text, format="turtle")) == 30


def test_a_change_is_refused(address: str) -> None:
    reply = httpx.post(address, data={"update": "CLEAR ALL"})
    assert 400 <= reply.status_code < 500
    still = httpx.get(address, params={"query": "ASK { ?p a text:Passage }"}, headers={"Accept": "text/csv"})
    assert "true" in still.text


def test_the_first_line_says_where_it_answers_and_ctrl_c_ends_it_without_a_traceback(store: Path) -> None:
    port = _free_port()
    process = _started(store, port, "--lang", "fr")
    _wait_for(f"http://127.0.0.1:{port}/sparql", process)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert said.startswith(f"réponses aux requêtes SPARQL en lecture seule à http://127.0.0.1:{port}/sparql")
    assert "Traceback" not in said
    assert process.returncode in (0, 130)


def test_the_words_are_indexed_before_anybody_is_let_in(root: Path, tmp_path: Path, verb: Verb) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    text = (root / "ontology/examples/documents/faroles-es.txt").read_text(encoding="utf-8")
    for n in range(21):
        (texts / f"faroles-{n}.txt").write_text(text.replace("farol", f"farol{n}"), encoding="utf-8")
    _, _, said = verb("load", texts, "--store", tmp_path / "store", "--lang", "fr")
    assert "Les mots ne sont pas encore indexés" in said
    port = _free_port()
    process = _started(tmp_path / "store", port, "--lang", "fr")
    _wait_for(f"http://127.0.0.1:{port}/health", process)
    indexed = (tmp_path / "store" / "snapshots").glob("*/words/format")
    assert len(list(indexed)) == 1
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert said.startswith("indexation des mots")


def test_a_port_that_is_taken_is_one_sentence(store: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        process = _started(store, taken.getsockname()[1])
        _, said = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "address already in use" in said
    assert "Traceback" not in said


def test_a_directory_that_is_no_store_is_an_error_before_anything_listens(verb: Verb, tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "dear.txt").write_text("Dear reader", encoding="utf-8")
    code, _, err = verb("serve", "--store", tmp_path / "letters")
    assert code == 2
    assert "this directory is not a store" in err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "the token cannot be read"),
        ("short", "this is no token to write with"),
        ("", "no token to write"),
    ],
)
def test_a_token_that_is_none_is_an_error_before_anything_listens(
    verb: Verb, tmp_path: Path, text: str | None, says: str
) -> None:
    file = tmp_path / "token"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    code, _, err = verb("serve", "--token-file", file)
    assert code == 2
    assert says in err


@pytest.mark.parametrize("how", ["file", "environment"])
def test_with_a_token_the_store_is_written_and_nobody_reads_the_token(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    token, port = "a-token-for-the-tests", _free_port()
    (tmp_path / "token").write_text(f"{token}\n", encoding="utf-8")
    options = ("--token-file", str(tmp_path / "token")) if how == "file" else ()
    if how == "environment":
        monkeypatch.setenv("TCG_RULES_TOKEN", token)
    process = _started(store, port, *options)
    url = f"http://127.0.0.1:{port}"
    _wait_for(f"{url}/health", process)
    update = {"update": "INSERT DATA { GRAPH <x:g> { <x:s> <x:p> 1 } }"}
    answer = httpx.post(f"{url}/write/update", data=update, headers={"Authorization": f"Bearer {token}"})
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=20)
    assert answer.status_code == 204
    assert f"writing with the token below {url}/write" in said
    assert token not in said
