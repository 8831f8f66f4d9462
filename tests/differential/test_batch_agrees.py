"""Many situations at once, and one after the other: the same answers, resting on the same rules."""

from __future__ import annotations

import json
import os

import pytest
from drafts import SeededPicker
from situations import GAMES, document

from kb.inference.answers import Answer, answers
from kb.inference.many import Many
from kb.inference.table import set_table
from kb.scenario.read import read_scenarios

SITUATIONS = min(int(os.environ.get("SITUATIONS", "1000")), 20_000) // 4
ASKS = ("controller", "owner", "base_controller", "you_refers_to", "zone_after", "may_activate")


def asked(game: str, seed: int) -> str:
    """A random situation with questions about its objects: about control alone, or of every kind."""
    pick = SeededPicker(seed)
    told = document(game, pick)
    kinds = pick.choice((ASKS[:1], ASKS[:2], ASKS))
    moments = ["start", "end", *(f"after:{number}" for number, _ in enumerate(told["events"], start=1))]
    objects = [thing["id"] for thing in told["setup"] if thing["id"] not in told["players"]]
    told["questions"] = [
        {"ask": ask, "of": name, "at": pick.choice(moments)} for name in objects for ask in kinds
    ]
    return json.dumps(told)


def said(answer: Answer, *, reasons: bool) -> tuple[object, ...]:
    plain = answer.outcome, answer.value, answer.basis, answer.missing
    return (*plain, answer.rules) if reasons else plain


@pytest.mark.parametrize("game", GAMES)
def test_many_at_once_get_the_answers_that_each_would_get_alone(game: str) -> None:
    bare, explained = Many(reasons=False), Many(reasons=True)
    for seed in range(SITUATIONS):
        text = asked(game, seed)
        alone = answers(set_table(read_scenarios(text, source="random")[0]))
        for many in (bare, explained):
            [(_, found)] = many.answers(text, "random")
            expected = [said(each, reasons=many.reasons) for each in alone]
            assert [said(each, reasons=many.reasons) for each in found] == expected, f"{game} {seed}"
    programs = [small for many in (bare, explained) for small in many.programs.values()]
    # With few situations no shape comes often enough for a program of its own.
    if SITUATIONS >= 100:
        assert any(small.program is not None for small in programs), "none was run on a program of its own"
