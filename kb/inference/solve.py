"""Answers the conditions of one clause against the states of a run, one binding at a time.

The engine does not use this: it is for proofs, for "why not", and for the rules that were beaten, where a
clause is looked at in the order its author wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.inference.engine import Run
from kb.inference.facts import Row
from kb.inference.plan import outer_variables, outward
from kb.inference.records import (
    Aggregate,
    Arithmetic,
    Clause,
    Comparison,
    Condition,
    Literal,
    Term,
    Value,
    Variable,
)

Bindings = Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a clause failed: how many conditions held, which did not, and what was bound by then."""

    reached: int
    condition: Condition
    bindings: Bindings


def value_of(term: Term, bindings: Bindings) -> Value | None:
    """The value of a term, or None when it has none yet (or is `_`)."""
    return bindings.get(term.name) if isinstance(term, Variable) else term


def values_of(literal: Literal, bindings: Bindings) -> tuple[Value | None, ...]:
    """The terms of a literal as values; None where anything fits."""
    return tuple(value_of(term, bindings) for term in literal.terms)


def match_literal(run: Run, literal: Literal, bindings: Bindings, index: int) -> list[Row]:
    """The facts that fit a literal (its negation aside) as the step at `index` read them."""
    at = index - 1 if literal.before else index
    if at < 0:
        return []
    return run.match(literal.predicate, at, *values_of(literal, bindings))


def bind(literal: Literal, row: Row, bindings: Bindings) -> dict[str, Value] | None:
    """The bindings with those a fact adds, or None when the fact does not fit."""
    found = dict(bindings)
    for term, value in zip(literal.terms, row, strict=True):
        if isinstance(term, Variable):
            if not term.is_anonymous and found.setdefault(term.name, value) != value:
                return None
        elif term != value:
            return None
    return found


def members(run: Run, aggregate: Aggregate, bindings: Bindings, index: int) -> list[dict[str, Value]]:
    """What an aggregate runs over: one binding of its named variables each."""
    inner = aggregate.inner
    unique: dict[tuple[Value, ...], dict[str, Value]] = {}
    for found in solve(run, aggregate.conditions, bindings, index, {}):
        unique.setdefault(tuple(found[name] for name in inner), found)
    return list(unique.values())


def total(run: Run, aggregate: Aggregate, bindings: Bindings, index: int) -> int:
    """The value of an aggregate."""
    counted = aggregate.counted.name
    found = [each[counted] for each in members(run, aggregate, bindings, index)]
    if aggregate.function == "count":
        return len(set(found))
    return sum(value for value in found if isinstance(value, int))


def computed(condition: Arithmetic, bindings: Bindings) -> int:
    """The value of a computation whose operands are bound."""
    left, right = value_of(condition.left, bindings), value_of(condition.right, bindings)
    assert isinstance(left, int)
    assert isinstance(right, int)
    return left + right if condition.operator == "+" else left - right


def compares(condition: Comparison, bindings: Bindings) -> bool:
    """Whether a comparison of bound values holds."""
    left, right = value_of(condition.left, bindings), value_of(condition.right, bindings)
    if condition.operator == "=":
        return left == right
    if condition.operator == "!=":
        return left != right
    assert isinstance(left, int)
    assert isinstance(right, int)
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[
        condition.operator
    ]


def solve(
    run: Run,
    body: Sequence[Condition],
    bindings: Bindings,
    index: int,
    shared: Mapping[int, set[str]],
    stops: list[Stop] | None = None,
) -> Iterator[dict[str, Value]]:
    """Every binding under which a body held in the step at `index`.

    `shared` says which variables each aggregate (by position) takes from outside. The condition that was
    reached last and failed is kept in `stops`, when given.
    """
    yield from _solve(run, list(enumerate(body)), dict(bindings), index, shared, 0, stops)


def _solve(
    run: Run,
    waiting: list[tuple[int, Condition]],
    bindings: dict[str, Value],
    index: int,
    shared: Mapping[int, set[str]],
    reached: int,
    stops: list[Stop] | None,
) -> Iterator[dict[str, Value]]:
    if not waiting:
        yield bindings
        return
    chosen = _first_ready(waiting, bindings, shared)
    condition = waiting[chosen][1]
    rest = waiting[:chosen] + waiting[chosen + 1 :]
    held = False
    for found in _one(run, condition, bindings, index):
        held = True
        yield from _solve(run, rest, found, index, shared, reached + 1, stops)
    if not held and stops is not None and (not stops or reached > stops[0].reached):
        stops[:] = [Stop(reached, condition, dict(bindings))]


def _first_ready(
    waiting: list[tuple[int, Condition]], bindings: Bindings, shared: Mapping[int, set[str]]
) -> int:
    for chosen, (position, condition) in enumerate(waiting):
        needed: set[str] = set()
        if isinstance(condition, Literal):
            needed = set(condition.variables) if condition.negated else set()
        elif isinstance(condition, Aggregate):
            needed = shared.get(position, set()) - set(outward(condition))
        elif isinstance(condition, Arithmetic):
            needed = set(condition.operands)
        else:
            needed = set(condition.variables)
        if needed <= bindings.keys():
            return chosen
    return 0


def _one(
    run: Run, condition: Condition, bindings: dict[str, Value], index: int
) -> Iterator[dict[str, Value]]:
    """The bindings under which one condition holds."""
    if isinstance(condition, Literal):
        rows = match_literal(run, condition, bindings, index)
        if condition.negated:
            if not rows:
                yield bindings
            return
        for row in rows:
            found = bind(condition, row, bindings)
            if found is not None:
                yield found
    elif isinstance(condition, Comparison):
        if compares(condition, bindings):
            yield bindings
    else:
        value = (
            total(run, condition, bindings, index)
            if isinstance(condition, Aggregate)
            else computed(condition, bindings)
        )
        known = value_of(condition.result, bindings)
        if known is None and isinstance(condition.result, Variable):
            yield bindings if condition.result.is_anonymous else {**bindings, condition.result.name: value}
        elif known == value:
            yield bindings


def holds_all(run: Run, clause: Clause, bindings: Bindings, index: int) -> bool:
    """Whether every condition of a clause holds at `index` under bindings of all its variables."""
    return all(_holds(run, condition, bindings, index) for condition in clause.body)


def _holds(run: Run, condition: Condition, bindings: Bindings, index: int) -> bool:
    if isinstance(condition, Literal):
        rows = match_literal(run, condition, bindings, index)
        return condition.negated != any(bind(condition, row, bindings) is not None for row in rows)
    if isinstance(condition, Comparison):
        return compares(condition, bindings)
    known = value_of(condition.result, bindings)
    if isinstance(condition, Arithmetic):
        return known is None or computed(condition, bindings) == known
    return known is None or total(run, condition, bindings, index) == known


def shared_variables(clause: Clause) -> dict[int, set[str]]:
    """The variables that each aggregate of a clause takes from outside."""
    return outer_variables(clause.head, clause.body)
