"""The SPARQL 1.1 Protocol, test by test as the W3C's suite names them, in our words and on our data."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

import pytest
import rdflib
from writing_tools import Writable

from kb.rdf import Literal, NamedNode, Quad

LAMP, WICK, OIL = (f"https://example.org/{name}" for name in ("lamp", "wick", "oil"))
KIND = "https://example.org/kind"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
QUERY = {"Content-Type": "application/sparql-query"}
UPDATE = {"Content-Type": "application/sparql-update"}
DEFAULT_LAMP, NAMED_WICK = {"default-graph-uri": LAMP}, {"named-graph-uri": WICK}
EMPTY = "ASK {}"
FILL = "DROP ALL ; INSERT DATA { " + " ".join(
    f"GRAPH <{name}> {{ <{name}> <{KIND}> 'thing' }}" for name in (LAMP, WICK, OIL)
)
FILL += " } ; "


@dataclass(frozen=True)
class Step:
    """A request, and what must come back: a class of statuses, and where it is one the truth or the form."""

    method: str
    path: str
    body: bytes | str = ""
    headers: dict[str, str] = field(default_factory=dict)
    status: str = "2"
    truth: bool | None = None
    kind: str = ""


def get(query: str, *pairs: dict[str, str], **expected: object) -> Step:
    names = [("query", query), *(item for pair in pairs for item in pair.items())]
    return Step("GET", f"/sparql?{urlencode(names)}", **expected)  # type: ignore[arg-type]


def post(query: str, *pairs: dict[str, str], **expected: object) -> Step:
    names = urlencode([item for pair in pairs for item in pair.items()])
    return Step("POST", f"/sparql?{names}", query, QUERY, **expected)  # type: ignore[arg-type]


def form(query: str, *pairs: dict[str, str], **expected: object) -> Step:
    names = urlencode([item for pair in pairs for item in pair.items()])
    return Step("POST", f"/sparql?{names}", f"query={quote(query)}", FORM, **expected)  # type: ignore[arg-type]


def change(update: str, *pairs: dict[str, str], **expected: object) -> Step:
    names = urlencode([item for pair in pairs for item in pair.items()])
    return Step("POST", f"/write/update?{names}", update, UPDATE, **expected)  # type: ignore[arg-type]


def has(graph: str) -> str:
    return f"ASK {{ GRAPH ?g {{ <{graph}> <{KIND}> ?k }} }}"


def seen(*expected: str, never: str) -> Step:
    found = " ".join(f"<{name}> <{KIND}> 'seen' ." for name in expected)
    lacking = f"FILTER NOT EXISTS {{ GRAPH <x:seen> {{ <{never}> ?p ?o }} }}"
    return post(f"ASK {{ GRAPH <x:seen> {{ {found} }} {lacking} }}", truth=True)


PLAIN = f"ASK {{ <{LAMP}> ?p ?o }}"
BOTH = f"ASK {{ <{LAMP}> ?p ?o . <{WICK}> ?p ?o }}"
MANY = [("default-graph-uri", LAMP), ("default-graph-uri", WICK)]
MANY_NAMED = [("named-graph-uri", LAMP), ("named-graph-uri", WICK)]
IN_GRAPHS = f"ASK {{ GRAPH ?a {{ <{LAMP}> ?p ?o }} GRAPH ?b {{ <{WICK}> ?p ?o }} }}"
NO_OIL = f"FILTER NOT EXISTS {{ GRAPH ?c {{ <{OIL}> ?r ?s }} }}"
MARK = f"INSERT {{ GRAPH <x:seen> {{ ?s <{KIND}> 'seen' }} }} WHERE {{ ?s <{KIND}> 'thing' }}"
MARK_NAMED = MARK.replace(
    "{ ?s <https://example.org/kind> 'thing' }", f"{{ GRAPH ?g {{ ?s <{KIND}> 'thing' }} }}"
)

WIDE_QUERY, WIDE_UPDATE = (
    {"Content-Type": f"application/sparql-{kind}; charset=UTF-16"} for kind in ("query", "update")
)
CLEAR = "CLEAR ALL"
UNHARMED = post(has(LAMP), truth=True)
USING = [("using-graph-uri", LAMP), ("using-graph-uri", WICK)]
USING_NAMED = [("using-named-graph-uri", LAMP), ("using-named-graph-uri", WICK)]
WHERE = f"""INSERT {{ GRAPH <x:seen> {{ ?s <{KIND}> ?where }} }} WHERE {{
    {{ GRAPH ?where {{ ?s <{KIND}> 'thing' }} }}
    UNION {{ ?s <{KIND}> 'thing' BIND('default' AS ?where) }} }}"""
SEEN_WHERE = f"""ASK {{
    GRAPH <x:seen> {{ <{LAMP}> <{KIND}> 'default' . <{WICK}> <{KIND}> <{WICK}> }}
    FILTER NOT EXISTS {{ GRAPH <x:seen> {{ <{LAMP}> <{KIND}> <{LAMP}> }} }}
    FILTER NOT EXISTS {{ GRAPH <x:seen> {{ <{OIL}> ?p ?o }} }} }}"""

TESTS: dict[str, list[Step]] = {
    "query_get": [get(EMPTY, truth=True)],
    "query_post_form": [form(EMPTY, {"default-graph-uri": "https://example.org/nothing"}, truth=True)],
    "query_post_direct": [post(EMPTY, truth=True)],
    "query_dataset_default_graphs_get": [
        Step("GET", f"/sparql?{urlencode([('query', BOTH), *MANY])}", truth=True),
        Step("GET", f"/sparql?{urlencode([('query', f'ASK {{ <{OIL}> ?p ?o }}'), *MANY])}", truth=False),
    ],
    "query_dataset_default_graphs_post": [
        Step("POST", f"/sparql?{urlencode(MANY)}", BOTH, QUERY, truth=True),
        Step("POST", f"/sparql?{urlencode(MANY)}", f"ASK {{ <{OIL}> ?p ?o }}", QUERY, truth=False),
    ],
    "query_dataset_named_graphs_get": [
        Step(
            "GET", f"/sparql?{urlencode([('query', IN_GRAPHS[:-1] + NO_OIL + '}'), *MANY_NAMED])}", truth=True
        ),
    ],
    "query_dataset_named_graphs_post": [
        Step("POST", f"/sparql?{urlencode(MANY_NAMED)}", IN_GRAPHS[:-1] + NO_OIL + "}", QUERY, truth=True),
        Step("POST", f"/sparql?{urlencode(MANY_NAMED)}", f"ASK {{ <{LAMP}> ?p ?o }}", QUERY, truth=False),
    ],
    "query_dataset_full": [
        get(f"ASK {{ <{LAMP}> ?p ?o GRAPH ?g {{ <{WICK}> ?p ?o }} }}", DEFAULT_LAMP, NAMED_WICK, truth=True),
        get(f"ASK {{ GRAPH ?g {{ <{LAMP}> ?p ?o }} }}", DEFAULT_LAMP, NAMED_WICK, truth=False),
        get(f"ASK {{ <{WICK}> ?p ?o }}", DEFAULT_LAMP, NAMED_WICK, truth=False),
    ],
    "query_multiple_dataset": [
        # The request goes before the query's own FROM.
        post(f"ASK FROM <{WICK}> {{ <{LAMP}> ?p ?o }}", DEFAULT_LAMP, truth=True),
        post(f"ASK FROM <{WICK}> {{ <{WICK}> ?p ?o }}", DEFAULT_LAMP, truth=False),
    ],
    "query_content_type_select": [get("SELECT * {}", kind="tabular")],
    "query_content_type_ask": [get(EMPTY, kind="boolean", truth=True)],
    "query_content_type_describe": [get(f"DESCRIBE <{LAMP}>", kind="RDF")],
    "query_content_type_construct": [get("CONSTRUCT { <x:s> <x:p> 1 } {}", kind="RDF")],
    "bad_query_method": [Step("PUT", f"/sparql?query={quote(EMPTY)}", "", FORM, "4")],
    "bad_multiple_queries": [
        Step("GET", f"/sparql?{urlencode([('query', EMPTY), ('query', PLAIN)])}", status="4")
    ],
    "bad_query_wrong_media_type": [Step("POST", "/sparql", EMPTY, {"Content-Type": "text/plain"}, "4")],
    "bad_query_missing_form_type": [Step("POST", "/sparql", f"query={quote(EMPTY)}", status="4")],
    "bad_query_missing_direct_type": [Step("POST", "/sparql", EMPTY, status="4")],
    "bad_query_non_utf8": [
        Step("POST", "/sparql", EMPTY.encode("utf-16"), WIDE_QUERY, "4"),
        Step("POST", "/sparql", EMPTY.encode("utf-16"), QUERY, "4"),
    ],
    "bad_query_syntax": [get("ASK {", status="4")],
    "update_post_form": [
        Step("POST", "/write/update", "update=CLEAR+GRAPH+%3Chttps%3A%2F%2Fexample.org%2Foil%3E", FORM),
        post(has(OIL), truth=False),
    ],
    "update_post_direct": [change(f"CLEAR GRAPH <{OIL}>"), post(has(OIL), truth=False)],
    "update_base_uri": [
        change("DROP SILENT GRAPH <x:base> ; INSERT DATA { GRAPH <x:base> { <x:s> <x:p> <wick> } }"),
        post("ASK { GRAPH <x:base> { <x:s> <x:p> ?o FILTER(isIRI(?o) && STR(?o) != 'wick') } }", truth=True),
    ],
    "update_dataset_default_graph": [change(FILL + MARK, {"using-graph-uri": LAMP}), seen(LAMP, never=OIL)],
    "update_dataset_default_graphs": [
        Step("POST", f"/write/update?{urlencode(USING)}", FILL + MARK, UPDATE),
        seen(LAMP, WICK, never=OIL),
    ],
    "update_dataset_named_graphs": [
        Step("POST", f"/write/update?{urlencode(USING_NAMED)}", FILL + MARK_NAMED, UPDATE),
        seen(LAMP, WICK, never=OIL),
    ],
    "update_dataset_full": [
        change(
            FILL + WHERE,
            {"using-graph-uri": LAMP},
            {"using-named-graph-uri": WICK},
        ),
        post(SEEN_WHERE, truth=True),
    ],
    "bad_update_get": [
        Step("GET", "/write/update?update=CLEAR%20ALL", status="4"),
        Step("GET", "/sparql?update=CLEAR%20ALL", status="4"),
        UNHARMED,
    ],
    "bad_multiple_updates": [
        Step("POST", "/write/update", "update=CLEAR%20ALL&update=CLEAR%20NAMED", FORM, "4"),
        UNHARMED,
    ],
    "bad_update_wrong_media_type": [
        Step("POST", "/write/update", CLEAR, {"Content-Type": "text/plain"}, "4"),
        UNHARMED,
    ],
    "bad_update_missing_form_type": [
        Step("POST", "/write/update", "update=CLEAR%20ALL", status="4"),
        UNHARMED,
    ],
    "bad_update_non_utf8": [
        Step("POST", "/write/update", CLEAR.encode("utf-16"), WIDE_UPDATE, "4"),
        Step("POST", "/write/update", CLEAR.encode("utf-16"), UPDATE, "4"),
        UNHARMED,
    ],
    "bad_update_syntax": [Step("POST", "/write/update", "update=CLEAR%20EVERYTHING", FORM, "4"), UNHARMED],
    "bad_update_dataset_conflict": [
        change(
            f"WITH <{LAMP}> DELETE {{ ?s ?p ?o }} WHERE {{ ?s ?p ?o }}",
            {"using-named-graph-uri": WICK},
            status="400",
        ),
        change(
            f"DELETE {{ GRAPH <{LAMP}> {{ ?s ?p ?o }} }} USING <{LAMP}> WHERE {{ ?s ?p ?o }}",
            {"using-graph-uri": WICK},
            status="400",
        ),
        UNHARMED,
    ],
}


@pytest.fixture(autouse=True)
def _things(writable: Writable) -> None:
    """Each test begins with the same three graphs."""
    with writable.store.transaction() as write:
        for name in (LAMP, WICK, OIL):
            write.replace_graph(
                name, [Quad(NamedNode(name), NamedNode(KIND), Literal("thing"), NamedNode(name))]
            )
        write.drop_graph("x:seen")


@pytest.mark.parametrize("name", TESTS)
def test_the_protocol(writable: Writable, name: str) -> None:
    for step in TESTS[name]:
        answer = writable.client.request(step.method, step.path, headers=step.headers, content=step.body)
        assert str(answer.status_code).startswith(step.status), answer.text
        if step.truth is not None:
            assert answer.json()["boolean"] is step.truth, step
        if step.kind == "tabular":
            assert answer.headers["content-type"] == "application/sparql-results+json"
            assert "bindings" in answer.json()["results"]
        if step.kind == "RDF":
            rdflib.Graph().parse(data=answer.content, format=answer.headers["content-type"].partition(";")[0])


def test_every_test_of_the_suite_is_here() -> None:
    assert len(TESTS) == 34
