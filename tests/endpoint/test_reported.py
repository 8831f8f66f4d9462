"""What users of other endpoints reported, tried on ours."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import httpx
import pytest
import rdflib
from endpoint_tools import served
from rdflib.plugins.stores.sparqlstore import SPARQLStore
from store_tools import bilingual, document, put

from kb.store import open_store

PASSAGE = rdflib.URIRef("https://w3id.org/tcg-rules/passage/pawn-cr/2020-01-01/fr/7.1")
TEXT = rdflib.Namespace("https://w3id.org/tcg-rules/text#")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    directory: Path = tmp_path_factory.mktemp("reported") / "store"
    store = bilingual(open_store(directory))
    put(store, document({"7.1": "The colour of a pawn."}, "en-GB", document="british"))
    with served(directory) as address:
        yield address


def ask(base: str, query: str, accept: str = "application/sparql-results+json") -> httpx.Response:
    return httpx.post(f"{base}/sparql", data={"query": query}, headers={"Accept": accept}, timeout=30)


def test_a_form_body_is_decoded_once(base: str) -> None:
    for text in ("a%20b%2Bc", "100%", "a+b", "%41", "&amp;"):
        found = ask(base, f'SELECT ("{text}" AS ?x) {{}}').json()
        assert found["results"]["bindings"][0]["x"]["value"] == text


@pytest.mark.parametrize("character", ["\\u0001", "\\u000B", "\\uFFFE", "\\u001F"])
def test_a_control_character_leaves_the_xml_well_formed(base: str, character: str) -> None:
    answer = ask(base, f'SELECT ("a{character}b" AS ?x) ("c" AS ?y) {{}}', "application/sparql-results+xml")
    (row,) = rdflib.query.Result.parse(BytesIO(answer.content), format="xml")
    assert (str(row[0]), str(row[1])) == ("a\ufffdb", "c")


@pytest.mark.parametrize("tag", ["EN", "en", "En"])
def test_a_language_is_the_same_in_capitals(base: str, tag: str) -> None:
    query = f"ASK {{ ?p text:content ?c FILTER(LANG(?c) = LANG('x'@{tag})) }}"
    assert ask(base, query).json()["boolean"] is True
    content = "A pawn off the board has no keeper."
    assert ask(base, f"ASK {{ ?p text:content '{content}'@{tag} }}").json()["boolean"] is True


def test_british_english_is_found_under_english(base: str) -> None:
    query = "SELECT ?c { ?p text:content ?c FILTER(LANGMATCHES(LANG(?c), 'en')) }"
    texts = [row["c"]["value"] for row in ask(base, query).json()["results"]["bindings"]]
    assert "The colour of a pawn." in texts
    assert len(texts) == 5
    hits = httpx.get(f"{base}/search", params={"q": "colour", "language": "en"}, timeout=30)
    assert "The colour of a pawn." in hits.text


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_json_ld_keeps_languages_and_types(base: str) -> None:
    pattern = f"{{ <{PASSAGE}> text:content ?c ; text:position ?n }}"
    query = f"CONSTRUCT {pattern} {pattern}"
    data = ask(base, query, "application/ld+json").content
    graph = rdflib.Dataset(default_union=True).parse(data=data, format="json-ld")
    content, position = (next(graph.objects(PASSAGE, TEXT[name])) for name in ("content", "position"))
    assert content.language == "fr"
    assert position.datatype == rdflib.XSD.integer


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?n { ?p text:number ?n . ?p text:language ?l }",
        "SELECT ?n { { ?p text:number ?n } UNION { ?p text:label ?n } ?p text:language ?l }",
        "SELECT ?n ?l { ?p text:number ?n OPTIONAL { ?p text:language ?l } }",
    ],
)
def test_initial_bindings_give_the_same_here_and_in_memory(base: str, query: str) -> None:
    remote = rdflib.Graph(SPARQLStore(f"{base}/sparql", returnFormat="json"))
    local = rdflib.Graph().parse(
        data=ask(base, "CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }", "application/n-triples").content, format="nt"
    )
    names = {"text": str(TEXT)}
    bags = [
        sorted(str(row) for row in graph.query(query, initBindings={"p": PASSAGE}, initNs=names))
        for graph in (remote, local)
    ]
    assert bags[0] == bags[1]
    assert bags[0]


@pytest.mark.parametrize(
    ("accept", "content_type"),
    [
        ("text/html, text/tab-separated-values;q=0.9, */*;q=0.1", "text/tab-separated-values; charset=utf-8"),
        ("application/sparql-results+xml;q=0.2, text/csv;q=0.7", "text/csv; charset=utf-8"),
        ("application/xml, text/csv;q=0.5", "application/sparql-results+xml"),
        ("image/png, application/*;q=0.5", "application/sparql-results+json"),
        ("TEXT/CSV", "text/csv; charset=utf-8"),
    ],
)
def test_a_list_of_forms_is_read_to_its_end(base: str, accept: str, content_type: str) -> None:
    assert ask(base, "SELECT ?s { ?s ?p ?o } LIMIT 1", accept).headers["content-type"] == content_type


@pytest.mark.parametrize(
    ("query", "says"),
    [("SELECT * {\n  ?s ?p }", "query:2:"), ("SELECT ?x { ?x nope:p 1 }", "nope"), ("DROP ALL", "'DROP'")],
)
@pytest.mark.parametrize("accept", ["application/sparql-results+json", "application/xml", "text/csv"])
def test_an_error_says_what_and_where_whatever_form_was_wanted(
    base: str, query: str, says: str, accept: str
) -> None:
    answer = ask(base, query, accept)
    assert answer.status_code == 400
    assert says in answer.text
    assert answer.headers["content-type"].startswith("text/plain")
