"""What a scenario says, as templates with names to fill in; its facts, or those about a part of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from kb.inference.encode import AT_START, SETUP_LABEL
from kb.inference.facts import Facts, Row, StepFacts
from kb.inference.records import Value
from kb.inference.shapes import Head
from kb.inference.templates import ObjectTemplates, Template
from kb.scenario.records import Question
from kb.scenario.rulesets import Ruleset

_MADE: Final = re.compile(r"^(?:e[0-9.]+|start\..*)$|:", re.MULTILINE)
"""What the names of events and of zones look like."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a scenario says: its rules, its players, its facts, and the questions about it.

    `names` are all names it gives, `sources` the templates that its facts are made from. Objects come with
    the names of id, card, owner, controller, place, what they are attached to, and with their number; events
    with their own name, their stamp, and the names in them.
    """

    id: str
    title: str
    game: str
    head: Head
    players: tuple[str, ...]
    names: Collection[str]
    objects: Sequence[tuple[ObjectTemplates, list[Any]]]
    events: Sequence[tuple[Template, list[Any]]]
    outsiders: Sequence[str]
    has_battlefields: bool
    questions: tuple[Question, ...]
    sources: set[Head | Template]

    @property
    def ruleset(self) -> Ruleset:
        """The rules it is played by."""
        return self.head.ruleset

    def facts(self, about: Collection[str] | None = None) -> Facts:
        """Its facts; with `about`, those without names of things that are not among them."""
        rows: dict[str, dict[Row, None]] = defaultdict(dict)
        happening: list[tuple[Value, ...]] = [*AT_START]
        starting = []
        for templates, names in self.objects:
            if about is None or names[0] in about:
                templates.is_object.fill(templates.is_object.values(names), rows)
                if templates.at_start is not None:
                    starting.append((templates.at_start, names))
        for template, names in starting:
            happening += _fill(template, names, rows)
        steps = [StepFacts(SETUP_LABEL, {"do": tuple(happening)})]
        for number, (template, names) in enumerate(self.events, start=1):
            things = template.things
            if about is None or not things or any(names[place] in about for place in things):
                steps.append(StepFacts(number, {"do": _fill(template, names, rows)}))
            else:
                steps.append(_quiet(number))
        outside = [(name,) for name in self.outsiders if about is None or name in about]
        if outside:
            rows["outside"] = dict.fromkeys(outside)
        return Facts({**self.head.facts, **rows}, steps, is_sound=True)

    def connected(self, asked: Iterable[str], words: Collection[Value]) -> Collection[str] | None:
        """The things that facts connect with those asked about, cards' names among them.

        None where names of different sorts are not told apart: a thing is called like a player, a zone, an
        event, or one of the `words`.
        """
        if self.has_battlefields:
            return None
        found = {*asked}
        every = {*self.names}.difference(self.players)
        groups: list[tuple[str, ...]] = []
        for _, names in self.objects:
            id, name, attached = names[0], names[1], names[5]
            if (name is not None and name != id) or attached is not None:
                groups.append(tuple(each for each in (id, name, attached) if each is not None))
                every.update(groups[-1])
        for template, names in self.events:
            if len(template.things) > 1:
                groups.append(tuple([names[place] for place in template.things]))
        if not self._are_told_apart(every, groups, words):
            return None
        grew = True
        while grew:
            before = len(found)
            for group in groups:
                if not found.isdisjoint(group):
                    found.update(group)
            grew = len(found) > before
        return found

    def _are_told_apart(
        self, every: set[str], groups: Iterable[Iterable[str]], words: Collection[Value]
    ) -> bool:
        players = {*self.players}
        return (
            not any(names[0] in players for _, names in self.objects)
            and not any(
                names[place] in players for template, names in self.events for place in template.things
            )
            and all(players.isdisjoint(group) for group in groups)
            and every.isdisjoint(words)
            and _MADE.search("\n".join(every)) is None
        )


@cache
def _quiet(number: int) -> StepFacts:
    return StepFacts(number)


def _fill(
    template: Template, names: list[Any], rows: dict[str, dict[Row, None]]
) -> tuple[tuple[Value, ...], ...]:
    """Adds the facts of a template; what happens."""
    values = template.values(names)
    template.fill(values, rows)
    return tuple([(values[place], verb) for place, verb in template.happening])
