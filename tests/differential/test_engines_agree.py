"""Three engines come to the same facts: the compiled rules, clingo on these rules, and a machine by hand.

Of every random situation the compiled rules and the machine are compared after each event; every tenth goes
to clingo too, in every fact of every step. An ordinary run takes a thousand situations of each game, and
`SITUATIONS=100000 make differential` as many as you like; a situation is reproducible by its number.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace

import pytest
import yaml
from drafts import SeededPicker
from engines import clingo_facts, differences, engine_facts, run_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from machine.mtg import MagicMachine
from machine.riftbound import RiftMachine
from machine.ygo import DuelMachine
from machines import COMPARED, MACHINES, parting
from situations import GAMES, document, situation

from kb.scenario.read import read_scenarios
from kb.scenario.records import Scenario
from kb.scenario.write import to_yaml

SITUATIONS = int(os.environ.get("SITUATIONS", "1000"))
FIRST = int(os.environ.get("FIRST", "0"))
"""The number of the first situation: a long run can be taken in parts."""
CHUNK = 250
CLINGO_SHARE = int(os.environ.get("CLINGO_SHARE", "10"))
"""Every tenth situation goes to clingo too: it takes ten times as long as everything else together."""
SLOW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def chunks() -> list[int]:
    return list(range(FIRST, FIRST + SITUATIONS, CHUNK))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("start", chunks())
def test_the_machine_and_the_rules_say_the_same_after_every_event(game: str, start: int) -> None:
    for seed in range(start, min(start + CHUNK, FIRST + SITUATIONS)):
        told = situation(game, SeededPicker(seed))
        assert not parting(told), f"{game} {seed}"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("start", chunks())
def test_clingo_finds_one_model_with_the_same_facts(game: str, start: int) -> None:
    for seed in range(start, min(start + CHUNK, FIRST + SITUATIONS), CLINGO_SHARE):
        told = situation(game, SeededPicker(seed))
        run = run_of(told)
        models = clingo_facts(told, run)
        assert len(models) == 1, f"{game} {seed}: {len(models)} models"
        assert not differences(engine_facts(run), models[0]), f"{game} {seed}"


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
