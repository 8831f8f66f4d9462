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


@pytest.mark.parametrize("game", GAMES)
def test_a_question_about_one_object_gets_the_answer_that_the_whole_situation_gives(game: str) -> None:
    bare, explained = Many(reasons=False), Many(reasons=True)
    for seed in range(SITUATIONS):
        told = json.loads(asked(game, seed))
        about_control = [each for each in told["questions"] if each["ask"] == "controller"]
        told["questions"] = [SeededPicker(seed).choice(about_control)] if about_control else []
        text = json.dumps(told)
        alone = answers(set_table(read_scenarios(text, source="random")[0]))
        for many in (bare, explained):
            [(_, found)] = many.answers(text, "random")
            expected = [said(each, reasons=many.reasons) for each in alone]
            assert [said(each, reasons=many.reasons) for each in found] == expected, f"{game} {seed}"


def changing_hands(seed: int) -> str:
    """Creatures that change hands, leave and come back, two of them of one name; a question about one."""
    pick = SeededPicker(seed)
    names = [f"creature {number}" for number in range(6)]
    setup: list[dict[str, object]] = [
        {"id": name, "kind": "creature", "owner": pick.choice("AB"), "zone": "battlefield"} for name in names
    ]
    setup[0]["name"] = setup[1]["name"] = "twin"
    events = []
    for _ in range(6):
        one, other, player = pick.choice(names), pick.choice(names), pick.choice("AB")
        kinds: tuple[dict[str, object], ...] = (
            {"do": "gain_control", "of": one, "player": player, "until": "end_of_turn"},
            {"do": "gain_control", "of": one, "player": player, "until": "indefinite"},
            {"do": "exchange_control", "of": [one, other], "until": "indefinite"},
            {"do": "end_turn", "player": player},
            {"do": "move", "what": one, "to": "hand"},
            {"do": "move", "what": one, "to": "battlefield", "under": player},
        )
        event = pick.choice(kinds)
        if event.get("of") != [one, one]:
            events.append(event)
    told = {"game": "mtg", "players": ["A", "B"], "setup": setup, "events": events}
    told["questions"] = [{"ask": "controller", "of": pick.choice([str(thing["id"]) for thing in setup])}]
    return json.dumps(told)


@pytest.mark.parametrize("reasons", [False, True])
def test_where_objects_are_apart_only_those_asked_about_are_looked_at(reasons: bool) -> None:
    many = Many(reasons)
    parts = 0
    for seed in range(max(SITUATIONS, 250)):
        text = changing_hands(seed)
        [alone] = answers(set_table(read_scenarios(text, source="random")[0]))
        [(_, [found])] = many.answers(text, "random")
        assert said(found, reasons=reasons) == said(alone, reasons=reasons), seed
        parts += len(found.table.run.facts.static["starts_in"]) < len(json.loads(text)["setup"])
    assert parts > 100, "hardly any situation was cut down to what the question is about"
