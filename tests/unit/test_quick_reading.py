"""Reading by shape: the same facts and questions as the long way, or nothing at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kb.inference.answers import Answer, answers
from kb.inference.encode import encode
from kb.inference.many import FIRST, Many
from kb.inference.quick import Told, tell
from kb.inference.shapes import Shapes
from kb.inference.table import set_table, static_predicates
from kb.scenario import check_scenarios, read_scenarios
from kb.scenario.document import parse_documents, plain_value

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "cases").glob("*.yaml"))


def documents(path: Path) -> Iterator[dict[str, Any]]:
    for node in parse_documents(path.read_text(encoding="utf-8"), path.name):
        value = plain_value(node)
        assert isinstance(value, dict)
        yield value


def same(text: str, told: Told) -> None:
    """Holds what was read by shape against what the long way reads."""
    [scenario] = read_scenarios(text, source="x")
    facts = encode(scenario, static_predicates()).facts
    assert {name: tuple(rows) for name, rows in told.facts().static.items()} == dict(facts.static)
    assert list(told.facts().steps) == list(facts.steps)
    assert told.questions == scenario.questions
    assert (told.id, told.title, told.players) == (scenario.id, scenario.title, scenario.players)
    assert (told.ruleset.document, told.ruleset.edition) == (scenario.document, scenario.edition)


OX = {"id": "ox", "kind": "creature", "owner": "A", "zone": "battlefield"}


def ox(**changes: Any) -> dict[str, Any]:
    return {
        "game": "mtg",
        "players": ["A", "B"],
        "setup": [OX],
        "events": [{"do": "gain_control", "player": "B", "of": "ox"}],
        "questions": [{"ask": "controller", "of": "ox"}],
        **changes,
    }


def test_every_case_gives_the_facts_that_the_long_way_gives() -> None:
    shapes = Shapes(static_predicates())
    texts = [json.dumps(document) for path in FILES for document in documents(path)]
    found = [(text, told) for text in texts for told in [tell(text, "x", shapes)] if told is not None]
    for text, told in found:
        same(text, told)
    assert 2 * len(found) > len(texts), "most cases are plain"


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "mtgg"},
        {"players": ["A", "A"]},
        {"players": []},
        {"players": "A"},
        {"ruleset": "mtg-cr-1066-10-14"},
        {"stranger": 1},
        {"setup": [{"id": "ox", "kind": "oxen", "owner": "A", "zone": "battlefield"}]},
        {"setup": [{"id": "ox", "kind": "creature", "owner": "C", "zone": "battlefield"}]},
        {"setup": [{"id": "ox", "kind": "creature", "zone": "battlefield"}]},
        {"setup": [{"id": ["ox"], "kind": "creature", "owner": "A", "zone": "battlefield"}]},
        {"setup": [{"id": "ox", "kind": "creature", "owner": "A", "zone": "mzone"}]},
        {
            "setup": [
                {"id": "ox", "kind": "creature", "owner": "A", "zone": "battlefield", "attached_to": "ox"}
            ]
        },
        {"setup": [OX, OX]},
        {
            "setup": [
                {
                    "id": "ox",
                    "kind": "creature",
                    "owner": "A",
                    "zone": "battlefield",
                    "properties": {"tapped": 3},
                }
            ]
        },
        {"events": [{"do": "gain_control", "player": "C", "of": "ox"}]},
        {"events": [{"do": "gain_control", "player": "B", "of": "elk"}]},
        {"events": [{"do": "gain_control", "player": "B"}]},
        {"events": [{"do": "gain_control", "player": "B", "of": "ox", "n": 2}]},
        {"events": [{"do": "gain_control", "player": "B", "of": "ox", "until": "dawn"}]},
        {"events": [{"do": "gain_control", "player": "B", "of": "ox", "until": {"while": "tapped"}}]},
        {"events": [{"do": "gain_control", "player": "B", "of": "ox", "with": 1}]},
        {"events": [{"do": "gain_control", "player": "B", "of": []}]},
        {"events": [{"do": "conquer", "player": "B", "battlefield": "ox"}]},
        {"events": [{"do": ["gain_control"], "player": "B", "of": "ox"}]},
        {"events": [{"do": "create_token", "creator": "A", "id": "ox", "kind": "creature"}]},
        {"events": ["gain_control"]},
        {"questions": [{"ask": "controller", "of": "elk"}]},
        {"questions": [{"ask": "who", "of": "ox"}]},
        {"questions": [{"ask": "controller", "of": "ox", "at": "after:2"}]},
        {"questions": [{"ask": "controller", "of": "ox", "expect": "C"}]},
        {"questions": [{"ask": "controller", "of": "ox", "expect": {"A": True}}]},
        {"questions": [{"ask": "controller"}]},
    ],
    ids=lambda changes: json.dumps(changes)[:60],
)
def test_what_is_wrong_is_left_to_the_long_way(changes: dict[str, Any]) -> None:
    text = json.dumps(ox(**changes))
    [checked] = check_scenarios(text, source="x")
    assert checked.errors, "the long way finds it wrong"
    assert tell(text, "x", Shapes(static_predicates())) is None


def test_a_shape_that_was_right_once_does_not_let_another_name_pass() -> None:
    shapes = Shapes(static_predicates())
    assert tell(json.dumps(ox()), "x", shapes) is not None
    wrong = ox(events=[{"do": "gain_control", "player": "B", "of": "elk"}])
    assert tell(json.dumps(wrong), "x", shapes) is None


@pytest.mark.parametrize(
    "text", ["game: mtg", '{"game": "mtg", "game": "mtg"}', "[]", "{", '{"a": 1.5}', "\x7f"]
)
def test_what_is_not_plain_json_is_left_to_the_long_way(text: str) -> None:
    assert tell(text, "x", Shapes(static_predicates())) is None


def test_a_name_that_rules_use_as_a_word_is_run_on_all_rules() -> None:
    many = Many()
    texts = [
        json.dumps(ox()).replace("ox", name)
        for name in ("ox",) * (FIRST + 2) + ("creature", "default", "begin")
    ]
    for text in texts:
        [(_, found)] = many.answers(text, "x")
        expected = answers(set_table(read_scenarios(text, source="x")[0]))
        assert [(each.value, each.rules) for each in found] == [(each.value, each.rules) for each in expected]
    [small] = many.programs.values()
    assert small.program is not None
    assert len(small.program.clauses) < 100


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_came_before_changes_no_answer(path: Path) -> None:
    many = Many()
    texts = [json.dumps(document) for document in documents(path)]
    scenarios = [read_scenarios(text, source="x")[0] for text in texts]
    expected = [[told_of(each) for each in answers(set_table(scenario))] for scenario in scenarios]
    for _ in range(3):
        given = [many.answers(text, "x") for text in texts]
        assert [[told_of(each) for each in found] for [(_, found)] in given] == expected


def test_a_program_made_for_one_question_says_so_when_asked_another() -> None:
    many = Many()
    text = json.dumps(ox())
    for _ in range(FIRST + 1):
        [(_, [found])] = many.answers(text, "x")
    assert found.table.run.program.needed is not None
    with pytest.raises(ValueError, match="not made for may_activate"):
        found.table.run.rows("may_activate", 0)


def told_of(answer: Answer) -> tuple[object, ...]:
    return answer.outcome, answer.value, answer.basis, answer.missing, answer.rules
