"""Compiles rules to a program: checked, sliced to the goals, planned, and generated as a syntax tree."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NoReturn

from kb.errors import NotFoundError, Place, RuleError
from kb.inference.check import errors_of
from kb.inference.closed import Vocabulary, close
from kb.inference.code_parts import RelationParts
from kb.inference.codegen import LATE, SIZE, Generator
from kb.inference.engine import Program
from kb.inference.expand import Expanded, Guarded, Node, expand, needed_for, slice_rules
from kb.inference.facts import EMPTY, Indexer
from kb.inference.layout import EMPTY as EMPTY_NAME
from kb.inference.layout import lay_out
from kb.inference.persist import persistence
from kb.inference.plan import Operation, plan, plan_from, relation_of
from kb.inference.records import Literal, Predicate, RuleSet, Sort, Value
from kb.inference.strata import groups
from kb.inference.triggers import number_triggers, trigger


def compile_program(
    ruleset: RuleSet,
    goals: Iterable[str] | None = None,
    given: Vocabulary | None = None,
    *,
    reasons: bool = True,
) -> Program:
    """The program of a rule set, or the part of it that the goal predicates need.

    With `given`, facts have to be of this vocabulary, and what cannot follow from such facts is left out.
    Without `reasons`, facts carry none: there are no proofs, and a run is faster.
    Raises :class:`~kb.errors.RuleError` for the first error the checker finds, and
    :class:`~kb.errors.NotFoundError` for a goal that was never declared.

    >>> from kb.inference.parse import parse_rules
    >>> from kb.inference.engine import Facts, StepFacts
    >>> rules = parse_rules('''
    ... event enters(X, P)
    ... state controller(X, P)
    ... rule default-controller
    ...   kind default
    ...   game mtg
    ...   controller(X, P) if enters(X, P).
    ...   controller(X, P) if before controller(X, P), not enters(X, _).
    ... ''', "example.crl")
    >>> steps = [StepFacts(1, {"enters": [("bear", "p1")]}), StepFacts(2)]
    >>> run = compile_program(rules).run(Facts(steps=steps))
    >>> run.rows("controller", run.last), run.provenance("controller", ("bear", "p1"), run.last)
    ((('bear', 'p1'),), (0, 0, 'bear', 'p1'))
    """
    for finding in errors_of(ruleset):
        raise RuleError(finding.place, finding.message)
    declared = ruleset.declared()
    needed = None
    if goals is not None:
        wanted = tuple(goals)
        for goal in wanted:
            if goal not in declared:
                raise NotFoundError("predicate", goal, declared)
        needed = needed_for(ruleset, wanted)
        ruleset = slice_rules(ruleset, wanted)
    if given is not None:
        ruleset = close(ruleset, given)
    expanded = expand(ruleset)
    generator = _generator(expanded, declared, bare=not reasons)
    names = _load(generator.module(), expanded)
    return Program(
        expanded,
        generator.layout,
        names["step"],
        names["view"],
        _start(generator.state_names("p")),
        _start(generator.view_names("p")),
        generator.anchored(),
        frozenset(generator.relations.persisting),
        declared,
        Indexer(generator.layout, Sort.STATIC, declared),
        Indexer(generator.layout, Sort.EVENT, declared, number_triggers(expanded.clauses, declared)),
        reasons,
        needed,
    )


def _start(names: Iterable[str]) -> tuple[Any, ...]:
    """A state or view before the first step: no facts, and everything is about to change."""
    return tuple(0 if name in (SIZE, LATE) else True if name.startswith("c") else EMPTY for name in names)


def _generator(expanded: Expanded, declared: Mapping[str, Predicate], *, bare: bool) -> Generator:
    order, by_target = groups(expanded), expanded.by_target()
    grouped = tuple(
        (group, tuple(sorted((each for node in group.nodes for each in by_target[node]), key=_number)))
        for group in order
    )
    plans = {each.index: plan(each, declared) for each in expanded.clauses}
    rounds = {
        each.index: found
        for group, clauses in grouped
        if group.recursive
        for each in clauses
        if (found := tuple(_rounds(each, frozenset(group.nodes), declared)))
    }
    persisting = {each.index: kept for each in expanded.clauses if (kept := persistence(each, declared))}
    parts: dict[Node, list[Node]] = {}
    for node in expanded.nodes:
        if node.rule is not None:
            parts.setdefault(Node(node.predicate), []).append(node)
    layout = lay_out(expanded, [*plans.values(), *(each for found in rounds.values() for each in found)])
    kinds = number_triggers(expanded.clauses, declared)
    bits = {
        each.index: kinds[kind]
        for each in expanded.clauses
        if (kind := trigger(each.clause, declared)) is not None
    }
    lasting = frozenset(kept.guarded.target.predicate for kept in persisting.values())
    relations = RelationParts(layout, plans, rounds, persisting, parts, bits, lasting, bare)
    return Generator(layout, grouped, relations)


def _number(each: Guarded) -> int:
    return each.index


def _rounds(
    each: Guarded, inside: frozenset[Node], declared: Mapping[str, Predicate]
) -> Iterator[tuple[Operation, ...]]:
    """A plan for each literal of a clause that reads a relation of its own group."""
    for position, condition in enumerate(each.clause.body):
        if isinstance(condition, Literal) and not condition.negated:
            relation = relation_of(condition, declared)
            if relation.tense == "now" and relation.node in inside:
                yield plan_from(each, declared, position)


def _load(module: ast.Module, expanded: Expanded) -> dict[str, Any]:
    """Runs the generated module, which may use nothing but the names given here."""
    names: dict[str, Any] = {
        "__builtins__": {},
        "len": len,
        "list": list,
        "dict": dict,
        "int": int,
        EMPTY_NAME: EMPTY,
        **_helpers(expanded),
    }
    exec(compile(module, "<rules>", "exec"), names)
    return names


def _helpers(expanded: Expanded) -> Mapping[str, Any]:
    """What the generated code calls for rare things: sums, and errors that name the rule."""

    def place(index: int) -> Place:
        each = expanded.clauses[index]
        return Place(each.clause.place.source, each.clause.place.line, path=f"rule {each.rule.id}")

    def number(index: int, value: Value) -> int:
        if value.__class__ is not int:
            raise RuleError(place(index), "cannot compute with this", found=value, expected="a whole number")
        return int(value)

    def total(index: int, found: Mapping[object, Value]) -> int:
        return sum(number(index, value) for value in found.values())

    def plus(index: int, left: Value, right: Value) -> int:
        return number(index, left) + number(index, right)

    def minus(index: int, left: Value, right: Value) -> int:
        return number(index, left) - number(index, right)

    def unordered(left: Value, operator: str, right: Value) -> NoReturn:
        problem = f"{left!r} {operator} {right!r} compares something that has no order"
        raise RuleError(Place("rules"), problem, expected="two whole numbers")

    def stop(index: int, fuel: int) -> NoReturn:
        raise OverflowError(index, fuel < 0)

    def without(values: list[Value], gone: Value) -> list[Value]:
        return [value for value in values if value != gone]

    return {
        "without": without,
        "total": total,
        "plus": plus,
        "minus": minus,
        "unordered": unordered,
        "stop": stop,
    }
