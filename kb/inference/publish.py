"""States as RDF, for SPARQL: who controls what in each state, by which rule, citing what (with PROV-O).

Each state is a named graph of plain statements, ``object core:controller player``, so that two states never
contradict each other in one graph. What led to them is in the scenario's own graph: each statement there is a
``core:DerivedFact`` with its state, its rule, the passages the rule cites, and the facts it was derived from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from kb.inference.citations import citations_for
from kb.inference.proof import Proof, why
from kb.inference.records import Value
from kb.inference.table import Table
from kb.namespaces import CORE, PREFIXES, RULE, SCENARIO, segment
from kb.rdf import Literal, NamedNode, Quad

_RDF: Final = PREFIXES["rdf"]
_PROV: Final = PREFIXES["prov"]
_TYPE: Final = NamedNode(_RDF + "type")
_LABEL: Final = NamedNode(PREFIXES["rdfs"] + "label")
_CITATION: Final = NamedNode(PREFIXES["dct"] + "bibliographicCitation")

PUBLISHED: Final[Mapping[str, str]] = {
    "controller": "controller",
    "ability_controller": "controller",
    "holds": "controller",
    "owner": "owner",
    "base": "baseController",
    "attached": "attachedTo",
    "responsible": "responsiblePlayer",
    "zone": "zoneName",
}
"""The relations published of every state, with the ontology's property for each; the rest is bookkeeping."""


def scenario_iri(table: Table) -> str:
    """The IRI of a table's scenario, which also names the graph of its derivations.

    >>> from kb.scenario.builder import scenario
    >>> from kb.inference.table import set_table
    >>> scenario_iri(set_table(scenario("mtg", "A", "B", id="duel 1").build()))
    'https://w3id.org/tcg-rules/scenario/duel%201'
    """
    return SCENARIO + segment(table.scenario.id)


def state_iri(table: Table, step: int) -> str:
    """The IRI of the state after `step` events, which also names the graph of what holds in it."""
    return f"{scenario_iri(table)}/state/{step}"


def scenario_quads(table: Table) -> Iterator[Quad]:
    """Everything a table shows: its states, what holds in each, and the derivations."""
    graph = NamedNode(scenario_iri(table))
    situation = table.scenario
    yield Quad(graph, _TYPE, NamedNode(CORE + "Scenario"), graph)
    yield Quad(graph, _LABEL, Literal(situation.title or situation.id), graph)
    yield Quad(graph, NamedNode(CORE + "gameCode"), Literal(situation.game), graph)
    yield from _things(table, graph)
    told: set[str] = set()
    for step in range(len(situation.events) + 1):
        yield from _state(table, graph, step, told)


def _things(table: Table, graph: NamedNode) -> Iterator[Quad]:
    for player in table.scenario.players:
        yield Quad(_thing(table, player), _TYPE, NamedNode(CORE + "Player"), graph)
        yield Quad(_thing(table, player), _LABEL, Literal(player), graph)
    for thing in table.scenario.objects:
        yield Quad(_thing(table, thing.id), _TYPE, NamedNode(CORE + "GameObject"), graph)
        yield Quad(_thing(table, thing.id), _LABEL, Literal(thing.name), graph)


def _thing(table: Table, value: Value) -> NamedNode:
    return NamedNode(f"{scenario_iri(table)}/thing/{segment(str(value))}")


def _state(table: Table, graph: NamedNode, step: int, told: set[str]) -> Iterator[Quad]:
    state = NamedNode(state_iri(table, step))
    yield Quad(state, _TYPE, NamedNode(CORE + "State"), graph)
    yield Quad(graph, NamedNode(CORE + "hasState"), state, graph)
    yield Quad(state, NamedNode(CORE + "step"), Literal(step), graph)
    if step:
        previous = NamedNode(state_iri(table, step - 1))
        yield Quad(state, NamedNode(CORE + "previousState"), previous, graph)
        yield Quad(state, NamedNode(_PROV + "wasDerivedFrom"), previous, graph)
    index = table.index(step)
    for predicate, name in PUBLISHED.items():
        for row in _rows(table, predicate, index):
            proof = why(table.run, predicate, row, index)
            subject, value = row
            place = Literal(str(value)) if predicate == "zone" else _thing(table, value)
            yield Quad(_thing(table, subject), NamedNode(CORE + name), place, state)
            yield Quad(_fact(table, proof), NamedNode(CORE + "inState"), state, graph)
            yield from _derivation(table, graph, proof, told)


def _rows(table: Table, predicate: str, index: int) -> Iterator[tuple[Value, Value]]:
    if predicate in table.run.program.declared:
        yield from ((first, second) for first, second in table.run.rows(predicate, index))


def _fact(table: Table, proof: Proof) -> NamedNode:
    args = "/".join(segment(str(value)) for value in proof.fact.args)
    return NamedNode(f"{scenario_iri(table)}/fact/{proof.since}/{proof.fact.predicate}/{args}")


def _derivation(table: Table, graph: NamedNode, proof: Proof, told: set[str]) -> Iterator[Quad]:
    """A fact and all it rests on, each told once."""
    for node in proof.walk():
        fact = _fact(table, node)
        if fact.value in told:
            continue
        told.add(fact.value)
        yield Quad(fact, _TYPE, NamedNode(CORE + "DerivedFact"), graph)
        yield Quad(fact, _TYPE, NamedNode(_PROV + "Entity"), graph)
        yield Quad(fact, _LABEL, Literal(str(node.fact)), graph)
        if node.rule is not None:
            yield Quad(fact, NamedNode(CORE + "derivedBy"), NamedNode(RULE + segment(node.rule.id)), graph)
            for cited in citations_for(node.rule, table.scenario.document, table.scenario.edition):
                for number in cited.numbers:
                    text = f"{cited.document} {cited.edition} {number}"
                    yield Quad(fact, _CITATION, Literal(text), graph)
        for premise in node.premises:
            if premise.proof is not None:
                below = _fact(table, premise.proof)
                yield Quad(fact, NamedNode(CORE + "derivedFrom"), below, graph)
                yield Quad(fact, NamedNode(_PROV + "wasDerivedFrom"), below, graph)
