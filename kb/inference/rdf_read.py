"""Rules from RDF, as :mod:`~kb.inference.rdf_write` writes them; strangers may have written it.

Whatever could not stand in a rule file is refused: names are checked against the same patterns, and
everything that a rule needs has to be there once. The checker and the compiler see records only, wherever
they came from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final
from urllib.parse import unquote

from kb.errors import Place, RuleError
from kb.inference.parse import DOCUMENT, EDITION, PREDICATE_NAME, RULE_ID, STATEMENT_ID, VARIABLE_NAME
from kb.inference.parse_clause import COMPARISONS, FUNCTIONS, GREATEST
from kb.inference.rdf_graph import GraphNode, RuleGraph, short_name
from kb.inference.rdf_write import GAME_IRIS, TYPE, VARIABLE
from kb.inference.records import (
    GAMES,
    Aggregate,
    Arithmetic,
    Citation,
    Clause,
    Comparison,
    Condition,
    Literal,
    Predicate,
    Rule,
    RuleKind,
    RuleSet,
    Sort,
    Term,
    Validity,
    Variable,
    in_order,
)
from kb.namespaces import CORE, LOGIC, PREDICATE, RULE
from kb.rdf import Literal as RdfLiteral
from kb.rdf import RdfFormat, Triple, parse

_XSD: Final = "http://www.w3.org/2001/XMLSchema#"
_MOST_NESTED: Final = 2
"""An aggregate holds conditions, and they hold none."""


def rules_from_turtle(text: str, source: str) -> RuleSet:
    """The rules of a Turtle text; `source` names it in errors.

    Raises :class:`~kb.errors.RuleError` when it is not Turtle, or not rules.

    >>> rules_from_turtle("<https://example.org/a> a <https://example.org/B> .", "a.ttl")
    RuleSet(predicates=(), rules=())
    """
    try:
        triples = [quad.triple for quad in parse(text, format=RdfFormat.TURTLE)]
    except SyntaxError as error:
        raise RuleError(Place(source, error.lineno), f"not Turtle: {error.msg}") from error
    return rules_from_rdf(triples, source)


def rules_from_rdf(triples: Iterable[Triple], source: str) -> RuleSet:
    """The rules among these triples, in their order; triples about other things are passed over.

    Raises :class:`~kb.errors.RuleError` with the node at fault.
    """
    graph = RuleGraph(source)
    for triple in triples:
        graph.add(triple)
    predicates = [_predicate(graph, node) for node in graph.of_type(LOGIC + "Predicate")]
    rules = [_rule(graph, node) for node in graph.of_type(CORE + "Rule")]
    return RuleSet(
        tuple(predicate for _, predicate in sorted(predicates, key=lambda pair: pair[0])),
        tuple(rule for _, rule in sorted(rules, key=lambda pair: pair[0])),
    )


def _predicate(graph: RuleGraph, node: GraphNode) -> tuple[int, Predicate]:
    sorts = {f"{LOGIC}{sort}Fact": sort for sort in Sort}
    sort = Sort(graph.choice(node, LOGIC + "sort", {iri: each.value for iri, each in sorts.items()}))
    params = [_parameter(graph, node, "first")]
    if graph.maybe(node, LOGIC + "second") is not None:
        params.append(_parameter(graph, node, "second"))
    name = graph.text(node, LOGIC + "name", PREDICATE_NAME)
    templates = graph.sentences(node, LOGIC + "template")
    position = graph.number(node, LOGIC + "position")
    return position, Predicate(name, sort, tuple(params), templates, graph.place(node))


def _parameter(graph: RuleGraph, node: GraphNode, name: str) -> str:
    return graph.text(node, LOGIC + name, VARIABLE_NAME)


def _rule(graph: RuleGraph, node: GraphNode) -> tuple[int, Rule]:
    kinds = {f"{CORE}{kind}Rule": kind.value for kind in RuleKind}
    codes = {iri: code for code, iri in GAME_IRIS.items()}
    games = set()
    if graph.flag(node, LOGIC + "everyGame"):
        games.add("all")
    for game in graph.nodes(node, CORE + "game"):
        if game.value not in codes:
            graph.unknown(node, CORE + "game", game.value, codes)
        games.add(codes[game.value])
    if not games:
        graph.fail(node, "game is missing")
    covers = [
        graph.checked(node, LOGIC + "covers", value, STATEMENT_ID)
        for value in graph.values(node, LOGIC + "covers")
    ]
    rule = Rule(
        graph.text(node, CORE + "ruleId", RULE_ID),
        RuleKind(graph.choice(node, CORE + "kind", kinds)),
        tuple(game for game in GAMES if game in games),
        tuple(_citations(graph, node)),
        tuple(Validity(*_range(graph, each)) for each in graph.ordered(node, LOGIC + "validity")),
        in_order(_defeated(graph, node)),
        in_order(covers),
        graph.sentences(node, CORE + "statement"),
        tuple(_clause(graph, each) for each in graph.ordered(node, LOGIC + "clause")),
        graph.place(node),
    )
    return graph.number(node, LOGIC + "position"), rule


def _defeated(graph: RuleGraph, node: GraphNode) -> Iterator[str]:
    for other in graph.nodes(node, CORE + "defeats"):
        identity = unquote(other.value.removeprefix(RULE))
        if not re.fullmatch(RULE_ID, identity):
            graph.fail(
                node, "defeats is no rule", found=other.value, expected=f"an IRI beginning with {RULE}"
            )
        yield identity


def _range(graph: RuleGraph, node: GraphNode) -> tuple[str, str | None, str | None]:
    document = graph.text(node, LOGIC + "document", DOCUMENT)
    first = graph.maybe_text(node, CORE + "validFrom", EDITION)
    last = graph.maybe_text(node, CORE + "validUntil", EDITION)
    if first is None and last is None:
        graph.fail(node, "a range needs at least one end", expected="validFrom or validUntil")
    return document, first, last


def _citations(graph: RuleGraph, node: GraphNode) -> Iterator[Citation]:
    """The citation lines: the nodes that share a line are its numbers."""
    lines: dict[int, dict[int, tuple[tuple[str, str | None, str | None], str]]] = {}
    for each in graph.nodes(node, LOGIC + "citation"):
        line, position = graph.number(each, LOGIC + "line"), graph.number(each, LOGIC + "position")
        cited = _range(graph, each), graph.text(each, LOGIC + "number", r"[^\x00-\x1f]|[^\x00]+")
        if position in lines.setdefault(line, {}):
            graph.fail(each, "two citations have one line and position")
        lines[line][position] = cited
    for line in sorted(lines):
        numbers = [lines[line][position] for position in sorted(lines[line])]
        if len({given for given, _ in numbers}) > 1:
            graph.fail(node, f"the citations of line {line} name different editions")
        yield Citation(*numbers[0][0], tuple(number for _, number in numbers))


def _clause(graph: RuleGraph, node: GraphNode) -> Clause:
    head = _node(graph, node, LOGIC + "head")
    body = tuple(_condition(graph, each, 1) for each in graph.ordered(node, LOGIC + "condition"))
    literal = _atom(graph, head)
    if literal.before or literal.negated:
        graph.fail(head, "a conclusion can be neither before nor negated")
    return Clause(literal, body, graph.place(node))


def _node(graph: RuleGraph, node: GraphNode, name: str) -> GraphNode:
    found = graph.one(node, name)
    if isinstance(found, RdfLiteral):
        graph.fail(node, f"{short_name(name)} is a literal", found=found.value, expected="a node")
    return found


def _condition(graph: RuleGraph, node: GraphNode, depth: int) -> Condition:
    readers: dict[str, Callable[[RuleGraph, GraphNode], Condition]] = {
        "Atom": _atom,
        "Comparison": _comparison,
        "Computation": _computation,
    }
    types = [each.value for each in graph.values(node, TYPE.value) if not isinstance(each, RdfLiteral)]
    known = [name for name in (*readers, "Aggregate") if LOGIC + name in types]
    if len(known) != 1:
        graph.fail(node, "not one kind of condition", found=sorted(types), expected=", ".join(readers))
    if known[0] != "Aggregate":
        return readers[known[0]](graph, node)
    if depth >= _MOST_NESTED:
        graph.fail(node, "an aggregate cannot hold another one")
    return _aggregate(graph, node, depth)


def _term(graph: RuleGraph, node: GraphNode, name: str) -> Term:
    value = graph.one(node, LOGIC + name)
    if isinstance(value, RdfLiteral):
        if value.datatype == VARIABLE:
            return Variable(graph.checked(node, LOGIC + name, value, f"_|{VARIABLE_NAME}"))
        if value.datatype.value == _XSD + "integer" and re.fullmatch("[+-]?[0-9]{1,10}", value.value):
            number = int(value.value)
            if abs(number) <= GREATEST:
                return number
        if value.datatype.value == _XSD + "string" and "\x00" not in value.value:
            return value.value
    return graph.fail(node, f"{name} cannot be this", str(value), "a variable, a text or a whole number")


def _atom(graph: RuleGraph, node: GraphNode) -> Literal:
    iri = _node(graph, node, LOGIC + "predicate").value
    name = unquote(iri.removeprefix(PREDICATE))
    if not re.fullmatch(PREDICATE_NAME, name):
        graph.fail(node, "not a predicate", found=iri, expected=f"an IRI beginning with {PREDICATE}")
    terms = [_term(graph, node, "first")]
    if graph.maybe(node, LOGIC + "second") is not None:
        terms.append(_term(graph, node, "second"))
    before, negated = graph.flag(node, LOGIC + "before"), graph.flag(node, LOGIC + "negated")
    return Literal(name, tuple(terms), before, negated, graph.place(node))


def _comparison(graph: RuleGraph, node: GraphNode) -> Comparison:
    operator = graph.choice(node, LOGIC + "operator", {each: each for each in COMPARISONS})
    return Comparison(_term(graph, node, "left"), operator, _term(graph, node, "right"), graph.place(node))


def _computation(graph: RuleGraph, node: GraphNode) -> Arithmetic:
    operator = graph.choice(node, LOGIC + "operator", {"+": "+", "-": "-"})
    left, right = _term(graph, node, "left"), _term(graph, node, "right")
    return Arithmetic(_term(graph, node, "result"), left, operator, right, graph.place(node))


def _aggregate(graph: RuleGraph, node: GraphNode, depth: int) -> Aggregate:
    function = graph.choice(node, LOGIC + "function", {each: each for each in FUNCTIONS})
    counted = _term(graph, node, "counted")
    if not isinstance(counted, Variable) or counted.is_anonymous:
        graph.fail(node, "counted cannot be this", found=counted, expected="a variable with a name")
    conditions = []
    for each in graph.ordered(node, LOGIC + "condition"):
        condition = _condition(graph, each, depth + 1)
        if not isinstance(condition, (Literal, Comparison)):
            graph.fail(each, "an aggregate holds predicates and comparisons alone")
        conditions.append(condition)
    if not conditions:
        graph.fail(node, "condition is missing")
    return Aggregate(_term(graph, node, "result"), function, counted, tuple(conditions), graph.place(node))
