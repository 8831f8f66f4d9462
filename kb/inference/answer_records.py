"""The records of an answer: what it says, what it rests on, what spoke against it, and what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from kb.inference.citations import CitedNumbers, citations_for
from kb.inference.proof import Proof, rules_behind, why
from kb.inference.records import Rule, Value
from kb.inference.table import Table
from kb.scenario.records import Assumption, Question


class Outcome(StrEnum):
    """What kind of answer it is."""

    ANSWERED = "answered"
    NOBODY = "nobody"
    UNDETERMINED = "undetermined"


@dataclass(frozen=True, slots=True)
class Contender:
    """One thing that speaks about who controls an object: a control effect, or the base controller.

    `beaten_by` names what stands over it: a newer effect, or for the base controller any effect.
    """

    name: str
    player: str | None
    timestamp: int | None
    applies: bool
    beaten_by: str | None


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A fact in a state that an answer says; its proof is built when somebody asks."""

    predicate: str
    args: tuple[Value, ...]
    index: int


@dataclass(frozen=True)
class Answer:
    """The answer to one question.

    `value` is a player, a zone, a flag, a mapping by player or by status key, or None: nobody, or
    undetermined (`outcome` tells which). `basis` is what decided: the control effect, ``default``, or None
    where that is not the question. `missing` are the facts an undetermined answer would need.
    """

    question: Question
    outcome: Outcome
    value: object
    table: Table = field(repr=False)
    basis: str | None = None
    conclusions: tuple[Conclusion, ...] = field(default=(), repr=False)
    missing: tuple[str, ...] = ()

    @cached_property
    def proofs(self) -> tuple[Proof, ...]:
        """Why each of its conclusions holds."""
        return tuple(why(self.table.run, each.predicate, each.args, each.index) for each in self.conclusions)

    @cached_property
    def contenders(self) -> tuple[Contender, ...]:
        """What speaks about who controls the object, where that is what was answered."""
        if self.outcome is not Outcome.ANSWERED or self.basis is None:
            return ()
        return contenders(self.table, self.question.of, self.table.index(self.question.step))

    @property
    def is_determined(self) -> bool:
        """Whether the rules and the facts given decide the question."""
        return self.outcome is not Outcome.UNDETERMINED

    @property
    def document(self) -> str:
        """The rules document that the answer rests on."""
        return self.table.scenario.document

    @property
    def edition(self) -> str:
        """The edition of those rules."""
        return self.table.scenario.edition

    @property
    def assumptions(self) -> tuple[Assumption, ...]:
        """What the answer takes for granted about cards that the scenario does not describe."""
        return self.table.scenario.assumptions

    @property
    def used(self) -> tuple[Rule, ...]:
        """The rules of the derivation, conclusion first, each once."""
        found: dict[str, Rule] = {}
        for each in self.conclusions:
            for rule in rules_behind(self.table.run, each.predicate, each.args, each.index):
                found.setdefault(rule.id, rule)
        return tuple(found.values())

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules of the derivation, conclusion first."""
        return tuple(rule.id for rule in self.used)

    @property
    def citations(self) -> tuple[CitedNumbers, ...]:
        """The passages the derivation cites, in the edition the answer rests on where it has them."""
        found: dict[CitedNumbers, None] = {}
        for rule in self.used:
            found.update(dict.fromkeys(citations_for(rule, self.document, self.edition)))
        return tuple(found)

    def __str__(self) -> str:
        shown = "undetermined" if not self.is_determined else format_value(self.value)
        return f"{self.question.ask} of {self.question.of} at {self.question.at}: {shown}"


def format_value(value: object) -> str:
    """A value in one line.

    >>> format_value(None), format_value({"Ann": True, "Bob": False})
    ('nobody', 'Ann: yes, Bob: no')
    """
    if value is None:
        return "nobody"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {format_value(inner)}" for key, inner in value.items())
    return str(value)


def contenders(table: Table, subject: str, index: int) -> tuple[Contender, ...]:
    """Everything that speaks about who controls an object, oldest first, the base controller before all."""
    found = []
    governing = [
        effect for effect in _effects(table, subject, index) if table.holds("governs", effect, index=index)
    ]
    base = table.one("base", subject, index)
    if base is not None:
        found.append(Contender("default", str(base), None, True, governing[0] if governing else None))
    for effect in _effects(table, subject, index):
        applies = table.holds("applies", effect, index=index)
        beaten = None if effect in governing or not governing or not applies else governing[0]
        found.append(
            Contender(effect, _gives(table, effect, index), _stamp(table, effect, index), applies, beaten)
        )
    return tuple(found)


def _effects(table: Table, subject: str, index: int) -> list[str]:
    effects = [
        str(row[0])
        for row in table.run.match("affects", index, second=subject)
        if table.holds("live", row[0], index=index)
    ]
    return sorted(effects, key=lambda effect: _stamp(table, effect, index) or 0)


def _stamp(table: Table, effect: str, index: int) -> int | None:
    stamp = table.one("stamp", effect, index)
    return stamp if isinstance(stamp, int) else None


def _gives(table: Table, effect: str, index: int) -> str | None:
    player = table.one("gives", effect, index)
    if player is None:
        source = table.one("follows", effect, index)
        player = None if source is None else table.one("controller", source, index)
    return None if player is None else str(player)
