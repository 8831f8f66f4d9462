"""Whole graphs over HTTP: read by everybody, written with the token."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import rdflib
from endpoint_tools import served
from rdflib.compare import isomorphic
from store_tools import ENGLISH, bilingual, document, put
from writing_tools import TOKEN, Writable

from kb.endpoint import Settings
from kb.store import CATALOGUE, DirectoryStore, open_store
from kb.store.finding import words_of

TURTLE = {"Content-Type": "text/turtle"}
LAMP = '<x:lamp> <x:label> "lampe"@fr, "lamp"@en ; <x:part> [ <x:label> "mèche"@fr ] .'


def read(answer: httpx.Response, form: str = "turtle") -> rdflib.Graph:
    assert answer.status_code == 200, answer.text
    return rdflib.Graph().parse(data=answer.content, format=form)


def graph_names(store: DirectoryStore) -> set[str]:
    return set(store.graphs())


@pytest.fixture
def strangers(writable: Writable) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=writable.base, timeout=30) as client:
        yield client


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_everybody_reads_every_graph_in_the_form_wanted(writable: Writable, strangers: httpx.Client) -> None:
    for name in writable.store.graphs():
        answer = strangers.get("/store", params={"graph": name}, headers={"Accept": "application/n-triples"})
        assert answer.headers["content-type"] == "application/n-triples"
        assert len(answer.text.splitlines()) == len(list(writable.store.quads(name)))
    asked = {"graph": CATALOGUE}
    forms = {"application/ld+json": "json-ld", "application/rdf+xml": "xml", "text/turtle": "turtle"}
    graphs = [
        read(strangers.get("/store", params=asked, headers={"Accept": media_type}), form)
        for media_type, form in forms.items()
    ]
    assert len({len(graph) for graph in graphs}) == 1
    assert strangers.get("/store", params=asked, headers={"Accept": "text/csv"}).status_code == 406


def test_a_graph_that_is_put_comes_back(writable: Writable, strangers: httpx.Client) -> None:
    where = {"graph": "x:put"}
    first = writable.client.put("/write/store", params=where, content=LAMP, headers=TURTLE)
    assert first.status_code == 201
    expected = rdflib.Graph().parse(data=LAMP, format="turtle")
    assert isomorphic(read(strangers.get("/store", params=where)), expected)
    second = writable.client.put("/write/store", params=where, content="<x:s> <x:p> 1 .", headers=TURTLE)
    assert second.status_code == 204
    assert second.headers["snapshot"] == writable.store.version
    assert len(read(strangers.get("/store", params=where))) == 1
    added = writable.client.post("/write/store", params=where, content="<x:s> <x:p> 2 .", headers=TURTLE)
    assert added.status_code == 204
    assert len(read(strangers.get("/store", params=where))) == 2
    assert writable.client.delete("/write/store", params=where).status_code == 204
    assert strangers.get("/store", params=where).status_code == 404
    assert writable.client.delete("/write/store", params=where).status_code == 404


@pytest.mark.parametrize(
    ("form", "media_type"),
    [("nt", "application/n-triples"), ("xml", "application/rdf+xml"), ("json-ld", "application/ld+json")],
)
def test_a_graph_is_put_in_any_form(writable: Writable, form: str, media_type: str) -> None:
    graph = rdflib.Graph().parse(data=LAMP, format="turtle")
    where = {"graph": f"x:form-{form}"}
    graph.bind("x", "x:", override=True)
    data = graph.serialize(format=form)
    headers = {"Content-Type": media_type}
    assert writable.client.put("/write/store", params=where, content=data, headers=headers).status_code == 201
    assert isomorphic(read(writable.client.get("/store", params=where)), graph)


def test_the_default_graph_is_what_is_in_no_named_graph(writable: Writable, strangers: httpx.Client) -> None:
    put = writable.client.put("/write/store?default", content="<x:d> <x:p> 1 .", headers=TURTLE)
    assert put.status_code == 204
    assert len(read(strangers.get("/store?default"))) == 1
    assert writable.asks("ASK { <x:d> <x:p> 1 }"), "a query sees all graphs together"
    assert writable.client.delete("/write/store?default").status_code == 204
    assert len(read(strangers.get("/store?default"))) == 0


def test_a_graph_without_triples_is_there(writable: Writable, strangers: httpx.Client) -> None:
    where = {"graph": "x:empty"}
    assert writable.client.put("/write/store", params=where, content="", headers=TURTLE).status_code == 201
    assert len(read(strangers.get("/store", params=where))) == 0


def test_head_says_what_get_would_and_an_unchanged_graph_is_not_sent_again(
    writable: Writable, strangers: httpx.Client
) -> None:
    where = {"graph": CATALOGUE}
    head, got = strangers.head("/store", params=where), strangers.get("/store", params=where)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"] == got.headers["etag"]
    assert head.headers["content-type"] == got.headers["content-type"] == "text/turtle; charset=utf-8"
    tag = {"If-None-Match": got.headers["etag"]}
    assert strangers.get("/store", params=where, headers=tag).status_code == 304
    writable.client.put("/write/store?graph=x:other", content="", headers=TURTLE)
    assert strangers.get("/store", params=where, headers=tag).status_code == 200
    assert strangers.head("/store?graph=x:nowhere").status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "headers", "body", "status", "says"),
    [
        ("GET", "/store", {}, b"", 400, "name a graph"),
        ("GET", "/store?graph=x:a&default", {}, b"", 400, "one graph is named at a time"),
        ("GET", "/store?graph=x:a&graph=x:b", {}, b"", 400, "one graph is named at a time"),
        ("GET", "/store?graph=a", {}, b"", 400, "by a whole IRI, not by 'a'"),
        ("GET", "/store?graph=", {}, b"", 400, "by a whole IRI, not by ''"),
        ("GET", "/store?graph=x:%20", {}, b"", 400, "by a whole IRI"),
        ("GET", "/store/a?graph=x:a", {}, b"", 400, "one graph is named at a time"),
        ("PUT", "/write/store", TURTLE, b"", 400, "name the graph"),
        ("DELETE", "/write/store", {}, b"", 400, "name the graph to delete"),
        ("PUT", "/write/store?graph=x:a", TURTLE, b"<x:a> <x:b> .", 400, "data:1:13: this cannot be read"),
        ("PUT", "/write/store?graph=x:a", TURTLE, b"\xff\xff", 400, "this cannot be read"),
        ("PUT", "/write/store?graph=x:a", {}, b"<x:a> <x:b> 1 .", 415, "not as nothing"),
        ("PUT", "/write/store?graph=x:a", {"Content-Type": "text/csv"}, b"", 415, "not as text/csv"),
        ("PUT", "/write/store?graph=x:a", {"Content-Type": "application/n-quads"}, b"", 415, "n-quads"),
        ("PUT", "/write/store?default", {"Content-Type": "text/turtle; charset=latin-1"}, b"", 415, "UTF-8"),
        ("PUT", "/write/store?graph=x:a", {"Content-Type": "application/ld+json"},
         b'{"@context": "http://127.0.0.1:9/c", "@id": "x:s", "p": 1}', 400, "this cannot be read"),
        ("PUT", "/write/store?graph=x:a", {"Content-Type": "application/ld+json"},
         b'{"@id": "x:other", "@graph": [{"@id": "x:s", "x:p": 1}]}', 400, "Named graphs are not allowed"),
        ("PUT", "/write/store?graph=x:a", {"Content-Type": "application/rdf+xml"}, b"<a", 400, "read"),
        ("POST", "/write/store?graph=x:a", {"Content-Type": "multipart/form-data; boundary=b"}, b"x", 400,
         "no parts"),
        ("PUT", "/write/store?graph=x:a", TURTLE,
         b"<x:s> <https://w3id.org/tcg-rules/text#position> 'first' .", 422, "this is no number"),
        ("PATCH", "/write/store?graph=x:a", TURTLE, b"", 405, ""),
    ],
)  # fmt: skip
def test_what_is_refused_changes_nothing(
    writable: Writable, method: str, path: str, headers: dict[str, str], body: bytes, status: int, says: str
) -> None:
    before = writable.store.version
    answer = writable.client.request(method, path, headers=headers, content=body)
    assert (answer.status_code, says in answer.text) == (status, True), answer.text
    assert writable.store.version == before


def test_a_form_with_files_adds_them_all(writable: Writable) -> None:
    files = [
        ("one", ("one.ttl", b"<x:one> <x:p> 1 .", "text/turtle")),
        ("two", ("two.nt", b'<x:two> <x:p> "\xc3\xa9t\xc3\xa9"@fr .\n', "application/n-triples")),
    ]
    answer = writable.client.post("/write/store?graph=x:files", files=files)
    assert answer.status_code == 201, answer.text
    assert writable.asks("ASK { GRAPH <x:files> { <x:one> <x:p> 1 . <x:two> <x:p> 'été'@fr } }")


def test_a_graph_that_is_posted_without_a_name_gets_an_address(writable: Writable) -> None:
    answer = writable.client.post("/write/store", content="<> <x:p> 1 .", headers=TURTLE)
    assert answer.status_code == 201
    where = answer.headers["location"]
    assert where.startswith(f"{writable.base}/write/store/")
    (triple,) = read(writable.client.get("/store", params={"graph": where}))
    assert str(triple[0]) == where
    assert len(read(writable.client.get(where))) == 1


def test_a_whole_knowledge_base_is_copied_in_one_request(writable: Writable, tmp_path: Path) -> None:
    copy = DirectoryStore(tmp_path / "copy")
    put(copy, document({"1": "A rule that is to go."}, "en", edition="1999-01-01"))
    nquads = "".join(f"{quad} .\n" for quad in writable.store.quads())
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/n-quads"}
    with served(copy.directory, Settings(token=TOKEN)) as base:
        answer = httpx.put(f"{base}/write/store", content=nquads, headers=headers, timeout=60)
        pages = [httpx.get(f"{base}{path}", timeout=30).status_code for path in ("/en", "/en/search?q=pawn")]
    assert answer.status_code == 204, answer.text
    assert pages == [200, 200]
    blank = " _:"
    assert {str(quad) for quad in copy.quads() if blank not in f" {quad}"} == {
        str(quad) for quad in writable.store.quads() if blank not in f" {quad}"
    }
    assert graph_names(copy) == {quad.graph_name.value for quad in writable.store.quads()} - {""}


def test_a_knowledge_base_is_copied_graph_by_graph(tmp_path: Path) -> None:
    store, copy = DirectoryStore(tmp_path / "store"), DirectoryStore(tmp_path / "copy")
    bilingual(store)
    put(copy, document({"1": "A rule that stays."}, "en", edition="1999-01-01"))
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/n-triples"}
    with (
        served(store.directory) as there,
        served(copy.directory, Settings(token=TOKEN)) as here,
        httpx.Client(headers=headers, timeout=60) as client,
    ):
        for name in store.graphs():
            triples = client.get(
                f"{there}/store", params={"graph": name}, headers={"Accept": "application/n-triples"}
            )
            assert client.put(
                f"{here}/write/store", params={"graph": name}, content=triples.content
            ).is_success
        found = client.get(f"{here}/search", params={"q": "keeper"}).text
    assert set(store.graphs()) <= set(copy.graphs())
    assert ENGLISH["7.2"] in found
    if (index := words_of(copy)) is not None:
        assert index is not None


def test_a_large_graph_goes_both_ways(writable: Writable) -> None:
    lines = "".join(f'<x:s{n}> <x:p> "{"words " * 20}{n}"@en .\n' for n in range(40_000))
    headers = {"Content-Type": "application/n-triples"}
    where = {"graph": "x:large"}
    assert writable.client.put("/write/store", params=where, content=lines, headers=headers).is_success
    accept = {"Accept": "application/n-triples", "Accept-Encoding": "gzip"}
    found = writable.client.get("/store", params=where, headers=accept)
    assert sorted(found.text.splitlines()) == sorted(lines.splitlines())
    assert found.headers["content-encoding"] == "gzip"
    assert len(gzip.compress(found.content)) < len(lines)


def test_a_graph_that_is_too_large_is_refused(tmp_path: Path) -> None:
    bilingual(open_store(tmp_path / "store"))
    headers = {"Authorization": f"Bearer {TOKEN}", **TURTLE}
    with served(tmp_path / "store", Settings(token=TOKEN, graph=1000)) as base:
        answer = httpx.put(f"{base}/write/store?default", content=" " * 2000, headers=headers)
    assert answer.status_code == 413
