"""Control facts as RDF, in the words of ``ontology/edopro.ttl``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from kb.edopro.records import ControlFact, ScriptFacts
from kb.namespaces import BASE, EDOPRO, PREFIXES, segment
from kb.rdf import Literal, NamedNode, RdfFormat, Triple, serialize

_TYPE = NamedNode(PREFIXES["rdf"] + "type")


def script_iri(facts: ScriptFacts) -> str:
    """The IRI of a script, made of its file name.

    >>> script_iri(ScriptFacts("official/c4031928.lua"))
    'https://w3id.org/tcg-rules/script/c4031928'
    """
    return f"{BASE}script/{segment(PurePosixPath(facts.name).stem)}"


def triples(found: Iterable[tuple[ScriptFacts, Sequence[ControlFact]]]) -> Iterator[Triple]:
    """The triples of control facts, each a node below its script."""
    for facts, chosen in found:
        script = script_iri(facts)
        yield Triple(NamedNode(script), _TYPE, NamedNode(EDOPRO + "CardScript"))
        if facts.card:
            yield Triple(NamedNode(script), NamedNode(EDOPRO + "passcode"), Literal(facts.card))
        for fact in chosen:
            yield from _fact(script, fact)


def _fact(script: str, fact: ControlFact) -> Iterator[Triple]:
    node = NamedNode(f"{script}#L{fact.at.line}C{fact.at.column}-{segment(fact.by)}")
    yield Triple(NamedNode(script), NamedNode(EDOPRO + "controlFact"), node)
    yield Triple(node, _TYPE, NamedNode(EDOPRO + "ControlFact"))
    said: dict[str, Sequence[str | int]] = {
        "factKind": (fact.kind.value,),
        "realisedBy": (fact.by,),
        "concerns": fact.what,
        "newController": fact.to,
        "formerController": fact.source,
        "lasts": (fact.duration.kind.value,),
        "untilPhase": fact.duration.phases,
        "phaseCount": fact.duration.counts,
        "endsOnReset": fact.duration.resets,
        "resultUse": (fact.result.value,) if fact.result else (),
        "asksBefore": tuple(dict.fromkeys((*fact.legality, *fact.zone_checks))),
        "followUp": fact.follow_ups,
        "notUnderstood": fact.unknown,
        "onLine": (fact.at.line,),
    }
    for name, values in said.items():
        for value in values:
            yield Triple(node, NamedNode(EDOPRO + name), Literal(value))


def turtle(found: Iterable[tuple[ScriptFacts, Sequence[ControlFact]]]) -> str:
    """The facts as Turtle."""
    written = serialize(triples(found), format=RdfFormat.TURTLE, prefixes={"edopro": EDOPRO})
    return (written or b"").decode()
