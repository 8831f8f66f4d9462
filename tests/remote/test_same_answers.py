"""The same questions have the same answers in a folder and on servers of three makes."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from remote_servers import Server, Verb

from kb.queries.find import find
from kb.queries.passages import passages
from kb.queries.show import show
from kb.queries.sparql import select
from kb.store import DirectoryStore, RemoteStore

VERBS = (
    "sources --format json",
    "show 950.3 --format json",
    "show mtg-cr fr 950.3 --below",
    "show 7.3 --lang fr",
    "find propriétaire --lang fr --format json",
    "find lanternes",
    'find "keeper of a pawn" --document pawn-cr',
    "find gardein",
    "compare 950.3 fr en --format json",
    "compare 7.2 fr en",
    "diverge fr en --document mtg-cr",
    "diverge fr en --document pawn-cr --edition 2020-01-01 --format json",
    "concept owner --lang es",
    "terms --lang en",
    "validate",
)
QUERIES = (
    'SELECT ?language (COUNT(?p) AS ?rules) { ?p text:kind "rule" ; text:language ?language } '
    "GROUP BY ?language ORDER BY ?language",
    "SELECT ?name (COUNT(?p) AS ?passages) { GRAPH ?source { ?p a text:Passage } ?source text:name ?name } "
    "GROUP BY ?name ORDER BY ?name",
    'SELECT ?number { ?p text:kind "rule" ; text:number ?number ; text:language "en" '
    'FILTER NOT EXISTS { ?q text:number ?number ; text:language "fr" } } ORDER BY ?number',
    'SELECT ?word { ?c skos:prefLabel "battlefield"@en ; skos:prefLabel ?word FILTER(LANG(?word) = "fr") }',
    'ASK { ?p text:number "950.2" ; text:language "en" }',
    'ASK { ?p text:number "950.2" ; text:language "fr" }',
    "SELECT ?content FROM <https://w3id.org/tcg-rules/graph/works> { ?p text:content ?content }",
)

HERE: dict[str, tuple[int, str, str]] = {}
"""What each verb says in the folder, asked once."""


@pytest.mark.parametrize("line", VERBS)
def test_a_verb_says_the_same(server: Server, directory: Path, verb: Verb, line: str) -> None:
    name, *rest = shlex.split(line)
    here = HERE.get(line) or HERE.setdefault(line, verb(name, *rest, "--store", directory))
    assert verb(name, *rest, "--store", server.query) == here
    assert here[0] in (0, 1), here[2]
    assert here[1]


@pytest.mark.parametrize("query", QUERIES)
def test_a_query_gives_the_same(server: Server, directory: Path, query: str) -> None:
    here, there = select(DirectoryStore(directory), query), select(RemoteStore(server.query), query)
    assert (there.variables, there.rows, there.truth) == (here.variables, here.rows, here.truth)


def test_a_graph_comes_whole(server: Server, directory: Path) -> None:
    query = "CONSTRUCT { ?p text:number ?n } WHERE { ?p text:number ?n }"
    here, there = select(DirectoryStore(directory), query), select(RemoteStore(server.query), query)
    assert len(here) > 20
    assert sorted(map(str, there)) == sorted(map(str, here))


def test_all_the_texts_come_in_a_handful_of_requests(server: Server, directory: Path) -> None:
    store = RemoteStore(server.query)
    assert passages(store) == passages(DirectoryStore(directory))
    assert len(passages(store)) > 30
    assert store.requests <= 8


def test_a_lookup_and_a_search_take_a_few_requests_however_much_they_find(server: Server) -> None:
    store = RemoteStore(server.query)
    show(store, "950.3")
    first = store.requests
    show(store, "950.2")
    assert first <= 8
    assert store.requests - first <= 3
    before = store.requests
    find(store, "lanterne")
    assert store.requests - before <= 12
    before = store.requests
    assert len(find(store, "keeper")) > 1
    assert store.requests - before <= 3
