"""Finds the answer to each question of the scenario format in the states of a table.

Most are one look at what the rules concluded; the others put two or three conclusions together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kb.inference.answer_records import Answer, Conclusion, Outcome
from kb.inference.table import Table
from kb.scenario.records import Question
from kb.scenario.vocabulary import split_zone, vocabulary


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


def related(table: Table, question: Question, index: int, relation: str, kind: str) -> Answer:
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


READS: Mapping[str, frozenset[str]] = {
    "controller": frozenset({"controller", "ability_controller", "holds", "missing", "nobody", "basis"}),
    "owner": frozenset({"owner", "is_ability"}),
}
"""The predicates that finding the answer to a question reads, for the questions that are asked very often."""

ABOUT_ONE: frozenset[str] = frozenset({"controller", "owner"})
"""The questions whose answers are found in what is concluded about the object that is asked about."""

FINDERS: dict[str, Callable[[Table, Question, int], Answer]] = {
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
