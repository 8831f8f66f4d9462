"""Strangers reach nothing, hold nothing up, and get an answer to whatever they send."""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import httpx
import pytest
from endpoint_tools import served
from store_tools import bilingual
from writing_tools import TOKEN

from kb.endpoint import Settings
from kb.queries.sandbox import Limits
from kb.store import open_store

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
BOMB = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
WORDS = [
    b"SELECT", b"ASK", b"*", b"{", b"}", b"?s", b"?p", b"<x:y>", b'"a', b"'", b"GRAPH", b"FROM", b"(", b")",
    b"COUNT", b"\xff", b"\x00", b"%00", b"%", b"&", b"query=", b"update=", b"\\u0000", b"\xf0\x9f\x98\x80",
    b"LIMIT", b"-1", b"99999999999999999999", b"text:number", b"nope:x", b"#", b"\n", b"@fr--ltr", b"^^",
    b"REGEX(?s,'[')", b"BIND(1/0 AS ?x)", b"VALUES ?s {", b"<<", b">>", b"_:b", b"DESCRIBE", b"CONSTRUCT",
    b"GROUP BY", b"ORDER BY", b"HAVING", b"*/+", b"!", b"^", b"|", b"SERVICE", b"LOAD", b".", b";",
]  # fmt: skip
ASKED = ["query=", "graph=", "default&", "default-graph-uri=", "%C3%28", "&", "=", "%", "x:y", "+", "%2B"]
ASKED += ["query=ASK%7B%7D"]
TYPES = [
    "application/sparql-query",
    "application/x-www-form-urlencoded",
    "application/sparql-update",
    "",
    "a/b/c",
]
TYPES += ["text/plain", "multipart/form-data", 'application/sparql-query; charset="']
ACCEPTS = ["*/*", "", "text/csv;q=x", ",,;;", "text/html", "a" * 5000, "application/*;q=0.1", "\xe9"]
PATHS = ["/sparql", "/store", "/sparql/", "/store/x", "/write/update", "/write/store", "/health", "/nothing"]
METHODS = ["GET", "GET", "POST", "POST", "POST", "PUT", "HEAD", "DELETE", "OPTIONS"]


@contextmanager
def listening() -> Iterator[tuple[int, list[str]]]:
    """A port, and who has knocked at it."""
    knocks: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.1)
        done = threading.Event()

        def accept() -> None:
            while not done.is_set():
                try:
                    connection, address = server.accept()
                except TimeoutError:
                    continue
                knocks.append(str(address))
                connection.close()

        thread = threading.Thread(target=accept)
        thread.start()
        yield server.getsockname()[1], knocks
        time.sleep(0.3)
        done.set()
        thread.join()


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    directory = tmp_path_factory.mktemp("strangers") / "store"
    bilingual(open_store(directory))
    limits = Limits(seconds=2.0, megabytes=128, rows=1_000, bytes=1_000_000)
    with served(directory, Settings(limits=limits, body=20_000, token=TOKEN, slow_saved=1e6)) as address:
        yield address


def test_the_port_that_listens_would_notice(base: str) -> None:
    with listening() as (port, knocks):
        socket.create_connection(("127.0.0.1", port)).close()
    assert len(knocks) == 1


