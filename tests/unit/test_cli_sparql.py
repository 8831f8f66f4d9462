"""The verb sparql: every form of query, in the formats that programs expect."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
import rdflib

from kb.store import open_store
from loaders.pipeline import load_paths

Verb = Callable[..., tuple[int, str, str]]

NUMBERS = """SELECT ?number ?content {
  ?p a text:Passage ; text:number ?number ; text:language "fr" ; text:content ?content
  FILTER(STRSTARTS(?number, "950.3")) } ORDER BY ?number"""


@pytest.fixture(scope="module")
def store(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that holds the packaged documents; the tests only read it."""
    folder = tmp_path_factory.mktemp("sparql") / "store"
    load_paths(open_store(folder), [root / "ontology" / "examples" / "documents"], atomic=True)
    return folder


@pytest.fixture
def loaded(verb: Verb, store: Path, monkeypatch: pytest.MonkeyPatch) -> Verb:
    """The command line on that store."""
    monkeypatch.setenv("TCG_RULES_STORE", str(store))
    return verb


def test_a_query_needs_no_prefixes_and_prints_a_table(loaded: Verb) -> None:
    code, out, err = loaded("sparql", NUMBERS)
    header, first, second = out.splitlines()
    assert (code, err) == (0, "")
    assert header.split() == ["number", "content"]
    assert first.startswith("950.3   Un joueur peut garder")
    assert second.startswith("950.3b  Le propriétaire")


def test_json_is_the_w3c_format(loaded: Verb) -> None:
    result = json.loads(loaded("sparql", NUMBERS, "--format", "json")[1])
    assert result["head"]["vars"] == ["number", "content"]
    assert result["results"]["bindings"][0]["number"] == {"type": "literal", "value": "950.3"}


def test_csv_has_a_row_a_solution(loaded: Verb) -> None:
    lines = loaded("sparql", NUMBERS, "--format", "csv")[1].splitlines()
    assert lines[0] == "number,content"
    assert len(lines) == 3


def test_a_query_may_stand_in_a_file_or_come_from_standard_input(
    loaded: Verb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "numbers.rq"
    path.write_text(NUMBERS, encoding="utf-8")
    expected = loaded("sparql", NUMBERS)[1]
    assert loaded("sparql", path)[1] == expected
    monkeypatch.setattr("sys.stdin", StringIO(NUMBERS))
    assert loaded("sparql", "-")[1] == expected


def test_a_query_file_that_is_not_there_is_named(loaded: Verb) -> None:
    code, _, err = loaded("sparql", "nowhere.rq")
    assert (code, err) == (2, "tcg-rules: nowhere.rq: no such file or directory\n")


def test_a_query_longer_than_any_file_name_is_a_query(loaded: Verb) -> None:
    code, out, _ = loaded("sparql", "ASK" + " " * 5000 + "{ ?s ?p ?o }")
    assert (code, out) == (0, "true\n")


def test_a_false_ask_is_exit_code_1(loaded: Verb) -> None:
    assert loaded("sparql", "ASK { ?p text:number 'no such number' }")[:2] == (1, "false\n")
    assert json.loads(loaded("sparql", "ASK { ?p a text:Passage }", "--format", "json")[1])["boolean"] is True


@pytest.mark.parametrize("form", ["text", "turtle"])
def test_a_construct_prints_turtle(loaded: Verb, form: str) -> None:
    query = (
        "CONSTRUCT { ?p text:number ?n } WHERE { ?p a text:Passage ; text:number ?n ; text:language 'es' }"
    )
    code, out, _ = loaded("sparql", query, "--format", form)
    graph = rdflib.Graph().parse(data=out, format="turtle")
    assert code == 0
    assert len(graph) == 10


def test_turtle_of_a_select_is_wrong_use(loaded: Verb) -> None:
    code, _, err = loaded("sparql", NUMBERS, "--format", "turtle")
    assert code == 2
    assert "--format turtle is for CONSTRUCT and DESCRIBE" in err


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?x {",
        "SELEKT * { }",
        "INSERT DATA { <x:a> <x:b> <x:c> }",
        "SELECT * { SERVICE <http://x/> { } }",
    ],
)
def test_a_query_that_is_wrong_or_changes_or_reaches_out_is_one_sentence_and_exit_code_2(
    loaded: Verb, query: str
) -> None:
    code, out, err = loaded("sparql", query)
    assert (code, out) == (2, "")
    assert err.startswith("tcg-rules: query")
    assert "Traceback" not in err


def test_a_query_that_takes_too_long_is_stopped(loaded: Verb) -> None:
    endless = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
    code, _, err = loaded("sparql", endless, "--timeout", "0.5")
    assert code == 2
    assert "stopped at the limit" in err


def test_nothing_found_is_said_so(loaded: Verb) -> None:
    assert loaded("sparql", "SELECT ?x { ?x text:number 'no such number' }")[:2] == (0, "no rows\n")
