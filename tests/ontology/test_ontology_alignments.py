"""The links between the games' terms and to published vocabularies, each with its reason."""

from __future__ import annotations

from pathlib import Path

import pytest
from ontology_reading import parsed, terms, whole_vocabulary
from rdflib import OWL, RDF, SKOS, Graph, Literal, Namespace, URIRef

from kb.namespaces import BASE, CORE
from kb.ontology_files import ontology_files, ontology_root
from kb.turtle import format_turtle

OURS = Namespace(CORE)
LANGUAGES = ["en", "es", "fr"]
FILES = ontology_files("alignments/*.ttl")
RELATIONS = {SKOS.exactMatch, SKOS.closeMatch, SKOS.relatedMatch, OURS.falseFriendOf}


@pytest.fixture(scope="module")
def vocabulary() -> Graph:
    return whole_vocabulary()


@pytest.fixture(scope="module")
def games() -> Graph:
    return parsed(ontology_root() / "alignments" / "games.ttl")


@pytest.fixture(scope="module")
def concepts() -> set[URIRef]:
    graph = parsed(*ontology_files("terms/*.ttl"))
    return {each for each in graph.subjects(RDF.type, SKOS.Concept) if isinstance(each, URIRef)}


def spoken(graph: Graph, node: object, said: URIRef) -> list[str]:
    found = graph.objects(node, said)  # type: ignore[arg-type]
    return sorted(value.language or "" for value in found if isinstance(value, Literal))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_file_is_in_the_fixed_order_and_has_a_version(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    graph = Graph().parse(data=text, format="turtle")

    assert format_turtle(text) == text, f"run: python -m kb.turtle {path}"
    assert len(list(graph.objects(None, OWL.versionIRI))) == 1


def test_every_mapping_between_games_gives_its_reason_in_three_languages(games: Graph) -> None:
    mappings = list(games.subjects(RDF.type, OURS.Mapping))

    assert len(mappings) >= 80
    for mapping in mappings:
        assert spoken(games, mapping, OURS.reason) == LANGUAGES, mapping


def test_every_mapping_links_two_concepts_in_both_directions(games: Graph, concepts: set[URIRef]) -> None:
    stated = set()
    for mapping in games.subjects(RDF.type, OURS.Mapping):
        a, b = games.value(mapping, OURS.mapsFrom), games.value(mapping, OURS.mapsTo)
        relation = games.value(mapping, OURS.mapsBy)
        assert {a, b} <= concepts, mapping
        assert relation in RELATIONS, mapping
        assert {(a, relation, b), (b, relation, a)} <= set(games), mapping
        stated |= {(a, relation, b), (b, relation, a)}
    assert {triple for triple in games if triple[1] in RELATIONS} == stated


def test_no_pair_of_concepts_is_said_to_match_and_to_be_false_friends(games: Graph) -> None:
    for a, b in games.subject_objects(OURS.falseFriendOf):
        assert (a, SKOS.exactMatch, b) not in games, (a, b)
        assert (a, SKOS.closeMatch, b) not in games, (a, b)


def test_every_exact_match_carries_its_substitution_test_in_three_languages(games: Graph) -> None:
    exact = list(games.subjects(OURS.mapsBy, SKOS.exactMatch))

    assert len(exact) == 5
    for mapping in exact:
        assert spoken(games, mapping, OURS.substitutionTest) == LANGUAGES, mapping


def test_battlefield_token_owner_and_equip_are_false_friends_of_their_namesakes(games: Graph) -> None:
    def friends(notation: str) -> set[str]:
        node = URIRef(f"{BASE}terms/{notation.replace('.', '#')}")
        found = games.objects(node, OURS.falseFriendOf)
        return {str(each).rpartition("/")[2].replace("#", ".") for each in found}

    assert "riftbound.battlefield" in friends("mtg.battlefield")
    assert friends("mtg.tokenOwner") == {"ygo.tokenOwner", "riftbound.tokenOwner"}
    assert friends("ygo.equipping") == {"mtg.equip", "riftbound.equip"}
    assert friends("edopro.controler") == {"ygo.controller"}


def test_an_alignment_speaks_of_terms_that_the_ontology_declares(vocabulary: Graph) -> None:
    known = terms(vocabulary)
    for path in (each for each in FILES if each.stem not in ("games", "renumbering")):
        for subject in parsed(path).subjects():
            ours = str(subject).startswith(BASE) and "#" in str(subject)
            assert not ours or subject in known, (path.name, subject)


def test_every_link_to_the_published_magic_ontology_gives_its_reason_in_three_languages() -> None:
    graph = parsed(ontology_root() / "alignments" / "mtg-ontology.ttl")
    told = {
        (graph.value(axiom, OWL.annotatedSource), graph.value(axiom, OWL.annotatedTarget)): axiom
        for axiom in graph.subjects(RDF.type, OWL.Axiom)
    }

    assert set(told) == set(graph.subject_objects(SKOS.closeMatch))
    for axiom in told.values():
        assert spoken(graph, axiom, OURS.reason) == LANGUAGES


def test_links_to_the_published_magic_ontology_are_close_matches_only() -> None:
    graph = parsed(ontology_root() / "alignments" / "mtg-ontology.ttl")
    links = [(p, o) for _, p, o in graph if str(o).startswith("https://cmdoret.net/mtg_ontology/")]
    links = [(p, o) for p, o in links if p != OWL.annotatedTarget]

    assert len(links) == 8
    assert {predicate for predicate, _ in links} == {SKOS.closeMatch}
