"""How the tests read the ontology's modules."""

from __future__ import annotations

from pathlib import Path

from rdflib import OWL, RDF, Graph, URIRef

from kb.namespaces import BASE

MODULES = ("core", "mtg", "ygo", "riftbound", "edopro", "text")
SCHEMES = ("shared", "mtg", "ygo", "riftbound", "edopro")
KINDS = (OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty, OWL.AnnotationProperty, OWL.NamedIndividual)


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
