"""What a scenario file says, and how it is normalised."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.errors import ScenarioError
from kb.scenario import NOT_GIVEN, Outsider, Scenario, Until, read_scenarios

DUEL = """
game: mtg
players: [A, B]
setup:
  - {id: bear, name: Bear, kind: creature, owner: A, controller: A, zone: battlefield}
  - {id: ox, kind: artifact creature, owner: B, controller: B, zone: battlefield}
"""


def read(text: str) -> Scenario:
    [table] = read_scenarios(text, source="duel.yaml")
    return table


def with_events(*events: str) -> Scenario:
    return read(DUEL + "events:\n" + "\n".join(f"  - {{{event}}}" for event in events))


def with_questions(*questions: str, events: str = "events: [{do: begin_turn, player: A}]\n") -> Scenario:
    return read(DUEL + events + "questions:\n" + "\n".join(f"  - {{{each}}}" for each in questions))


def test_a_file_may_hold_several_scenarios_and_each_knows_its_index() -> None:
    text = "---\nid: a\ngame: mtg\nplayers: [A]\n---\nid: b\ngame: ygo\nplayers: [A]\n---\n"
    assert [(table.id, table.index, table.game) for table in read_scenarios(text)] == [
        ("a", 0, "mtg"),
        ("b", 1, "ygo"),
    ]


def test_json_is_read_like_yaml() -> None:
    table = read('{"game": "mtg", "players": ["A", "B"], "events": [{"do": "end_turn", "player": "A"}]}')
    assert table.events[0].verb == "end_turn"


def test_players_and_ids_are_text_as_written_whatever_other_readers_make_of_them() -> None:
    table = read(
        "game: mtg\nplayers: [N, Y, on, 1, 2010-02-01]\n"
        "setup: [{id: 007, kind: creature, owner: on, controller: N, zone: battlefield},"
        " {id: 1e3, kind: creature, owner: 1, controller: 2010-02-01, zone: battlefield}]\n"
        "questions: [{ask: controller, of: 007, expect: N}, {ask: owner, of: 1e3, expect: 1}]\n"
    )
    assert table.players == ("N", "Y", "on", "1", "2010-02-01")
    assert [(thing.id, thing.owner, thing.controller) for thing in table.objects] == [
        ("007", "on", "N"),
        ("1e3", "1", "2010-02-01"),
    ]
    assert [question.expect for question in table.questions] == ["N", "1"]


def test_a_quoted_null_is_a_word_and_a_plain_one_is_nobody() -> None:
    table = read(
        "game: mtg\nplayers: ['null', B]\n"
        "setup: [{id: x, kind: card, owner: 'null', controller: null, zone: exile}]\n"
        "questions: [{ask: controller, of: x, expect: null}, {ask: owner, of: x, expect: 'null'}]\n"
    )
    assert table.objects[0].owner == "null"
    assert table.objects[0].controller is None
    assert [question.expect for question in table.questions] == [None, "null"]


def test_kinds_keep_their_order_and_the_name_defaults_to_the_id() -> None:
    ox = read(DUEL).objects[1]
    assert (ox.kinds, ox.name) == (("artifact", "creature"), "ox")


def test_every_record_knows_its_place() -> None:
    table = with_questions("ask: owner, of: bear")
    assert str(table.objects[0].place) == "duel.yaml:5:5 (setup[0])"
    assert str(table.events[0].place) == "duel.yaml:7:10 (events[0])"
    assert str(table.questions[0].place) == "duel.yaml:9:5 (questions[0])"


def test_fields_that_may_hold_several_ids_are_tuples_even_when_one_is_written() -> None:
    one, two = with_events("do: destroy, what: bear", "do: destroy, what: [bear, ox]").events
    assert (one.fields["what"], two.fields["what"]) == (("bear",), ("bear", "ox"))
    assert one.text("what") == "bear"
    assert two.many("what") == ("bear", "ox")


def test_a_list_of_one_is_taken_where_one_belongs() -> None:
    [event] = with_events("do: attach, what: [bear], to: ox").events
    assert event.fields["what"] == "bear"


def test_a_field_left_empty_is_absent() -> None:
    [event] = with_events("do: move, what: bear, to: exile, under: null, note: ~").events
    assert dict(event.fields) == {"what": ("bear",), "to": "exile"}
    assert event.note is None


def test_events_are_numbered_whether_or_not_numbers_are_written() -> None:
    table = with_events("n: 1, do: begin_turn, player: A", "do: end_turn, player: A")
    assert [event.n for event in table.events] == [1, 2]


@pytest.mark.parametrize("word", ["indefinite", "end_of_turn", "end_phase"])
def test_a_duration_is_a_word(word: str) -> None:
    [event] = with_events(f"do: gain_control, player: B, of: bear, until: {word}").events
    assert event.until() == Until(word)


@pytest.mark.parametrize(
    ("written", "until"),
    [
        ("{while: tapped, object: ox}", Until("while", "tapped", "ox")),
        ("{while: controls, object: ox, player: B}", Until("while", "controls", "ox", "B")),
        ("{while: on_battlefield, object: ox}", Until("while", "on_battlefield", "ox")),
        ("{while: on_board, object: ox}", Until("while", "on_board", "ox")),
        ("{while: counter, object: bear, counter: seal}", Until("while", "counter", "bear", None, "seal")),
        ("{while: face_up, object: ox}", Until("while", "face_up", "ox")),
        ("{while: equipped, object: ox}", Until("while", "equipped", "ox")),
    ],
)
def test_a_duration_is_a_condition(written: str, until: Until) -> None:
    [event] = with_events(f"do: gain_control, player: B, of: bear, until: {written}").events
    assert event.until() == until


def test_control_gained_without_a_duration_is_for_good() -> None:
    [event] = with_events("do: gain_control, player: B, of: bear").events
    assert event.until() == Until("indefinite")


def test_a_cleanup_is_open_unless_it_says_closed() -> None:
    table = read("{game: riftbound, players: [A], events: [{do: cleanup}, {do: cleanup, state: closed}]}")
    assert [event.text("state") for event in table.events] == ["open", "closed"]


def test_a_card_outside_the_picture_belongs_to_the_acting_player_where_one_is_named() -> None:
    table = with_events(
        "do: cast, player: B, card: bolt",
        "do: gain_control, player: A, of: ox, by: bolt",
        "do: return_control, of: ox, by: seal",
    )
    assert table.outsiders == (Outsider("bolt", 1, "card", "B"), Outsider("seal", 3, "by", None))
    assert [assumed.sentence() for assumed in table.assumptions[1:]] == [
        "“bolt” is a card outside the picture; it is taken to belong to B.",
        "“seal” is a card outside the picture: nothing declares it.",
    ]


def test_a_card_outside_the_picture_takes_the_first_acting_player_that_any_event_names() -> None:
    table = with_events(
        "do: return_control, of: ox, by: seal", "do: gain_control, player: A, of: ox, by: seal"
    )
    assert table.outsiders == (Outsider("seal", 1, "by", "A"),)


def test_assumptions_are_in_french_and_spanish_with_their_own_typography() -> None:
    table = with_events("do: cast, player: B, card: bolt")
    assumed = table.assumptions[-1]
    assert assumed.sentence("fr") == (
        "«\N{NO-BREAK SPACE}bolt\N{NO-BREAK SPACE}» est une carte hors du tableau\N{NO-BREAK SPACE}; "
        "on suppose qu'elle appartient à B."
    )
    assert assumed.sentence("es") == "«bolt» es una carta fuera del cuadro; se supone que pertenece a B."


def test_a_declared_card_is_no_assumption() -> None:
    table = with_events("do: gain_control, player: A, of: ox, by: bear", "do: trigger, id: t, source: bear")
    assert table.outsiders == ()


def test_what_a_cast_made_known_can_resolve_and_be_asked_about() -> None:
    events = "events: [{do: cast, player: A, card: a big bolt}, {do: resolve, what: a big bolt}]\n"
    table = with_questions("ask: controller, of: a big bolt", events=events)
    assert table.questions[0].of == "a big bolt"


@pytest.mark.parametrize(
    "event",
    [
        "do: activate, id: made, player: A, source: bear",
        "do: trigger, id: made, source: bear",
        "do: delayed_trigger, id: made, created_by: bear",
        "do: copy_spell, id: made, of: bear, player: A",
        "do: get_emblem, id: made, player: A",
        "do: create_token, id: made, creator: A",
    ],
)
def test_what_an_event_makes_can_be_used_and_asked_about_from_then_on(event: str) -> None:
    events = f"events:\n  - {{{event}}}\n  - {{do: resolve, what: made}}\n"
    table = with_questions("ask: owner, of: made, at: 'after:1'", events=events)
    assert table.questions[0].step == 1


def test_moments_become_the_number_of_events_before_them() -> None:
    events = "events: [{do: begin_turn, player: A}, {do: trigger, id: t, source: bear}, {do: end_turn}]\n"
    moments = ("start", "after:1", "'after: 2'", "after:t", "end")
    table = with_questions(
        *(f"ask: owner, of: bear, at: {at}" for at in moments), "ask: owner, of: bear", events=events
    )
    assert [question.step for question in table.questions] == [0, 1, 2, 2, 3, 3]
    assert table.questions[-1].at == "end"


def test_a_question_without_an_expected_answer_differs_from_one_that_expects_nobody() -> None:
    without, nobody = with_questions("ask: owner, of: bear", "ask: owner, of: bear, expect: null").questions
    assert without.expect is NOT_GIVEN
    assert nobody.expect is None
    assert (without.is_checked, nobody.is_checked) == (False, True)


def test_expected_answers_are_read_by_the_type_of_the_question() -> None:
    table = with_questions(
        "ask: may_activate, of: bear, expect: {A: yes, B: false}",
        "ask: zone_after, of: bear, expect: 'A:graveyard'",
        "ask: zone_after, of: bear, expect: battlefield",
        "ask: legal_target, of: bear, for: a bolt, expect: no",
        "ask: affected_by, of: bear, expect: []",
        "ask: decides, of: B, what: attacks, expect: A",
    )
    assert [question.expect for question in table.questions] == [
        {"A": True, "B": False},
        "A:graveyard",
        "battlefield",
        False,
        (),
        "A",
    ]
    assert table.questions[3].for_ == "a bolt"
    assert table.questions[5].what == "attacks"


def test_a_battlefields_status_is_compared_by_the_keys_that_are_expected() -> None:
    table = read(
        "game: riftbound\nplayers: [A, B]\n"
        "setup: [{id: ford, kind: battlefield, owner: A, controller: null, zone: battlefield_zone}]\n"
        "questions:\n"
        "- {ask: battlefield_status, of: ford, expect: {controller: null, contested: no, result: tie}}\n"
    )
    assert table.questions[0].expect == {"controller": None, "contested": False, "result": "tie"}


def test_objects_may_stand_on_battlefields_and_be_attached_to_things_declared_after_them() -> None:
    table = read(
        "game: riftbound\nplayers: [A, B]\n"
        "setup:\n"
        "- {id: saddle, kind: gear, owner: A, controller: A, zone: 'battlefield:ford', attached_to: rider}\n"
        "- {id: rider, kind: unit, owner: A, controller: A, zone: 'battlefield:ford'}\n"
        "- {id: hidden, kind: unit, owner: A, controller: A, zone: 'facedown:ford'}\n"
        "- {id: ford, kind: battlefield, owner: A, controller: null, zone: battlefield_zone}\n"
    )
    assert table.objects[0].attached_to == "rider"
    assert table.objects[2].zone == "facedown:ford"


@pytest.mark.parametrize(
    "to", ["ford", "'battlefield:ford'", "'base:A'", "hand", "legend_zone", "'champion:A'"]
)
def test_a_riftbound_card_goes_to_a_battlefield_or_a_zone(to: str) -> None:
    table = read(
        "game: riftbound\nplayers: [A, B]\n"
        "setup: [{id: ford, kind: battlefield, owner: A, controller: null, zone: battlefield_zone}]\n"
        f"events: [{{do: play, player: A, card: scout, to: {to}}}]\n"
    )
    assert table.events[0].text("to") == to.strip("'")


def test_a_controller_left_out_in_play_is_taken_to_be_the_owner_and_this_is_said() -> None:
    table = read(
        "game: mtg\nplayers: [A, B]\nsetup: [{id: ox, kind: creature, owner: B, zone: battlefield}]\n"
    )
    assert table.objects[0].controller == "B"
    assert [assumed.kind for assumed in table.assumptions] == ["no_ruleset", "controller_in_play"]
    assert "its owner B" in table.assumptions[1].sentence()


def test_a_controller_left_out_outside_play_is_nobody() -> None:
    table = read("game: mtg\nplayers: [A, B]\nsetup: [{id: ox, kind: creature, owner: B, zone: hand}]\n")
    assert table.objects[0].controller is None


def test_an_unknown_property_is_a_warning_with_near_matches() -> None:
    table = read(
        "game: mtg\nplayers: [A]\nsetup:\n"
        "- {id: ox, kind: creature, owner: A, zone: battlefield, properties: {taped: true, power: 3}}\n"
    )
    assert dict(table.objects[0].properties) == {"taped": True, "power": 3}
    assert [str(warning) for warning in table.warnings] == [
        "duel.yaml:4:70 (setup[0].properties): unknown property 'taped', which no rule reads; "
        "did you mean 'tapped' or 'types'?"
    ]


def test_control_that_cannot_change_is_a_flag_or_a_condition() -> None:
    table = read(
        "game: ygo\nplayers: [A]\nsetup:\n"
        "- {id: x, kind: monster, owner: A, zone: mzone, properties: {cannot_change_control: true}}\n"
        "- {id: y, kind: monster, owner: A, zone: mzone,"
        " properties: {cannot_change_control: while face-up}}\n"
    )
    values = [thing.properties["cannot_change_control"] for thing in table.objects]
    assert values == [True, "while face-up"]


def test_an_object_with_a_players_id_states_something_about_the_player() -> None:
    table = read(
        "game: ygo\nplayers: [A, B]\nsetup: [{id: A, kind: player, properties: {free: 0, szone: 2}}]\n"
    )
    assert table.objects[0].kinds == ("player",)
    assert dict(table.objects[0].properties) == {"mzone": 0, "szone": 2}


@pytest.mark.parametrize(
    ("written", "fields"),
    [
        ("mzone: 0", {"mzone": 0}),
        ("mzone: 1, szone: 0", {"mzone": 1, "szone": 0}),
        ("zone: szone, count: 0", {"szone": 0}),
        ("zone: mzone, free: 2", {"mzone": 2}),
        ("count: 3", {"mzone": 3}),
        ("free_main_monster_zones: 4", {"mzone": 4}),
    ],
)
def test_the_ways_to_state_free_zones_read_as_one(written: str, fields: dict[str, int]) -> None:
    table = read(f"game: ygo\nplayers: [A]\nevents: [{{do: set_free_zones, player: A, {written}}}]\n")
    assert dict(table.events[0].fields) == {"player": "A", **fields}


def test_a_note_may_end_a_negation_or_state_a_conquest() -> None:
    table = read(
        "game: riftbound\nplayers: [A]\n"
        "setup: [{id: ford, kind: battlefield, owner: A, controller: null, zone: battlefield_zone}]\n"
        "events:\n"
        "- {do: negate, what: ford}\n"
        "- {do: note, un_negate: ford, conquered: {battlefield: ford, player: A}}\n"
        "- {do: note, un_negate: true}\n"
    )
    assert dict(table.events[1].fields) == {
        "un_negate": ("ford",),
        "conquered": {"battlefield": "ford", "player": "A"},
    }
    assert table.events[2].fields["un_negate"] == (True,)


def test_fields_for_people_are_kept_as_they_are() -> None:
    table = read(
        "{game: mtg, players: [A], difficulty: 3, tags: [swap], source: {kind: own}, confidence: high}"
    )
    assert dict(table.meta) == {
        "difficulty": 3,
        "tags": ("swap",),
        "source": {"kind": "own"},
        "confidence": "high",
    }


def test_a_misspelt_source_that_differs_only_in_case_is_a_warning() -> None:
    table = with_events("do: gain_control, player: A, of: ox, by: Bear")
    assert [warning.message for warning in table.warnings] == [
        "'Bear' is not declared; taken for a card outside the picture; did you mean 'bear'?"
    ]


def test_an_unusual_word_in_an_open_field_is_a_warning() -> None:
    table = with_events("do: trigger, id: t, source: bear, cause: lost_contol")
    assert [warning.message for warning in table.warnings] == [
        "'lost_contol' is not a word that rules read here: lost_control; did you mean 'lost_control'?"
    ]


def test_an_id_used_for_two_made_objects_is_a_warning() -> None:
    table = with_events("do: trigger, id: t, source: bear", "do: trigger, id: t, source: ox")
    assert [warning.message for warning in table.warnings] == [
        "'t' was made by event 1; from here it is the new one"
    ]


@pytest.mark.parametrize("game", ["mtg", "ygo", "riftbound"])
def test_every_shared_case_is_read_without_an_error_or_a_warning(shared: Path, game: str) -> None:
    tables = read_scenarios(shared / "cases" / f"{game}.yaml")
    assert len(tables) == {"mtg": 47, "ygo": 25, "riftbound": 19}[game]
    assert [str(warning) for table in tables for warning in table.warnings] == []
    assert all(table.game == game and table.questions for table in tables)


def test_the_text_and_the_path_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "duel.yaml"
    path.write_text(DUEL, "utf-8")
    assert read_scenarios(path) == read_scenarios(DUEL)
    with pytest.raises(ScenarioError, match="a scenario must be a mapping"):
        read_scenarios(str(path))
