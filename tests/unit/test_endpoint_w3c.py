"""The W3C's own tests of the SPARQL 1.1 protocols, where a checkout of them is named by RDF_TESTS."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import rdflib
from endpoint_tools import served
from rdflib.collection import Collection
from rdflib.compare import isomorphic
from rdflib.namespace import RDFS

from kb.endpoint import Settings

SUITE = Path(os.environ.get("RDF_TESTS", "no-such-folder")) / "sparql" / "sparql11"
MF = rdflib.Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#")
HT = rdflib.Namespace("http://www.w3.org/2011/http#")
CNT = rdflib.Namespace("http://www.w3.org/2011/content#")
STATUSES = {"OK": "200", "Created": "201", "NoContent": "204", "NotFound": "404"}
PROTOCOL = ("protocol", "manifest.ttl")
UT = rdflib.Namespace("http://www.w3.org/2009/sparql/tests/test-update#")
pytestmark = pytest.mark.skipif(not SUITE.is_dir(), reason="RDF_TESTS names no checkout of w3c/rdf-tests")


@dataclass(frozen=True)
class Step:
    """One request of a test, and what must come back."""

    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    statuses: tuple[str, ...]
    form: str | None
    truth: bool | None
    graph: str | None
    """What a graph that comes back must hold."""


@dataclass(frozen=True)
class Case:
    name: str
    steps: tuple[Step, ...]
    data: tuple[tuple[str, Path], ...]


def cases(*manifest: str) -> list[Case]:
    path = SUITE.joinpath(*manifest)
    if not path.is_file():
        return []
    graph = rdflib.Graph().parse(path)
    entries = Collection(graph, next(graph.objects(None, MF.entries)))
    return [case(graph, entry, path.parent) for entry in entries]


def case(graph: rdflib.Graph, entry: rdflib.term.Node, folder: Path) -> Case:
    requests = graph.value(graph.value(entry, MF.action), HT.requests)
    data = tuple(
        (str(graph.value(node, RDFS.label)), folder / Path(str(graph.value(node, UT.graph))).name)
        for node in graph.objects(entry, UT.graphData)
    )
    steps = tuple(step(graph, request) for request in Collection(graph, requests))
    return Case(str(entry).rpartition("#")[2], steps, data)


def step(graph: rdflib.Graph, request: rdflib.term.Node) -> Step:
    headers = graph.value(request, HT.headers)
    body = graph.value(request, HT.body)
    chars, encoding = graph.value(body, CNT.chars), graph.value(body, CNT.characterEncoding)
    response = graph.value(request, HT.resp)
    truth, form = graph.value(response, MF.expectedBoolean), graph.value(response, MF.expectedFormat)
    return Step(
        str(graph.value(request, HT.methodName)), str(graph.value(request, HT.absolutePath)),
        tuple((str(graph.value(h, HT.fieldName)), str(graph.value(h, HT.fieldValue)))
              for h in (Collection(graph, headers) if headers else ())),
        str(chars).encode(str(encoding or "utf-8")) if chars is not None else b"",
        tuple(STATUSES.get(name := str(status).rpartition("#")[2], name[-3:])
              for status in graph.objects(response, MF.expectedStatus)),
        str(form) if form is not None else None, bool(truth.toPython()) if truth is not None else None,
        graph.value(graph.value(response, HT.body), CNT.chars),
    )  # fmt: skip


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A server that may be written, and a client that has the token."""
    directory, token = tmp_path_factory.mktemp("w3c") / "store", "a-token-for-the-tests"
    headers = {"Authorization": f"Bearer {token}"}
    with (
        served(directory, Settings(token=token)) as base,
        httpx.Client(base_url=base, headers=headers, timeout=30) as opened,
    ):
        yield opened


def fill(client: httpx.Client, data: tuple[tuple[str, Path], ...]) -> None:
    """Gives a test the graphs it wants, and no others."""
    quads = "".join(
        line.rstrip(" .") + f" <{name}> .\n" for name, path in data for line in path.read_text().splitlines()
    )
    headers = {"Content-Type": "application/n-quads"}
    assert client.put("/write/store", content=quads, headers=headers).status_code == 204


@pytest.mark.parametrize("tested", cases(*PROTOCOL), ids=lambda tested: tested.name)
def test_the_protocol(client: httpx.Client, tested: Case) -> None:
    fill(client, tested.data)
    for asked in tested.steps:
        is_update = (
            "update" in tested.name and ("content-type", "application/sparql-query") not in asked.headers
        )
        path = asked.path.replace("/sparql/", "/write/update", 1) if is_update else asked.path
        answer = client.request(asked.method, path, headers=dict(asked.headers), content=asked.body)
        assert any(status[0] == str(answer.status_code)[0] for status in asked.statuses), answer.text
        if asked.truth is not None:
            assert answer.json()["boolean"] is asked.truth
        if asked.form == "tabular":
            assert "bindings" in answer.json()["results"]
        if asked.form == "RDF":
            media_type = answer.headers["content-type"].partition(";")[0]
            rdflib.Graph().parse(data=answer.content, format=media_type)


GRAPH_STORE = [
    each
    for name in ("manifest-indirect.ttl", "manifest-direct.ttl")
    for each in cases("graph-store-protocol", name)
]


@pytest.mark.parametrize("tested", GRAPH_STORE, ids=lambda tested: tested.name)
def test_the_graph_store_protocol(client: httpx.Client, tested: Case) -> None:
    fill(client, ())
    location = ""
    for asked in tested.steps:
        path = asked.path.replace("$LOCATION$", location).replace("/gsp", "/write/store", 1)
        answer = client.request(asked.method, path, headers=dict(asked.headers), content=asked.body)
        assert str(answer.status_code) in asked.statuses, answer.text
        location = answer.headers.get("location", location)
        if asked.graph is not None:
            assert answer.headers["content-type"] == "text/turtle; charset=utf-8"
            found, expected = (
                rdflib.Graph().parse(data=data, format="turtle") for data in (answer.text, asked.graph)
            )
            assert isomorphic(found, expected)
