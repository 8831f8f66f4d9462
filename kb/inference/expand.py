"""From rules to what the engines run: clauses with their guards, and the order in which relations are made.

`defeats` is data in the rules; here it becomes guards. A rule that defeats another keeps what it concludes
in a *part* of the relation, named by predicate and rule. The defeated rule's clauses are guarded: they do
not conclude anything about a subject (the first term of the head) that the part speaks of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from kb.inference.records import (
    Aggregate,
    Arithmetic,
    Clause,
    Literal,
    Rule,
    RuleSet,
    Sort,
    variables_of,
)


@dataclass(frozen=True, slots=True)
class Node:
    """A relation made in each step: a predicate's, or the part of it that one defeating rule concludes."""

    predicate: str
    rule: str | None = None

    def __str__(self) -> str:
        return self.predicate if self.rule is None else f"{self.predicate} by rule {self.rule}"


@dataclass(frozen=True, slots=True)
class Guarded:
    """A clause with its rule, the relation it adds to, and the parts that silence it."""

    index: int
    rule: Rule
    clause: Clause
    target: Node
    guards: tuple[Node, ...]
    names: tuple[str, ...]
    """The variables whose values are kept with a fact that the clause concludes."""


def binding_names(clause: Clause) -> tuple[str, ...]:
    """The variables that the conditions of a clause give a value.

    >>> from kb.inference.records import Variable
    >>> binding_names(Clause(Literal("p", ("a",)), (Literal("q", (Variable("X"),)),)))
    ('X',)
    """
    names: dict[str, None] = {}
    for condition in clause.body:
        if isinstance(condition, Literal) and not condition.negated:
            names.update(dict.fromkeys(condition.variables))
        elif isinstance(condition, (Aggregate, Arithmetic)):
            names.update(dict.fromkeys(variables_of((condition.result,))))
    return tuple(names)


@dataclass(frozen=True, slots=True)
class Edge:
    """That one relation is needed to make another inside a step, and whether it must be complete before."""

    reader: Node
    read: Node
    complete: bool
    clause: Guarded | None


@dataclass(frozen=True)
class Expanded:
    """The guarded clauses of a rule set and the dependencies among the relations they make."""

    ruleset: RuleSet
    clauses: tuple[Guarded, ...]

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Every relation some clause adds to, predicates and parts, in the order of the rules."""
        targets = dict.fromkeys(each.target for each in self.clauses)
        found: dict[Node, None] = {}
        for target in targets:
            found[target] = None
            found[Node(target.predicate)] = None
        return tuple(found)

    @cached_property
    def concluding(self) -> dict[str, tuple[Guarded, ...]]:
        """The clauses that conclude each predicate, in the order of the rules."""
        found: dict[str, list[Guarded]] = {}
        for each in self.clauses:
            found.setdefault(each.clause.head.predicate, []).append(each)
        return {predicate: tuple(clauses) for predicate, clauses in found.items()}

    def by_target(self) -> dict[Node, list[Guarded]]:
        """The clauses that add to each relation."""
        found: dict[Node, list[Guarded]] = {node: [] for node in self.nodes}
        for each in self.clauses:
            found[each.target].append(each)
        return found

    @cached_property
    def edges(self) -> tuple[Edge, ...]:
        """The dependencies among relations inside one step; `before` and given facts make none."""
        states = {p.name for p in self.ruleset.declared().values() if p.sort is Sort.STATE}
        return tuple(edge for each in self.clauses for edge in _edges(each, states)) + tuple(
            Edge(Node(node.predicate), node, False, None) for node in self.nodes if node.rule is not None
        )


def _edges(each: Guarded, states: set[str]) -> Iterator[Edge]:
    for condition in each.clause.body:
        if isinstance(condition, Literal):
            if not condition.before and condition.predicate in states:
                yield Edge(each.target, Node(condition.predicate), condition.negated, each)
        elif isinstance(condition, Aggregate):
            for inner in condition.conditions:
                if isinstance(inner, Literal) and not inner.before and inner.predicate in states:
                    yield Edge(each.target, Node(inner.predicate), True, each)
    for guard in each.guards:
        yield Edge(each.target, guard, True, each)


def expand(ruleset: RuleSet) -> Expanded:
    """The guarded clauses of a rule set, numbered in the order of the rules.

    `defeats` counts between rules of this set that share a head predicate; others are left to the checker.
    """
    rules = ruleset.by_id()
    beaten: dict[str, list[str]] = {}
    for rule in ruleset.rules:
        for other in dict.fromkeys(rule.defeats):
            if other in rules and other != rule.id:
                beaten.setdefault(other, []).append(rule.id)
    clauses: list[Guarded] = []
    for rule in ruleset.rules:
        for clause in rule.clauses:
            head = clause.head.predicate
            beats = any(
                other in rules and other != rule.id and head in rules[other].heads for other in rule.defeats
            )
            target = Node(head, rule.id if beats else None)
            guards = tuple(Node(head, by) for by in beaten.get(rule.id, ()) if head in rules[by].heads)
            clauses.append(Guarded(len(clauses), rule, clause, target, guards, binding_names(clause)))
    return Expanded(ruleset, tuple(clauses))


def slice_rules(ruleset: RuleSet, goals: Iterable[str]) -> RuleSet:
    """The rules and clauses that the goals depend on, now or in an earlier step; `due` is always a goal."""
    return RuleSet(ruleset.predicates, tuple(_kept(ruleset.rules, needed_for(ruleset, goals))))


def needed_for(ruleset: RuleSet, goals: Iterable[str]) -> frozenset[str]:
    """The predicates that the goals depend on, themselves included."""
    heads: dict[str, list[Clause]] = {}
    for rule in ruleset.rules:
        for clause in rule.clauses:
            heads.setdefault(clause.head.predicate, []).append(clause)
    needed: set[str] = set()
    waiting = [*goals, "due"]
    while waiting:
        predicate = waiting.pop()
        if predicate in needed:
            continue
        needed.add(predicate)
        waiting += [literal.predicate for clause in heads.get(predicate, ()) for literal in clause.literals()]
    return frozenset(needed)


def _kept(rules: Iterable[Rule], needed: frozenset[str]) -> Iterator[Rule]:
    for rule in rules:
        clauses = tuple(clause for clause in rule.clauses if clause.head.predicate in needed)
        if clauses:
            yield Rule(
                rule.id,
                rule.kind,
                rule.games,
                rule.cites,
                rule.valid,
                rule.defeats,
                rule.covers,
                rule.sentences,
                clauses,
                rule.place,
            )
