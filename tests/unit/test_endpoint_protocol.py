"""The SPARQL 1.1 Protocol, query side, as clients speak it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

import httpx
import pytest
import rdflib
from endpoint_tools import served
from rdflib.plugins.stores.sparqlstore import SPARQLStore
from store_tools import ENGLISH, FRENCH, bilingual, document, put

from kb.ontology_files import digest_of
from kb.store import open_store

ASK = "ASK { ?p a text:Passage }"
SELECT = 'SELECT ?n ?c { ?p text:number ?n ; text:content ?c ; text:language "fr" } ORDER BY ?n'
GRAPH = 'CONSTRUCT { ?p text:content ?c } { ?p text:content ?c ; text:number "7.1" }'
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
DIRECT = {"Content-Type": "application/sparql-query"}

GRAPH_TYPES = {
    "turtle": "text/turtle",
    "nt": "application/n-triples",
    "xml": "application/rdf+xml",
    "json-ld": "application/ld+json",
    "nquads": "application/n-quads",
    "trig": "application/trig",
}


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("served") / "store"
    bilingual(open_store(path))
    return path


@pytest.fixture(scope="module")
def base(directory: Path) -> Iterator[str]:
    with served(directory) as address:
        yield address


@pytest.fixture
def client(base: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=base, timeout=30) as opened:
        yield opened


@pytest.mark.parametrize("query", [SELECT, ASK, GRAPH, "DESCRIBE ?p { ?p text:number '7.1' }"])
def test_get_form_and_direct_post_give_the_same_answer(client: httpx.Client, query: str) -> None:
    accept = {"Accept": "application/sparql-results+json, application/n-triples;q=0.9"}
    answers = [
        client.get("/sparql", params={"query": query}, headers=accept),
        client.post("/sparql", data={"query": query}, headers=accept),
        client.post("/sparql", content=query, headers={**accept, **DIRECT}),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    bodies = [sorted(answer.text.splitlines()) for answer in answers]
    assert bodies[0] == bodies[1] == bodies[2]
    assert bodies[0]


def test_a_select_as_json_keeps_languages(client: httpx.Client) -> None:
    found = client.get("/sparql", params={"query": SELECT}).json()
    assert found["head"]["vars"] == ["n", "c"]
    first = found["results"]["bindings"][0]
    assert first["c"] == {"type": "literal", "value": FRENCH["7.1"], "xml:lang": "fr"}


@pytest.mark.parametrize(
    ("query", "accept", "content_type"),
    [
        (SELECT, None, "application/sparql-results+json"),
        (SELECT, "*/*", "application/sparql-results+json"),
        (SELECT, "application/json", "application/sparql-results+json"),
        (SELECT, "application/sparql-results+xml", "application/sparql-results+xml"),
        (SELECT, "text/csv", "text/csv; charset=utf-8"),
        (SELECT, "text/tab-separated-values", "text/tab-separated-values; charset=utf-8"),
        (SELECT, "text/html, application/xml;q=0.8, text/csv;q=0.9", "text/csv; charset=utf-8"),
        (ASK, "application/sparql-results+xml", "application/sparql-results+xml"),
        (GRAPH, None, "text/turtle; charset=utf-8"),
        (GRAPH, "application/n-triples", "application/n-triples"),
        (GRAPH, "application/ld+json", "application/ld+json"),
        (GRAPH, "application/rdf+xml", "application/rdf+xml"),
        (GRAPH, "application/n-quads", "application/n-quads"),
        (GRAPH, "application/trig", "application/trig"),
        (GRAPH, "text/turtle;q=0.1, application/rdf+xml;q=0.2", "application/rdf+xml"),
    ],
)
def test_the_answer_comes_in_the_form_the_client_wants_most(
    client: httpx.Client, query: str, accept: str | None, content_type: str
) -> None:
    request = client.build_request("GET", "/sparql", params={"query": query})
    request.headers.pop("accept")
    if accept:
        request.headers["accept"] = accept
    answer = client.send(request)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == content_type
    assert "Accept" in answer.headers["vary"]


@pytest.mark.parametrize(
    ("query", "accept"),
    [(SELECT, "text/html"), (SELECT, "text/turtle"), (GRAPH, "text/csv"), (ASK, "application/foo"),
     (SELECT, "application/sparql-results+json;q=0")],
)  # fmt: skip
def test_a_form_that_is_not_there_is_refused_not_replaced(
    client: httpx.Client, query: str, accept: str
) -> None:
    answer = client.get("/sparql", params={"query": query}, headers={"Accept": accept})
    assert answer.status_code == 406
    assert "this comes as one of:" in answer.text


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("form", GRAPH_TYPES)
def test_graphs_are_read_back_by_rdflib_with_their_languages(client: httpx.Client, form: str) -> None:
    answer = client.get("/sparql", params={"query": GRAPH}, headers={"Accept": GRAPH_TYPES[form]})
    graph = rdflib.Dataset(default_union=True).parse(data=answer.content, format=form)
    found = {(str(o), o.language) for o in graph.objects() if isinstance(o, rdflib.Literal)}
    assert found == {(FRENCH["7.1"], "fr"), (ENGLISH["7.1"], "en")}


@pytest.mark.parametrize(
    ("method", "path", "headers", "body", "status", "says"),
    [
        ("GET", f"?query={ASK}&query={ASK}", {}, b"", 400, "at a time, and 2 were sent"),
        ("GET", "?update=CLEAR%20ALL", {}, b"", 403, "read-only"),
        ("GET", "?query=CLEAR%20ALL", {}, b"", 400, "this is an update"),
        ("GET", "?query=SELECT%20*%20%7B", {}, b"", 400, "query:1:11: this is not a SPARQL query"),
        ("GET", "?query=%FF", {}, b"", 400, "not in UTF-8"),
        ("GET", f"?query={ASK}&default-graph-uri=x", {}, b"", 400, "by a whole IRI, not by 'x'"),
        ("POST", "", FORM, b"", 400, "one query is answered at a time, and 0 were sent"),
        ("POST", "", FORM, b"query=ASK%7B%7D&query=ASK%7B%7D", 400, "and 2 were sent"),
        ("POST", "", FORM, b"update=CLEAR%20ALL", 403, "read-only"),
        ("POST", "", FORM, b"query=%FF", 400, "not in UTF-8"),
        ("POST", "?query=ASK%7B%7D", DIRECT, b"ASK {}", 400, "both in the body and in the address"),
        ("POST", "", DIRECT, b"ASK { ?s", 400, "this is not a SPARQL query"),
        ("POST", "", DIRECT, b"\xff\xfe", 400, "not in UTF-8"),
        ("POST", "", {"Content-Type": "application/sparql-query; charset=UTF-16"}, b"A", 415, "utf-16"),
        ("POST", "", {"Content-Type": "application/sparql-update"}, b"CLEAR ALL", 403, "read-only"),
        ("POST", "", {"Content-Type": "text/plain"}, b"ASK {}", 415, "not as text/plain"),
        ("POST", "", {}, b"ASK {}", 415, "not as nothing"),
        ("PUT", "", DIRECT, b"ASK {}", 405, ""),
    ],
)  # fmt: skip
def test_what_is_no_query_is_refused_with_the_status_that_fits(
    client: httpx.Client, method: str, path: str, headers: dict[str, str], body: bytes, status: int, says: str
) -> None:
    answer = client.request(method, f"/sparql{path}", headers=headers, content=body)
    assert (answer.status_code, says in answer.text) == (status, True), answer.text


def test_a_form_is_decoded_once(client: httpx.Client) -> None:
    query = 'SELECT ("a%20b%2Bc+d" AS ?x) {}'
    for answer in (
        client.get("/sparql", params={"query": query}),
        client.post("/sparql", data={"query": query}),
        client.post("/sparql", content=query, headers=DIRECT),
    ):
        assert answer.json()["results"]["bindings"][0]["x"]["value"] == "a%20b%2Bc+d"


def test_default_and_named_graphs_narrow_what_a_query_sees(client: httpx.Client, directory: Path) -> None:
    french = next(graph for graph in open_store(directory).graphs() if "-fr.txt" in graph)
    count = "SELECT ?p { ?p a text:Passage }"
    in_graph = "SELECT ?p { GRAPH ?g { ?p a text:Passage } }"

    def rows(query: str, **graphs: str) -> int:
        names = {name.replace("_", "-") + "-graph-uri": iri for name, iri in graphs.items()}
        found = [
            client.get("/sparql", params={"query": query, **names}),
            client.post("/sparql", data={"query": query, **names}),
            client.post("/sparql", params=names, content=query, headers=DIRECT),
        ]
        counts = {len(answer.json()["results"]["bindings"]) for answer in found}
        assert len(counts) == 1
        return counts.pop()

    assert rows(count) == 7
    assert rows(count, default=french) == 3
    assert rows(count, named=french) == 0
    assert rows(in_graph, named=french) == 3
    assert rows(in_graph, default=french) == 0
    english = next(graph for graph in open_store(directory).graphs() if "-en.txt" in graph)
    assert rows(count.replace("{", f"FROM <{english}> {{", 1), default=french) == 3


def test_relative_iris_are_relative_to_the_endpoint(client: httpx.Client, base: str) -> None:
    found = client.get("/sparql", params={"query": "SELECT (<x> AS ?x) {}"}).json()
    assert found["results"]["bindings"][0]["x"]["value"] == f"{base}/x"


def test_a_control_character_does_not_break_the_xml_for_everybody(client: httpx.Client) -> None:
    query = 'SELECT ("a\\u000Bb\\rc" AS ?x) {}'
    answer = client.get(
        "/sparql", params={"query": query}, headers={"Accept": "application/sparql-results+xml"}
    )
    (row,) = rdflib.query.Result.parse(BytesIO(answer.content), format="xml")
    assert str(row[0]) == "a\ufffdb\rc"


def test_an_unchanged_answer_is_not_sent_again(client: httpx.Client) -> None:
    first = client.get("/sparql", params={"query": SELECT})
    tag = first.headers["etag"]
    again = client.get("/sparql", params={"query": SELECT}, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get(
        "/sparql", params={"query": SELECT}, headers={"If-None-Match": tag, "Accept": "text/csv"}
    )
    assert other.status_code == 200


@pytest.mark.parametrize(
    "query", ["SELECT (NOW() AS ?x) {}", "SELECT (rand() AS ?x) {}", "SELECT (UUID() AS ?x) {}"]
)
def test_an_answer_that_differs_each_time_has_no_tag(client: httpx.Client, query: str) -> None:
    assert "etag" not in client.get("/sparql", params={"query": query}).headers


def test_a_browser_on_another_site_may_ask_but_sends_no_credentials(client: httpx.Client) -> None:
    answer = client.get("/sparql", params={"query": ASK}, headers={"Origin": "https://elsewhere.example"})
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in answer.headers
    preflight = client.options("/sparql", headers={
        "Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type"})  # fmt: skip
    assert preflight.status_code == 200
    assert "POST" in preflight.headers["access-control-allow-methods"]


def test_rdflib_reads_the_endpoint_as_a_graph(base: str) -> None:
    graph = rdflib.Graph(SPARQLStore(f"{base}/sparql", returnFormat="json"))
    rows = list(graph.query(SELECT, initNs={"text": "https://w3id.org/tcg-rules/text#"}))
    assert [str(row[0]) for row in rows] == ["7.1", "7.10", "7.3"]
    assert rows[0][1].language == "fr"
    graph_xml = rdflib.Graph(SPARQLStore(f"{base}/sparql"))
    passage = rdflib.URIRef("https://w3id.org/tcg-rules/passage/pawn-cr/2020-01-01/fr/7.10")
    assert (passage, None, None) in graph_xml
    assert len(graph_xml) > 50


def test_the_endpoint_is_healthy_and_names_its_snapshot(client: httpx.Client, directory: Path) -> None:
    found = client.get("/health").json()
    assert (found["status"], found["snapshot"]) == ("ok", open_store(directory).version)
    assert (found["program"], found["rules"]) == (version("tcg-rules-kb"), digest_of("rules/*.crl"))


def test_a_new_snapshot_is_seen_at_once_and_no_request_fails(tmp_path: Path) -> None:
    store = bilingual(open_store(tmp_path / "store"))
    query = {"query": "SELECT (COUNT(*) AS ?n) { ?p a text:Passage }"}
    with served(tmp_path / "store") as address, httpx.Client(base_url=address) as client:
        first = client.get("/sparql", params=query)
        put(store, document(ENGLISH, "en", edition="2021-01-01"))
        second = client.get("/sparql", params=query, headers={"If-None-Match": first.headers["etag"]})
    counts = [json.loads(answer.text)["results"]["bindings"][0]["n"]["value"] for answer in (first, second)]
    assert counts == ["7", "11"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("accept", ["text/turtle", "application/ld+json", "application/rdf+xml"])
def test_a_get_without_a_query_describes_the_service(base: str, directory: Path, accept: str) -> None:
    answer = httpx.get(f"{base}/sparql", headers={"Accept": accept})
    graph = rdflib.Graph().parse(data=answer.content, format=accept)
    sd = rdflib.Namespace("http://www.w3.org/ns/sparql-service-description#")
    (service,) = graph.subjects(rdflib.RDF.type, sd.Service)
    assert graph.value(service, sd.endpoint) == rdflib.URIRef(f"{base}/sparql")
    assert (service, sd.supportedLanguage, sd.SPARQL11Query) in graph
    assert sd.BasicFederatedQuery not in set(graph.objects(service, sd.feature))
    assert {str(name) for name in graph.objects(predicate=sd.name)} == set(open_store(directory).graphs())


def test_void_points_to_the_description(client: httpx.Client, base: str) -> None:
    answer = client.get("/.well-known/void")
    assert (answer.status_code, answer.headers["location"]) == (303, f"{base}/sparql")


def test_the_service_is_not_described_in_a_form_it_does_not_have(client: httpx.Client) -> None:
    assert client.get("/sparql", headers={"Accept": "image/png"}).status_code == 406


def test_what_was_answered_is_counted(client: httpx.Client) -> None:
    client.get("/sparql", params={"query": "SELECT * {"})
    lines = client.get("/metrics").text.splitlines()
    (bad,) = [
        line for line in lines if line.startswith('tcg_rules_requests_total{path="/sparql",status="400"}')
    ]
    assert int(bad.rpartition(" ")[2]) >= 1
    assert "# TYPE tcg_rules_request_seconds histogram" in lines
    assert any(line.startswith("tcg_rules_queries_asked_total ") for line in lines)


def test_a_long_answer_is_compressed_for_those_who_can_read_that(client: httpx.Client) -> None:
    query = {"query": "SELECT * { ?s ?p ?o }"}
    small = client.get("/sparql", params=query, headers={"Accept-Encoding": "gzip"})
    plain = client.get("/sparql", params=query, headers={"Accept-Encoding": "identity"})
    assert small.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert len(small.json()["results"]["bindings"]) == len(plain.json()["results"]["bindings"]) > 100


def test_a_graph_that_is_not_here_is_empty(client: httpx.Client) -> None:
    for query in ("ASK FROM <http://h/x> { ?s ?p ?o }", "ASK { ?s ?p ?o }"):
        extra = {} if "FROM" in query else {"default-graph-uri": "http://h/x"}
        assert client.get("/sparql", params={"query": query, **extra}).json()["boolean"] is False


def test_an_answer_that_was_kept_is_the_same_and_ends_with_its_snapshot(tmp_path: Path) -> None:
    store = bilingual(open_store(tmp_path / "store"))
    with served(tmp_path / "store") as address, httpx.Client(base_url=address) as client:
        first, second = (client.get("/sparql", params={"query": SELECT}) for _ in range(2))
        counted = client.get("/metrics").text.splitlines()
        put(store, document({"9.9": "Une règle tardive."}, "fr", edition="2021-01-01"))
        third = client.get("/sparql", params={"query": SELECT})
    assert (first.content, first.headers["etag"]) == (second.content, second.headers["etag"])
    assert "tcg_rules_queries_asked_total 1" in counted
    assert third.content != first.content
