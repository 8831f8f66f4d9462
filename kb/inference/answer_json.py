"""Answers as objects for programs: what the command line, the server and the assistants hand out as JSON."""

from __future__ import annotations

from kb.inference.answers import Answer
from kb.inference.citations import merged
from kb.inference.explain import Explanation, Reason
from kb.inference.render import citation_text


def answer_record(answer: Answer) -> dict[str, object]:
    """An answer without its reasons.

    >>> from kb.inference.answers import answer
    >>> from kb.inference.table import set_table
    >>> from kb.scenario.builder import scenario
    >>> situation = (scenario("mtg", "Ann", "Bob").permanent("bear", owner="Ann", kind="creature")
    ...              .ask("controller", "bear").build())
    >>> record = answer_record(answer(set_table(situation), situation.questions[0]))
    >>> record["answer"], record["document"], record["basis"]
    ('Ann', 'mtg-cr', 'default')
    """
    return {
        "id": answer.table.scenario.id,
        "ask": answer.question.ask,
        "of": answer.question.of,
        "at": answer.question.at,
        "answer": answer.value,
        "outcome": answer.outcome.value,
        "basis": answer.basis,
        "document": answer.document,
        "edition": answer.edition,
        "rules": list(answer.rules),
        "citations": list(cited_numbers(answer)),
        "missing": list(answer.missing),
    }


def cited_numbers(answer: Answer) -> tuple[str, ...]:
    """The passages that an answer cites, each as document, edition and number."""
    cited = (
        f"{each.document} {each.edition} {number}" for each in answer.citations for number in each.numbers
    )
    return tuple(dict.fromkeys(cited))


def citation_records(answer: Answer) -> list[dict[str, object]]:
    """The passages that an answer cites, by document and edition, and whether they stand so there.

    `fit` is ``holds``; ``earlier`` or ``later`` when the nearest edition that has them is another one than
    the answer's; or ``other document``.
    """
    return [
        {
            "document": each.document,
            "edition": each.edition,
            "numbers": list(each.numbers),
            "fit": each.fit.value,
        }
        for each in merged(answer.citations)
    ]


def explanation_record(told: Explanation) -> dict[str, object]:
    """The words of an answer: the question, the value, the tree of reasons, what competed."""
    return {
        "language": told.language,
        "asked": told.question,
        "told": told.value,
        "reasons": [_reason(reason) for reason in told.reasons],
        "competing": list(told.competing),
        "assumptions": list(told.assumptions),
    }


def _reason(reason: Reason) -> dict[str, object]:
    return {
        "sentence": reason.sentence,
        "since": reason.since,
        "rule": reason.rule,
        "statement": reason.statement,
        "citations": [citation_text(cited) for cited in reason.citations],
        "repeated": reason.is_repeated,
        "reasons": [_reason(below) for below in reason.reasons],
    }
