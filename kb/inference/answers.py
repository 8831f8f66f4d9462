"""Answers to the questions of the scenario format, each with its basis, its proof and what is missing.

"Nobody controls it" is an answer with a basis. "The scenario does not say" is no answer: it is undetermined,
and names the fact that would decide it. Which facts are missing is concluded by rules, like everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from kb.errors import NotFoundError
from kb.inference.citations import CitedNumbers, citations_for
from kb.inference.proof import Proof, why
from kb.inference.records import Rule, Value
from kb.inference.table import Table
from kb.scenario.records import Assumption, Question
from kb.scenario.vocabulary import split_zone, vocabulary


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
        for proof in self.proofs:
            for node in proof.walk():
                if node.rule is not None:
                    found.setdefault(node.rule.id, node.rule)
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


def answer(table: Table, question: Question) -> Answer:
    """The answer to a question about a table.

    >>> from kb.inference.table import set_table
    >>> from kb.scenario.builder import scenario
    >>> situation = (scenario("mtg", "Ann", "Bob").permanent("bear", owner="Ann", kind="creature")
    ...              .gain_control("Bob", "bear", until="end_of_turn").end_turn("Bob")
    ...              .ask("controller", "bear", at="after:1").ask("controller", "bear").build())
    >>> table = set_table(situation)
    >>> [answer(table, question).value for question in situation.questions]
    ['Bob', 'Ann']
    """
    index = table.index(question.step)
    find = _FINDERS.get(question.ask)
    if find is not None:
        return find(table, question, index)
    spec = vocabulary().asks_of(table.scenario.game).get(question.ask)
    if spec is None or spec.relation is None:
        raise NotFoundError("question", question.ask, vocabulary().asks_of(table.scenario.game))
    return _related(table, question, index, spec.relation, spec.answer)


def answers(table: Table) -> tuple[Answer, ...]:
    """The answers to all questions of the table's scenario."""
    return tuple(answer(table, question) for question in table.scenario.questions)


# --- finding answers -----------------------------------------------------------------------------------


def _controller(table: Table, question: Question, index: int) -> Answer:
    for predicate in ("controller", "ability_controller", "holds"):
        found = _player(table, question, index, predicate)
        if found is not None:
            return found
    return _nobody_or_unknown(table, question, index)


def _player(table: Table, question: Question, index: int, predicate: str) -> Answer | None:
    """The answer that a predicate gives, with its proof; None when it says nothing about the object."""
    values = table.values(predicate, question.of, index) if predicate in table.run.program.declared else ()
    if not values:
        return None
    missing = _missing(table, question.of, index)
    conclusions = tuple(Conclusion(predicate, (question.of, value), index) for value in values)
    if missing or len(values) > 1:
        return _undetermined(table, question, missing or ("which of several rules decides",), conclusions)
    return Answer(
        question,
        Outcome.ANSWERED,
        values[0],
        table,
        basis=_basis(table, question.of, index),
        conclusions=conclusions,
    )


def _nobody_or_unknown(table: Table, question: Question, index: int) -> Answer:
    missing = _missing(table, question.of, index)
    if missing:
        return _undetermined(table, question, missing)
    if table.holds("nobody", question.of, index=index):
        nobody = Conclusion("nobody", (question.of,), index)
        return Answer(question, Outcome.NOBODY, None, table, conclusions=(nobody,))
    return _undetermined(table, question, ("where it is",))


def _undetermined(
    table: Table, question: Question, missing: tuple[str, ...], conclusions: tuple[Conclusion, ...] = ()
) -> Answer:
    return Answer(question, Outcome.UNDETERMINED, None, table, conclusions=conclusions, missing=missing)


def _missing(table: Table, subject: str, index: int) -> tuple[str, ...]:
    return tuple(str(fact) for fact in table.values("missing", subject, index))


def _basis(table: Table, subject: str, index: int) -> str | None:
    basis = table.one("basis", subject, index)
    return None if basis is None else str(basis)


def _owner(table: Table, question: Question, index: int) -> Answer:
    values = table.values("owner", question.of, index)
    if len(values) == 1:
        owned = Conclusion("owner", (question.of, values[0]), index)
        return Answer(question, Outcome.ANSWERED, values[0], table, conclusions=(owned,))
    if table.holds("is_ability", question.of, index=index):
        ability = Conclusion("is_ability", (question.of,), index)
        return Answer(question, Outcome.NOBODY, None, table, conclusions=(ability,))
    return _undetermined(table, question, ("owner",))


def _base_controller(table: Table, question: Question, index: int) -> Answer:
    if not table.holds("controllable", question.of, index=index):
        return _nobody_or_unknown(table, question, index)
    found = _player(table, question, index, "base")
    return found or _undetermined(table, question, ("base controller",))


def _you(table: Table, question: Question, index: int) -> Answer:
    return _player(table, question, index, "you") or _nobody_or_unknown(table, question, index)


