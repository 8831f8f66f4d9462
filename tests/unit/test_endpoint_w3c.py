"""The W3C's own tests of the SPARQL 1.1 Protocol, where a checkout of them is named by RDF_TESTS."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import rdflib
from endpoint_tools import served
from pyoxigraph import NamedNode, Quad, RdfFormat, parse
from rdflib.collection import Collection
from rdflib.namespace import RDFS

from kb.store import open_store

SUITE = Path(os.environ.get("RDF_TESTS", "no-such-folder")) / "sparql" / "sparql11"
MF = rdflib.Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#")
HT = rdflib.Namespace("http://www.w3.org/2011/http#")
CNT = rdflib.Namespace("http://www.w3.org/2011/content#")
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


@dataclass(frozen=True)
class Case:
    name: str
    steps: tuple[Step, ...]
    data: tuple[tuple[str, Path], ...]


def cases() -> list[Case]:
    path = SUITE / "protocol" / "manifest.ttl"
    if not path.is_file():
        return []
    graph = rdflib.Graph().parse(path)
    entries = Collection(graph, next(graph.objects(None, MF.entries)))
    return [case(graph, entry, path.parent) for entry in entries if "update" not in str(entry)]


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
        tuple(str(status)[-3:] for status in graph.objects(response, MF.expectedStatus)),
        str(form) if form is not None else None, bool(truth.toPython()) if truth is not None else None,
    )  # fmt: skip


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    directory = tmp_path_factory.mktemp("w3c") / "store"
    with open_store(directory).transaction() as change:
        for name, path in {pair for found in cases() for pair in found.data}:
            quads = parse(path=path, format=RdfFormat.N_TRIPLES)
            change.replace_graph(
                name, [Quad(q.subject, q.predicate, q.object, NamedNode(name)) for q in quads]
            )
    with served(directory) as address:
        yield address


@pytest.mark.parametrize("tested", cases(), ids=lambda tested: tested.name)
def test_the_query_side_of_the_protocol(base: str, tested: Case) -> None:
    for asked in tested.steps:
        answer = httpx.request(
            asked.method, base + asked.path, headers=dict(asked.headers), content=asked.body, timeout=30
        )
        assert any(status[0] == str(answer.status_code)[0] for status in asked.statuses), answer.text
        if asked.truth is not None:
            assert answer.json()["boolean"] is asked.truth
        if asked.form == "tabular":
            assert "bindings" in answer.json()["results"]
        if asked.form == "RDF":
            media_type = answer.headers["content-type"].partition(";")[0]
            rdflib.Graph().parse(data=answer.content, format=media_type)
