"""The Graph Store Protocol and the service description, test by test as the W3C's suites name them.

In our own words and on our own data. The address of a graph is the address it is written at.
"""

from __future__ import annotations

import pytest
import rdflib
from rdflib.compare import isomorphic
from writing_tools import Writable

LAMP = '@prefix x: <https://example.org/> . x:lamp a x:Lamp ; x:part [ x:label "mèche"@fr ] .'
OTHER = '@prefix x: <https://example.org/> . x:lamp a x:Lamp ; x:part [ x:label "wick"@en ] .'
MORE = "@prefix x: <https://example.org/> . x:lamp x:weight 3 ; x:colour 'red'@en ."
TURTLE = {"Content-Type": "text/turtle; charset=utf-8"}
SD = rdflib.Namespace("http://www.w3.org/ns/sparql-service-description#")
INDIRECT = "/write/store?graph=https%3A%2F%2Fexample.org%2Fgraphs%2F"
DIRECT = "/write/store/graphs/"


def put(writable: Writable, path: str, text: str) -> int:
    return writable.client.put(path, content=text, headers=TURTLE).status_code


def shows(writable: Writable, path: str, *texts: str) -> bool:
    """Whether a graph is there, and holds these triples and no others."""
    answer = writable.client.get(path, headers={"Accept": "text/turtle"})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/turtle; charset=utf-8")
    expected = rdflib.Graph()
    for text in texts:
        expected.parse(data=text, format="turtle")
    return isomorphic(rdflib.Graph().parse(data=answer.content, format="turtle"), expected)


@pytest.mark.parametrize("where", [INDIRECT, DIRECT], ids=["indirect", "direct"])
def test_put_get_repeat(writable: Writable, where: str) -> None:
    path = f"{where}repeated"
    assert put(writable, path, LAMP) == 201
    assert shows(writable, path, LAMP)
    assert put(writable, path, OTHER) == 204
    assert shows(writable, path, OTHER)


def test_put_get_default(writable: Writable) -> None:
    assert put(writable, "/write/store?default", LAMP) == 204
    assert shows(writable, "/write/store?default", LAMP)
    assert shows(writable, "/store?default", LAMP)


@pytest.mark.parametrize("where", [INDIRECT, DIRECT], ids=["indirect", "direct"])
def test_put_delete_get_delete(writable: Writable, where: str) -> None:
    path = f"{where}deleted"
    assert put(writable, path, LAMP) == 201
    assert writable.client.delete(path).status_code == 204
    assert writable.client.get(path).status_code == 404
    assert writable.client.delete(path).status_code == 404


@pytest.mark.parametrize("where", [INDIRECT, DIRECT], ids=["indirect", "direct"])
def test_post_get_post_get(writable: Writable, where: str) -> None:
    path = f"{where}posted"
    assert writable.client.post(path, content=LAMP, headers=TURTLE).status_code == 201
    assert shows(writable, path, LAMP)
    files = [("one.ttl", ("one.ttl", MORE.encode(), "text/turtle; charset=utf-8")),
             ("two.ttl", ("two.ttl", b"<https://example.org/lamp> a <x:Y> .", "text/turtle"))]  # fmt: skip
    assert writable.client.post(path, files=files).status_code == 204
    assert shows(writable, path, LAMP, MORE, "<https://example.org/lamp> a <x:Y> .")


def test_post_get_new_graph(writable: Writable) -> None:
    answer = writable.client.post("/write/store", content=LAMP, headers=TURTLE)
    assert answer.status_code == 201
    where = answer.headers["location"]
    assert shows(writable, f"/write/store?graph={where}", LAMP)
    assert shows(writable, where, LAMP)


@pytest.mark.parametrize("where", [INDIRECT, DIRECT], ids=["indirect", "direct"])
def test_head_existing_and_non_existing(writable: Writable, where: str) -> None:
    put(writable, f"{where}head", LAMP)
    answer = writable.client.head(f"{where}head", headers={"Accept": "text/turtle; charset=utf-8"})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/turtle; charset=utf-8")
    assert answer.content == b""
    assert writable.client.head(f"{where}never").status_code == 404


def test_put_get_uri_pct_encoded(writable: Writable) -> None:
    assert put(writable, f"{INDIRECT}encoded", LAMP) == 201
    assert shows(writable, "/write/store?graph=https://example.org/graphs/encoded", LAMP)
    assert shows(writable, "/store?graph=https:%2F/example.org/graphs%2fencoded", LAMP)


def test_put_get_uri_pct_encoded_twice(writable: Writable) -> None:
    once, twice = f"{INDIRECT}%31", f"{INDIRECT}%2531"
    assert put(writable, once, LAMP) == 201
    assert put(writable, twice, OTHER) == 201
    assert shows(writable, once, LAMP)
    assert shows(writable, f"{INDIRECT}1", LAMP)
    assert shows(writable, twice, OTHER)
    assert "https://example.org/graphs/%31" in writable.store.graphs()


def described(writable: Writable) -> rdflib.Graph:
    answer = writable.client.get("/sparql", headers={"Accept": "text/turtle"})
    assert answer.status_code == 200
    return rdflib.Graph().parse(data=answer.content, format="turtle")


def test_returns_rdf(writable: Writable) -> None:
    assert len(described(writable)) > 10


def test_has_endpoint_triple(writable: Writable) -> None:
    endpoints = list(described(writable).objects(None, SD.endpoint))
    assert endpoints == [rdflib.URIRef(f"{writable.base}/sparql")]


def test_conforms_to_schema(writable: Writable) -> None:
    """Every property is of the vocabulary, and stands between what its domain and range say."""
    graph = described(writable)
    (service,) = graph.subjects(rdflib.RDF.type, SD.Service)
    known = {"endpoint", "supportedLanguage", "feature", "resultFormat", "defaultDataset", "defaultGraph",
             "namedGraph", "name", "inputFormat"}  # fmt: skip
    used = {str(p).removeprefix(str(SD)) for p in graph.predicates() if str(p).startswith(str(SD))}
    assert used <= known
    for name in ("endpoint", "supportedLanguage", "feature", "resultFormat", "defaultDataset"):
        assert set(graph.subjects(SD[name])) == {service}
        assert all(not isinstance(value, rdflib.Literal) for value in graph.objects(service, SD[name]))
    (dataset,) = graph.objects(service, SD.defaultDataset)
    assert (dataset, rdflib.RDF.type, SD.Dataset) in graph
    (default,) = graph.objects(dataset, SD.defaultGraph)
    assert (default, rdflib.RDF.type, SD.Graph) in graph
    for named in graph.objects(dataset, SD.namedGraph):
        assert (named, rdflib.RDF.type, SD.NamedGraph) in graph
        assert isinstance(graph.value(named, SD.name), rdflib.URIRef)
    assert (service, SD.supportedLanguage, SD.SPARQL11Query) in graph
