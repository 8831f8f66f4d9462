"""One client cannot take the endpoint from the others: time, memory, size, and a clean end."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import httpx
import pytest
from endpoint_tools import served
from store_tools import bilingual

from kb.endpoint import Settings
from kb.queries.sandbox import Limits
from kb.store import open_store

SECONDS = 2.0
PRODUCT = "{ ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
LOOKUP = {"query": 'SELECT ?c { ?p text:number "7.1" ; text:content ?c }'}
STEP = "(!<x:y>)*"
SLOW_REGEX = 'FILTER(REGEX(CONCAT(STR(?a), STR(?f), STR(?i), STR(?l)), "(a+)+(b+)+$"))'
BOMBS = {
    "count of a product": f"SELECT (COUNT(*) AS ?n) {PRODUCT}",
    "ordered product": f"SELECT * {PRODUCT} ORDER BY ?a ?f ?l",
    "paths": f"SELECT (COUNT(*) AS ?n) {{ ?a {STEP} ?b . ?c {STEP} ?d . ?e {STEP} ?f . ?g {STEP} ?h }}",
    "regex": f"SELECT (COUNT(*) AS ?n) {PRODUCT[:-1]} {SLOW_REGEX} }}",
    "concat": f"SELECT (GROUP_CONCAT(CONCAT(?c, ?f, ?i)) AS ?x) {PRODUCT}",
    "group": f"SELECT ?a ?f ?i (COUNT(*) AS ?n) {PRODUCT} GROUP BY ?a ?f ?i ?l",
}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    directory = tmp_path_factory.mktemp("limits") / "store"
    bilingual(open_store(directory))
    limits = Limits(seconds=SECONDS, megabytes=128, rows=50_000, bytes=8_000_000)
    settings = Settings(limits=limits, body=20_000, body_seconds=1.5, slow_after=0.2)
    with served(directory, settings) as address:
        yield address


@pytest.fixture
def client(base: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=base, timeout=30) as opened:
        yield opened


@pytest.mark.parametrize("name", BOMBS)
def test_a_query_without_end_ends_in_time(client: httpx.Client, name: str) -> None:
    begun = time.monotonic()
    answer = client.post("/sparql", data={"query": BOMBS[name]})
    assert answer.status_code in (400, 503), answer.text
    assert "stopped at the limit of" in answer.text
    assert time.monotonic() - begun < 5 * SECONDS, "ended by the limit, not by the client's patience"
    if answer.status_code == 503:
        assert int(answer.headers["retry-after"]) > 0
    assert client.get("/sparql", params=LOOKUP).status_code == 200


def test_others_are_answered_while_slow_queries_run(client: httpx.Client, base: str) -> None:
    statuses: list[int] = []

    def bomb() -> None:
        answer = httpx.post(f"{base}/sparql", data={"query": BOMBS["count of a product"]}, timeout=30)
        statuses.append(answer.status_code)

    bombers = [threading.Thread(target=bomb) for _ in range(6)]
    for bomber in bombers:
        bomber.start()
    time.sleep(0.5)
    times = []
    while any(bomber.is_alive() for bomber in bombers):
        begun = time.monotonic()
        answer = client.get("/sparql", params=LOOKUP)
        assert answer.status_code == 200
        times.append(time.monotonic() - begun)
        time.sleep(0.02)
    assert statuses == [503] * 6
    assert median(times) < SECONDS / 2, "a lookup waits for no slow query to end"


@pytest.mark.parametrize("accept", ["application/sparql-results+json", "text/csv"])
def test_an_answer_over_the_limit_breaks_off_instead_of_looking_whole(
    client: httpx.Client, accept: str
) -> None:
    query = "SELECT DISTINCT ?a ?f ?i { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"

    def read_all() -> None:
        with client.stream("POST", "/sparql", data={"query": query}, headers={"Accept": accept}) as answer:
            assert answer.status_code == 200
            for _ in answer.iter_bytes():
                pass

    with pytest.raises(httpx.RemoteProtocolError, match="incomplete chunked read"):
        read_all()
    assert client.post("/sparql", data={"query": query + " LIMIT 20000"}).status_code == 200


def test_a_long_answer_within_the_limit_arrives_whole(client: httpx.Client) -> None:
    query = "SELECT ?a ?f { ?a ?b ?c . ?d ?e ?f } LIMIT 30000"
    found = client.post("/sparql", data={"query": query}).json()
    assert len(found["results"]["bindings"]) == 30000


def test_a_request_that_is_too_long_is_refused_before_it_is_read(client: httpx.Client) -> None:
    answer = client.post("/sparql", data={"query": "ASK {} #" + "x" * 30_000})
    assert answer.status_code == 413
    assert "20000 bytes" in answer.text


def test_a_request_of_unknown_length_is_cut_at_the_limit(client: httpx.Client) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(1000):
            yield b"#" * 1000

    headers = {"Content-Type": "application/sparql-query"}
    try:
        status = client.post("/sparql", content=endless(), headers=headers).status_code
    except httpx.WriteError:
        status = 413  # the server closed while we were still sending
    assert status == 413


def test_a_body_that_drips_is_not_waited_for(base: str) -> None:
    host, port = base.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(
            b"POST /sparql HTTP/1.1\r\nHost: x\r\nContent-Type: application/sparql-query\r\n"
            b"Content-Length: 100\r\n\r\nASK"
        )
        begun = time.monotonic()
        assert b" 408 " in connection.recv(4000)
        assert time.monotonic() - begun < 10


def test_many_values_are_answered_or_refused_but_not_in_the_way(client: httpx.Client) -> None:
    values = " ".join(f"<x:{number}>" for number in range(1500))
    query = f"SELECT * {{ VALUES ?x {{ {values} }} }}"
    answer = client.post("/sparql", content=query, headers={"Content-Type": "application/sparql-query"})
    assert answer.status_code == 200
    assert len(answer.json()["results"]["bindings"]) == 1500


@pytest.mark.skipif(not Path("/proc").exists(), reason="counts processes as Linux shows them")
def test_when_a_client_leaves_its_query_ends(base: str) -> None:
    host, port = base.removeprefix("http://").split(":")
    body = f"SELECT (COUNT(*) AS ?n) {PRODUCT}".encode()
    time.sleep(SECONDS)
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(
            b"POST /sparql HTTP/1.1\r\nHost: x\r\nContent-Type: application/sparql-query\r\n"
            + f"Content-Length: {len(body)}\r\n\r\n".encode() + body
        )  # fmt: skip
        time.sleep(0.6)
        assert busy_children(), "the query runs"
    time.sleep(0.5)
    before = busy_children()
    time.sleep(0.3)
    assert not busy_children() & before, "no process goes on with it"


def busy_children() -> set[int]:
    """The workers of this process that are computing at this moment."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid() and fields[0] == "R":
            found.add(int(stat.parent.name))
    return found
