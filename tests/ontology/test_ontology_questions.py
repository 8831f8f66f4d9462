"""The competency questions: each has its exact answer, the same on rdflib and on Oxigraph."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pyoxigraph
import pytest
from ontology_reading import QUESTION_FILES, parsed
from rdflib import Graph
from rdflib.query import ResultRow

from kb.editions import where_is
from kb.inference.rdf_write import to_turtle
from kb.inference.rulebase import packaged_rules
from kb.namespaces import PROVISION, TEXT
from kb.ontology_files import ontology_files, ontology_root

QUESTIONS = ontology_files("questions/*.rq")


@pytest.fixture(scope="module")
def graph() -> Graph:
    return parsed(*QUESTION_FILES).parse(data=to_turtle(packaged_rules()), format="turtle")


@pytest.fixture(scope="module")
def store() -> pyoxigraph.Store:
    store = pyoxigraph.Store()
    for path in QUESTION_FILES:
        store.load(path=str(path), format=pyoxigraph.RdfFormat.TURTLE)
    store.load(to_turtle(packaged_rules()).encode(), format=pyoxigraph.RdfFormat.TURTLE)
    return store


def expected(path: Path) -> list[list[str]]:
    with path.with_suffix(".csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.reader(lines))


def answered_by_oxigraph(store: pyoxigraph.Store, query: str) -> list[list[str]]:
    found = store.query(query)
    if isinstance(found, pyoxigraph.QueryBoolean):
        return [["answer"], [str(bool(found)).lower()]]
    assert isinstance(found, pyoxigraph.QuerySolutions)
    names = [each.value for each in found.variables]
    return [names, *([_text(row[name]) for name in names] for row in found)]


def _text(term: object) -> str:
    return "" if term is None else str(getattr(term, "value", term))


def answered_by_rdflib(graph: Graph, query: str) -> list[list[str]]:
    found = graph.query(query)
    if found.type == "ASK":
        return [["answer"], [str(found.askAnswer).lower()]]
    names = [str(each) for each in found.vars or ()]
    rows = [row for row in found if isinstance(row, ResultRow)]
    return [names, *([_text(None if value is None else str(value)) for value in row] for row in rows)]


def test_there_are_at_least_sixty_questions_each_with_an_answer() -> None:
    assert len(QUESTIONS) >= 60
    assert {path.stem for path in ontology_files("questions/*.csv")} == {path.stem for path in QUESTIONS}


@pytest.mark.parametrize("path", QUESTIONS, ids=lambda path: path.stem)
def test_oxigraph_gives_the_answer(path: Path, store: pyoxigraph.Store) -> None:
    assert answered_by_oxigraph(store, path.read_text(encoding="utf-8")) == expected(path)


@pytest.mark.parametrize("path", QUESTIONS, ids=lambda path: path.stem)
def test_rdflib_gives_the_same_answer(path: Path, graph: Graph) -> None:
    assert answered_by_rdflib(graph, path.read_text(encoding="utf-8")) == expected(path)


@pytest.mark.parametrize("path", QUESTIONS, ids=lambda path: path.stem)
def test_a_question_is_put_in_three_languages(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[:3]

    assert [re.match(r"# (en|fr|es): \S", line) is not None for line in first] == [True] * 3
    assert [line[2:4] for line in first] == ["en", "fr", "es"]
    assert "\N{NO-BREAK SPACE}?" in first[1]
    assert "¿" in first[2]


def test_every_renumbering_stated_is_one_that_the_register_of_editions_found() -> None:
    stated = parsed(ontology_root() / "alignments" / "renumbering.ttl")
    links = [
        (str(new).removeprefix(PROVISION).split("/"), str(old).removeprefix(PROVISION).split("/"))
        for new, predicate, old in stated
        if str(predicate) == f"{TEXT}continues"
    ]

    assert len(links) >= 60
    for (document, edition, number), (_, before, old_number) in links:
        assert number in where_is(old_number, document, from_=before, to=edition).numbers
