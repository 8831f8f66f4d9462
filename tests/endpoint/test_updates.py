"""SPARQL updates over HTTP: all or nothing, only with the token, and never in the way of readers."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import httpx
import pytest
from endpoint_tools import served
from store_tools import bilingual
from writing_tools import TOKEN, Writable

from kb.endpoint import Settings
from kb.queries.passages import passages
from kb.queries.sandbox import Limits
from kb.queries.sources import sources
from kb.store import DirectoryStore, open_store
from kb.store.finding import words_of

DIRECT = {"Content-Type": "application/sparql-update"}
INSERT = "INSERT DATA { GRAPH <x:g> { <x:s> <x:p> 'one' } }"
PASSAGE = "https://w3id.org/tcg-rules/passage/pawn-cr/2020-01-01/en/7.2"


def french(store: DirectoryStore) -> str:
    return next(graph for graph in store.graphs() if "-fr.txt" in graph)


def english(store: DirectoryStore) -> str:
    return next(graph for graph in store.graphs() if "-en.txt" in graph)


def state(store: DirectoryStore) -> tuple[str, frozenset[str]]:
    return store.version, frozenset(map(str, store.quads()))


@pytest.mark.parametrize("how", ["form", "direct"])
def test_an_update_is_in_force_when_it_is_answered(writable: Writable, how: str) -> None:
    before = writable.store.version
    text = f"DROP SILENT GRAPH <x:{how}> ; INSERT DATA {{ GRAPH <x:{how}> {{ <x:s> <x:p> 'a%20b%2Bc+d' }} }}"
    if how == "form":
        answer = writable.update(text)
    else:
        answer = writable.client.post("/write/update", content=text, headers=DIRECT)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["snapshot"] == writable.store.version != before
    assert writable.asks(f"ASK {{ GRAPH <x:{how}> {{ <x:s> <x:p> 'a%20b%2Bc+d' }} }}")


@pytest.mark.parametrize(
    ("authorization", "status"),
    [(None, 401), ("Bearer wrong-and-just-as-long", 401), ("Basic YTpi", 401), ("Bearer", 401),
     (f"bearer {TOKEN}", 204)],
)  # fmt: skip
def test_only_the_token_opens_the_write_side(
    writable: Writable, authorization: str | None, status: int
) -> None:
    headers = {"Authorization": authorization} if authorization else {}
    update = {"update": "DROP SILENT GRAPH <x:nothing>"}
    answer = httpx.post(f"{writable.base}/write/update", data=update, headers=headers, timeout=30)
    assert answer.status_code == status
    assert ("www-authenticate" in answer.headers) is (status == 401)
    assert TOKEN not in answer.text
    for method in ("GET", "PUT", "POST", "DELETE"):
        other = httpx.request(
            method, f"{writable.base}/write/store?graph=x:none", headers=headers, timeout=30
        )
        assert (other.status_code == 401) is (status == 401)


def test_of_two_authorizations_neither_is_believed(writable: Writable) -> None:
    headers = [("Authorization", f"Bearer {TOKEN}"), ("Authorization", "Bearer wrong-and-just-as-long")]
    update = {"update": "DROP SILENT GRAPH <x:nothing>"}
    for given in (headers, headers[::-1]):
        answer = httpx.post(f"{writable.base}/write/update", data=update, headers=given, timeout=30)
        assert answer.status_code == 400


def test_without_a_token_nothing_is_written_whatever_is_sent(tmp_path: Path) -> None:
    store = bilingual(open_store(tmp_path / "store"))
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with served(tmp_path / "store") as base, httpx.Client(base_url=base, headers=headers) as client:
        answers = [
            client.post("/write/update", data={"update": "CLEAR ALL"}),
            client.put("/write/store?default", content="", headers={"Content-Type": "text/turtle"}),
            client.delete("/write/store?default"),
            client.post("/sparql", data={"update": "CLEAR ALL"}),
        ]
        elsewhere = client.put("/store?default", content="")
    assert [answer.status_code for answer in answers] == [403] * 4
    assert elsewhere.status_code == 405
    assert len(list(store.quads())) > 50


@pytest.mark.parametrize(
    ("path", "headers", "body", "status", "says"),
    [
        ("", DIRECT, "INSERT DATA { <x:s> <x:p> ", 400, "update:1:27: this cannot be read"),
        ("", DIRECT, "ASK {}", 400, "this cannot be read"),
        ("", DIRECT, b"\xff\xfe", 400, "not in UTF-8"),
        ("", {"Content-Type": "text/plain"}, INSERT, 415, "not as text/plain"),
        ("", {}, INSERT, 415, "not as nothing"),
        ("", {"Content-Type": "application/sparql-update; charset=latin-1"}, INSERT, 415, "latin-1"),
        ("?update=CLEAR%20ALL", DIRECT, INSERT, 400, "both in the body and in the address"),
        ("?using-graph-uri=x", DIRECT, INSERT, 400, "by a whole IRI, not by 'x'"),
        ("?using-graph-uri=x:%3E", DIRECT, INSERT, 400, "by a whole IRI"),
        ("", DIRECT, "CREATE GRAPH <https://w3id.org/tcg-rules/graph/catalogue>", 409, "already exists"),
        ("", DIRECT, f"{INSERT} ; DROP GRAPH <x:not-there>", 409, "<x:not-there> does not exist"),
        ("", DIRECT, f"{INSERT} ; LOAD <http://127.0.0.1:9/>", 400, "LOAD is not done here"),
        ("", DIRECT, "lOaD SILENT <http://127.0.0.1:9/>", 400, "LOAD is not done here"),
        ("", DIRECT, "INSERT { <x:s> <x:p> ?o } WHERE { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }", 400,
         "SERVICE is not answered here"),
        ("?using-graph-uri=x:a", DIRECT, "INSERT { <x:s> <x:p> 1 } USING <x:b> WHERE {}", 400,
         "both in the update and beside it"),
        ("?using-named-graph-uri=x:a", DIRECT, "WITH <x:b> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }", 400,
         "both in the update and beside it"),
    ],
)  # fmt: skip
def test_what_is_refused_says_why_and_changes_nothing(
    writable: Writable, path: str, headers: dict[str, str], body: str | bytes, status: int, says: str
) -> None:
    before = state(writable.store)
    answer = writable.client.post(f"/write/update{path}", content=body, headers=headers)
    assert (answer.status_code, says in answer.text) == (status, True), answer.text
    assert state(writable.store) == before
    assert not list(writable.store.directory.glob("work-*"))


@pytest.mark.parametrize(
    ("update", "says"),
    [
        ("DELETE { GRAPH ?g { ?s text:position ?o } } INSERT { GRAPH ?g { ?s text:position 'first' } } "
         "WHERE { GRAPH ?g { ?s text:position ?o ; text:number '7.2' } }", "this is no number"),
        ("INSERT DATA { GRAPH <x:g> { <x:s> text:content 'of nobody' } }", "no address of a passage"),
        ("INSERT DATA { GRAPH <x:g> { [] a text:Passage } }", "no address of a passage"),
        (f"INSERT DATA {{ GRAPH <x:g> {{ <{PASSAGE}> a text:Passage ; text:kind 'song' }} }}", "no kind of"),
        (f"INSERT DATA {{ GRAPH <x:g> {{ <{PASSAGE}> text:content <x:words> }} }}", "is no text"),
        ("DELETE { GRAPH ?g { ?r text:lineCount ?n } } INSERT { GRAPH ?g { ?r text:lineCount 'many' } } "
         "WHERE { GRAPH ?g { ?r text:lineCount ?n } }", "the catalogue cannot be read"),
    ],
)  # fmt: skip
def test_a_change_after_which_readers_would_fail_is_refused(
    writable: Writable, update: str, says: str
) -> None:
    before = state(writable.store)
    answer = writable.update(update)
    assert (answer.status_code, says in answer.text) == (422, True), answer.text
    assert state(writable.store) == before


def test_after_a_change_everything_that_reads_the_store_reads_it(writable: Writable) -> None:
    graph = english(writable.store)
    answer = writable.update(
        f"DELETE {{ GRAPH <{graph}> {{ ?s text:content ?c }} }} "
        f"INSERT {{ GRAPH <{graph}> {{ ?s text:content 'A pawn beyond the fence has no keeper.'@en }} }} "
        f"WHERE {{ GRAPH <{graph}> {{ ?s text:content ?c ; text:number '7.2' }} }}"
    )
    assert answer.status_code == 204, answer.text
    (found,) = passages(writable.store, number="7.2")
    assert found.text == "A pawn beyond the fence has no keeper."
    assert len(sources(writable.store)) == 2
    assert writable.client.get("/en/passage/pawn-cr/2020-01-01/en/7.2").status_code == 200


def test_the_words_are_found_with_the_change_and_not_without(writable: Writable) -> None:
    def found(word: str) -> list[str]:
        hits = writable.client.get("/search", params={"q": word}).json()
        return [str(hit) for hit in hits.get("hits", hits.get("passages", []))]

    graph = french(writable.store)
    index = writable.store.snapshot().words
    assert index is not None
    assert not found("licorne")
    answer = writable.update(
        f"DELETE {{ GRAPH <{graph}> {{ ?s text:content ?c }} }} "
        f"INSERT {{ GRAPH <{graph}> {{ ?s text:content 'Une licorne garde le pion.'@fr }} }} "
        f"WHERE {{ GRAPH <{graph}> {{ ?s text:content ?c ; text:number '7.10' }} }}"
    )
    assert answer.status_code == 204, answer.text
    after = writable.store.snapshot().words
    assert after is not None
    assert after != index
    assert after.is_dir(), "the index is in the snapshot, not made later"
    assert len(found("licornes")) == 1
    assert not found("cyclone"), "what was replaced is no longer found"
    assert len(found("gardien")) == 2, "what was not changed is still found"
    assert words_of(writable.store) is not None


def test_patterns_see_the_graphs_that_the_protocol_names(writable: Writable) -> None:
    writable.update(
        "INSERT DATA { GRAPH <x:u1> { <x:a> <x:is> 1 } GRAPH <x:u2> { <x:b> <x:is> 2 } "
        "GRAPH <x:u3> { <x:c> <x:is> 3 } }"
    )
    copied = "INSERT { GRAPH <x:out> { ?s <x:seen> true } } WHERE { ?s <x:is> ?o }"
    assert writable.update(copied, **{"using-graph-uri": "x:u1"}).status_code == 204
    assert writable.asks("ASK { GRAPH <x:out> { <x:a> <x:seen> true } }")
    assert not writable.asks("ASK { GRAPH <x:out> { <x:b> <x:seen> true } }")
    named = copied.replace("{ ?s <x:is> ?o }", "{ GRAPH ?g { ?s <x:is> ?o } }")
    direct = writable.client.post(
        "/write/update?using-named-graph-uri=x:u2&using-graph-uri=x:u1", content=named, headers=DIRECT
    )
    assert direct.status_code == 204, direct.text
    assert writable.asks("ASK { GRAPH <x:out> { <x:b> <x:seen> true } }")
    assert not writable.asks("ASK { GRAPH <x:out> { <x:c> <x:seen> true } }")
    emptied = writable.update(
        "DELETE WHERE { GRAPH ?g { ?s <x:is> ?o } }", **{"using-named-graph-uri": "x:u3"}
    )
    assert emptied.status_code == 204
    assert not writable.asks("ASK { GRAPH <x:u3> { ?s ?p ?o } }")
    assert writable.asks("ASK { GRAPH <x:u2> { ?s ?p ?o } }")


def test_relative_iris_are_relative_to_the_address_of_updates(writable: Writable) -> None:
    writable.update("INSERT DATA { GRAPH <x:base> { <x:s> <x:p> <here> } }")
    assert writable.asks(f"ASK {{ GRAPH <x:base> {{ <x:s> <x:p> <{writable.base}/write/here> }} }}")


def test_the_projects_prefixes_need_no_declaration(writable: Writable) -> None:
    assert writable.update("INSERT DATA { GRAPH <x:pre> { <x:s> rdfs:label 'x' } }").status_code == 204
    assert writable.asks("ASK { GRAPH <x:pre> { <x:s> rdfs:label 'x' } }")


def test_no_request_of_a_reader_fails_while_others_write(writable: Writable) -> None:
    statuses: list[int] = []
    counts: set[int] = set()
    done = threading.Event()
    query = "SELECT (COUNT(*) AS ?n) (SAMPLE(?o) AS ?x) { GRAPH <x:counted> { ?s ?p ?o } }"

    def read() -> None:
        with httpx.Client(base_url=writable.base, timeout=30) as client:
            while not done.is_set():
                answer = client.get("/sparql", params={"query": query})
                statuses.append(answer.status_code)
                if answer.status_code == 200:
                    counts.add(int(answer.json()["results"]["bindings"][0]["n"]["value"]))
                statuses.append(client.get("/store", params={"graph": french(writable.store)}).status_code)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for number in range(6):
        data = " ".join(f"<x:s{each}> <x:p> {number} ." for each in range(10 * (number + 1)))
        answer = writable.update(
            f"DROP SILENT GRAPH <x:counted> ; INSERT DATA {{ GRAPH <x:counted> {{ {data} }} }}"
        )
        assert answer.status_code == 204, answer.text
    done.set()
    for reader in readers:
        reader.join()
    assert set(statuses) == {200}
    assert counts <= {0, 10, 20, 30, 40, 50, 60}, "never half a change"


def test_changes_at_the_same_time_come_into_force_one_after_the_other(writable: Writable) -> None:
    statuses: list[int] = []

    def write(number: int) -> None:
        text = f"INSERT DATA {{ GRAPH <x:both> {{ <x:s{number}> <x:p> {number} }} }}"
        statuses.append(writable.update(text).status_code)

    writers = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert statuses == [204] * 4
    (count,) = writable.store.query("SELECT (COUNT(*) AS ?n) { GRAPH <x:both> { ?s ?p ?o } }").rows[0]
    assert getattr(count, "value", "") == "4"


def test_while_a_load_is_writing_an_update_is_asked_to_come_again(writable: Writable) -> None:
    with writable.store.transaction():
        answer = writable.update(INSERT)
    assert (answer.status_code, "another process is writing" in answer.text) == (503, True)
    assert int(answer.headers["retry-after"]) > 0


def test_an_update_without_end_is_stopped_and_leaves_the_store(tmp_path: Path) -> None:
    store = DirectoryStore(tmp_path / "store")
    bilingual(store)
    before = state(store)
    limits = Limits(seconds=1.5, megabytes=256, bytes=None)
    product = " . ".join(f"?a{n} ?b{n} ?c{n}" for n in range(6))
    count = f"SELECT (COUNT(*) AS ?n) {{ GRAPH ?g {{ {product} }} }}"
    endless = f"INSERT {{ GRAPH <x:g> {{ <x:s> <x:p> ?n }} }} WHERE {{ {count} }}"
    hungry = f"INSERT {{ GRAPH <x:g> {{ ?a0 ?b1 ?c2 }} }} WHERE {{ GRAPH ?g {{ {product} }} }}"
    with served(tmp_path / "store", Settings(token=TOKEN, write_limits=limits, update=10_000)) as base:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        with httpx.Client(base_url=base, headers=headers, timeout=60) as client:
            for update in (endless, hungry):
                begun = time.monotonic()
                answer = client.post("/write/update", data={"update": update})
                assert (answer.status_code, "nothing was changed" in answer.text) == (503, True), answer.text
                assert int(answer.headers["retry-after"]) > 0
                assert time.monotonic() - begun < 15
            long = client.post("/write/update", data={"update": f"CLEAR ALL # {'x' * 20_000}"})
            assert long.status_code == 413
            assert client.post("/write/update", data={"update": INSERT}).status_code == 204
    assert state(store)[1] > before[1]