def test_no_query_and_no_update_reaches_another_server(base: str) -> None:
    with listening() as (port, knocks), httpx.Client(base_url=base, timeout=30) as client:
        there = f"<http://127.0.0.1:{port}/sparql>"
        queries = [
            *(f"SELECT * {{ {word} {there} {{ ?s ?p ?o }} }}" for word in ("SERVICE", "service", "SeRvIcE")),
            f"SELECT * {{ SERVICE SILENT {there} {{ ?s ?p ?o }} }}",
            f"SELECT*{{SERVICE{there}{{?s ?p ?o}}}}",
            f"SELECT * {{ SERVICE # a comment\n{there} {{ ?s ?p ?o }} }}",
            f"SELECT * {{ BIND({there} AS ?w) SERVICE ?w {{ ?s ?p ?o }} }}",
            f"PREFIX t: <http://127.0.0.1:{port}/> SELECT * {{ SERVICE t:sparql {{ ?s ?p ?o }} }}",
            f"ASK {{ FILTER EXISTS {{ SERVICE {there} {{ ?s ?p ?o }} }} }}",
            f"SELECT * {{ OPTIONAL {{ SERVICE {there} {{ ?s ?p ?o }} }} }}",
            f"SELECT * {{ \\u0053ERVICE {there} {{ ?s ?p ?o }} }}",
            f"CONSTRUCT {{ ?s ?p ?o }} {{ SERVICE {there} {{ ?s ?p ?o }} }}",
            *(
                f"SELECT * {form} {there} {{ ?s ?p ?o }}"
                for form in ("FROM", "from", "FROM NAMED", "From Named")
            ),
            f"DESCRIBE {there}",
            f"DESCRIBE ?s FROM {there} {{ ?s ?p ?o }}",
        ]
        statuses = [client.post("/sparql", data={"query": query}).status_code for query in queries]
        graphs = {"default-graph-uri": there[1:-1], "named-graph-uri": there[1:-1]}
        statuses.append(client.get("/sparql", params={"query": "ASK { ?s ?p ?o }", **graphs}).status_code)
        headers = {"Authorization": f"Bearer {TOKEN}"}
        updates = [
            *(f"{word} {there}" for word in ("LOAD", "load", "LoAd", "LOAD SILENT", "L\\u004fAD")),
            f"LOAD {there} INTO GRAPH <x:g>",
            f"CLEAR DEFAULT ; LOAD {there}",
            f"INSERT {{ ?s ?p ?o }} WHERE {{ SERVICE {there} {{ ?s ?p ?o }} }}",
            f"INSERT {{ ?s ?p ?o }} USING {there} WHERE {{ ?s ?p ?o }}",
        ]
        refused = [
            client.post("/write/update", data={"update": update}, headers=headers).status_code
            for update in updates
        ]
        entity = f'<!DOCTYPE r [<!ENTITY e SYSTEM "http://127.0.0.1:{port}/e">]><r>&e;</r>'
        documents = {
            "application/ld+json": json.dumps({"@context": f"http://127.0.0.1:{port}/c", "a": 1}),
            "application/rdf+xml": entity,
        }
        for media_type, text in documents.items():
            answer = client.put(
                "/write/store?graph=x:g", content=text, headers={**headers, "Content-Type": media_type}
            )
            assert answer.status_code == 400, answer.text
    assert knocks == []
    assert set(statuses) <= {200, 400}
    assert refused[:-1] == [400] * (len(updates) - 1)


def requests(number: int) -> Iterator[tuple[str, str, dict[str, str], bytes]]:
    """Requests that are nearly right, the same for the same number."""
    random = Random(number)
    while True:
        body = b" ".join(random.choices(WORDS, k=random.randint(0, 25)))
        asked = "".join(random.choices(ASKED, k=random.randint(0, 6)))
        headers = {"Content-Type": random.choice(TYPES), "Accept": random.choice(ACCEPTS)}
        method = random.choice(METHODS)
        yield method, f"{random.choice(PATHS)}?{asked}", headers, body if method in ("POST", "PUT") else b""


def test_a_thousand_damaged_requests_get_an_answer_and_none_is_an_accident(base: str) -> None:
    seen: dict[int, int] = {}
    with httpx.Client(base_url=base, timeout=30) as client:
        for _, (method, path, headers, body) in zip(range(1000), requests(7), strict=False):
            sent = {name: value.encode("latin-1") for name, value in headers.items()}
            answer = client.request(method, path, headers=sent, content=body)
            seen[answer.status_code] = seen.get(answer.status_code, 0) + 1
            assert answer.status_code not in range(500, 503), (method, path, headers, body, answer.text)
        assert client.get("/sparql", params={"query": "ASK {}"}).json()["boolean"] is True
    assert {200, 400, 403, 404, 405, 406, 415} - {403} <= set(seen), seen


def test_a_head_that_drips_holds_no_connection(tmp_path: Path) -> None:
    bilingual(open_store(tmp_path / "store"))
    with served(tmp_path / "store", Settings(head_seconds=0.5)) as base:
        host, port = base.removeprefix("http://").split(":")
        slow = [socket.create_connection((host, int(port)), timeout=10) for _ in range(20)]
        for connection in slow:
            connection.sendall(b"GET /sparql?query=ASK%7B%7D HTTP/1.1\r\nHost: x\r\nX-")
        assert httpx.get(f"{base}/health", timeout=10).status_code == 200
        for connection in slow:
            assert connection.recv(100) == b"", "the server has hung up"
            connection.close()


