"""Why a fact holds, why it does not, and which rules competed for it.

Nothing of this is built while the engine runs: each fact carries the number of its clause, the step that
made it and its bindings, and the proof is told from them when somebody asks. A fact that merely stays is
told at the step that made it, not once for every step it stayed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.errors import NotFoundError
from kb.inference.contest import beaten_by, bind_head, competing, why_not
from kb.inference.engine import Run
from kb.inference.expand import Guarded
from kb.inference.proof_records import Competitor, Fact, Failure, Premise, PremiseKind, Proof
from kb.inference.records import Aggregate, Arithmetic, Comparison, Condition, Literal, Rule, Sort, Value
from kb.inference.solve import (
    Bindings,
    bind,
    computed,
    holds_all,
    match_literal,
    members,
    shared_variables,
    solve,
    total,
    value_of,
    values_of,
)

__all__ = [
    "Competitor",
    "Fact",
    "Failure",
    "Premise",
    "PremiseKind",
    "Proof",
    "competing",
    "rules_behind",
    "why",
    "why_not",
]

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


def rules_behind(run: Run, predicate: str, args: Sequence[Value], index: int) -> Iterator[Rule]:
    """The rules of the proof of a fact, in the order of :meth:`Proof.walk`, without telling the proof.

    A rule comes as often as it is used.
    """
    waiting: list[_Key] = [(predicate, tuple(args), index)]
    seen: set[_Key] = set()
    while waiting:
        key = waiting.pop()
        if key in seen:
            continue
        seen.add(key)
        made = _made(run, key)
        if made is not None:
            yield made.guarded.rule
            waiting += reversed([*_concluded(run, made)])


@dataclass(frozen=True, slots=True)
class _Made:
    """What made a fact: the clause and its bindings, since when, and the step they are looked at in."""

    guarded: Guarded
    bindings: Bindings
    since: int
    at: int


def _made(run: Run, key: _Key) -> _Made | None:
    """What made a fact; None for one that was given."""
    predicate, args, index = key
    made = run.provenance(predicate, args, index)
    if made is None:
        return None
    number, since, *values = made
    guarded = run.program.clauses[number]
    bindings: Bindings = dict(zip(guarded.names, values, strict=True))
    if since < index and predicate not in run.program.anchored:
        return _Made(*_reason_now(run, guarded, bindings, args, index), since, index)
    return _Made(guarded, bindings, since, since)


def _concluded(run: Run, made: _Made) -> Iterator[_Key]:
    """The facts that a fact rests on and that were concluded themselves."""
    declared = run.program.declared
    for each in made.guarded.clause.body:
        if isinstance(each, Literal) and not each.negated and declared[each.predicate].sort is Sort.STATE:
            row = _witness(run, each, values_of(each, made.bindings), made.bindings, made.at)
            yield each.predicate, row, made.at - 1 if each.before else made.at


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
    made = _made(run, key)
    if made is None:
        return Proof(Fact(predicate, args), index, 0 if sort is Sort.STATIC else index, sort), []
    guarded, bindings = made.guarded, made.bindings
    bare = Proof(Fact(predicate, args), index, made.since, sort, guarded.rule, guarded.clause, bindings)
    premises = [_premise(run, condition, bindings, made.at) for condition in guarded.clause.body]
    premises += [(_undefeated(guard.rule, made.at), None) for guard in guarded.guards]
    return bare, premises


def _reason_now(
    run: Run, guarded: Guarded, bindings: Bindings, args: tuple[Value, ...], index: int
) -> tuple[Guarded, Bindings]:
    """The clause and bindings that conclude a fact at `index`: those of old if they still do.

    A fact that every step concludes anew may hold on for another reason than the one it began with.
    """
    if beaten_by(run, guarded, args[0], index) is None and holds_all(run, guarded.clause, bindings, index):
        return guarded, bindings
    predicate = guarded.clause.head.predicate
    for each in run.program.expanded.concluding[predicate]:
        start = bind_head(each.clause, args)
        if start is None or beaten_by(run, each, args[0], index) is not None:
            continue
        for found in solve(run, each.clause.body, start, index, shared_variables(each.clause)):
            return each, {name: found[name] for name in each.names}
    raise AssertionError(f"no clause concludes {Fact(predicate, args)} at step {index}")


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
    row = _witness(run, condition, values, bindings, index)
    premise = Premise(PremiseKind.FACT, condition, at, condition.predicate, row, condition.before)
    return premise, (condition.predicate, row, at)


def _witness(
    run: Run, literal: Literal, values: tuple[Value | None, ...], bindings: Bindings, index: int
) -> tuple[Value, ...]:
    """The fact that a literal rests on; where `_` leaves a choice, the first."""
    known = tuple(value for value in values if value is not None)
    if len(known) == len(values):
        return known
    rows = match_literal(run, literal, bindings, index)
    return next(row for row in rows if bind(literal, row, bindings) is not None)


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
