"""Answers held against the ones a scenario expects: agree, differ, undetermined, or error.

An engine that does not know says so, and that is counted apart from being wrong, which is worse.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from kb.errors import KbError
from kb.inference.answers import Answer, answer
from kb.inference.table import set_table
from kb.scenario.records import Question, Scenario


class Status(StrEnum):
    """What became of a question whose answer is expected."""

    AGREE = "agree"
    DIFFER = "differ"
    UNDETERMINED = "undetermined"
    ERROR = "error"


@dataclass(frozen=True)
class Verdict:
    """One question, its place among the scenario's questions, its answer, and how that compares.

    `answer` is None where the question could not be asked; `message` says why, and what is missing otherwise.
    """

    scenario: Scenario
    number: int
    question: Question
    status: Status
    answer: Answer | None = None
    message: str = ""


def check(scenario: Scenario) -> tuple[Verdict, ...]:
    """A verdict on every question of `scenario` that carries an expected answer, in order.

    >>> from kb.scenario.builder import scenario
    >>> table = (scenario("mtg", "Ann", "Bob").permanent("bear", owner="Ann", kind="creature")
    ...          .gain_control("Bob", "bear").ask("controller", "bear", expect="Bob")
    ...          .ask("owner", "bear", expect="Bob").build())
    >>> [verdict.status.value for verdict in check(table)]
    ['agree', 'differ']
    """
    asked = [(number, question) for number, question in enumerate(scenario.questions) if question.is_checked]
    try:
        table = set_table(scenario)
    except KbError as error:
        return tuple(Verdict(scenario, number, q, Status.ERROR, message=str(error)) for number, q in asked)
    verdicts = []
    for number, question in asked:
        try:
            verdicts.append(_verdict(scenario, number, answer(table, question)))
        except KbError as error:
            verdicts.append(Verdict(scenario, number, question, Status.ERROR, message=str(error)))
    return tuple(verdicts)


def _verdict(scenario: Scenario, number: int, given: Answer) -> Verdict:
    missing = "" if given.is_determined else f"missing: {', '.join(given.missing)}"
    return Verdict(scenario, number, given.question, status_of(given), given, missing)


def status_of(given: Answer) -> Status:
    """How an answer compares with what its question expects."""
    if not given.is_determined:
        return Status.UNDETERMINED
    return Status.AGREE if agrees(given.value, given.question.expect) else Status.DIFFER


def agrees(value: object, expected: object) -> bool:
    """Whether an answer is the expected one; where several things are answered, only those expected count.

    >>> agrees({"controller": "A", "contested": False}, {"controller": "A"}), agrees(None, "A")
    (True, False)
    >>> agrees({"A": True}, {"A": True, "B": False})
    False
    """
    if isinstance(expected, Mapping):
        if not isinstance(value, Mapping):
            return False
        return all(key in value and agrees(value[key], wanted) for key, wanted in expected.items())
    return value == expected and isinstance(value, bool) == isinstance(expected, bool)


def count(verdicts: Iterable[Verdict]) -> dict[str, int]:
    """How many verdicts there are of each status, every status named.

    >>> count([])
    {'agree': 0, 'differ': 0, 'undetermined': 0, 'error': 0}
    """
    found = {status.value: 0 for status in Status}
    for verdict in verdicts:
        found[verdict.status.value] += 1
    return found
