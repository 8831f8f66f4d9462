"""How a clause is evaluated: which condition first, through which index, and which variables it binds.

A relation is read in one of three forms: `full` (all facts), `by0` (second terms by first term) and `by1`
(first terms by second term). A plan is a tuple of operations; the code generator turns each into Python
statements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kb.inference.expand import Guarded, Node
from kb.inference.records import (
    Aggregate,
    Arithmetic,
    Comparison,
    Condition,
    Literal,
    Predicate,
    Sort,
    Term,
    Variable,
)

FULL, BY_FIRST, BY_SECOND = "full", "by0", "by1"
DELTA = "new"
"""The tense of facts that the last round of a recursion added."""
HIDDEN = "_"
"""How the names of variables begin that the author did not write."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation as a clause sees it: `static`, `event`, `now` or `before`, and which."""

    tense: str
    node: Node


@dataclass(frozen=True, slots=True)
class Scan:
    """Runs over facts and binds variables; `key` selects in an index, `same`: both terms are one variable."""

    relation: Relation
    form: str
    key: Term | None
    binds: tuple[str, ...]
    same: bool = False


@dataclass(frozen=True, slots=True)
class Test:
    """Looks one key up; an empty key asks whether there is any fact at all."""

    __test__ = False

    relation: Relation
    form: str
    key: tuple[Term, ...]
    negated: bool


@dataclass(frozen=True, slots=True)
class Compute:
    """A computation or aggregate: binds its result, or checks it where it is bound already."""

    condition: Arithmetic | Aggregate
    inner: tuple[Operation, ...]
    members: tuple[str, ...]
    checks: bool


Operation = Scan | Test | Comparison | Compute


def relation_of(literal: Literal, declared: Mapping[str, Predicate]) -> Relation:
    """The relation a literal reads."""
    sort = declared[literal.predicate].sort
    tense = sort.value if sort is not Sort.STATE else "before" if literal.before else "now"
    return Relation(tense, Node(literal.predicate))


def plan(guarded: Guarded, declared: Mapping[str, Predicate]) -> tuple[Operation, ...]:
    """The operations that find every binding of a clause's body."""
    clause = guarded.clause
    outside = outer_variables(clause.head, clause.body)
    return _with_guards(guarded, list(_order(dict(enumerate(clause.body)), set(), outside, declared)))


def plan_from(guarded: Guarded, declared: Mapping[str, Predicate], position: int) -> tuple[Operation, ...]:
    """The operations that find the bindings which use a new fact for the literal at `position`."""
    clause = guarded.clause
    literal = clause.body[position]
    assert isinstance(literal, Literal)
    outside = outer_variables(clause.head, clause.body)
    operations = list(_new_facts(literal))
    waiting = {n: condition for n, condition in enumerate(clause.body) if n != position}
    operations += _order(waiting, set(literal.variables), outside, declared)
    return _with_guards(guarded, operations)


def _new_facts(literal: Literal) -> Iterator[Operation]:
    """Runs over the new facts of a relation, which have no index, and compares what has to agree."""
    binds: list[str] = []
    checks: list[Comparison] = []
    for number, term in enumerate(literal.terms):
        if isinstance(term, Variable) and not term.is_anonymous and term.name not in binds:
            binds.append(term.name)
            continue
        hidden = f"{HIDDEN}{number}"
        binds.append(hidden)
        if not isinstance(term, Variable) or not term.is_anonymous:
            checks.append(Comparison(Variable(hidden), "=", term))
    yield Scan(Relation(DELTA, Node(literal.predicate)), FULL, None, tuple(binds))
    yield from checks


def _with_guards(guarded: Guarded, operations: list[Operation]) -> tuple[Operation, ...]:
    """Adds the guards of a clause as soon as its subject is bound."""
    terms = guarded.clause.head.terms
    subject = terms[0]
    after = 0
    if isinstance(subject, Variable):
        after = 1 + next(n for n, each in enumerate(operations) if subject.name in _bound_by(each))
    form = FULL if len(terms) == 1 else BY_FIRST
    guards = [Test(Relation("now", guard), form, (subject,), True) for guard in guarded.guards]
    return (*operations[:after], *guards, *operations[after:])


def _bound_by(operation: Operation) -> tuple[str, ...]:
    if isinstance(operation, Scan):
        return operation.binds
    return _names(operation.condition.result) if isinstance(operation, Compute) else ()


