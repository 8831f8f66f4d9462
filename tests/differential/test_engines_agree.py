"""The compiled rules and clingo, which share nothing but the rules, come to the same facts in every step.

`SITUATIONS=100000 make differential` runs as many as you like; every run is reproducible by its number.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest
from engines import clingo_facts, differences, engine_facts, run_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from situations import SeededPicker, situation

GAMES = ("mtg", "ygo", "riftbound")
SITUATIONS = int(os.environ.get("SITUATIONS", "3000"))
CHUNK = 50
CLINGO_SHARE = 5
"""Every fifth situation goes to clingo too in an ordinary run: it is some hundred times slower."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("start", range(0, SITUATIONS // len(GAMES), CHUNK))
def test_clingo_finds_one_model_with_the_same_facts(game: str, start: int) -> None:
    step = 1 if "SITUATIONS" in os.environ else CLINGO_SHARE
    for seed in range(start, start + CHUNK, step):
        told = situation(game, SeededPicker(seed))
        run = run_of(told)
        models = clingo_facts(told, run)
        assert len(models) == 1, f"{game} {seed}: {len(models)} models"
        assert not differences(engine_facts(run), models[0]), f"{game} {seed}"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("start", range(0, SITUATIONS // len(GAMES), CHUNK))
def test_whatever_happens_each_thing_is_in_one_place_under_one_player(game: str, start: int) -> None:
    for seed in range(start, start + CHUNK):
        told = situation(game, SeededPicker(seed))
        run = run_of(told)
        for event in range(len(told.events) + 1):
            index = run.step_of(event)
            for relation in ("zone", "controller", "owner", "base"):
                counted = Counter(row[0] for row in run.rows(relation, index))
                assert all(count == 1 for count in counted.values()), (
                    f"{game} {seed} after {event}: {relation}"
                )
            controlled = {row[0] for row in run.rows("controller", index)}
            abilities = {row[0] for row in run.rows("is_ability", index)}
            controllable = {row[0] for row in run.rows("controllable", index)}
            assert controllable - abilities <= controlled, f"{game} {seed} after {event}"


class Drawn:
    """Choices that hypothesis makes, and shrinks."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def choice(self, options):  # type: ignore[no-untyped-def]
        return self._data.draw(st.sampled_from(list(options)))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(GAMES), st.data())
def test_the_smallest_situation_on_which_clingo_disagrees_is_shown(game: str, data: st.DataObject) -> None:
    told = situation(game, Drawn(data), events=6)
    run = run_of(told)
    assert [differences(engine_facts(run), model) for model in clingo_facts(told, run)] == [[]]
