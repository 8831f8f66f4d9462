"""Laws of the scenario format: no text breaks the reader, and what is written reads as the same scenario."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import ScenarioError
from kb.scenario import check_scenarios, read_scenarios, scenario
from kb.scenario.document import MOST_DEPTH

words = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), min_size=1, max_size=12)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
FRAGMENTS = """game: mtg|players: [A, B]|setup:|- |{|}|[|]|do: |tap|, |what: |x|events:|questions:\
|ask: |owner|of: |at: after:1|&a |*a|!!int |? |null|'|id: x|kind: creature|zone: battlefield\
|until: {while: |properties: {|---|: |#"""
fragments = st.sampled_from([*FRAGMENTS.split("|"), "\n", "\n", "\n  ", "\t"])


@settings(max_examples=150, deadline=None)
@given(st.lists(fragments, max_size=25).map("".join) | words)
def test_whatever_is_written_is_read_or_refused_with_a_scenario_error(text: str) -> None:
    with suppress(ScenarioError):
        check_scenarios(text)


KEYS = "game players setup events questions id kind owner zone do of what until while ask at expect"
keys = st.sampled_from(KEYS.split())


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(keys, values | st.lists(st.dictionaries(keys, values, max_size=4), max_size=3)))
def test_values_in_unexpected_places_are_refused_with_a_scenario_error(fields: dict[str, object]) -> None:
    text = json.dumps({"game": "riftbound", "players": ["A", "B"]} | fields, ensure_ascii=False)
    with suppress(ScenarioError):
        read_scenarios(text)


names = st.lists(words, min_size=2, max_size=4, unique=True)


@settings(max_examples=100, deadline=None)
@given(
    players=st.lists(words, min_size=2, max_size=4, unique=True),
    id=words,
    title=words,
    power=values,
    note=words,
)
def test_what_is_built_and_written_reads_as_the_same_scenario(
    players: list[str], id: str, title: str, power: object, note: str
) -> None:
    if id in players:
        return
    table = (
        scenario("mtg", *players, title=title, id=id)
        .permanent(id, owner=players[0], controller=players[-1], name=title, power=power)
        .gain_control(players[1], id, by=note, note=note)
        .ask("controller", id, at="after:1", expect=players[1], why=note)
    )
    assert read_scenarios(table.to_yaml()) == (table.build(),)


@given(st.integers(MOST_DEPTH + 1, 400))
def test_depth_is_bounded(depth: int) -> None:
    with pytest.raises(ScenarioError, match=r"nested deeper than 24 levels|exceeded maximum nesting depth"):
        check_scenarios("note: " + "[" * depth + "]" * depth)
