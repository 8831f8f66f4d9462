"""Which rules competed for a fact, and why one does not hold: clauses in the order they were written."""

from __future__ import annotations

from collections.abc import Sequence

from kb.errors import NotFoundError
from kb.inference.engine import Run
from kb.inference.expand import Guarded
from kb.inference.plan import Relation
from kb.inference.proof_records import Competitor, Fact, Failure
from kb.inference.records import Clause, Literal, Sort, Value, Variable
from kb.inference.solve import Stop, match_literal, shared_variables, solve, value_of, values_of


def competing(run: Run, predicate: str, subject: Value, index: int) -> tuple[Competitor, ...]:
    """Every rule that speaks about a subject at `index`, beaten ones included, in the order of the rules."""
    found: dict[tuple[int, Fact], Competitor] = {}
    for guarded in run.program.expanded.concluding.get(predicate, ()):
        clause = guarded.clause
        start = bind_head(clause, (subject, *[None] * (len(clause.head.terms) - 1)))
        if start is None:
            continue
        beaten = beaten_by(run, guarded, subject, index)
        persists = guarded.index in run.program.persisting
        for bindings in solve(run, clause.body, start, index, shared_variables(clause)):
            args = tuple(value for value in values_of(clause.head, bindings) if value is not None)
            fact = Fact(predicate, args)
            found.setdefault(
                (guarded.index, fact), Competitor(guarded.rule, clause, fact, bindings, beaten, persists)
            )
    return tuple(found.values())


def beaten_by(run: Run, guarded: Guarded, subject: Value, index: int) -> str | None:
    """The rule that keeps a clause from concluding anything about a subject, if one does."""
    for guard in guarded.guards:
        relation = run.read(Relation("now", guard), index)
        if len(guarded.clause.head.terms) == 1:
            if subject in relation:
                return guard.rule
        elif any(first == subject for first, _ in relation):
            return guard.rule
    return None


def bind_head(clause: Clause, args: Sequence[Value | None]) -> dict[str, Value] | None:
    """The bindings that make a head say this, or None when it cannot."""
    bindings: dict[str, Value] = {}
    for term, value in zip(clause.head.terms, args, strict=True):
        if value is None:
            continue
        if isinstance(term, Variable):
            if bindings.setdefault(term.name, value) != value:
                return None
        elif term != value:
            return None
    return bindings


def why_not(
    run: Run, predicate: str, args: Sequence[Value | None], index: int, depth: int = 2
) -> tuple[Failure, ...]:
    """For each clause that could conclude a fact, where it failed: the one that lacked least first.

    None among `args` stands for anything. A fact that holds has no failures, nor has one that no rule
    concludes.
    """
    given = run.program.declared.get(predicate)
    if given is None:
        raise NotFoundError("predicate", predicate, run.program.declared)
    if given.sort is not Sort.STATE or index < 0 or run.match(predicate, index, *args):
        return ()
    failures = [
        failure
        for guarded in run.program.expanded.concluding.get(predicate, ())
        if (failure := _failure(run, guarded, args, index, depth)) is not None
    ]
    return tuple(sorted(failures, key=lambda each: (each.size - each.reached, -each.reached)))


def _failure(
    run: Run, guarded: Guarded, args: Sequence[Value | None], index: int, depth: int
) -> Failure | None:
    clause, size = guarded.clause, len(guarded.clause.body)
    start = bind_head(clause, args)
    if start is None:
        return None
    stops: list[Stop] = []
    for bindings in solve(run, clause.body, start, index, shared_variables(clause), stops):
        subject = value_of(clause.head.terms[0], bindings)
        beaten = None if subject is None else beaten_by(run, guarded, subject, index)
        return Failure(guarded.rule, clause, size, size, None, bindings, index, defeated_by=beaten)
    stop = stops[0]
    condition = stop.condition
    if not isinstance(condition, Literal):
        return Failure(guarded.rule, clause, stop.reached, size, condition, stop.bindings, index)
    at = index - 1 if condition.before else index
    missing = values_of(condition, stop.bindings)
    blocking: tuple[Fact, ...] = ()
    deeper: tuple[Failure, ...] = ()
    if condition.negated:
        rows = match_literal(run, condition, stop.bindings, index)
        blocking = tuple(Fact(condition.predicate, row) for row in rows)
    elif depth > 1:
        deeper = why_not(run, condition.predicate, missing, at, depth - 1)
    return Failure(
        guarded.rule,
        clause,
        stop.reached,
        size,
        condition,
        stop.bindings,
        at,
        condition.predicate,
        missing,
        blocking,
        deeper=deeper,
    )
