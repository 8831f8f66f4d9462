"""Scenarios built in Python are the same scenarios as those read from files."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest

from kb.errors import ScenarioError
from kb.scenario import (
    ITS_OWNER,
    ScenarioBuilder,
    Until,
    read_scenarios,
    scenario,
    to_yaml,
    vocabulary,
    while_,
)


def stolen_leash() -> ScenarioBuilder:
    return (
        scenario("mtg", "Ann", "Ben", "Cleo", ruleset="mtg-cr-2026-08-07", id="leash", title="The leash")
        .permanent("bear", owner="Ann", name="Mossback Bear")
        .permanent("leash", owner="Ben", kind="aura", attached_to="bear", static_control="attached")
        .begin_turn("Cleo")
        .gain_control("Cleo", "leash", until="end_of_turn", by="scissors", note="borrowed")
        .end_turn("Cleo")
        .ask("controller", "bear", at="after:2", expect="Cleo", why="613.1b", mechanical=True)
        .ask("owner", "bear")
    )


def test_a_built_scenario_equals_the_one_read_from_a_file() -> None:
    [read] = read_scenarios(
        """
        id: leash
        title: The leash
        game: mtg
        ruleset: mtg-cr-2026-08-07
        players: [Ann, Ben, Cleo]
        setup:
          - {id: bear, name: Mossback Bear, kind: creature, owner: Ann, controller: Ann, zone: battlefield}
          - id: leash
            kind: aura
            owner: Ben
            controller: Ben
            zone: battlefield
            attached_to: bear
            properties: {static_control: attached}
        events:
          - {do: begin_turn, player: Cleo}
          - {do: gain_control, player: Cleo, of: leash, until: end_of_turn, by: scissors, note: borrowed}
          - {do: end_turn, player: Cleo}
        questions:
          - {ask: controller, of: bear, at: "after:2", expect: Cleo, why: 613.1b, mechanical: true}
          - {ask: owner, of: bear}
        """
    )
    assert stolen_leash().build() == read


def test_written_as_yaml_and_read_again_a_scenario_is_the_same() -> None:
    table = stolen_leash()
    assert read_scenarios(table.to_yaml()) == (table.build(),)


def test_each_call_gives_a_new_builder_and_leaves_the_old_one() -> None:
    start = scenario("mtg", "A", "B")
    with_bear = start.permanent("bear", owner="A")
    one, other = with_bear.destroy("bear"), with_bear.end_turn("A")
    assert len(start.build().objects) == 0
    assert [event.verb for event in one.build().events] == ["destroy"]
    assert [event.verb for event in other.build().events] == ["end_turn"]


def test_every_verb_is_a_method() -> None:
    start = scenario("riftbound", "A")
    assert set(vocabulary().verbs) <= set(dir(start))
    table = start.battlefield("ford", owner="A").hide(player="A", card="snare", battlefield="ford").build()
    assert (table.events[0].verb, table.events[0].text("card")) == ("hide", "snare")


def test_a_trailing_underscore_stands_for_a_word_that_python_has() -> None:
    table = scenario("ygo", "A").monster("x", owner="A").tribute(player="A", what="x", for_="big one").build()
    assert table.events[0].text("for") == "big one"


def test_a_misspelt_verb_is_an_attribute_error_with_near_matches() -> None:
    with pytest.raises(
        AttributeError, match=r"^a scenario has no verb 'gain_contrl'; did you mean 'gain_control'"
    ):
        scenario("mtg", "A").gain_contrl(player="A")


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (
            scenario("mtg", "A", "B").begin_turn("C"),
            r"^scenario\('mtg', 'A', 'B'\) \(begin_turn\(player='C'\), events\[0\]\.player\): "
            r"unknown player: found 'C', expected one of A, B$",
        ),
        (
            scenario("mtg", "A", "B").permanent("bear", owner="A").end_turn().destroy("beer"),
            r"\(destroy\(what=\('beer',\)\), events\[1\]\.what\): unknown object: found 'beer', .*'bear'\?$",
        ),
        (
            scenario("mtg", "A", "B").permanent("bear", owner="A", kind="creture"),
            r"\(permanent\(id='bear', .*kind='creture'\), setup\[0\]\.kind\): unknown kind",
        ),
        (scenario("mtgg", "A"), r"^scenario\('mtgg', 'A'\) \(game\): unknown game"),
        (scenario("mtg"), r"a scenario needs players"),
        (scenario("mtg", "A", ruleset="mtg-cr-1"), r"unknown ruleset: found 'mtg-cr-1'"),
        (
            scenario("mtg", "A").hold(player="A", battlefield="b"),
            r"this verb belongs to riftbound: found 'hold'",
        ),
        (
            scenario("mtg", "A").ask("owner", "bear"),
            r"\(ask\(ask='owner', of='bear', at='end'\), questions\[0\]",
        ),
    ],
    ids=["player", "object", "kind", "game", "no players", "ruleset", "other game", "question"],
)
def test_an_error_names_the_call_that_is_wrong(table: ScenarioBuilder, message: str) -> None:
    with pytest.raises(ScenarioError, match=message):
        table.build()


def test_all_wrong_calls_are_reported_together() -> None:
    table = scenario("mtg", "A", "B").begin_turn("C").end_turn("D")
    with pytest.raises(ScenarioError, match=r"; and 1 more$") as caught:
        table.build()
    assert caught.value.others[0].found == "D"


def test_a_value_that_no_scenario_can_hold_is_refused_at_the_call() -> None:
    with pytest.raises(ScenarioError, match=r"a value no scenario can hold: found 'object'"):
        scenario("mtg", "A").event("note", text=object())


def test_objects_start_under_their_owners_unless_said_otherwise() -> None:
    table = (
        scenario("mtg", "A", "B")
        .permanent("mine", owner="A")
        .permanent("lent", owner="A", controller="B")
        .permanent("nobodys", owner="A", controller=None)
        .card("held", owner="A", zone="hand", kind="creature")
        .build()
    )
    assert [thing.controller for thing in table.objects] == ["A", "B", None, None]
    assert repr(ITS_OWNER) == "its owner"
    assert [assumed.kind for assumed in table.assumptions] == ["no_ruleset"]


def test_units_stand_at_their_controllers_base_or_at_a_battlefield() -> None:
    table = (
        scenario("riftbound", "A", "B")
        .battlefield("ford", owner="A")
        .unit("home", owner="A")
        .unit("taken", owner="A", controller="B")
        .unit("away", owner="A", at="ford")
        .unit("sneaky", owner="A", at="facedown:ford")
        .build()
    )
    zones = [thing.zone for thing in table.objects]
    assert zones == ["battlefield_zone", "base:A", "base:B", "battlefield:ford", "facedown:ford"]
    assert table.objects[0].controller is None


def test_a_players_free_zones_can_be_stated_either_way() -> None:
    table = scenario("ygo", "A").player("A", mzone=0).set_free_zones(player="A", szone=1).build()
    assert dict(table.objects[0].properties) == {"mzone": 0}
    assert dict(table.events[0].fields) == {"player": "A", "szone": 1}


def test_a_condition_is_written_with_while_() -> None:
    until = while_("controls", object="thief", player="A")
    table = (
        scenario("mtg", "A", "B")
        .permanent("thief", owner="A")
        .permanent("ring", owner="B", kind="artifact")
        .gain_control("A", "ring", until=until)
        .build()
    )
    assert table.events[0].until() == Until("while", "controls", "thief", "A")


def test_typed_verbs_and_generic_events_say_the_same() -> None:
    start = (
        scenario("riftbound", "A", "B")
        .battlefield("ford", owner="A")
        .unit("a", owner="A")
        .unit("b", owner="B")
    )
    typed = (
        start.cast("A", "hex", targets=["a", "b"])
        .resolve("hex", enters_under="A")
        .activate("A", "a", id="act", text="words")
        .trigger("trig", "b", functions_in="trash", cause="lost_control", chooser="B", text="words")
        .create_token("tok", "A", kind="token unit", under="B", name="Token")
        .exchange_control("a", "b", by="hex", until="end_of_turn")
        .return_control(["a", "b"], by="hex")
        .attach("a", "b")
        .destroy("a", "b", note="boom")
        .move(["a"], "hand", under="A")
        .leave_game("B")
        .move_unit("A", "a", "ford")
        .open_showdown("ford")
        .close_showdown("ford")
    )
    generic = (
        start.event("cast", player="A", card="hex", targets=["a", "b"])
        .event("resolve", what="hex", enters_under="A")
        .event("activate", id="act", player="A", source="a", text="words")
        .event(
            "trigger",
            id="trig",
            source="b",
            functions_in="trash",
            cause="lost_control",
            chooser="B",
            text="words",
        )
        .event("create_token", id="tok", name="Token", creator="A", under="B", kind="token unit")
        .event("exchange_control", of=["a", "b"], by="hex", until="end_of_turn")
        .event("return_control", of=["a", "b"], by="hex")
        .event("attach", what="a", to="b")
        .event("destroy", what=["a", "b"], note="boom")
        .event("move", what="a", to="hand", under="A")
        .event("leave_game", player="B")
        .event("move_unit", player="A", unit="a", to="ford")
        .event("open_showdown", battlefield="ford", kind="non-combat")
        .event("close_showdown", battlefield="ford")
    )
    assert typed.build() == generic.build()
    assert read_scenarios(typed.to_yaml()) == (typed.build(),)


def test_builders_and_scenarios_can_be_copied_and_sent_to_other_processes() -> None:
    table = stolen_leash()
    assert copy.deepcopy(table).build() == table.build()
    assert pickle.loads(pickle.dumps(table)).build() == table.build()
    assert pickle.loads(pickle.dumps(table.build())) == table.build()


@pytest.mark.parametrize("game", ["mtg", "ygo", "riftbound"])
def test_every_shared_case_written_as_yaml_reads_as_the_same_scenario(shared: Path, game: str) -> None:
    tables = read_scenarios(shared / "cases" / f"{game}.yaml")
    assert read_scenarios(to_yaml(tables)) == tables


def test_awkward_texts_survive_being_written() -> None:
    text = "yes: 'no' \"maybe\" # not a comment\nsecond line\n\n- third é « ok »"
    table = (
        scenario("mtg", "null", "true", title=text, id="~")
        .permanent("007", owner="null", name="1.50", text=text, power=-3, counters={"seal": 2}, tapped=True)
        .event("note", text=text, un_negate=True)
        .ask("owner", "007", expect="null", why=text)
        .ask("may_activate", "007", expect={"null": True, "true": False})
    )
    assert read_scenarios(table.to_yaml()) == (table.build(),)
    assert table.build().objects[0].owner == "null"
