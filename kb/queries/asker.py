"""The process that answers questions of strangers: it has the rules, no store, no sockets, and may be killed.

It speaks as :mod:`kb.queries.worker` does: a situation comes in as text, the answers go out as JSON.
"""

from __future__ import annotations

import json
import os
import sys
import time
from threading import Thread
from typing import Final

from kb.errors import InputError, KbError, ScenarioError
from kb.inference.answer_json import answer_record, citation_records, explanation_record
from kb.inference.answers import answers
from kb.inference.cards import AnswerCard
from kb.inference.explain import explain
from kb.inference.render import to_text
from kb.inference.table import set_table
from kb.ontology_files import ontology_files
from kb.queries.seal import limit_memory, refuse_sockets
from kb.queries.wire import ASK, DATA, END, ERROR, HELLO, START, Trouble, pack, receive, send, unpack
from kb.scenario import Scenario, read_scenarios

_MOST: Final = 20
"""So many questions are answered."""


def main(megabytes: int, parent: int) -> None:
    """Answers situations until the input ends."""
    Thread(target=_end_with, args=(parent,), daemon=True).start()
    _warm_up()
    is_sealed = refuse_sockets()
    limit_memory(megabytes)
    pipe = sys.stdout.buffer
    send(pipe, HELLO, pack({"sealed": is_sealed}))
    while frame := receive(sys.stdin.buffer):
        if frame[0] != ASK:
            continue  # a store, which is not needed here
        asked = unpack(frame[1])
        try:
            found = told(str(asked["scenario"]), str(asked["language"]))
        except KbError as problem:
            send(pipe, ERROR, pack(Trouble("scenario", _reasons(problem))))
        except RecursionError:
            send(pipe, ERROR, pack(Trouble("scenario", "the situation is nested too deeply")))
        else:
            send(pipe, START, pack({"kind": "answers", "version": ""}))
            send(pipe, DATA, json.dumps(found, ensure_ascii=False).encode())
            send(pipe, END)


def told(text: str, language: str) -> list[dict[str, object]]:
    """The answers to the questions of a situation: as the page shows them, and as a record for programs.

    Raises ScenarioError when the text does not follow the format.
    """
    scenarios = read_scenarios(text, source="the situation")
    return [record for scenario in scenarios for record in _told(scenario, language)][:_MOST]


def _told(scenario: Scenario, language: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = []
    for answer in answers(set_table(scenario))[:_MOST]:
        explained = explain(answer, language)
        found.append(
            {
                "question": explained.question,
                "value": explained.value,
                "rests_on": explained.rests_on,
                "text": to_text(explained),
                "picture": AnswerCard.of(answer, language).picture(),
                "missing": list(explained.missing),
                "record": answer_record(answer)
                | explanation_record(explained)
                | {"cited": citation_records(answer)},
            }
        )
    return found


def _reasons(problem: KbError) -> str:
    """What is wrong with a situation: every error, one a line, up to a bound."""
    if not isinstance(problem, ScenarioError):
        return str(problem)
    errors = (problem, *problem.others)
    more = [f"and {len(errors) - _MOST} more"] if len(errors) > _MOST else []
    return "\n".join([*(InputError.__str__(each) for each in errors[:_MOST]), *more])


def _warm_up() -> None:
    """Answers one situation of each game: the first stranger does not wait until the rules are compiled."""
    seen: set[str] = set()
    for path in ontology_files("examples/scenarios/*.yaml"):
        for scenario in read_scenarios(path):
            if scenario.game not in seen:
                seen.add(scenario.game)
                answers(set_table(scenario))


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


if __name__ == "__main__":
    # The arguments of every process of a pool: a directory, which is of no use here, memory, parent.
    main(int(sys.argv[2]), int(sys.argv[3]))
