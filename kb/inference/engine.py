"""Runs a compiled program over a history: one state after each step, each fact with what made it.

A *step* takes the state before and the facts of an event, and makes the state after. While rules say that
something is `due`, further steps without events follow (*settling*), as players do with state-based actions
and cleanups.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from kb.errors import LimitError, NotFoundError
from kb.inference.expand import Expanded, Guarded, Node
from kb.inference.facts import EMPTY, Facts, Indexer, Limits, Row, StepFacts
from kb.inference.layout import Layout
from kb.inference.plan import BY_FIRST, BY_SECOND, FULL, Relation
from kb.inference.records import Predicate, Sort, Value

__all__ = ["Facts", "Limits", "Program", "Run", "StepFacts"]

DUE = "due"
State = tuple[Any, ...]
Step = Callable[[tuple[Any, ...], tuple[Any, ...], State, int, int, int], State]


@dataclass(frozen=True)
class Program:
    """The rules of one game and edition, compiled; :meth:`run` answers for any history."""

    expanded: Expanded
    layout: Layout
    step: Step = field(repr=False)
    previous: tuple[str, ...] = field(repr=False)
    declared: dict[str, Predicate] = field(repr=False)
    statics: Indexer = field(repr=False)
    events: Indexer = field(repr=False)

    @property
    def clauses(self) -> tuple[Guarded, ...]:
        """The clauses by the number that facts carry."""
        return self.expanded.clauses

    def start(self) -> State:
        """The state before the first step: empty."""
        return tuple(
            0 if name == "size" else True if name.startswith("c") else EMPTY for name in self.previous
        )

    def run(self, facts: Facts, limits: Limits | None = None) -> Run:
        """Runs a history from an empty state.

        Raises :class:`~kb.errors.RuleError` for facts that were never declared, and
        :class:`~kb.errors.LimitError` when a bound is reached, naming the rules that reached it.
        """
        bounds = limits or Limits()
        deadline = time.monotonic() + bounds.seconds
        static = self.statics.index(facts.static, "static facts")
        run = Run(self, facts, static)
        state = self.start()
        nothing = self.events.index({}, "")
        for given in facts.steps:
            if given.label in run.settled:
                raise ValueError(f"two events have the label {given.label}")
            events = self.events.index(given.events, f"facts of event {given.label}")
            state = self._one(run, state, events, given, bounds, deadline)
            state = self._settle(run, state, nothing, given.label, bounds, deadline)
            run.settled[given.label] = len(run.states) - 1
        return run

    def _one(
        self,
        run: Run,
        state: State,
        events: tuple[Any, ...],
        given: StepFacts,
        bounds: Limits,
        deadline: float,
    ) -> State:
        number = len(run.states)
        if number >= bounds.steps:
            raise LimitError("steps", bounds.steps, f"at event {given.label}")
        if time.monotonic() > deadline:
            raise LimitError("seconds", int(bounds.seconds), f"at event {given.label}")
        try:
            after = self.step(run.static, events, state, number, bounds.joins, bounds.facts)
        except OverflowError as overflow:
            index, visiting = overflow.args
            detail = f"at event {given.label}, rule {self.clauses[index].rule.id!r} has too much to combine"
            if visiting:
                raise LimitError("facts visited in one step", bounds.joins, detail) from None
            raise LimitError("facts of one relation", bounds.facts, detail) from None
        if after[-1] > bounds.facts:
            raise LimitError("facts in one state", bounds.facts, f"at event {given.label}")
        run.states.append(after)
        run.given.append(given)
        return after

    def _settle(
        self, run: Run, state: State, nothing: tuple[Any, ...], label: int, bounds: Limits, deadline: float
    ) -> State:
        slot = self.layout.slots.get((Node(DUE), FULL))
        if slot is None:
            return state
        quiet = StepFacts(label)
        rounds = 0
        while state[slot]:
            if rounds >= bounds.settling:
                makers = sorted({self.clauses[made[0]].rule.id for made in state[slot].values()})
                detail = f"after event {label}, kept going by rule {', '.join(makers)}"
                raise LimitError("settling steps", bounds.settling, detail)
            rounds += 1
            after = self._one(run, state, nothing, quiet, bounds, deadline)
            if self._same(after, state):
                return after
            state = after
        return state

    def _same(self, after: State, before: State) -> bool:
        """Whether two states hold the same facts."""
        return all(
            after[slot] is before[slot] or after[slot].keys() == before[slot].keys()
            for (_, form), slot in self.layout.slots.items()
            if form == FULL
        )


@dataclass
class Run:
    """The states of a history, and questions to them. An index counts steps, settling steps included."""

    program: Program
    facts: Facts
    static: tuple[Any, ...] = field(repr=False)
    states: list[State] = field(default_factory=list, repr=False)
    given: list[StepFacts] = field(default_factory=list, repr=False)
    settled: dict[int, int] = field(default_factory=dict)
    _lookup: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict, repr=False)

    @property
    def last(self) -> int:
        """The index of the last state."""
        return len(self.states) - 1

    def step_of(self, label: int) -> int:
        """The index of the state that an event led to, once everything due was done."""
        if label not in self.settled:
            raise NotFoundError("event", str(label), map(str, self.settled))
        return self.settled[label]

    def label_of(self, index: int) -> int:
        """The label of the event whose step (or settling step) made a state."""
        return self.given[index].label

    def is_settling(self, index: int) -> bool:
        """Whether a state was made without an event, because something was due."""
        return index > 0 and self.given[index].label == self.given[index - 1].label

    def provenance(self, predicate: str, args: Sequence[Value], index: int) -> tuple[Any, ...] | None:
        """`(clause number, step, bindings...)` of a state fact, or None when it does not hold."""
        relation = self._relation(predicate, index)
        found = relation.get(args[0] if len(args) == 1 else tuple(args))
        return found if isinstance(found, tuple) else None

    def holds(self, predicate: str, args: Sequence[Value], index: int) -> bool:
        """Whether a fact holds in a state; static and event facts count too."""
        return (args[0] if len(args) == 1 else tuple(args)) in self._relation(predicate, index)

    def rows(self, predicate: str, index: int) -> Collection[Row]:
        """All facts of a predicate in a state, as tuples."""
        relation = self._relation(predicate, index)
        return tuple(relation) if self._arity(predicate) == 2 else tuple((key,) for key in relation)

    def match(
        self, predicate: str, index: int, first: Value | None = None, second: Value | None = None
    ) -> list[Row]:
        """The facts of a predicate in a state with these terms; None stands for anything."""
        relation = self._relation(predicate, index)
        if self._arity(predicate) == 1:
            if first is None:
                return [(key,) for key in relation]
            return [(first,)] if first in relation else []
        if first is not None and second is not None:
            return [(first, second)] if (first, second) in relation else []
        if first is not None:
            return [(first, other) for other in self._index(predicate, index, BY_FIRST).get(first, ())]
        if second is not None:
            return [(other, second) for other in self._index(predicate, index, BY_SECOND).get(second, ())]
        return list(relation)

    def _arity(self, predicate: str) -> int:
        return self.program.declared[predicate].arity

    def _relation(self, predicate: str, index: int) -> dict[Any, Any]:
        """The facts of a predicate in a state, keyed by their only term or by the pair."""
        slot = self.program.layout.slots.get((Node(predicate), FULL))
        if slot is not None:
            found: dict[Any, Any] = self.states[index][slot]
            return found
        return self._given(predicate, index)

    def _given(self, predicate: str, index: int) -> dict[Any, Any]:
        declared = self.program.declared.get(predicate)
        if declared is None:
            raise NotFoundError("predicate", predicate, self.program.declared)
        if declared.sort is Sort.STATE:
            return {}
        at = 0 if declared.sort is Sort.STATIC else index
        kept = self._lookup.setdefault((predicate, at), {})
        if FULL not in kept:
            rows: Iterable[Row] = self._table(declared, index)
            kept[FULL] = dict.fromkeys(rows if declared.arity == 2 else (row[0] for row in rows))
        found: dict[Any, Any] = kept[FULL]
        return found

    def _table(self, declared: Predicate, index: int) -> Collection[Row]:
        if declared.sort is Sort.STATIC:
            return self.facts.static.get(declared.name, ())
        return self.given[index].events.get(declared.name, ())

    def _index(self, predicate: str, index: int, form: str) -> dict[Any, list[Value]]:
        slot = self.program.layout.slots.get((Node(predicate), form))
        if slot is not None:
            found: dict[Any, list[Value]] = self.states[index][slot]
            return found
        declared = self.program.declared[predicate]
        at = 0 if declared.sort is Sort.STATIC else index
        kept = self._lookup.setdefault((predicate, at), {})
        if form not in kept:
            here, there = (0, 1) if form == BY_FIRST else (1, 0)
            made: dict[Any, list[Value]] = {}
            for pair in self._relation(predicate, index):
                made.setdefault(pair[here], []).append(pair[there])
            kept[form] = made
        indexed: dict[Any, list[Value]] = kept[form]
        return indexed


def relation_at(run: Run, relation: Relation, index: int) -> dict[Any, Any]:
    """The facts of any relation, parts included, as a clause of the step at `index` reads it."""
    at = index - 1 if relation.tense == "before" else index
    if at < 0:
        return {}
    slot = run.program.layout.slots.get((relation.node, FULL))
    if slot is not None:
        found: dict[Any, Any] = run.states[at][slot]
        return found
    return run._given(relation.node.predicate, at)
