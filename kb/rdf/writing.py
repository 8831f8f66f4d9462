"""Writing RDF: N-Triples and N-Quads term by term, the other formats with rdflib."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import IO

from kb.rdf.convert import to_rdflib
from kb.rdf.dataset import Quads
from kb.rdf.formats import RdfFormat
from kb.rdf.terms import DEFAULT, DefaultGraph, Quad, Triple


def serialize(
    input: Iterable[Triple | Quad],
    output: IO[bytes] | None = None,
    format: RdfFormat = RdfFormat.TURTLE,
    *,
    prefixes: Mapping[str, str] | None = None,
    base_iri: str | None = None,
) -> bytes | None:
    """The statements in a format: as bytes, or written to `output`."""
    if format in (RdfFormat.N_TRIPLES, RdfFormat.N_QUADS):
        data = "".join(f"{each} .\n" for each in input).encode()
    else:
        data = _by_rdflib(input, format, prefixes or {})
    if output is None:
        return data
    output.write(data)
    return None


def _by_rdflib(statements: Iterable[Triple | Quad], format: RdfFormat, prefixes: Mapping[str, str]) -> bytes:
    dataset = Quads()
    for each in statements:
        name = each.graph_name if isinstance(each, Quad) else DEFAULT
        graph = dataset.default_graph if isinstance(name, DefaultGraph) else dataset.graph(to_rdflib(name))  # type: ignore[arg-type]
        graph.add((to_rdflib(each.subject), to_rdflib(each.predicate), to_rdflib(each.object)))
    whole = dataset if format is RdfFormat.TRIG else dataset.default_graph
    for prefix, iri in prefixes.items():
        whole.bind(prefix, iri, override=True, replace=True)
    return whole.serialize(format=format.value, encoding="utf-8")
