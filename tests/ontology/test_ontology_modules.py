"""What every module of the ontology keeps to."""

from __future__ import annotations

import re
from pathlib import Path

import pyoxigraph
import pytest
from ontology_reading import MODULES, module_graphs, parsed, terms, whole_vocabulary
from rdflib import OWL, RDF, RDFS, SKOS, Graph, Literal, URIRef
from rdflib.term import Node

from kb.namespaces import BASE, CORE
from kb.ontology_files import ontology_root
from kb.turtle import format_turtle

LANGUAGES = {"en", "fr", "es"}
FALSE_FRIEND = URIRef(CORE + "falseFriendOf")


@pytest.fixture(scope="module")
def modules() -> dict[str, Graph]:
    return module_graphs()


@pytest.fixture(scope="module")
def vocabulary() -> Graph:
    return whole_vocabulary()


def path_of(name: str) -> Path:
    return ontology_root() / f"{name}.ttl"


def languages(graph: Graph, term: URIRef, *properties: URIRef) -> list[str | None]:
    return sorted(
        value.language or "none"
        for each in properties
        for value in graph.objects(term, each)
        if isinstance(value, Literal)
    )


@pytest.mark.parametrize("name", MODULES)
def test_both_parsers_read_the_same_number_of_triples(name: str, modules: dict[str, Graph]) -> None:
    store = pyoxigraph.Store()
    store.load(path=str(path_of(name)), format=pyoxigraph.RdfFormat.TURTLE)

    assert len(store) == len(modules[name]) > 200


@pytest.mark.parametrize("name", MODULES)
def test_every_term_has_one_label_and_one_definition_in_each_language(
    name: str, modules: dict[str, Graph]
) -> None:
    graph = modules[name]
    for term in terms(graph):
        assert languages(graph, term, RDFS.label) == sorted(LANGUAGES), term
        assert languages(graph, term, SKOS.definition) == sorted(LANGUAGES), term


@pytest.mark.parametrize("name", MODULES)
def test_every_term_has_a_note_or_an_example_in_each_language(name: str, modules: dict[str, Graph]) -> None:
    graph = modules[name]
    for term in terms(graph):
        assert set(languages(graph, term, SKOS.example, SKOS.scopeNote)) == LANGUAGES, term


@pytest.mark.parametrize("name", MODULES)
def test_every_term_says_that_its_own_module_defines_it(name: str, modules: dict[str, Graph]) -> None:
    graph = modules[name]
    for term in terms(graph):
        assert list(graph.objects(term, RDFS.isDefinedBy)) == [URIRef(term.partition("#")[0])], term
        assert term.startswith(f"{BASE}{name}#"), term


@pytest.mark.parametrize("name", MODULES)
def test_type_label_definition_note_and_module_stand_in_that_order(name: str) -> None:
    order = ["a owl:", "rdfs:label", "skos:definition", "skos:scopeNote", "skos:example", "rdfs:isDefinedBy"]
    blocks = path_of(name).read_text(encoding="utf-8").split("\n\n")
    for block in (each for each in blocks if "rdfs:isDefinedBy" in each):
        places = [block.find(f"    {each}") for each in order]
        present = [place for place in places if place >= 0]
        assert present == sorted(present), block


@pytest.mark.parametrize("name", MODULES)
def test_the_file_is_in_the_fixed_order(name: str) -> None:
    text = path_of(name).read_text(encoding="utf-8")

    assert format_turtle(text) == text, f"run: python -m kb.turtle ontology/{name}.ttl"


def used(graph: Graph) -> set[URIRef]:
    return {
        node
        for triple in graph
        for node in triple
        if isinstance(node, URIRef) and node.startswith(BASE) and "#" in node
    }


def test_no_term_is_used_that_no_module_declares(vocabulary: Graph) -> None:
    assert used(vocabulary) - terms(vocabulary) == set()


@pytest.mark.parametrize("name", MODULES)
def test_a_module_says_nothing_about_the_terms_of_another(name: str, modules: dict[str, Graph]) -> None:
    ours = {
        subject
        for subject in modules[name].subjects()
        if isinstance(subject, URIRef) and subject.startswith(BASE)
    }
    assert {each for each in ours if not each.startswith(f"{BASE}{name}")} == set()


@pytest.mark.parametrize("name", MODULES)
def test_a_module_with_what_it_imports_declares_every_term_it_builds_on(
    name: str, modules: dict[str, Graph]
) -> None:
    module = modules[name]
    imports = [str(each).removeprefix(BASE) for each in module.objects(None, OWL.imports)]
    alone = parsed(path_of(name), *(path_of(each) for each in imports))
    without_notes = Graph()
    for subject, predicate, value in module:
        if predicate != FALSE_FRIEND:
            without_notes.add((subject, predicate, value))

    assert used(without_notes) - terms(alone) == set()


@pytest.mark.parametrize("name", MODULES)
def test_a_module_has_a_version_iri_under_its_own(name: str, modules: dict[str, Graph]) -> None:
    ontology = URIRef(BASE + name)
    version = modules[name].value(ontology, OWL.versionInfo)

    assert modules[name].value(ontology, OWL.versionIRI) == URIRef(f"{ontology}/{version}")


def test_no_property_is_functional_because_owl_would_merge_two_players(vocabulary: Graph) -> None:
    merging = (OWL.FunctionalProperty, OWL.InverseFunctionalProperty)
    assert [each for kind in merging for each in vocabulary.subjects(RDF.type, kind)] == []


def test_false_friends_name_each_other(vocabulary: Graph) -> None:
    pairs = set(vocabulary.subject_objects(FALSE_FRIEND))

    assert {(b, a) for a, b in pairs} == pairs
    assert len(pairs) >= 20


def test_the_battlefield_zone_and_the_battlefield_location_are_two_terms(vocabulary: Graph) -> None:
    def parents(term: str) -> set[Node]:
        return set(vocabulary.transitive_objects(URIRef(BASE + term), RDFS.subClassOf))

    assert URIRef(CORE + "Zone") in parents("mtg#Battlefield")
    assert URIRef(CORE + "Zone") not in parents("riftbound#Battlefield")
    assert URIRef(CORE + "GameObject") in parents("riftbound#Battlefield")


def test_french_puts_a_no_break_space_before_tall_punctuation(vocabulary: Graph) -> None:
    for literal in (each for each in vocabulary.objects() if isinstance(each, Literal)):
        if literal.language == "fr":
            assert not re.search(r" [:;?!»](\s|$)|« ", literal), literal
            assert "'" not in literal, literal


def test_spanish_questions_open_with_an_inverted_mark(vocabulary: Graph) -> None:
    for literal in (each for each in vocabulary.objects() if isinstance(each, Literal)):
        if literal.language == "es" and "?" in literal:
            assert "¿" in literal, literal
