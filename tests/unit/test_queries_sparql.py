"""SPARQL of the user's own: any form of query, nothing that changes or reaches out, always an end."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import BinaryIO

import pytest
from pyoxigraph import Literal, NamedNode
from store_tools import ENGLISH, bilingual, document, put

from kb.errors import LimitError, QueryError, StoreError
from kb.queries.lexing import check_read_only, graphs_named
from kb.queries.sandbox import Limits, TroubleError, ask
from kb.queries.sparql import select
from kb.queries.wire import Request
from kb.store import Backend, open_store
from loaders.pipeline import write_loaded

PRODUCT = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"


@pytest.fixture(params=["memory", "directory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Backend:
    return bilingual(open_store(tmp_path / "store" if request.param == "directory" else None))


def test_a_select_gives_rows_of_terms(store: Backend) -> None:
    found = select(
        store, "SELECT ?n ?c { ?p text:number ?n ; text:content ?c ; text:firstLine 2 } ORDER BY ?n ?c"
    )
    assert found.variables == ("n", "c")
    assert found[0] == (Literal("7.2"), Literal(ENGLISH["7.2"], language="en"))
    assert [row["n"] for row in found.to_dicts()] == ["7.2", "7.3"]
    assert repr(found[:1]).splitlines()[0].split() == ["n", "c"]


def test_an_ask_gives_a_truth(store: Backend) -> None:
    assert select(store, 'ASK { ?p text:number "7.1" }').truth is True
    no = select(store, 'ASK { ?p text:number "9.9" }')
    assert not no
    assert repr(no) == "False"


def test_construct_and_describe_give_triples(store: Backend) -> None:
    found = select(store, 'CONSTRUCT { ?p text:number ?n } { ?p text:number ?n FILTER(?n = "7.2") }')
    assert found.variables == ("subject", "predicate", "object")
    assert found.to_turtle() == (
        "@prefix text: <https://w3id.org/tcg-rules/text#> .\n\n"
        '<https://w3id.org/tcg-rules/passage/pawn-cr/2020-01-01/en/7.2> text:number "7.2" .\n'
    )
    assert len(found.to_rdflib()) == 1
    iri = "https://w3id.org/tcg-rules/passage/pawn-cr/2020-01-01/en/7.2"
    described = select(store, f"DESCRIBE <{iri}>")
    assert {row[0] for row in described} == {NamedNode(iri)}
    assert len(described) > 10


def test_rows_are_not_triples(store: Backend) -> None:
    with pytest.raises(TypeError, match="a select result has rows, not triples"):
        select(store, "SELECT * { ?s ?p ?o } LIMIT 1").to_turtle()


def test_a_query_sees_all_graphs_and_from_narrows_it_down(store: Backend) -> None:
    everything = select(store, "SELECT ?p { ?p a text:Passage }")
    assert len(everything) == 7
    graph = next(name for name in store.graphs() if "-fr.txt" in name)
    assert len(select(store, f"SELECT ?p FROM <{graph}> {{ ?p a text:Passage }}")) == 3
    assert len(select(store, f"SELECT ?p FROM NAMED <{graph}> {{ GRAPH ?g {{ ?p a text:Passage }} }}")) == 3
    assert len(select(store, f"SELECT ?p FROM NAMED <{graph}> {{ ?p a text:Passage }}")) == 0


def test_works_and_editions_are_counted_once_however_many_sources_there_are(store: Backend) -> None:
    assert len(select(store, "SELECT ?e { ?e a text:Edition }")) == 1
    assert len(select(store, "SELECT ?v { ?v a text:LanguageVersion }")) == 2


def test_a_query_sees_what_was_loaded_since(store: Backend) -> None:
    assert len(select(store, "SELECT ?p { ?p a text:Passage }")) == 7
    put(store, document({"9.1": "A late rule."}, "en", edition="2021-01-01"))
    assert len(select(store, "SELECT ?p { ?p a text:Passage }")) == 8


def test_values_become_python_values(store: Backend) -> None:
    query = """SELECT * { VALUES (?i ?d ?f ?b ?t ?l ?bad ?none) {
        (7 7.5 7e0 true "2020-02-03"^^xsd:date "vol"@fr "x"^^xsd:integer UNDEF) } }"""
    assert select(store, query).to_dicts() == [{
        "i": 7, "d": Decimal("7.5"), "f": 7.0, "b": True, "t": date(2020, 2, 3), "l": "vol", "bad": "x",
        "none": None,
    }]  # fmt: skip


def test_a_frame_keeps_languages_in_a_column_beside(store: Backend) -> None:
    frame = select(store, "SELECT ?c ?line { ?p text:content ?c ; text:firstLine ?line }").to_frame()
    assert list(frame.columns) == ["c", "c_language", "line"]
    assert set(frame["c_language"]) == {"en", "fr"}
    assert [str(kind) for kind in frame.dtypes] == ["string", "category", "Int64"]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT * {\n ?s ?p }", r"query:2:\d+: this is not a SPARQL query: found .*the parser says"),
        ("", r"query:1:1: this is not a SPARQL query: found 'the end'"),
        (
            "SELECT * { ?s tekst:number ?o }",
            r"query:1:\d+: this prefix is not declared: found 'tekst'; .*'text'",
        ),
        ("INSERT DATA { <x:a> <x:b> <x:c> }", r"query:1:1: this is an update.*found 'INSERT'"),
        ("PREFIX a: <x:>\ndelete where { ?s ?p ?o }", r"query:2:1: this is an update.*found 'delete'"),
        ("LOAD <http://127.0.0.1/x>", r"query:1:1: this is an update.*found 'LOAD'"),
        (
            "SELECT * { SERVICE <http://127.0.0.1/> { ?s ?p ?o } }",
            r"query:1:12: SERVICE is not answered here",
        ),
        ("SELECT * { service silent <x:y> { ?s ?p ?o } }", r"query:1:12: SERVICE is not answered here"),
        ("PREFIX e: <x:>\nASK{{SERVICEe:x{}}}", r"query:2:6: SERVICE is not answered here"),
        ("SELECT * FROM <http://127.0.0.1/x> { ?s ?p ?o }", r"query:1:15: there is no such graph here"),
        ("SELECT * FROM NAMED <file:///etc/passwd> { ?s ?p ?o }", r"query:1:21: there is no such graph here"),
    ],
)
def test_what_is_not_a_read_only_query_is_refused_with_its_place(
    store: Backend, query: str, message: str
) -> None:
    with pytest.raises(QueryError, match=message):
        select(store, query)


def test_the_refused_words_may_stand_in_texts_names_and_comments(store: Backend) -> None:
    query = """PREFIX service: <x:> PREFIX ex: <x:service#>
        SELECT ?service { ?s ex:service "SERVICE <http://x> { INSERT }"@en-service ; ex:p '''a "service" '''
        FILTER(?service < 3 && "#" != ?load) } # SERVICE <x:y> {}"""
    with pytest.raises(QueryError, match=r"query:1:8: SERVICE"):
        select(store, query)
    assert len(select(store, query.replace("PREFIX service: <x:> ", ""))) == 0
    check_read_only('SELECT * { ?s ?p "insert" }')


