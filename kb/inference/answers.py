"""Answers to the questions of the scenario format, each with its basis, its proof and what is missing.

"Nobody controls it" is an answer with a basis. "The scenario does not say" is no answer: it is undetermined,
and names the fact that would decide it. Which facts are missing is concluded by rules, like everything else.
"""

from __future__ import annotations

from kb.errors import NotFoundError
from kb.inference.answer_records import Answer, Conclusion, Contender, Outcome, contenders, format_value
from kb.inference.finders import FINDERS, related
from kb.inference.table import Table
from kb.scenario.records import Question
from kb.scenario.vocabulary import vocabulary

__all__ = [
    "Answer",
    "Conclusion",
    "Contender",
    "Outcome",
    "answer",
    "answers",
    "contenders",
    "format_value",
]


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
    find = FINDERS.get(question.ask)
    if find is not None:
        return find(table, question, index)
    spec = vocabulary().asks_of(table.scenario.game).get(question.ask)
    if spec is None or spec.relation is None:
        raise NotFoundError("question", question.ask, vocabulary().asks_of(table.scenario.game))
    return related(table, question, index, spec.relation, spec.answer)


def answers(table: Table) -> tuple[Answer, ...]:
    """The answers to all questions of the table's scenario."""
    return tuple(answer(table, question) for question in table.scenario.questions)