def _may_activate(table: Table, question: Question, index: int) -> Answer:
    subject, players = question.of, table.scenario.players
    missing = _missing(table, subject, index)
    allowed = set(table.values("may_activate", subject, index))
    answerable = bool(allowed) or any(
        table.holds(predicate, subject, index=index)
        for predicate in ("had_controller", "settled", "uncontrolled")
    )
    if missing or not answerable:
        return _undetermined(table, question, missing or ("what the card's text allows",))
    conclusions = tuple(
        Conclusion("may_activate", (subject, player), index) for player in players if player in allowed
    )
    if not conclusions:
        conclusions = _why_nobody_may(table, subject, index)
    value = {player: player in allowed for player in players}
    return Answer(
        question, Outcome.ANSWERED, value, table, basis=_basis(table, subject, index), conclusions=conclusions
    )


def _why_nobody_may(table: Table, subject: str, index: int) -> tuple[Conclusion, ...]:
    if table.holds("barred", subject, index=index):
        return (Conclusion("barred", (subject,), index),)
    barred = table.run.match("cannot_activate", index, first=subject)
    return tuple(Conclusion("cannot_activate", row, index) for row in barred)


def _zone_after(table: Table, question: Question, index: int) -> Answer:
    zone = table.one("zone", question.of, index)
    missing = tuple(fact for fact in _missing(table, question.of, index) if fact in _HIDES_THE_ZONE)
    if zone is None or zone == "unknown" or missing:
        return _undetermined(table, question, missing or ("zone",))
    conclusions = [Conclusion("zone", (question.of, zone), index)]
    written = str(zone)
    name = split_zone(written)
    spec = vocabulary().zones[table.scenario.game].get(name.name)
    if spec is not None and spec.is_apart and name.of is None:
        owner = table.one("owner", question.of, index)
        if owner is None:
            return _undetermined(table, question, ("owner",), tuple(conclusions))
        conclusions.append(Conclusion("owner", (question.of, owner), index))
        written = f"{owner}:{written}"
    return Answer(question, Outcome.ANSWERED, written, table, conclusions=tuple(conclusions))


_HIDES_THE_ZONE = frozenset({"card type", "choice of the monsters destroyed"})


def _whose_side(table: Table, question: Question, index: int) -> Answer:
    if table.holds("on_board", question.of, index=index):
        return _controller(table, question, index)
    return _nobody_or_unknown(table, question, index)


def _battlefield_status(table: Table, question: Question, index: int) -> Answer:
    battlefield = question.of
    if not table.holds("is_battlefield", battlefield, index=index):
        return _undetermined(table, question, ("that it is a battlefield",))
    value: dict[str, object] = {
        "controller": table.one("holds", battlefield, index),
        "contested": table.holds("contested", battlefield, index=index),
        "conquered_by": table.one("conquered_by", battlefield, index),
        "result": table.one("result", battlefield, index),
    }
    conclusions = [
        Conclusion(predicate, row, index)
        for predicate in ("holds", "nobody", "contested", "conquered_by", "result")
        for row in table.run.match(predicate, index, first=battlefield)
    ]
    return Answer(question, Outcome.ANSWERED, value, table, conclusions=tuple(conclusions))


def _decides(table: Table, question: Question, index: int) -> Answer:
    if question.what is not None or question.for_ is not None:
        return _undetermined(table, question, ("what the text in question leaves to whom",))
    found = _player(table, question, index, "decides")
    return found or _undetermined(table, question, ("what there is to decide",))


def _related(table: Table, question: Question, index: int, relation: str, kind: str) -> Answer:
    """The answer that one word of the rules gives: to whom it is true, or whether it is."""
    missing = _missing(table, question.of, index)
    if missing:
        return _undetermined(table, question, missing)
    rows = table.run.match(relation, index, first=question.of)
    conclusions = tuple(Conclusion(relation, row, index) for row in rows)
    value: object
    if kind == "flags":
        allowed = {row[1] for row in rows}
        value = {player: player in allowed for player in table.scenario.players}
    elif kind == "flag":
        value = bool(rows)
    else:
        value = rows[0][1] if rows else None
    outcome = Outcome.NOBODY if value is None else Outcome.ANSWERED
    return Answer(question, outcome, value, table, conclusions=conclusions)


def _needs_card_text(table: Table, question: Question, index: int) -> Answer:
    return _undetermined(table, question, ("the card text in question",))


_FINDERS: dict[str, Callable[[Table, Question, int], Answer]] = {
    "controller": _controller,
    "owner": _owner,
    "base_controller": _base_controller,
    "you_refers_to": _you,
    "may_activate": _may_activate,
    "zone_after": _zone_after,
    "whose_side": _whose_side,
    "battlefield_status": _battlefield_status,
    "decides": _decides,
    "legal_target": _needs_card_text,
    "affected_by": _needs_card_text,
}


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
