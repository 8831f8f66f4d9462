"""A table: a scenario the rules have been run over, ready for questions.

The rules derive every state once; answers and their reasons are read from the states on demand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from kb.inference.encode import Encoded, encode
from kb.inference.engine import Limits, Run
from kb.inference.records import Predicate, Sort, Value
from kb.inference.rulebase import packaged_rules, program_of
from kb.scenario.records import Scenario


@dataclass(frozen=True)
class Table:
    """A scenario and the states that the rules of its game and edition derive from it."""

    scenario: Scenario
    encoded: Encoded = field(repr=False)
    run: Run = field(repr=False)

    def index(self, step: int) -> int:
        """The index of the state after `step` events (0 is the start), all settled."""
        return self.run.step_of(step)

    def values(self, predicate: str, subject: Value, index: int) -> tuple[Value, ...]:
        """The second terms of the facts ``predicate(subject, ...)`` in a state."""
        return tuple(self.run.seconds(predicate, subject, index))

    def one(self, predicate: str, subject: Value, index: int) -> Value | None:
        """The only second term of ``predicate(subject, ...)``; None when there is none or more than one."""
        found = self.values(predicate, subject, index)
        return found[0] if len(found) == 1 else None

    def holds(self, predicate: str, *args: Value, index: int) -> bool:
        """Whether a fact holds in a state."""
        return self.run.holds(predicate, args, index)


@cache
def static_predicates() -> dict[str, Predicate]:
    """The predicates of facts that a scenario gives once and for all."""
    return {
        name: predicate
        for name, predicate in packaged_rules().declared().items()
        if predicate.sort is Sort.STATIC
    }


def set_table(scenario: Scenario, limits: Limits | None = None) -> Table:
    """The table of a scenario: the rules of its game and edition run over its events.

    Raises :class:`~kb.errors.LimitError` when the scenario goes past the engine's bounds.

    >>> from kb.scenario.builder import scenario
    >>> situation = scenario("mtg", "Ann", "Bob").permanent("bear", owner="Ann", kind="creature").build()
    >>> table = set_table(situation)
    >>> table.one("controller", "bear", table.index(0))
    'Ann'
    """
    program = program_of(scenario.game, scenario.document, scenario.edition)
    encoded = encode(scenario, static_predicates())
    return Table(scenario, encoded, program.run(encoded.facts, limits))