def test_graphs_after_from_are_told_from_the_word_elsewhere() -> None:
    query = 'SELECT ?from FROM <x:a> from named <x:b> { ?s <x:from> "FROM <x:c>" . ?from <x:d> <x:e> }'
    assert [token.text for token in graphs_named(query)] == ["<x:a>", "<x:b>"]


def test_a_query_without_end_is_stopped_in_time_and_the_next_one_is_answered(store: Backend) -> None:
    begun = time.monotonic()
    with pytest.raises(LimitError, match="stopped at the limit of 1 seconds"):
        select(store, PRODUCT, timeout=1)
    assert time.monotonic() - begun < 4
    assert len(select(store, "SELECT ?p { ?p a text:Passage }")) == 7


def test_a_query_that_takes_too_much_memory_is_stopped(store: Backend) -> None:
    bomb = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i } ORDER BY ?a ?f ?i"
    with pytest.raises(LimitError, match="stopped at the limit of 64 megabytes of memory"):
        select(store, bomb, limits=Limits(seconds=60, megabytes=64))
    assert select(store, "ASK { ?p a text:Passage }")


def test_a_result_over_its_limit_is_an_error_not_half_a_result(store: Backend) -> None:
    every = "SELECT * { ?s ?p ?o }"
    with pytest.raises(LimitError, match="limit of 5 rows: add LIMIT"):
        select(store, every, limits=Limits(rows=5))
    with pytest.raises(LimitError, match="limit of 5 rows: add LIMIT"):
        select(store, "CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }", limits=Limits(rows=5))
    with pytest.raises(LimitError, match="limit of 100 bytes of result"):
        select(store, every, limits=Limits(bytes=100))
    assert len(select(store, every + " LIMIT 5", limits=Limits(rows=5))) == 5


