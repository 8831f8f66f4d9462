"""The term schemes: what people call things, in three languages, and how well each word is attested."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest
from ontology_reading import SCHEMES, parsed, terms, whole_vocabulary
from rdflib import RDF, SKOS, Graph, Literal, Namespace, URIRef

from kb.namespaces import BASE, CORE, PROVISION
from kb.ontology_files import ontology_files, ontology_root
from kb.queries.concepts import concepts as all_concepts
from kb.queries.folding import fold
from kb.turtle import format_turtle

LANGUAGES = ["en", "es", "fr"]
XL = Namespace("http://www.w3.org/2008/05/skos-xl#")
OURS = Namespace(CORE)
LABELS = (SKOS.prefLabel, SKOS.altLabel, SKOS.hiddenLabel)


@pytest.fixture(scope="module")
def vocabulary() -> Graph:
    return whole_vocabulary()


def concepts(graph: Graph) -> list[URIRef]:
    return [each for each in graph.subjects(RDF.type, SKOS.Concept) if isinstance(each, URIRef)]


@pytest.fixture(scope="module")
def all_terms() -> Graph:
    return parsed(*ontology_files("terms/*.ttl"))


def test_there_is_one_scheme_a_game_and_a_shared_one() -> None:
    assert {path.stem for path in ontology_files("terms/*.ttl")} == set(SCHEMES)


@pytest.mark.parametrize("name", SCHEMES)
def test_the_scheme_is_in_the_fixed_order(name: str) -> None:
    text = (ontology_root() / "terms" / f"{name}.ttl").read_text(encoding="utf-8")

    assert format_turtle(text) == text, f"run: python -m kb.turtle ontology/terms/{name}.ttl"


def test_every_concept_has_one_preferred_label_and_one_definition_in_each_language(all_terms: Graph) -> None:
    for concept in concepts(all_terms):
        for each in (SKOS.prefLabel, SKOS.definition):
            found = sorted(
                v.language or "" for v in all_terms.objects(concept, each) if isinstance(v, Literal)
            )
            assert found == LANGUAGES, (concept, each)


def test_every_concept_is_in_one_scheme_with_a_notation_of_its_own(all_terms: Graph) -> None:
    notations = Counter(str(each) for each in all_terms.objects(None, SKOS.notation))

    assert set(notations.values()) == {1}
    assert len(notations) == len(concepts(all_terms)) >= 250
    for concept in concepts(all_terms):
        scheme = concept.partition("#")[0]
        assert list(all_terms.objects(concept, SKOS.inScheme)) == [URIRef(scheme)], concept


@pytest.mark.parametrize("name", SCHEMES)
def test_no_two_concepts_of_a_scheme_have_the_same_preferred_label(name: str) -> None:
    scheme = parsed(ontology_root() / "terms" / f"{name}.ttl")
    words = Counter(
        (str(v).lower(), v.language) for v in scheme.objects(None, SKOS.prefLabel) if isinstance(v, Literal)
    )

    assert [word for word, times in words.items() if times > 1] == []


def test_no_label_of_a_concept_is_of_two_kinds(all_terms: Graph) -> None:
    for concept in concepts(all_terms):
        words = Counter(value for each in LABELS for value in all_terms.objects(concept, each))
        assert [word for word, times in words.items() if times > 1] == [], concept


def test_every_label_that_is_shown_says_how_well_it_is_attested(all_terms: Graph) -> None:
    for kind, node_kind in ((SKOS.prefLabel, XL.prefLabel), (SKOS.altLabel, XL.altLabel)):
        plain = set(all_terms.subject_objects(kind)) - {
            (scheme, title)
            for scheme in all_terms.subjects(RDF.type, SKOS.ConceptScheme)
            for title in all_terms.objects(scheme, kind)
        }
        nodes = {
            (concept, all_terms.value(node, XL.literalForm))
            for concept, node in all_terms.subject_objects(node_kind)
        }
        assert plain == nodes
    for node in all_terms.subjects(RDF.type, XL.Label):
        assert all_terms.value(node, OURS.labelStatus) is not None, node


def test_a_french_or_spanish_label_called_official_names_its_source(all_terms: Graph) -> None:
    for node in all_terms.subjects(OURS.labelStatus, OURS.officialLabel):
        form = all_terms.value(node, XL.literalForm)
        assert isinstance(form, Literal)
        if form.language != "en":
            assert all_terms.value(node, OURS.labelSource) is not None, node


def test_no_french_or_spanish_word_for_riftbound_is_called_official(all_terms: Graph) -> None:
    for node in all_terms.subjects(OURS.labelStatus, OURS.officialLabel):
        form = all_terms.value(node, XL.literalForm)
        if str(node).startswith(f"{BASE}terms/riftbound#") and isinstance(form, Literal):
            assert form.language == "en", node


def test_every_french_or_spanish_label_called_official_is_among_the_words_collected(shared: Path) -> None:
    with (shared / "spec" / "terms.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    known = {
        fold(word.strip())
        for row in rows
        for column in ("fr", "es")
        for word in row[column].replace("/", ";").split(";")
    }
    official = [
        (each.notation, word.language, word.text)
        for each in all_concepts()
        for word in each.words
        if word.status == "official" and word.language != "en"
    ]

    assert len(official) >= 100
    assert [each for each in official if fold(each[2]) not in known] == []


def test_a_concept_has_the_definition_of_the_term_it_denotes(all_terms: Graph, vocabulary: Graph) -> None:
    denoted = list(all_terms.subject_objects(OURS.denotes))

    assert len(denoted) >= 150
    for concept, term in denoted:
        assert term in terms(vocabulary), term
        assert set(all_terms.objects(concept, SKOS.definition)) == set(
            vocabulary.objects(term, SKOS.definition)
        ), concept


def test_broader_and_narrower_mirror_each_other_without_a_circle(all_terms: Graph) -> None:
    broader = set(all_terms.subject_objects(SKOS.broader))

    assert {(b, a) for a, b in all_terms.subject_objects(SKOS.narrower)} == broader
    for concept in concepts(all_terms):
        above = list(all_terms.transitive_objects(concept, SKOS.broader))
        assert above.count(concept) == 1, concept
        assert (concept in set(all_terms.subjects(SKOS.topConceptOf))) == (len(above) == 1), concept


def test_every_concept_named_as_broader_in_another_scheme_exists(all_terms: Graph) -> None:
    assert set(all_terms.objects(None, SKOS.broadMatch)) - set(concepts(all_terms)) == set()


def test_every_rule_number_that_defines_a_concept_is_in_that_edition(all_terms: Graph, shared: Path) -> None:
    text = (shared / "corpora" / "mtg" / "en" / "rules_20260417.txt").read_text(encoding="utf-8-sig")
    numbers = {line.split()[0].rstrip(".") for line in text.splitlines() if line[:1].isdigit()}
    cited = {str(each).removeprefix(PROVISION) for each in all_terms.objects(None, OURS.definedIn)}

    assert len(cited) >= 50
    assert {each.split("/")[:2] == ["mtg-cr", "2026-04-17"] for each in cited} == {True}
    assert {each.split("/")[2] for each in cited} - numbers == set()
