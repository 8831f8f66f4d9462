"""Runs a compiled program over a history: one state after each step, each fact with what made it.

A *step* takes the state before and the facts of an event, and makes the state after. While rules say that
something is `due`, further steps without events follow (*settling*), as players do with state-based
actions and cleanups.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from kb.errors import LimitError
from kb.inference.facts import Facts, Limits, StepFacts
from kb.inference.plan import FULL
from kb.inference.states import Compiled, Run, State

__all__ = ["Facts", "Limits", "Program", "Run", "StepFacts"]


@dataclass(frozen=True)
class Program(Compiled):
    """The rules of one game and edition, compiled; :meth:`run` answers for any history."""

    def run(self, facts: Facts, limits: Limits | None = None) -> Run:
        """Runs a history from an empty state.

        Raises :class:`~kb.errors.RuleError` for facts that were never declared, and
        :class:`~kb.errors.LimitError` when a bound is reached, naming the rules that reached it.
        """
        bounds = limits or Limits()
        deadline = time.monotonic() + bounds.seconds
        static = self.statics.index(facts.static, "static facts", is_sound=facts.is_sound)
        run = Run(self, facts, bounds, static)
        state, due = self.start, self.due
        nothing = self.events.nothing
        # After a step in which nothing happened or changed, another one is the same.
        is_still = False
        for given in facts.steps:
            if given.label in run.settled:
                raise ValueError(f"two events have the label {given.label}")
            where = "" if facts.is_sound else f"facts of event {given.label}"
            events = self.events.index(given.events, where, is_sound=facts.is_sound)
            if is_still and events is nothing and len(run.states) < bounds.steps:
                run.add(state, given, events)
            else:
                before, state = state, self._one(run, state, events, given, deadline)
                is_still = events is nothing and state == before
            if due is not None and state[due]:
                is_still = False
                state = self._settle(run, state, due, given.label, deadline)
            run.settled[given.label] = len(run.states) - 1
        return run

    def _one(
        self, run: Run, state: State, events: tuple[Any, ...], given: StepFacts, deadline: float
    ) -> State:
        number = len(run.states)
        if number >= run.limits.steps:
            raise LimitError("steps", run.limits.steps, f"at event {given.label}")
        if time.monotonic() > deadline:
            raise LimitError("seconds", int(run.limits.seconds), f"at event {given.label}")
        after = self.bounded(self.step, run.limits, given.label, run.static, events, state, number)
        run.add(after, given, events)
        return after

    def _settle(self, run: Run, state: State, slot: int, label: int, deadline: float) -> State:
        """Steps without events until nothing is due, or the state stops changing."""
        quiet, nothing = StepFacts(label), self.events.nothing
        for _ in range(run.limits.settling):
            after = self._one(run, state, nothing, quiet, deadline)
            if not after[slot] or self._same(after, state):
                return after
            state = after
        makers = sorted({self.clauses[made[0]].rule.id for made in state[slot].values() if made})
        detail = f"after event {label}, kept going by rule {', '.join(makers)}"
        raise LimitError("settling steps", run.limits.settling, detail)

    def _same(self, after: State, before: State) -> bool:
        """Whether two states hold the same facts."""
        return all(
            after[slot] is before[slot] or after[slot].keys() == before[slot].keys()
            for (_, form), slot in self.layout.slots.items()
            if form == FULL
        )
