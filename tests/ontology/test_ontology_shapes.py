"""Every shape has a good and a bad example, and two SHACL engines agree about both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyshacl
import pyshacl_turbo
import pytest
from ontology_reading import MODULES, parsed, whole_vocabulary
from rdflib import RDF, RDFS, Graph, Literal, URIRef
from rdflib.namespace import SH

from kb.namespaces import BASE
from kb.ontology_files import ontology_files, ontology_root
from kb.turtle import format_turtle

SHAPES = BASE + "shapes#"
EXAMPLES = ontology_files("shapes/examples/*.ttl")
GOOD = [path for path in EXAMPLES if path.name.endswith(".good.ttl")]
BAD = [path for path in EXAMPLES if path.name.endswith(".bad.ttl")]
ENGINES: dict[str, Callable[..., tuple[bool, Graph, str]]] = {
    "pySHACL": pyshacl.validate,
    "pyshacl-turbo": pyshacl_turbo.validate,
}
engines = pytest.mark.parametrize("engine", ENGINES)


def name_of(path: Path) -> str:
    return path.name.partition(".")[0]


@pytest.fixture(scope="module")
def vocabulary() -> Graph:
    return whole_vocabulary()


@pytest.fixture(scope="module")
def shapes() -> Graph:
    return parsed(*ontology_files("shapes/*.ttl"))


@pytest.fixture(scope="module")
def hierarchy(vocabulary: Graph) -> Graph:
    """Which class is narrower than which: all of the ontology that the shapes need."""
    graph = Graph()
    for triple in vocabulary.triples((None, RDFS.subClassOf, None)):
        graph.add(triple)
    return graph


def report(engine: str, data: Graph, shapes: Graph) -> Graph:
    _, found, _ = ENGINES[engine](data, shacl_graph=shapes, inference="none")
    return found


def broken(found: Graph) -> list[str]:
    return sorted(str(each).removeprefix(SHAPES) for each in found.objects(None, SH.sourceShape))


def test_every_shape_has_a_good_and_a_bad_example(shapes: Graph) -> None:
    named = {
        str(each).removeprefix(SHAPES).partition("-")[0] for each in shapes.subjects(RDF.type, SH.NodeShape)
    }

    assert {name_of(path) for path in GOOD} == {name_of(path) for path in BAD} == named
    assert len(named) >= 36


@engines
@pytest.mark.parametrize("path", GOOD, ids=name_of)
def test_a_good_example_breaks_nothing(path: Path, engine: str, shapes: Graph, hierarchy: Graph) -> None:
    assert broken(report(engine, parsed(path) + hierarchy, shapes)) == []


@pytest.mark.parametrize("path", BAD, ids=name_of)
def test_a_bad_example_breaks_its_own_shape_in_both_engines(
    path: Path, shapes: Graph, hierarchy: Graph
) -> None:
    found = {engine: broken(report(engine, parsed(path) + hierarchy, shapes)) for engine in ENGINES}

    assert found["pySHACL"] == found["pyshacl-turbo"]
    assert any(each.startswith(f"{name_of(path)}-") for each in found["pySHACL"]), found


@pytest.mark.parametrize(
    ("example", "shape", "french", "spanish"),
    [
        ("GameObject", "GameObject-controller", "un seul contrôleur", "un solo controlador"),
        ("Token", "Token-zone", "cesse d’exister", "deja de existir"),
        ("Token", "GameObject-ownerIsPlayer", "jamais une zone", "nunca una zona"),
        ("Battlefield", "Battlefield-controller", "jamais par une carte", "nunca una carta"),
        ("Zone", "Zone-controller", "personne ne contrôle une zone", "nadie controla una zona"),
    ],
)
def test_a_mistake_is_explained_to_french_and_spanish_readers(
    example: str, shape: str, french: str, spanish: str, shapes: Graph, hierarchy: Graph
) -> None:
    data = parsed(ontology_root() / "shapes" / "examples" / f"{example}.bad.ttl")
    found = report("pySHACL", data + hierarchy, shapes)
    results = list(found.subjects(SH.sourceShape, URIRef(SHAPES + shape)))
    said = {
        value.language: str(value)
        for value in found.objects(results[0], SH.resultMessage)
        if isinstance(value, Literal)
    }

    assert set(said) == {"en", "fr", "es"}
    assert french in said["fr"]
    assert spanish in said["es"]


def test_every_constraint_has_a_message_in_three_languages(shapes: Graph) -> None:
    for shape in shapes.subjects(SH.message):
        languages = [v.language for v in shapes.objects(shape, SH.message) if isinstance(v, Literal)]
        assert sorted(each or "" for each in languages) == ["en", "es", "fr"], shape
    for shape in shapes.subjects(RDF.type, SH.PropertyShape):
        assert (shape, SH.message, None) in shapes, shape


@engines
def test_the_ontology_its_terms_and_their_links_break_no_shape(engine: str, shapes: Graph) -> None:
    modules = [ontology_root() / f"{name}.ttl" for name in MODULES]
    everything = parsed(
        *modules, *ontology_files("terms/*.ttl"), ontology_root() / "alignments" / "games.ttl"
    )

    assert broken(report(engine, everything, shapes)) == []


@pytest.mark.parametrize("path", [*EXAMPLES, *ontology_files("shapes/*.ttl")], ids=lambda path: path.name)
def test_shapes_and_examples_are_in_the_fixed_order(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert format_turtle(text) == text, f"run: python -m kb.turtle {path}"
