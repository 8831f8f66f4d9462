"""Checks of one clause: predicates used as declared, and every variable bound where a value is needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from kb.errors import Place
from kb.inference.expand import Expanded, Node
from kb.inference.plan import outer_variables, outward
from kb.inference.problems import Problem, suggestion
from kb.inference.records import (
    Aggregate,
    Arithmetic,
    Clause,
    Comparison,
    Condition,
    Literal,
    Predicate,
    Sort,
    Term,
    Variable,
)
from kb.inference.strata import Group

MOST_CONDITIONS = 16
"""A clause with more conditions than this cannot be read, and Python cannot nest its loops."""


def uses(clause: Clause, declared: Mapping[str, Predicate]) -> Iterator[Problem]:
    """Undeclared predicates, wrong numbers of terms, `before` and heads where they cannot be."""
    for literal in (clause.head, *clause.literals()):
        predicate = declared.get(literal.predicate)
        if predicate is None:
            yield Problem(
                literal.place,
                f"undeclared predicate {literal.predicate!r}{suggestion(literal.predicate, declared)}",
            )
            continue
        if len(literal.terms) != predicate.arity:
            params = ", ".join(predicate.params)
            yield Problem(
                literal.place,
                f"{literal.predicate!r} takes {predicate.arity} terms ({params}), found {len(literal.terms)}",
            )
        if literal is clause.head:
            if predicate.sort is not Sort.STATE:
                yield Problem(
                    literal.place,
                    f"a rule cannot conclude {literal.predicate!r}: it is {predicate.sort}, expected state",
                )
        elif literal.before and predicate.sort is not Sort.STATE:
            yield Problem(
                literal.place,
                f"'before' needs a state predicate: {literal.predicate!r} is declared {predicate.sort}",
            )
    size = sum(1 + (len(c.conditions) if isinstance(c, Aggregate) else 0) for c in clause.body)
    if size > MOST_CONDITIONS:
        yield Problem(clause.place, f"a clause has at most {MOST_CONDITIONS} conditions, found {size}")


def safety(clause: Clause) -> Iterator[Problem]:
    """Variables that no condition gives a value."""
    bound = bound_variables(clause)
    for term in clause.head.terms:
        if isinstance(term, Variable) and term.name not in bound:
            shown = "'_'" if term.is_anonymous else f"variable {term.name!r}"
            yield Problem(clause.head.place, f"{shown} of the conclusion has no value: no condition binds it")
    shared = outer_variables(clause.head, clause.body)
    for position, condition in enumerate(clause.body):
        if isinstance(condition, Aggregate):
            yield from _aggregate(condition, shared[position], bound)
        else:
            yield from _condition(condition, bound)


def bound_variables(clause: Clause) -> set[str]:
    """The variables that conditions of the body give a value, computations included."""
    bound = {
        name
        for condition in clause.body
        if isinstance(condition, Literal) and not condition.negated
        for name in condition.variables
    }
    shared = outer_variables(clause.head, clause.body)
    grew = True
    while grew:
        grew = False
        for position, condition in enumerate(clause.body):
            ready = (isinstance(condition, Arithmetic) and set(condition.operands) <= bound) or (
                isinstance(condition, Aggregate) and shared[position] - set(outward(condition)) <= bound
            )
            if ready and not set(outward(condition)) <= bound:
                bound.update(outward(condition))
                grew = True
    return bound


def _condition(condition: Condition, bound: set[str]) -> Iterator[Problem]:
    if isinstance(condition, Literal):
        if condition.negated:
            for name in condition.variables:
                if name not in bound:
                    yield Problem(
                        condition.place,
                        f"variable {name!r} under 'not' has no value: no other condition binds it "
                        "(write '_' for 'there is none at all')",
                    )
        return
    needed: tuple[Term, ...] = ()
    what = "comparison"
    if isinstance(condition, Comparison):
        needed = (condition.left, condition.right)
    elif isinstance(condition, Arithmetic):
        needed, what = (condition.left, condition.right), "computation"
    for term in needed:
        if isinstance(term, Variable) and term.name not in bound:
            shown = "'_'" if term.is_anonymous else f"variable {term.name!r}"
            yield Problem(condition.place, f"{shown} of the {what} has no value: no other condition binds it")
    if isinstance(condition, Comparison) and condition.operator not in ("=", "!="):
        for term in needed:
            if isinstance(term, str):
                yield Problem(
                    condition.place, f"{term!r} has no order: '{condition.operator}' compares whole numbers"
                )
    if isinstance(condition, Arithmetic):
        for term in needed:
            if isinstance(term, str):
                yield Problem(condition.place, f"cannot compute with {term!r}, expected a whole number")


def _aggregate(condition: Aggregate, shared: set[str], bound: set[str]) -> Iterator[Problem]:
    word = condition.function
    for name in sorted(shared - bound):
        yield Problem(
            condition.place,
            f"variable {name!r} of the {word} is used outside it but has no value there: "
            "no other condition binds it",
        )
    counted = condition.counted.name
    inner = set(shared)
    for inside in condition.conditions:
        if isinstance(inside, Literal) and not inside.negated:
            inner.update(inside.variables)
    if counted in shared:
        yield Problem(
            condition.place,
            f"{counted!r} is what the {word} runs over, so it cannot be used outside it "
            "(join the conditions of 'where' with 'and')",
        )
    elif counted not in inner:
        yield Problem(condition.place, f"nothing in 'where' binds {counted!r}")
    for inside in condition.conditions:
        if isinstance(inside, Comparison) or inside.negated:
            yield from _condition(inside, inner)


def lonely_variables(clause: Clause) -> Iterator[Problem]:
    """Variables that stand only once: usually a slip of the pen, else `_` says so."""
    counts: Counter[str] = Counter()
    places: dict[str, Place] = {}
    for term in clause.head.terms:
        if isinstance(term, Variable):
            counts[term.name] += 1
            places.setdefault(term.name, clause.head.place)
    for condition in clause.body:
        for name in _occurrences(condition):
            counts[name] += 1
            places.setdefault(name, condition.place)
    for name, count in counts.items():
        if count == 1 and name != "_":
            yield Problem(
                places[name], f"variable {name!r} stands only once: write '_' if it may be anything"
            )


def _occurrences(condition: Condition) -> Iterator[str]:
    terms: tuple[Term, ...]
    if isinstance(condition, Literal):
        terms = condition.terms
    elif isinstance(condition, Comparison):
        terms = (condition.left, condition.right)
    elif isinstance(condition, Arithmetic):
        terms = (condition.result, condition.left, condition.right)
    else:
        terms = (condition.result, condition.counted)
        for inside in condition.conditions:
            yield from _occurrences(inside)
    yield from (term.name for term in terms if isinstance(term, Variable))


def recursive_arithmetic(expanded: Expanded, order: Iterable[Group]) -> Iterator[Problem]:
    """Computations in clauses that feed themselves: they would count for ever."""
    by_target = expanded.by_target()
    for group in order:
        if not group.recursive:
            continue
        inside = set(group.nodes)
        for each in (each for node in group.nodes for each in by_target[node]):
            if not any(isinstance(c, Arithmetic) for c in each.clause.body):
                continue
            if any(_reads(literal, inside) for literal in each.clause.literals()):
                yield Problem(
                    each.clause.place,
                    f"rule {each.rule.id!r} computes a number from {each.target.predicate!r} itself, "
                    "which would never end (read it with 'before')",
                )


def _reads(literal: Literal, inside: set[Node]) -> bool:
    return not literal.before and Node(literal.predicate) in inside
