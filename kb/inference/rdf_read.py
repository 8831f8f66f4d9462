"""Rules from RDF, as :mod:`~kb.inference.rdf_write` writes them; strangers may have written it.

Whatever could not stand in a rule file is refused: names are checked against the same patterns, and
everything that a rule needs has to be there once. The checker and the compiler see records only, wherever
they came from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, NoReturn
from urllib.parse import unquote

from pyoxigraph import BlankNode, NamedNode, RdfFormat, Triple, parse
from pyoxigraph import Literal as RdfLiteral

from kb.errors import Place, RuleError, near_matches
from kb.inference.parse import DOCUMENT, EDITION, PREDICATE_NAME, RULE_ID, STATEMENT_ID, VARIABLE_NAME
from kb.inference.parse_clause import COMPARISONS, FUNCTIONS, GREATEST
from kb.inference.rdf_write import GAME_IRIS, TYPE, VARIABLE
from kb.inference.records import (
    GAMES,
    LANGUAGES,
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

_XSD: Final = "http://www.w3.org/2001/XMLSchema#"
_Node = NamedNode | BlankNode
_Value = NamedNode | BlankNode | RdfLiteral
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
    graph = _Graph(source)
    for triple in triples:
        graph.add(triple)
    predicates = [_predicate(graph, node) for node in graph.of_type(LOGIC + "Predicate")]
    rules = [_rule(graph, node) for node in graph.of_type(CORE + "Rule")]
    return RuleSet(
        tuple(predicate for _, predicate in sorted(predicates, key=lambda pair: pair[0])),
        tuple(rule for _, rule in sorted(rules, key=lambda pair: pair[0])),
    )


class _Graph:
    """Triples by subject and property, with questions that fail with a place."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._values: dict[_Node, dict[str, list[_Value]]] = {}
        self._typed: dict[str, list[_Node]] = {}

    def add(self, triple: Triple) -> None:
        subject, value = triple.subject, triple.object
        if isinstance(subject, Triple) or isinstance(value, Triple):
            return
        self._values.setdefault(subject, {}).setdefault(triple.predicate.value, []).append(value)
        if triple.predicate == TYPE and isinstance(value, NamedNode):
            self._typed.setdefault(value.value, []).append(subject)

    def of_type(self, iri: str) -> list[_Node]:
        return list(dict.fromkeys(self._typed.get(iri, ())))

    def place(self, node: _Node) -> Place:
        return Place(self.source, path=str(node))

    def fail(self, node: _Node, problem: str, found: object = None, expected: str | None = None) -> NoReturn:
        raise RuleError(self.place(node), problem, found=found, expected=expected)

    def values(self, node: _Node, name: str) -> list[_Value]:
        return list(dict.fromkeys(self._values.get(node, {}).get(name, ())))

    def maybe(self, node: _Node, name: str) -> _Value | None:
        found = self.values(node, name)
        if len(found) > 1:
            self.fail(node, f"{_short(name)} is given {len(found)} times", expected="one value")
        return found[0] if found else None

    def one(self, node: _Node, name: str) -> _Value:
        found = self.maybe(node, name)
        if found is None:
            self.fail(node, f"{_short(name)} is missing")
        return found

    def nodes(self, node: _Node, name: str) -> Iterator[_Node]:
        for value in self.values(node, name):
            if isinstance(value, RdfLiteral):
                self.fail(node, f"{_short(name)} is a literal", found=value.value, expected="a node")
            yield value

    def text(self, node: _Node, name: str, pattern: str) -> str:
        return self.checked(node, name, self.one(node, name), pattern)

    def maybe_text(self, node: _Node, name: str, pattern: str) -> str | None:
        found = self.maybe(node, name)
        return None if found is None else self.checked(node, name, found, pattern)

    def checked(self, node: _Node, name: str, value: _Value, pattern: str) -> str:
        if not isinstance(value, RdfLiteral) or not re.fullmatch(pattern, value.value, re.DOTALL):
            self.fail(node, f"{_short(name)} cannot be this", found=value.value, expected=pattern)
        return value.value

    def number(self, node: _Node, name: str) -> int:
        return int(self.text(node, name, "[0-9]{1,9}"))

    def flag(self, node: _Node, name: str) -> bool:
        return self.maybe_text(node, name, "true|false|0|1") in ("true", "1")

    def choice(self, node: _Node, name: str, known: dict[str, str]) -> str:
        value = self.one(node, name).value
        if value not in known:
            self.unknown(node, name, value, known)
        return known[value]

    def unknown(self, node: _Node, name: str, value: str, known: Iterable[str]) -> NoReturn:
        near = near_matches(value, known)
        raise RuleError(self.place(node), f"unknown {_short(name)}", found=value, near=near)

    def ordered(self, node: _Node, name: str) -> list[_Node]:
        """The nodes of a property in the order of their positions, which must differ."""
        found = sorted((self.number(each, LOGIC + "position"), each) for each in self.nodes(node, name))
        if len({position for position, _ in found}) < len(found):
            self.fail(node, f"two values of {_short(name)} have one position")
        return [each for _, each in found]

    def sentences(self, node: _Node, name: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for value in self.values(node, name):
            language = value.language if isinstance(value, RdfLiteral) else None
            if language not in LANGUAGES or language in found:
                self.fail(node, f"{_short(name)} cannot be this", str(value), "one text in en, fr or es each")
            found[language] = value.value
        return {language: found[language] for language in LANGUAGES if language in found}


def _short(name: str) -> str:
    return name.rpartition("#")[2]


def _predicate(graph: _Graph, node: _Node) -> tuple[int, Predicate]:
    sorts = {f"{LOGIC}{sort}Fact": sort for sort in Sort}
    sort = Sort(graph.choice(node, LOGIC + "sort", {iri: each.value for iri, each in sorts.items()}))
    params = [_parameter(graph, node, "first")]
    if graph.maybe(node, LOGIC + "second") is not None:
        params.append(_parameter(graph, node, "second"))
    name = graph.text(node, LOGIC + "name", PREDICATE_NAME)
    templates = graph.sentences(node, LOGIC + "template")
    position = graph.number(node, LOGIC + "position")
    return position, Predicate(name, sort, tuple(params), templates, graph.place(node))


def _parameter(graph: _Graph, node: _Node, name: str) -> str:
    return graph.text(node, LOGIC + name, VARIABLE_NAME)


def _rule(graph: _Graph, node: _Node) -> tuple[int, Rule]:
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


def _defeated(graph: _Graph, node: _Node) -> Iterator[str]:
    for other in graph.nodes(node, CORE + "defeats"):
        identity = unquote(other.value.removeprefix(RULE))
        if not re.fullmatch(RULE_ID, identity):
            graph.fail(
                node, "defeats is no rule", found=other.value, expected=f"an IRI beginning with {RULE}"
            )
        yield identity


def _range(graph: _Graph, node: _Node) -> tuple[str, str | None, str | None]:
    document = graph.text(node, LOGIC + "document", DOCUMENT)
    first = graph.maybe_text(node, CORE + "validFrom", EDITION)
    last = graph.maybe_text(node, CORE + "validUntil", EDITION)
    if first is None and last is None:
        graph.fail(node, "a range needs at least one end", expected="validFrom or validUntil")
    return document, first, last


def _citations(graph: _Graph, node: _Node) -> Iterator[Citation]:
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


def _clause(graph: _Graph, node: _Node) -> Clause:
    head = _node(graph, node, LOGIC + "head")
    body = tuple(_condition(graph, each, 1) for each in graph.ordered(node, LOGIC + "condition"))
    literal = _atom(graph, head)
    if literal.before or literal.negated:
        graph.fail(head, "a conclusion can be neither before nor negated")
    return Clause(literal, body, graph.place(node))


def _node(graph: _Graph, node: _Node, name: str) -> _Node:
    found = graph.one(node, name)
    if isinstance(found, RdfLiteral):
        graph.fail(node, f"{_short(name)} is a literal", found=found.value, expected="a node")
    return found


def _condition(graph: _Graph, node: _Node, depth: int) -> Condition:
    readers: dict[str, Callable[[_Graph, _Node], Condition]] = {
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


def _term(graph: _Graph, node: _Node, name: str) -> Term:
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


def _atom(graph: _Graph, node: _Node) -> Literal:
    iri = _node(graph, node, LOGIC + "predicate").value
    name = unquote(iri.removeprefix(PREDICATE))
    if not re.fullmatch(PREDICATE_NAME, name):
        graph.fail(node, "not a predicate", found=iri, expected=f"an IRI beginning with {PREDICATE}")
    terms = [_term(graph, node, "first")]
    if graph.maybe(node, LOGIC + "second") is not None:
        terms.append(_term(graph, node, "second"))
    before, negated = graph.flag(node, LOGIC + "before"), graph.flag(node, LOGIC + "negated")
    return Literal(name, tuple(terms), before, negated, graph.place(node))


def _comparison(graph: _Graph, node: _Node) -> Comparison:
    operator = graph.choice(node, LOGIC + "operator", {each: each for each in COMPARISONS})
    return Comparison(_term(graph, node, "left"), operator, _term(graph, node, "right"), graph.place(node))


def _computation(graph: _Graph, node: _Node) -> Arithmetic:
    operator = graph.choice(node, LOGIC + "operator", {"+": "+", "-": "-"})
    left, right = _term(graph, node, "left"), _term(graph, node, "right")
    return Arithmetic(_term(graph, node, "result"), left, operator, right, graph.place(node))


def _aggregate(graph: _Graph, node: _Node, depth: int) -> Aggregate:
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
