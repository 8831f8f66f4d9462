"""Rules as RDF: every rule, clause and condition is an individual, in the words of ``ontology/logic.ttl``.

Nothing is kept as text that has to be parsed again, so a query can ask which rules rest on a provision, which
read a predicate and which beat which. :mod:`~kb.inference.rdf_read` gives back the same records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from kb.inference.records import (
    Aggregate,
    Arithmetic,
    Citation,
    Clause,
    Comparison,
    Condition,
    Literal,
    Predicate,
    Rule,
    RuleSet,
    Term,
    Validity,
    Variable,
)
from kb.inference.write import format_clause
from kb.namespaces import (
    CORE,
    EDOPRO,
    LOGIC,
    MTG,
    PREDICATE,
    PREFIXES,
    PROVISION,
    RIFTBOUND,
    RULE,
    YGO,
    segment,
)
from kb.rdf import Literal as RdfLiteral
from kb.rdf import NamedNode, RdfFormat, Triple, serialize

TYPE: Final = NamedNode(PREFIXES["rdf"] + "type")
VARIABLE: Final = NamedNode(LOGIC + "variable")
GAME_IRIS: Final = {
    "mtg": MTG + "Magic",
    "ygo": YGO + "YuGiOh",
    "riftbound": RIFTBOUND + "Riftbound",
    "edopro": EDOPRO + "EDOPro",
}
_CONDITIONS: Final[dict[type, str]] = {
    Literal: "Atom",
    Comparison: "Comparison",
    Arithmetic: "Computation",
    Aggregate: "Aggregate",
}
_Object = NamedNode | RdfLiteral
_USED_PREFIXES: Final = ("core", "mtg", "ygo", "rift", "edopro", "logic", "rule", "xsd")


def rule_iri(identity: str) -> str:
    """The IRI of a rule.

    >>> rule_iri("default-controller")
    'https://w3id.org/tcg-rules/rule/default-controller'
    """
    return RULE + segment(identity)


def to_turtle(ruleset: RuleSet) -> str:
    """A rule set as Turtle."""
    prefixes = {prefix: PREFIXES[prefix] for prefix in _USED_PREFIXES}
    written = serialize(rules_to_rdf(ruleset), format=RdfFormat.TURTLE, prefixes=prefixes)
    lines = written.decode().splitlines(keepends=True) if written is not None else []
    # The writer gives the prefixes in no fixed order.
    return "".join(sorted(lines[: len(prefixes)]) + lines[len(prefixes) :])


def rules_to_rdf(ruleset: RuleSet) -> Iterator[Triple]:
    """The triples of a rule set, always the same and in the same order for the same rules."""
    for position, predicate in enumerate(ruleset.predicates, 1):
        yield from _predicate(predicate, position)
    for position, rule in enumerate(ruleset.rules, 1):
        yield from _rule(rule, position)


def _say(subject: str, values: Mapping[str, _Object | None]) -> Iterator[Triple]:
    """A triple for each value that is not None; names with no namespace are those of the rule language."""
    for name, value in values.items():
        if value is not None:
            yield Triple(NamedNode(subject), NamedNode(name if ":" in name else LOGIC + name), value)


def _is_a(subject: str, name: str) -> Triple:
    return Triple(NamedNode(subject), TYPE, NamedNode(name if ":" in name else LOGIC + name))


def _sentences(subject: str, prefix: str, sentences: Mapping[str, str]) -> Iterator[Triple]:
    for language, sentence in sentences.items():
        yield Triple(NamedNode(subject), NamedNode(prefix), RdfLiteral(sentence, language=language))


def _term(term: Term) -> RdfLiteral:
    return RdfLiteral(term.name, datatype=VARIABLE) if isinstance(term, Variable) else RdfLiteral(term)


def _predicate(predicate: Predicate, position: int) -> Iterator[Triple]:
    subject = PREDICATE + segment(predicate.name)
    yield _is_a(subject, "Predicate")
    second = Variable(predicate.params[1]) if predicate.arity == 2 else None
    values: dict[str, _Object | None] = {
        "position": RdfLiteral(position),
        "name": RdfLiteral(predicate.name),
        "sort": NamedNode(f"{LOGIC}{predicate.sort}Fact"),
        "first": _term(Variable(predicate.params[0])),
        "second": None if second is None else _term(second),
    }
    yield from _say(subject, values)
    yield from _sentences(subject, LOGIC + "template", predicate.templates)


def _rule(rule: Rule, position: int) -> Iterator[Triple]:
    subject = rule_iri(rule.id)
    yield _is_a(subject, CORE + "Rule")
    values: dict[str, _Object | None] = {
        CORE + "ruleId": RdfLiteral(rule.id),
        CORE + "kind": NamedNode(f"{CORE}{rule.kind}Rule"),
        "position": RdfLiteral(position),
    }
    yield from _say(subject, values)
    for game in rule.games:
        if game in GAME_IRIS:
            yield from _say(subject, {CORE + "game": NamedNode(GAME_IRIS[game])})
        else:
            yield from _say(subject, {"everyGame": RdfLiteral(True)})
    for other in rule.defeats:
        yield from _say(subject, {CORE + "defeats": NamedNode(rule_iri(other))})
    for covered in rule.covers:
        yield from _say(subject, {"covers": RdfLiteral(covered)})
    yield from _sentences(subject, CORE + "statement", rule.sentences)
    yield from _citations(subject, rule.cites)
    for line, validity in enumerate(rule.valid, 1):
        node = f"{subject}/validity/{line}"
        yield from _say(subject, {"validity": NamedNode(node)})
        yield _is_a(node, "Validity")
        yield from _say(node, {"position": RdfLiteral(line), **_range(validity)})
    for number, clause in enumerate(rule.clauses, 1):
        yield from _clause(subject, clause, number)


def _range(given: Citation | Validity) -> dict[str, _Object | None]:
    return {
        "document": RdfLiteral(given.document),
        CORE + "validFrom": None if given.first is None else RdfLiteral(given.first),
        CORE + "validUntil": None if given.last is None else RdfLiteral(given.last),
    }


def _citations(subject: str, cites: Iterable[Citation]) -> Iterator[Triple]:
    """A node for each number; `core:cites` leads to its provision in the editions at the range's ends."""
    for line, citation in enumerate(cites, 1):
        editions = [edition for edition in (citation.first, citation.last) if edition is not None]
        for position, number in enumerate(citation.numbers, 1):
            node = f"{subject}/citation/{line}.{position}"
            yield from _say(subject, {"citation": NamedNode(node)})
            yield _is_a(node, "Citation")
            order: dict[str, _Object | None] = {"line": RdfLiteral(line), "position": RdfLiteral(position)}
            yield from _say(node, {**order, **_range(citation), "number": RdfLiteral(number)})
            for edition in dict.fromkeys(editions):
                parts = (citation.document, edition, number)
                provision = NamedNode(PROVISION + "/".join(segment(part) for part in parts))
                yield from _say(subject, {CORE + "cites": provision})


