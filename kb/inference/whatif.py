"""What if one event had not happened, or had happened otherwise? The same questions asked of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import yaml

from kb.errors import Place, ScenarioError
from kb.inference.answers import Answer, answers
from kb.inference.cards import AnswerCard
from kb.inference.table import set_table
from kb.scenario.read import read_scenarios
from kb.scenario.records import Scenario
from kb.scenario.write import to_yaml


@dataclass(frozen=True, slots=True)
class Difference:
    """One question before and after the change, and the rules that only one of the answers rests on."""

    before: Answer
    after: Answer
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]

    @property
    def changes(self) -> bool:
        """Whether the answer itself differs."""
        return (self.before.outcome, self.before.value) != (self.after.outcome, self.after.value)

    def __str__(self) -> str:
        if not self.changes:
            return f"{self.before} (unchanged)"
        after = str(self.after).rpartition(": ")[2]
        return f"{self.before} -> {after}"


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A situation, the changed one, and what became of each question."""

    before: Scenario
    after: Scenario
    differences: tuple[Difference, ...]

    @property
    def changed(self) -> tuple[Difference, ...]:
        """The questions whose answer differs."""
        return tuple(each for each in self.differences if each.changes)


def without_event(situation: Scenario, n: int) -> Scenario:
    """The situation without event `n` (1-based); later events and the questions after them move up.

    Raises :class:`~kb.errors.ScenarioError` when there is no such event, or a later one needs what it made.

    >>> from kb.scenario.builder import scenario
    >>> told = (scenario("mtg", "Ann", "Bob").permanent("bear", owner="Ann")
    ...         .gain_control("Bob", "bear").ask("controller", "bear").build())
    >>> len(without_event(told, 1).events)
    0
    """
    return _changed(situation, n, None)


def with_event(situation: Scenario, n: int, fields: Mapping[str, object]) -> Scenario:
    """The situation with other fields in event `n`; a field that is None is left out.

    Raises :class:`~kb.errors.ScenarioError` when the changed event does not follow the format.
    """
    return _changed(situation, n, fields)


def what_if(before: Scenario, after: Scenario) -> WhatIf:
    """The questions of a situation asked of it and of a changed one.

    >>> from kb.scenario.builder import scenario
    >>> told = (scenario("mtg", "Ann", "Bob").permanent("bear", owner="Ann")
    ...         .gain_control("Bob", "bear").ask("controller", "bear").build())
    >>> print(what_if(told, without_event(told, 1)).changed[0])
    controller of bear at end: Bob -> Ann
    """
    pairs = zip(answers(set_table(before)), answers(set_table(after)), strict=True)
    return WhatIf(
        before, after, tuple(_difference(AnswerCard.of(one), AnswerCard.of(two)) for one, two in pairs)
    )


def _difference(before: Answer, after: Answer) -> Difference:
    return Difference(
        before,
        after,
        tuple(rule for rule in before.rules if rule not in after.rules),
        tuple(rule for rule in after.rules if rule not in before.rules),
    )


def _changed(situation: Scenario, n: int, fields: Mapping[str, object] | None) -> Scenario:
    if not 1 <= n <= len(situation.events):
        raise ScenarioError(
            Place(situation.source_name or situation.id, path=f"events[{n - 1}]"),
            "no such event",
            found=n,
            expected=f"1 to {len(situation.events)}" if situation.events else "a scenario with events",
        )
    document = yaml.safe_load(to_yaml(situation))
    events = document["events"]
    if fields is None:
        del events[n - 1]
        for question in document.get("questions") or ():
            question["at"] = _moved_up(str(question.get("at", "end")), n)
    else:
        merged = {**events[n - 1], **fields}
        events[n - 1] = {name: value for name, value in merged.items() if value is not None}
    for number, event in enumerate(events, start=1):
        event.pop("n", None)
        event["n"] = number
    if not events:
        del document["events"]
    text = yaml.safe_dump(document, sort_keys=False, allow_unicode=True)
    [changed] = read_scenarios(text, source=f"{situation.source_name or situation.id} (changed)")
    return replace(changed, id=situation.id)


def _moved_up(at: str, n: int) -> str:
    """A question's moment once event `n` is gone."""
    number = at.removeprefix("after:")
    if not number.isdigit() or int(number) < n:
        return at
    return f"after:{int(number) - 1}" if int(number) > 1 else "start"
