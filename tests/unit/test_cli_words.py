"""The verb words, as someone uses it who writes a scenario."""

from __future__ import annotations

import json
from collections.abc import Callable

Verb = Callable[..., tuple[int, str, str]]


def test_words_of_one_sort_are_listed_in_the_language_asked_for(verb: Verb) -> None:
    code, out, _ = verb("words", "verbs", "--lang", "fr", "--game", "mtg")
    assert code == 0
    assert out.startswith("# verbes des évènements\n")
    assert "gain_control  player!, of!*" in out


def test_without_a_sort_everything_is_listed(verb: Verb) -> None:
    records = [json.loads(line) for line in verb("words", "--format", "json")[1].splitlines()]
    assert {r["what"] for r in records} == {
        "verbs",
        "questions",
        "zones",
        "kinds",
        "properties",
        "conditions",
    }


def test_an_unknown_sort_is_wrong_use_and_names_the_known_ones(verb: Verb) -> None:
    code, _, err = verb("words", "verb")
    assert code == 2
    assert "WHAT is one of verbs, questions, zones" in err