BEGUN = b"POST /sparql HTTP/1.1\r\nHost: x\r\nContent-Type: application/sparql-query\r\n"
ENDLESS = {
    "headers": (b"GET /health HTTP/1.1\r\nHost: x\r\n", b"X-Y: " + b"z" * 2000 + b"\r\n"),
    "one header": (b"GET /health HTTP/1.1\r\nHost: x\r\nX-Y: ", b"z" * 4000),
    "no request": (b"", b"\r\n" * 4000),
    "trailers": (BEGUN + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X-Y: " + b"z" * 2000 + b"\r\n"),
}


@pytest.mark.parametrize("which", ENDLESS)
def test_what_has_no_end_is_cut_off_before_it_fills_the_memory(which: str, base: str) -> None:
    host, port = base.removeprefix("http://").split(":")
    first, again = ENDLESS[which]
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(first)
        sent = 0
        with suppress(OSError):  # it hangs up while we still send
            while sent < 20_000_000:
                connection.sendall(again)
                sent += len(again)
        assert sent < 20_000_000
    assert httpx.get(f"{base}/health", timeout=10).status_code == 200


def test_a_head_may_be_long_and_a_body_longer(tmp_path: Path) -> None:
    bilingual(open_store(tmp_path / "store"))
    head = {f"X-{number}": "z" * 1000 for number in range(60)}
    with served(tmp_path / "store", Settings()) as base:
        short, long = ({"query": f"ASK {{ FILTER('{'z' * size}' != '') }}"} for size in (30_000, 900_000))
        assert httpx.get(f"{base}/sparql", params=short, headers=head, timeout=20).status_code == 200
        assert httpx.post(f"{base}/sparql", data=long, headers=head, timeout=20).status_code == 200


def test_a_client_that_keeps_its_connection_is_not_cut_off(tmp_path: Path) -> None:
    bilingual(open_store(tmp_path / "store"))
    with served(tmp_path / "store", Settings(head_seconds=0.3)) as base:
        host, port = base.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=10) as connection:
            for _ in range(2):
                connection.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
                assert b" 200 " in connection.recv(4000)
                time.sleep(0.8)


def test_who_takes_more_than_its_share_of_slow_queries_waits_and_others_do_not(tmp_path: Path) -> None:
    bilingual(open_store(tmp_path / "store"))
    limits = Limits(seconds=0.6, megabytes=128, rows=1_000)
    settings = Settings(limits=limits, slow_saved=0.5, slow_share=0.01)
    elsewhere = {"X-Forwarded-For": "192.0.2.9"}
    with served(tmp_path / "store", settings) as base, httpx.Client(base_url=base, timeout=30) as client:
        first = client.post("/sparql", data={"query": BOMB})
        second = client.post("/sparql", data={"query": BOMB})
        page = client.post("/en/sparql", data={"query": BOMB})
        other = client.get("/sparql", params={"query": "ASK {}"}, headers=elsewhere)
    assert (first.status_code, second.status_code, other.status_code) == (503, 429, 200)
    assert int(second.headers["retry-after"]) > 5
    assert "share of slow queries" in second.text
    # Who writes the query on a page is the same client.
    assert page.status_code == 429
    assert "share of slow queries" in page.text


def test_who_asks_too_often_waits_and_others_do_not(tmp_path: Path) -> None:
    bilingual(open_store(tmp_path / "store"))
    with served(tmp_path / "store", Settings(rate=1.0)) as base, httpx.Client(base_url=base) as client:
        answers = [client.get("/health") for _ in range(12)]
        other = client.get("/health", headers={"X-Forwarded-For": "192.0.2.9"})
    statuses = [answer.status_code for answer in answers]
    assert statuses[:4] == [200] * 4
    assert statuses[-1] == 429
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert other.status_code == 200


@pytest.mark.parametrize("log_queries", [False, True])
def test_the_log_is_json_and_tells_no_query_unless_asked(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, log_queries: bool
) -> None:
    bilingual(open_store(tmp_path / "store"))
    caplog.set_level(logging.INFO, "kb.endpoint")
    secret = "ASK { ?s ?p 'a word of my own' }"
    with served(tmp_path / "store", Settings(log_queries=log_queries)) as base:
        httpx.get(f"{base}/sparql", params={"query": secret})
        httpx.post(f"{base}/sparql", data={"query": secret})
        httpx.get(f"{base}/en/search", params={"q": "a word of my own"})
        httpx.get(f"{base}/nowhere")
    lines = [json.loads(record.message) for record in caplog.records if record.name == "kb.endpoint"]
    assert [line["status"] for line in lines] == [200, 200, 200, 404]
    assert [line["path"] for line in lines] == ["/sparql", "/sparql", "/en/search", "/nowhere"]
    assert all(line["client"] == "127.0.0.1" and line["ms"] > 0 for line in lines)
    assert [line.get("query") for line in lines] == (
        [secret, secret, None, None] if log_queries else [None] * 4
    )
    if not log_queries:
        assert "a word of my own" not in caplog.text
