"""Three engines come to the same facts: the compiled rules, clingo on these rules, and a machine by hand.

Of every random situation the compiled rules and the machine are compared after each event, and the compiled
rules and clingo in every fact of every step. An ordinary run takes a thousand situations of each game, and
`SITUATIONS=100000 make differential` as many as you like; a situation is reproducible by its number.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace

import engines
import pytest
import yaml
from drafts import SeededPicker
from engines import clingo_disagrees, clingo_facts, differences, engine_facts, models_in_worlds, run_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from machine.mtg import MagicMachine
from machine.riftbound import RiftMachine
from machine.ygo import DuelMachine
from machines import COMPARED, MACHINES, parting
from situations import GAMES, document, situation

from kb.inference.asp import in_world
from kb.inference.engine import Run
from kb.scenario.read import read_scenarios
from kb.scenario.records import Scenario
from kb.scenario.write import to_yaml

SITUATIONS = int(os.environ.get("SITUATIONS", "1000"))
FIRST = int(os.environ.get("FIRST", "0"))
"""The number of the first situation: a long run can be taken in parts."""
CHUNK = 250
CHUNK_AT_ONCE = 1000
"""Clingo takes many situations in one program, the more the cheaper each."""
SLOW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def chunks(size: int = CHUNK) -> list[int]:
    return list(range(FIRST, FIRST + SITUATIONS, size))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("start", chunks())
def test_the_machine_and_the_rules_say_the_same_after_every_event(game: str, start: int) -> None:
    for seed in range(start, min(start + CHUNK, FIRST + SITUATIONS)):
        told = situation(game, SeededPicker(seed))
        assert not parting(told), f"{game} {seed}"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("start", chunks(CHUNK_AT_ONCE))
def test_clingo_finds_one_model_with_the_same_facts(game: str, start: int) -> None:
    told = {
        seed: situation(game, SeededPicker(seed))
        for seed in range(start, min(start + CHUNK_AT_ONCE, FIRST + SITUATIONS))
    }
    seeds = {id(one): seed for seed, one in told.items()}
    found = [(seeds[id(one)], how) for one, how in clingo_disagrees([*told.values()])]
    assert not found, f"{game}: {found}"


@pytest.mark.parametrize("game", GAMES)
def test_many_situations_in_one_program_have_the_models_that_each_has_alone(game: str) -> None:
    told = [situation(game, SeededPicker(seed)) for seed in range(300)]
    edition = (told[0].game, told[0].document, told[0].edition)
    those = [one for one in told if (one.game, one.document, one.edition) == edition][:20]
    runs = [run_of(one) for one in those]
    [together] = models_in_worlds(edition, runs)
    alone = set()
    for world, (one, run) in enumerate(zip(those, runs, strict=True)):
        [model] = clingo_facts(one, run)
        alone |= {in_world(name, row, step, world) for (name, step), rows in model.items() for row in rows}
    assert together == alone


def test_where_clingo_differs_it_is_said_of_which_situation(monkeypatch: pytest.MonkeyPatch) -> None:
    told = [situation("mtg", SeededPicker(seed)) for seed in range(30)]
    honest = engines.engine_facts

    def forgetful(run: Run) -> engines.Facts:
        facts = honest(run)
        if run.facts is wrong.facts:
            facts.pop(("zone", run.last))
        return facts

    wrong = run_of(told[7])
    monkeypatch.setattr(engines, "run_of", lambda one: wrong if one is told[7] else run_of(one))
    monkeypatch.setattr(engines, "engine_facts", forgetful)
    [(found, how)] = clingo_disagrees(told)
    assert found is told[7]
    assert "zone: only first []" in how


@pytest.mark.parametrize("game", GAMES)
def test_whatever_happens_each_thing_is_in_one_place_under_one_player(game: str) -> None:
    for seed in range(FIRST, FIRST + 1000):
        told = situation(game, SeededPicker(seed))
        run = run_of(told)
        for event in range(len(told.events) + 1):
            index = run.step_of(event)
            for relation in ("zone", "controller", "owner", "base", "holds"):
                counted = Counter(row[0] for row in run.rows(relation, index))
                assert all(count == 1 for count in counted.values()), (
                    f"{game} {seed} after {event}: {relation}"
                )


class Drawn:
    """Choices that hypothesis makes, and shrinks."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def choice(self, options):  # type: ignore[no-untyped-def]
        return self._data.draw(st.sampled_from(list(options)))