def _clause(rule: str, clause: Clause, number: int) -> Iterator[Triple]:
    subject = f"{rule}/clause/{number}"
    yield from _say(rule, {"clause": NamedNode(subject)})
    yield _is_a(subject, "Clause")
    head = f"{subject}/head"
    yield from _say(
        subject,
        {"position": RdfLiteral(number), "head": NamedNode(head), "text": RdfLiteral(format_clause(clause))},
    )
    yield from _condition(head, clause.head)
    for position, condition in enumerate(clause.body, 1):
        yield from _part(subject, condition, position)


def _part(owner: str, condition: Condition, position: int) -> Iterator[Triple]:
    subject = f"{owner}/{position}"
    yield from _say(owner, {"condition": NamedNode(subject)})
    yield from _say(subject, {"position": RdfLiteral(position)})
    yield from _condition(subject, condition)


def _condition(subject: str, condition: Condition) -> Iterator[Triple]:
    yield _is_a(subject, _CONDITIONS[type(condition)])
    if isinstance(condition, Literal):
        yield from _say(subject, _atom(condition))
    elif isinstance(condition, Comparison):
        yield from _say(subject, {"left": _term(condition.left), "right": _term(condition.right)})
        yield from _say(subject, {"operator": RdfLiteral(condition.operator)})
    elif isinstance(condition, Arithmetic):
        yield from _say(subject, {"result": _term(condition.result), "left": _term(condition.left)})
        yield from _say(
            subject, {"operator": RdfLiteral(condition.operator), "right": _term(condition.right)}
        )
    else:
        yield from _say(subject, {"result": _term(condition.result), "counted": _term(condition.counted)})
        yield from _say(subject, {"function": RdfLiteral(condition.function)})
        for position, inner in enumerate(condition.conditions, 1):
            yield from _part(subject, inner, position)


def _atom(literal: Literal) -> dict[str, _Object | None]:
    return {
        "predicate": NamedNode(PREDICATE + segment(literal.predicate)),
        "first": _term(literal.terms[0]),
        "second": _term(literal.terms[1]) if len(literal.terms) > 1 else None,
        "before": RdfLiteral(True) if literal.before else None,
        "negated": RdfLiteral(True) if literal.negated else None,
    }