def outer_variables(head: Literal, body: tuple[Condition, ...]) -> dict[int, set[str]]:
    """For each aggregate of a body (by position), the variables it shares with the rest of the clause."""
    found: dict[int, set[str]] = {}
    for position, condition in enumerate(body):
        if isinstance(condition, Aggregate):
            rest = set(head.variables)
            for other, neighbour in enumerate(body):
                if other != position:
                    rest.update(outward(neighbour))
            rest.update(_names(condition.result))
            found[position] = rest & set(condition.inner)
    return found


def outward(condition: Condition) -> tuple[str, ...]:
    """The variables of a condition that the rest of the clause can see: of an aggregate, its result alone."""
    return _names(condition.result) if isinstance(condition, Aggregate) else condition.variables


def _names(term: Term) -> tuple[str, ...]:
    return (term.name,) if isinstance(term, Variable) and not term.is_anonymous else ()


def _order(
    waiting: dict[int, Condition],
    bound: set[str],
    outside: Mapping[int, set[str]],
    declared: Mapping[str, Predicate],
) -> Iterator[Operation]:
    """Checks as soon as they can run; else the condition that is likely to have the fewest facts."""
    while waiting:
        ready = [n for n, condition in waiting.items() if _is_check(condition, bound, outside.get(n, set()))]
        costs = {
            n: (0 if n in ready else _cost(condition, bound, declared)) for n, condition in waiting.items()
        }
        position = min(waiting, key=lambda n: (costs[n], n))
        condition = waiting.pop(position)
        yield _operation(condition, bound, outside.get(position, set()), declared)
        if not (isinstance(condition, Literal) and condition.negated):
            bound.update(outward(condition))


def _is_check(condition: Condition, bound: set[str], outside: set[str]) -> bool:
    if isinstance(condition, Aggregate):
        return outside <= bound
    if isinstance(condition, Arithmetic):
        return set(condition.operands) <= bound
    return set(condition.variables) <= bound


def _cost(condition: Condition, bound: set[str], declared: Mapping[str, Predicate]) -> int:
    """A guess at how many facts a condition yields: events are few, given facts are many."""
    if not isinstance(condition, Literal) or condition.negated:
        return 100
    keyed = any(isinstance(term, Variable) and term.name in bound for term in condition.terms)
    constant = any(not isinstance(term, Variable) for term in condition.terms)
    sort = declared[condition.predicate].sort
    if keyed:
        return 1
    if sort is Sort.EVENT:
        return 2 if constant else 3
    many = 1 if sort is Sort.STATIC else 0
    return (4 if constant else 6) + many


def _operation(
    condition: Condition, bound: set[str], outside: set[str], declared: Mapping[str, Predicate]
) -> Operation:
    if isinstance(condition, Comparison):
        return condition
    if isinstance(condition, Literal):
        return _access(condition, bound, declared)
    result = _names(condition.result)
    checks = not result or result[0] in bound
    if isinstance(condition, Arithmetic):
        return Compute(condition, (), (), checks)
    inner = tuple(_order(dict(enumerate(condition.conditions)), set(bound), {}, declared))
    members = tuple(name for name in condition.inner if name not in bound)
    return Compute(condition, inner, members, checks)


def _access(literal: Literal, bound: set[str], declared: Mapping[str, Predicate]) -> Operation:
    relation = relation_of(literal, declared)
    terms = literal.terms
    states = tuple(_state(term, bound) for term in terms)
    if "free" not in states:
        key = tuple(term for term, state in zip(terms, states, strict=True) if state == "known")
        form = FULL
        if len(terms) == 2 and len(key) == 1:
            form = BY_FIRST if states[0] == "known" else BY_SECOND
        return Test(relation, form, key, literal.negated)
    free = tuple(
        term.name
        for term, state in zip(terms, states, strict=True)
        if state == "free" and isinstance(term, Variable)
    )
    if len(terms) == 1:
        return Scan(relation, FULL, None, free)
    if states[0] == "free" and states[1] == "free":
        same = free[0] == free[1]
        return Scan(relation, FULL, None, free[:1] if same else free, same)
    position = states.index("free")
    form = BY_FIRST if (position == 1) == (states[1 - position] == "known") else BY_SECOND
    key_term = terms[1 - position] if states[1 - position] == "known" else None
    return Scan(relation, form, key_term, free)


def _state(term: Term, bound: set[str]) -> str:
    if not isinstance(term, Variable) or term.name in bound:
        return "known"
    return "any" if term.is_anonymous else "free"


def reads(operations: tuple[Operation, ...]) -> Iterator[tuple[Relation, str]]:
    """Every relation that the operations read, with the form it is read in."""
    for operation in operations:
        if isinstance(operation, (Scan, Test)):
            yield operation.relation, operation.form
        elif isinstance(operation, Compute):
            yield from reads(operation.inner)
