"""What the endpoint says about itself: SPARQL 1.1 Service Description, with VoID about what it holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kb.namespaces import PREFIXES
from kb.queries.sources import sources
from kb.rdf import BlankNode, Literal, NamedNode, RdfFormat, Triple, serialize
from kb.store import Backend

_SD: Final = "http://www.w3.org/ns/sparql-service-description#"
_VOID: Final = "http://rdfs.org/ns/void#"
_FORMAT: Final = "http://www.w3.org/ns/formats/"
_RESULTS: Final = (
    "SPARQL_Results_JSON", "SPARQL_Results_XML", "SPARQL_Results_CSV", "SPARQL_Results_TSV",
    "Turtle", "N-Triples", "RDF_XML", "JSON-LD", "N-Quads", "TriG",
)  # fmt: skip
_PREFIXES: Final = {"sd": _SD, "void": _VOID, **{name: PREFIXES[name] for name in ("dct", "rdf", "xsd")}}
GRAPH_FORMATS: Final = {
    "turtle": RdfFormat.TURTLE,
    "nt": RdfFormat.N_TRIPLES,
    "jsonld": RdfFormat.JSON_LD,
    "xml": RdfFormat.RDF_XML,
    "nq": RdfFormat.N_QUADS,
    "trig": RdfFormat.TRIG,
}


def describe(store: Backend, endpoint: str, form: str) -> bytes:
    """The description of the service at the address `endpoint`, in one of the forms for graphs."""
    prefixes = _PREFIXES if form in ("turtle", "trig") else None
    return serialize(_triples(store, endpoint), format=GRAPH_FORMATS[form], prefixes=prefixes) or b""


def _triples(store: Backend, endpoint: str) -> Iterator[Triple]:
    service, dataset, default = NamedNode(endpoint), BlankNode("dataset"), BlankNode("default")
    yield from _say(service, _SD, "Service", endpoint=service, defaultDataset=dataset)
    yield from (
        Triple(service, NamedNode(_SD + name), NamedNode(value))
        for name, value in (
            ("supportedLanguage", _SD + "SPARQL11Query"),
            ("feature", _SD + "UnionDefaultGraph"),
            *(("resultFormat", _FORMAT + form) for form in _RESULTS),
        )
    )
    yield from _say(dataset, _SD, "Dataset", defaultGraph=default)
    yield Triple(dataset, _TYPE, NamedNode(_VOID + "Dataset"))
    yield Triple(dataset, NamedNode(_VOID + "sparqlEndpoint"), service)
    yield from _say(default, _SD, "Graph")
    for space in PREFIXES.values():
        if space.startswith("https://w3id.org/tcg-rules/"):
            yield Triple(dataset, NamedNode(_VOID + "vocabulary"), NamedNode(space.rstrip("#")))
    names = {source.iri: source.name for source in sources(store)}
    for number, graph in enumerate(store.graphs()):
        node = BlankNode(f"graph{number}")
        yield Triple(dataset, NamedNode(_SD + "namedGraph"), node)
        yield from _say(node, _SD, "NamedGraph", name=NamedNode(graph))
        if graph in names:
            yield Triple(node, NamedNode(PREFIXES["dct"] + "title"), Literal(names[graph]))


_TYPE: Final = NamedNode(PREFIXES["rdf"] + "type")


def _say(
    node: NamedNode | BlankNode, space: str, class_name: str, **values: NamedNode | BlankNode
) -> Iterator[Triple]:
    yield Triple(node, _TYPE, NamedNode(space + class_name))
    for name, value in values.items():
        yield Triple(node, NamedNode(space + name), value)