@pytest.fixture
def listener() -> Iterator[tuple[int, list[bytes]]]:
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def listen() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    heard.append(connection.recv(100))

        threading.Thread(target=listen, daemon=True).start()
        yield server.getsockname()[1], heard
        server.shutdown(socket.SHUT_RDWR)


def test_what_goes_wrong_while_a_result_is_read_does_not_spoil_the_next_one(store: Backend) -> None:
    many = "SELECT * { ?a ?b ?c . ?d ?e ?f } LIMIT 20000"
    expected = select(store, many)

    def broken(_: str, data: BinaryIO) -> None:
        data.read(100)
        raise RuntimeError("no more of this")

    with pytest.raises(RuntimeError, match="no more of this"):
        ask(store, Request(many), Limits(), broken)
    assert ask(store, Request(many), Limits(), lambda kind, data: (kind, data.read(7)))[0] == "select"
    assert len(select(store, many)) == len(expected) > 1000
    with pytest.raises(LimitError, match="bytes of result"):
        select(store, many, limits=Limits(bytes=100_000))
    assert select(store, "ASK {}").truth is True


@pytest.mark.skipif(os.uname().sysname != "Linux", reason="sockets can be given up on Linux only")
def test_the_process_that_answers_opens_no_connection_even_when_asked_directly(
    store: Backend, listener: tuple[int, list[bytes]]
) -> None:
    port, heard = listener
    for query in (
        f"SELECT * {{ SERVICE <http://127.0.0.1:{port}/sparql> {{ ?s ?p ?o }} }}",
        f"SELECT * {{ SERVICE SILENT <http://localhost:{port}/> {{ ?s ?p ?o }} }}",
        f"ASK {{ FILTER EXISTS {{ SERVICE <http://127.0.0.1:{port}/> {{ ?s ?p ?o }} }} }}",
    ):
        with suppress(TroubleError):  # SILENT and EXISTS swallow that it is not permitted
            ask(store, Request(query), Limits(seconds=5), lambda _, data: data.read())
    time.sleep(0.2)
    assert heard == []


def test_a_strict_check_finds_the_word_wherever_it_hides() -> None:
    hidden = "SELECT * { FILTER(?a<'x>') SERVICE<http://127.0.0.1/>{} #' \n }"
    with pytest.raises(QueryError, match="SERVICE is not answered here"):
        check_read_only(hidden, strict=True)


def test_a_store_that_changes_while_it_is_queried_is_not_in_the_way(tmp_path: Path) -> None:
    store = bilingual(open_store(tmp_path / "store"))
    select(store, "ASK { ?s ?p ?o }")
    for edition in ("2021-01-01", "2022-01-01", "2023-01-01"):
        write_loaded(open_store(tmp_path / "store"), [document(ENGLISH, "en", edition=edition)])
        assert select(store, f'ASK {{ ?p text:edition "{edition}" }}')


def test_a_store_that_vanishes_is_reported(tmp_path: Path) -> None:
    store = bilingual(open_store(tmp_path / "store"))
    select(store, "ASK { ?s ?p ?o }")
    (tmp_path / "store" / "current").write_text("000009-gone\n")
    with pytest.raises(StoreError, match="names a snapshot that is not there"):
        select(store, "ASK { ?s ?p ?o }")
