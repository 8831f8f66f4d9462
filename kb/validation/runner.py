"""Puts shapes and report queries to quads: all of them together, and each state of a scenario alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rdflib import Graph

from kb.namespaces import CORE, PREFIXES
from kb.ontology_files import ontology_files
from kb.rdf import DefaultGraph, NamedNode, Quad, RdfFormat, Store, parse, serialize
from kb.validation.findings import Finding, Report, Severity
from kb.validation.queries import run_checks
from kb.validation.shapes import run_shapes

_TYPE: Final = NamedNode(PREFIXES["rdf"] + "type")
_STATE: Final = NamedNode(CORE + "State")
_NARROWER: Final = NamedNode(PREFIXES["rdfs"] + "subClassOf")
_ORDER: Final = {severity: at for at, severity in enumerate(Severity)}


def run(quads: Iterable[Quad], *, with_shapes: bool = True) -> Report:
    """What the shapes and report queries find in `quads`.

    Shapes need a SHACL engine; without `with_shapes` only the queries are run.

    Raises :class:`kb.errors.MissingExtraError` when no SHACL engine is installed and shapes were asked for.
    """
    everything = tuple(quads)
    states = {quad.subject for quad in everything if quad.predicate == _TYPE and quad.object == _STATE}
    common = [quad for quad in everything if quad.graph_name not in states]
    types = [quad for quad in common if quad.predicate == _TYPE]
    found = list(_look_at(common, with_shapes, None))
    for state in sorted(states, key=str):
        inside = [quad for quad in everything if quad.graph_name == state]
        known = {each for quad in inside for each in (quad.subject, quad.object)}
        named = [quad for quad in types if quad.subject in known]
        if inside:
            found.extend(_look_at([*inside, *named], with_shapes, str(getattr(state, "value", state))))
    found.sort(
        key=lambda each: (_ORDER[each.severity], each.name, each.entity, each.detail, each.state or "")
    )
    # A value that fails a shape in two ways, by its kind and by its class, is one finding with one message.
    once = {(each.name, each.entity, each.detail, each.state): each for each in found}
    return Report(tuple(once.values()), len(everything))


def _look_at(quads: list[Quad], with_shapes: bool, state: str | None) -> Iterator[Finding]:
    store = Store()
    store.bulk_extend(Quad(each.subject, each.predicate, each.object) for each in quads)
    yield from run_checks(store, state)
    if with_shapes:
        store.extend(_hierarchy())
        yield from run_shapes(_as_graph(store), state)


def _hierarchy() -> Iterator[Quad]:
    """Which class is narrower than which: what shapes must know of the ontology."""
    for path in ontology_files("*.ttl"):
        for quad in parse(path=path, format=RdfFormat.TURTLE):
            if quad.predicate == _NARROWER:
                yield Quad(quad.subject, quad.predicate, quad.object, DefaultGraph())


def _as_graph(store: Store) -> Graph:
    text = serialize((quad.triple for quad in store), format=RdfFormat.N_TRIPLES)
    return Graph().parse(data=text or b"", format="nt")
