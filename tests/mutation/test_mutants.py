"""Mutants are made as they should be, told from the rules by the tests, and those argued away do exist."""

from __future__ import annotations

from contextlib import suppress

import pytest
from aim import aim_of
from anything import anything
from deciding import GAMES, Deciding, cases
from mutants import mutants_of
from records import Fate, Result, append_result, equivalents, read_results
from report import page
from switched import switched
from trial import Court, NoMutantError, compiled

from kb.inference.parse import parse_rules
from kb.inference.rulebase import packaged_rules

HOUSE = """
static owner(X, P)
event taken(X, P)
state holder(X, P)
state keeper(X, P)
rule first
  kind default
  game all
  holder(X, P) if owner(X, P).
rule taking
  kind exception
  game all
  defeats first
  holder(X, P) if taken(X, P), not owner(X, P), P != nobody.
"""
DECIDED = {"default-decides", "leaving", "rift-control-established", "ygo-take-control", "mtg-controller"}


def changes(rule: str) -> list[str]:
    house = parse_rules(HOUSE, "house.crl").by_id()
    return [
        mutant.change
        for mutant in mutants_of(house[rule], {("holder", 0): {"player"}, ("holder", 1): {"player"}})
    ]


def test_every_clause_and_condition_is_spoilt_in_every_way() -> None:
    assert changes("taking") == [
        "drop the clause",
        "drop taken(X, P)",
        "flip taken(X, P)",
        "drop not owner(X, P)",
        "flip not owner(X, P)",
        "drop P != nobody",
        "flip P != nobody",
        "swap the variables of the head",
        "does not defeat first",
    ]


def test_only_what_may_be_the_same_sort_of_thing_is_swapped() -> None:
    [rule] = [each for each in parse_rules(HOUSE, "house.crl").rules if each.id == "first"]
    found = mutants_of(rule, {("holder", 0): {"object"}, ("holder", 1): {"player"}})
    assert "swap the variables of the head" not in [mutant.change for mutant in found]


def test_a_mutant_differs_in_one_rule_and_is_named_for_it() -> None:
    house = parse_rules(HOUSE, "house.crl")
    for rule in house.rules:
        for mutant in mutants_of(rule, {}):
            mutated = mutant.applied(house)
            pairs = zip(house.rules, mutated.rules, strict=True)
            changed = {one.id for one, other in pairs if one != other}
            assert rule.id in changed
            assert changed == {rule.id} or mutant.change == "drop the clause"
            assert mutant.name.startswith(f"{rule.id}: {mutant.change}")


def test_names_of_mutants_are_unique() -> None:
    names = [mutant.name for rule in packaged_rules().rules for mutant in mutants_of(rule, {})]
    assert len(set(names)) == len(names)


@pytest.fixture(scope="module")
def court() -> Court:
    found = Court(list(cases()))
    found.prepare()
    return found


@pytest.mark.parametrize("rule", sorted(DECIDED))
def test_what_decides_a_question_cannot_be_left_out(rule: str, court: Court) -> None:
    for mutant in mutants_of(packaged_rules().by_id()[rule], {}):
        if mutant.change == "drop the clause":
            assert court.verdict(mutant) is not None, mutant.name


def test_what_cannot_run_is_no_mutant(court: Court) -> None:
    [refused] = [
        m for m in mutants_of(packaged_rules().by_id()["leaving"], {}) if m.change.startswith("flip")
    ]
    with pytest.raises(NoMutantError, match="no condition binds it"):
        court.verdict(refused)


def test_the_test_that_killed_before_is_tried_first(court: Court) -> None:
    [dropped] = [
        m for m in mutants_of(packaged_rules().by_id()["leaving"], {}) if m.change == "drop the clause"
    ]
    killers = [test.name for test in court.tests if test.missing is not None][:200]
    by = court.verdict(dropped)
    assert by is not None
    assert court.verdict(dropped, by) == by
    assert by in {*killers, *(test.name for test in court.tests)}


@pytest.mark.parametrize("game", GAMES)
def test_anything_that_can_be_said_can_be_answered(game: str) -> None:
    for seed in range(40):
        test = Deciding(f"anything {game} {seed}", anything(game, seed))
        assert isinstance(test.reference, dict), (test.name, test.reference)
    assert anything(game, 7) == anything(game, 7)


def test_a_situation_aimed_at_a_clause_has_what_the_clause_is_about() -> None:
    rule = packaged_rules().by_id()["mtg-echo"]
    aim = aim_of(rule, 0, packaged_rules(), ("mtg-cr-2026-08-07",))
    assert "begin_turn" in aim.verbs
    assert "echo" in aim.properties
    assert "player" in aim.fields
    made = [anything("mtg", seed, aim) for seed in range(30)]
    plain = [anything("mtg", seed) for seed in range(30)]
    assert {each.edition for each in made} == {"2026-08-07"}

    def share(verb: str, situations) -> float:  # type: ignore[no-untyped-def]
        verbs = [event.verb for each in situations for event in each.events]
        return verbs.count(verb) / len(verbs)

    assert share("begin_turn", made) > 2 * share("begin_turn", plain)


def test_results_are_kept_and_read_again(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "results.jsonl"
    first = Result("a: drop b", "leaving", "drop b", "c", Fate.SURVIVED, None, "1")
    second = Result("a: drop b", "leaving", "drop b", "c", Fate.KILLED, "a case", "2")
    assert read_results(path) == {}
    append_result(path, first)
    append_result(path, second)
    assert read_results(path) == {second.name: second}


def test_the_page_names_those_that_survive() -> None:
    killed = Result("a", "leaving", "drop the clause", "c.", Fate.KILLED, "a case", "1")
    left = Result("b", "leaving", "flip not d", "c.", Fate.SURVIVED, None, "1")
    written = page([killed, left], {}, 7, 5, 3)
    assert "| together | 2 | 1 | 1 | 0 | 50.0 % |" in written
    assert "- `leaving`: flip `not d` in `c.`" in written
    assert "3 mutants have not been tried yet." in written


def test_every_mutant_argued_away_exists_and_has_an_argument() -> None:
    known = {m.name for rule in packaged_rules().rules for m in mutants_of(rule, {})}
    argued = equivalents()
    assert {name for name, each in argued.items() if "swap" not in each.change} <= known
    assert all(len(each.because.split()) > 8 for each in argued.values())


@pytest.mark.parametrize("rule", ["rift-control-established", "newest-effect", "ygo-take-control"])
def test_a_mutant_switched_on_says_what_it_says_alone(rule: str, court: Court) -> None:
    found = packaged_rules().by_id()[rule]
    mutants = [mutant for mutant in mutants_of(found, court.sorts) if mutant.number is not None]
    tests = [test for test in court.tests if rule in court.selected(test.rules)][:40]
    edition = tests[0].rules
    alone, sound = {}, []
    for mutant in mutants:
        with suppress(NoMutantError):
            alone[mutant.name] = compiled(mutant.applied(packaged_rules()), edition)
            sound.append(mutant)
    whole = switched(packaged_rules(), found, sound)
    together = compiled(whole.rules, edition)
    for test in tests:
        if test.rules == edition:
            assert test.result(together) == test.reference
            for name, program in alone.items():
                assert test.result(together, whole.switches[name]) == test.result(program), (name, test.name)
