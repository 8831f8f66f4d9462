"""Clauses that only say that a fact stays: `p(X) if before p(X), not q(X).`

They are most of what happens in a step, so they are not run as loops over conditions: the relation of the
step before is kept as it is, and copied only when a fact has to go.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kb.inference.expand import Guarded
from kb.inference.plan import FULL, Operation, Relation, Scan, Test, plan
from kb.inference.records import Clause, Comparison, Literal, Predicate, Variable


@dataclass(frozen=True, slots=True)
class Persistence:
    """A clause that keeps facts of its own predicate, and the tests each fact has to pass."""

    guarded: Guarded
    relation: Relation
    names: tuple[str, ...]
    tests: tuple[Test | Comparison, ...]


def source_literal(clause: Clause) -> Literal | None:
    """The `before` literal that repeats a head of distinct variables, if the body begins with one."""
    head = clause.head
    names = [term.name for term in head.terms if isinstance(term, Variable) and not term.is_anonymous]
    if len(set(names)) != len(head.terms):
        return None
    for condition in clause.body:
        if isinstance(condition, Literal) and condition.before and not condition.negated:
            same = condition.predicate == head.predicate and condition.terms == head.terms
            return condition if same else None
    return None


def persistence(guarded: Guarded, declared: Mapping[str, Predicate]) -> Persistence | None:
    """The clause as a persistence, or None when it is an ordinary one."""
    source = source_literal(guarded.clause)
    if source is None or any(not isinstance(c, (Literal, Comparison)) for c in guarded.clause.body):
        return None
    operations = plan(guarded, declared)
    scans = [operation for operation in operations if isinstance(operation, Scan)]
    if len(scans) != 1 or not _is_source(scans[0], source):
        return None
    tests = tuple(each for each in operations if isinstance(each, (Test, Comparison)))
    return Persistence(guarded, scans[0].relation, scans[0].binds, tests)


def _is_source(scan: Operation, source: Literal) -> bool:
    return (
        isinstance(scan, Scan)
        and scan.relation.tense == "before"
        and scan.relation.node.predicate == source.predicate
        and scan.form == FULL
        and scan.key is None
        and scan.binds == source.variables
    )