@SLOW
@given(st.sampled_from(GAMES), st.data())
def test_the_smallest_situation_on_which_the_machine_disagrees_is_shown(
    game: str, data: st.DataObject
) -> None:
    told = situation(game, Drawn(data), events=6)
    assert not parting(told), to_yaml(told)


@SLOW
@given(st.sampled_from(GAMES), st.data())
def test_the_smallest_situation_on_which_clingo_disagrees_is_shown(game: str, data: st.DataObject) -> None:
    told = situation(game, Drawn(data), events=6)
    run = run_of(told)
    assert [differences(engine_facts(run), model) for model in clingo_facts(told, run)] == [[]], to_yaml(told)


@pytest.mark.parametrize("game", GAMES)
def test_a_situation_is_what_a_file_of_it_reads_as(game: str) -> None:
    for seed in range(50):
        told = situation(game, SeededPicker(seed))
        [read] = read_scenarios(yaml.safe_dump(document(game, SeededPicker(seed))), source="random")
        assert replace(read, assumptions=()) == told


@pytest.mark.parametrize("game", GAMES)
def test_random_situations_reach_what_they_are_for(game: str) -> None:
    """Every fact that is compared holds somewhere, and the situations use many verbs."""
    verbs: set[str] = set()
    facts: set[str] = set()
    for seed in range(1500):
        told = situation(game, SeededPicker(seed))
        verbs |= {event.verb for event in told.events}
        for snapshot in MACHINES[game](told).play(told.events):
            facts |= {name for name, rows in snapshot.items() if rows}
    assert facts >= COMPARED[game] - UNREACHED[game], f"{game}: {COMPARED[game] - facts}"
    assert len(verbs) >= VERBS_AT_LEAST[game], sorted(verbs)


UNREACHED: dict[str, frozenset[str]] = {
    "mtg": frozenset({"negated"}),
    "ygo": frozenset({"tapped"}),
    "riftbound": frozenset({"face_down", "tapped", "negated"}),
}
"""What belongs to other games."""
VERBS_AT_LEAST = {"mtg": 32, "ygo": 22, "riftbound": 27}


class Oblivious(MagicMachine):
    """A machine that forgets that the newest effect decides."""

    def deciding(self, thing):  # type: ignore[no-untyped-def]
        return next((effect for effect in self.effects if effect.on == thing.id), None)


class Roomy(DuelMachine):
    """A machine whose field has room for everybody."""

    def is_full(self, player: str | None) -> bool:
        return False

    def _in_order(self, movers):  # type: ignore[no-untyped-def]
        return set()


class Steady(RiftMachine):
    """A machine in which nobody ever loses a battlefield."""

    def _loses(self, site, now):  # type: ignore[no-untyped-def]
        return False


@pytest.mark.parametrize(("game", "wrong"), [("mtg", Oblivious), ("ygo", Roomy), ("riftbound", Steady)])
def test_a_machine_that_is_wrong_is_found_out(
    game: str, wrong: type[MagicMachine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MACHINES, game, wrong)
    told = [situation(game, SeededPicker(seed)) for seed in range(600)]
    found: list[Scenario] = [one for one in told if parting(one)]
    assert found


def test_what_the_situation_leaves_open_is_missing_for_the_rules_too() -> None:
    told = {
        "game": "ygo",
        "players": ["A", "B"],
        "setup": [
            {"id": name, "kind": "monster", "owner": "B", "controller": "B", "zone": "mzone"}
            for name in ("m1", "m2")
        ],
        "events": [
            {"do": "gain_control", "player": "A", "of": "m1", "until": "end_phase", "by": "mind"},
            {"do": "gain_control", "player": "A", "of": "m2", "until": "end_phase", "by": "heart"},
            {"do": "set_free_zones", "player": "B", "mzone": 1},
            {"do": "end_phase", "player": "A"},
        ],
    }
    [read] = read_scenarios(str(told), source="two come back to one zone")
    machine = DuelMachine(read)
    list(machine.play(read.events))
    assert machine.doubtful == {"m1", "m2"}
    assert not parting(read)
    assert {row[0] for row in run_of(read).rows("missing", run_of(read).last)} == {"m1", "m2"}


def test_a_document_says_which_edition_it_is_about() -> None:
    drawn = {document(game, SeededPicker(seed))["ruleset"] for game in GAMES for seed in range(80)}
    assert len(drawn) == 5 + 3 + 4
