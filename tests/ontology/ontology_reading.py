"""How the tests read the ontology's modules."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rdflib import OWL, RDF, RDFS, Graph, URIRef

from kb.namespaces import BASE
from kb.ontology_files import ontology_files, ontology_root

MODULES = ("core", "mtg", "ygo", "riftbound", "edopro", "text", "logic")
SCHEMES = ("shared", "mtg", "ygo", "riftbound", "edopro")
QUESTION_FILES = (
    *(ontology_root() / f"{name}.ttl" for name in MODULES),
    *ontology_files("terms/*.ttl"),
    ontology_root() / "alignments" / "games.ttl",
    ontology_root() / "alignments" / "renumbering.ttl",
)
KINDS = (
    OWL.Class,
    OWL.ObjectProperty,
    OWL.DatatypeProperty,
    OWL.AnnotationProperty,
    OWL.NamedIndividual,
    RDFS.Datatype,
)


def parsed(*paths: Path) -> Graph:
    graph = Graph()
    for path in paths:
        graph.parse(path, format="turtle")
    return graph


def terms(graph: Graph) -> set[URIRef]:
    """The terms of our own that a graph declares."""
    return {
        subject
        for kind in KINDS
        for subject in graph.subjects(RDF.type, kind)
        if isinstance(subject, URIRef) and subject.startswith(BASE)
    }


@cache
def module_graphs() -> dict[str, Graph]:
    """Every module by its file's stem; parsed once, so do not change it."""
    return {name: parsed(ontology_root() / f"{name}.ttl") for name in MODULES}


@cache
def whole_vocabulary() -> Graph:
    """All modules in one graph; parsed once, so do not change it."""
    union = Graph()
    for module in module_graphs().values():
        union += module
    return union
