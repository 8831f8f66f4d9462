"""Why a fact holds, why it does not, and which rules competed for it.

Nothing of this is built while the engine runs: each fact carries the number of its clause, the step that
made it and its bindings, and the proof is told from them when somebody asks. A fact that merely stays is
told at the step that made it, not once for every step it stayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kb.errors import NotFoundError
from kb.inference.engine import Run, relation_at
from kb.inference.expand import Guarded
from kb.inference.persist import persistence
from kb.inference.plan import Relation, binding_names
from kb.inference.records import (
    Aggregate,
    Arithmetic,
    Clause,
    Comparison,
    Condition,
    Literal,
    Rule,
    Sort,
    Value,
    Variable,
)
from kb.inference.solve import (
    Bindings,
    Stop,
    bind,
    computed,
    match_literal,
    members,
    shared_variables,
    solve,
    total,
    value_of,
    values_of,
)


class PremiseKind(StrEnum):
    """How a condition of a clause was met."""

    FACT = "fact"
    ABSENT = "absent"
    COMPARISON = "comparison"
    COMPUTATION = "computation"
    AGGREGATE = "aggregate"
    UNDEFEATED = "undefeated"


@dataclass(frozen=True, slots=True)
class Fact:
    """A predicate with its values.

    >>> print(Fact("controller", ("bear", "p1")))
    controller(bear, p1)
    """

    predicate: str
    args: tuple[Value, ...]

    def __str__(self) -> str:
        return f"{self.predicate}({', '.join(map(str, self.args))})"


@dataclass(frozen=True, slots=True)
class Premise:
    """One condition of a clause, and how it was met.

    `args` are the values read, None where anything would have done. A FACT has its `proof`. A COMPARISON
    has its two values in `args`. A COMPUTATION or AGGREGATE has its `value`, an AGGREGATE also its
    `members` (the facts of each thing counted). UNDEFEATED names in `rule` the rule that would have beaten
    this one and did not apply.
    """

    kind: PremiseKind
    condition: Condition | None
    index: int
    predicate: str | None = None
    args: tuple[Value | None, ...] = ()
    before: bool = False
    proof: Proof | None = None
    value: Value | None = None
    members: tuple[tuple[Fact, ...], ...] = ()
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a fact holds at `index`: made at step `since` by a clause of a rule, from its premises.

    A fact that was given (`sort` static or event) has no rule and no premises.
    """

    fact: Fact
    index: int
    since: int
    sort: Sort
    rule: Rule | None = None
    clause: Clause | None = None
    bindings: Bindings | None = None
    premises: tuple[Premise, ...] = ()

    def walk(self) -> Iterator[Proof]:
        """This proof and every proof below it, each once, parents first."""
        seen: set[int] = set()
        waiting = [self]
        while waiting:
            proof = waiting.pop()
            if id(proof) in seen:
                continue
            seen.add(id(proof))
            yield proof
            waiting += [each.proof for each in reversed(proof.premises) if each.proof is not None]


_Key = tuple[str, tuple[Value, ...], int]


def why(run: Run, predicate: str, args: Sequence[Value], index: int) -> Proof:
    """The proof of a fact that holds at `index`.

    Proofs of shared premises are shared. Raises :class:`~kb.errors.NotFoundError` when the fact does not hold
    (then :func:`why_not` has an answer) or the predicate was never declared.
    """
    if not run.holds(predicate, args, index):
        known = [str(Fact(predicate, row)) for row in run.rows(predicate, index)]
        raise NotFoundError("fact", str(Fact(predicate, tuple(args))), known)
    root: _Key = (predicate, tuple(args), index)
    opened: dict[_Key, tuple[Proof, list[tuple[Premise, _Key | None]]]] = {}
    done: dict[_Key, Proof] = {}
    work = [root]
    while work:
        key = work[-1]
        if key in done:
            work.pop()
        elif key not in opened:
            opened[key] = _open(run, key)
            work += [child for _, child in opened[key][1] if child is not None and child not in opened]
        else:
            work.pop()
            bare, premises = opened[key]
            done[key] = _closed(bare, premises, done)
    return done[root]


def _closed(bare: Proof, premises: list[tuple[Premise, _Key | None]], done: Mapping[_Key, Proof]) -> Proof:
    told = tuple(
        premise if child is None else _with_proof(premise, done.get(child)) for premise, child in premises
    )
    return Proof(bare.fact, bare.index, bare.since, bare.sort, bare.rule, bare.clause, bare.bindings, told)


def _with_proof(premise: Premise, proof: Proof | None) -> Premise:
    return Premise(
        premise.kind, premise.condition, premise.index, premise.predicate, premise.args, premise.before, proof
    )


def _open(run: Run, key: _Key) -> tuple[Proof, list[tuple[Premise, _Key | None]]]:
    """A fact's proof without the proofs of its premises, and the premises with what each rests on."""
    predicate, args, index = key
    sort = run.program.declared[predicate].sort
    made = run.provenance(predicate, args, index)
    if made is None:
        return Proof(Fact(predicate, args), index, 0 if sort is Sort.STATIC else index, sort), []
    number, since, *values = made
    guarded = run.program.clauses[number]
    bindings = dict(zip(binding_names(guarded.clause), values, strict=True))
    bare = Proof(Fact(predicate, args), index, since, sort, guarded.rule, guarded.clause, bindings)
    premises = [_premise(run, condition, bindings, since) for condition in guarded.clause.body]
    premises += [(_undefeated(guard.rule, since), None) for guard in guarded.guards]
    return bare, premises


