"""The packaged example scenarios: readable, complete, and with invented cards."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from kb.ontology_files import ontology_files
from kb.scenario import Scenario, read_scenarios

EXAMPLES = ontology_files("examples/scenarios/*.yaml")


def tables(path: Path) -> tuple[Scenario, ...]:
    return read_scenarios(path)


def test_there_are_at_least_four_examples_for_each_game() -> None:
    games = Counter(table.game for path in EXAMPLES for table in tables(path))
    assert set(games) == {"mtg", "ygo", "riftbound"}
    assert min(games.values()) >= 4
    assert sum(games.values()) >= 14


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_says_what_it_is_about_and_every_question_is_checked(path: Path) -> None:
    assert path.read_text("utf-8").startswith("# ")
    for table in tables(path):
        assert table.title
        assert table.ruleset
        assert table.questions
        assert all(question.is_checked and question.why for question in table.questions)
        assert [str(warning) for warning in table.warnings] == []


def test_no_two_examples_have_one_id() -> None:
    ids = Counter(table.id for path in EXAMPLES for table in tables(path))
    assert [id for id, times in ids.items() if times > 1] == []


@pytest.mark.parametrize("name", ["mtg-token-for-a-rival", "rift-ferry-in-two-editions"])
def test_two_editions_are_compared_on_the_same_facts(name: str) -> None:
    one, other = next(tables(path) for path in EXAMPLES if path.stem == name)
    assert (one.objects, one.events, one.players) == (other.objects, other.events, other.players)
    assert one.edition != other.edition
    answers = [[question.expect for question in table.questions] for table in (one, other)]
    assert answers[0] != answers[1]
