"""The verbs rules and show-rule."""

from __future__ import annotations

import json
from collections.abc import Callable

from kb.inference.parse import parse_rules
from kb.inference.rulebase import packaged_rules

Verb = Callable[..., tuple[int, str, str]]


def test_rules_lists_every_packaged_rule_with_its_sentence(verb: Verb) -> None:
    records = [json.loads(line) for line in verb("rules", "--format", "json")[1].splitlines()]
    assert [record["id"] for record in records] == [rule.id for rule in packaged_rules().rules]
    assert all(record["sentence"] for record in records)


def test_rules_of_a_game_leave_out_the_other_games(verb: Verb) -> None:
    records = [
        json.loads(line) for line in verb("rules", "--game", "ygo", "--format", "json")[1].splitlines()
    ]
    assert records
    assert all({"ygo", "all"} & set(record["games"]) for record in records)


def test_rules_of_an_edition_are_those_that_hold_there(verb: Verb) -> None:
    def ids(version: str) -> set[str]:
        out = verb("rules", "--game", "riftbound", "--ruleset", f"rift-cr-{version}", "--format", "json")[1]
        return {json.loads(line)["id"] for line in out.splitlines()}

    assert "rift-uncontrolled-battlefield" in ids("1.2")
    assert ids("1.2") != ids("1.4")


def test_a_ruleset_without_a_game_is_wrong_use(verb: Verb) -> None:
    code, _, err = verb("rules", "--ruleset", "rift-cr-1.2")
    assert code == 2
    assert "--ruleset needs --game" in err


def test_an_unknown_ruleset_names_the_known_ones(verb: Verb) -> None:
    code, _, err = verb("rules", "--game", "riftbound", "--ruleset", "rift-cr-1.22")
    assert code == 2
    assert "--ruleset: " in err
    assert "rift-cr-1." in err


def test_show_rule_gives_three_languages_and_a_text_that_parses_to_the_same_rule(verb: Verb) -> None:
    code, out, _ = verb("show-rule", "default-decides")
    rule = packaged_rules().by_id()["default-decides"]
    head, _, text = out.partition("\n\n")
    assert code == 0
    assert [line.split()[0] for line in head.splitlines()[1:] if line[2] != " "] == ["en", "fr", "es"]
    assert parse_rules(text, "shown").rules == (rule,)


def test_show_rule_shows_one_language_when_asked(verb: Verb) -> None:
    head = verb("show-rule", "default-decides", "--lang", "es")[1].partition("\n\n")[0]
    assert "Sin efecto de control" in head
    assert "With no control effect" not in head


def test_every_rule_can_be_shown_as_it_is_written(verb: Verb) -> None:
    for rule in packaged_rules().rules:
        record = json.loads(verb("show-rule", rule.id, "--format", "json")[1])
        assert parse_rules(record["text"], "shown").rules == (rule,)


def test_an_unknown_rule_names_the_near_matches(verb: Verb) -> None:
    code, out, err = verb("show-rule", "default-decide")
    assert (code, out) == (2, "")
    assert "no rule 'default-decide'; did you mean 'default-decides'" in err