def _undefeated(rule: str | None, index: int) -> Premise:
    return Premise(PremiseKind.UNDEFEATED, None, index, rule=rule)


def _premise(run: Run, condition: Condition, bindings: Bindings, index: int) -> tuple[Premise, _Key | None]:
    if isinstance(condition, Comparison):
        args = (value_of(condition.left, bindings), value_of(condition.right, bindings))
        return Premise(PremiseKind.COMPARISON, condition, index, args=args), None
    if isinstance(condition, Arithmetic):
        value = computed(condition, bindings)
        return Premise(PremiseKind.COMPUTATION, condition, index, value=value), None
    if isinstance(condition, Aggregate):
        return _counted(run, condition, bindings, index), None
    at = index - 1 if condition.before else index
    values = values_of(condition, bindings)
    if condition.negated:
        return (
            Premise(PremiseKind.ABSENT, condition, at, condition.predicate, values, condition.before),
            None,
        )
    row = next(
        row
        for row in match_literal(run, condition, bindings, index)
        if bind(condition, row, bindings) is not None
    )
    premise = Premise(PremiseKind.FACT, condition, at, condition.predicate, row, condition.before)
    return premise, (condition.predicate, row, at)


def _counted(run: Run, condition: Aggregate, bindings: Bindings, index: int) -> Premise:
    outside = {name: value for name, value in bindings.items() if name in condition.inner}
    found = []
    for member in members(run, condition, outside, index):
        facts = []
        for inner in condition.conditions:
            if isinstance(inner, Literal) and not inner.negated:
                row = next(iter(match_literal(run, inner, member, index)))
                facts.append(Fact(inner.predicate, row))
        found.append(tuple(facts))
    value = total(run, condition, outside, index)
    return Premise(PremiseKind.AGGREGATE, condition, index, value=value, members=tuple(found))


@dataclass(frozen=True, slots=True)
class Competitor:
    """A rule whose conditions held for a subject, what it concludes, and the rule that beat it, if any.

    `persists` tells the clauses that only keep what was so before.
    """

    rule: Rule
    clause: Clause
    conclusion: Fact
    bindings: Bindings
    defeated_by: str | None
    persists: bool


def competing(run: Run, predicate: str, subject: Value, index: int) -> tuple[Competitor, ...]:
    """Every rule that speaks about a subject at `index`, beaten ones included, in the order of the rules."""
    found: dict[tuple[int, Fact], Competitor] = {}
    for guarded in run.program.clauses:
        clause = guarded.clause
        if clause.head.predicate != predicate:
            continue
        start = _bind_head(clause, (subject, *[None] * (len(clause.head.terms) - 1)))
        if start is None:
            continue
        beaten = _beaten_by(run, guarded, subject, index)
        persists = persistence(guarded, run.program.declared) is not None
        for bindings in solve(run, clause.body, start, index, shared_variables(clause)):
            args = tuple(value for value in values_of(clause.head, bindings) if value is not None)
            fact = Fact(predicate, args)
            found.setdefault(
                (guarded.index, fact), Competitor(guarded.rule, clause, fact, bindings, beaten, persists)
            )
    return tuple(found.values())


def _beaten_by(run: Run, guarded: Guarded, subject: Value, index: int) -> str | None:
    for guard in guarded.guards:
        relation = relation_at(run, Relation("now", guard), index)
        if len(guarded.clause.head.terms) == 1:
            if subject in relation:
                return guard.rule
        elif any(first == subject for first, _ in relation):
            return guard.rule
    return None


def _bind_head(clause: Clause, args: Sequence[Value | None]) -> dict[str, Value] | None:
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


@dataclass(frozen=True, slots=True)
class Failure:
    """Why one clause did not conclude a fact: the condition it failed at, and what was known by then.

    `reached` of `size` conditions held. `missing` is what it lacked (values, None where anything would do);
    `blocking` the facts that a `not` found; `defeated_by` the rule that beat it although every condition
    held; `deeper` says why the missing fact does not hold in turn.
    """

    rule: Rule
    clause: Clause
    reached: int
    size: int
    condition: Condition | None
    bindings: Bindings
    index: int
    predicate: str | None = None
    missing: tuple[Value | None, ...] = ()
    blocking: tuple[Fact, ...] = ()
    defeated_by: str | None = None
    deeper: tuple[Failure, ...] = ()


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
        for guarded in run.program.clauses
        if guarded.clause.head.predicate == predicate
        and (failure := _failure(run, guarded, args, index, depth)) is not None
    ]
    return tuple(sorted(failures, key=lambda each: (each.size - each.reached, -each.reached)))


def _failure(
    run: Run, guarded: Guarded, args: Sequence[Value | None], index: int, depth: int
) -> Failure | None:
    clause, size = guarded.clause, len(guarded.clause.body)
    start = _bind_head(clause, args)
    if start is None:
        return None
    stops: list[Stop] = []
    for bindings in solve(run, clause.body, start, index, shared_variables(clause), stops):
        subject = value_of(clause.head.terms[0], bindings)
        beaten = None if subject is None else _beaten_by(run, guarded, subject, index)
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
