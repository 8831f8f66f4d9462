"""The data that says what a scenario may say: complete, in three languages, and extended without code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kb.scenario import read_scenarios, vocabulary
from kb.scenario.vocabulary import read_data

VERBS = {
    "cast": "player card targets",
    "play": "player card to",
    "activate": "id player source text",
    "trigger": "id source text functions_in cause chooser targets",
    "delayed_trigger": "id created_by text",
    "copy_spell": "id of player",
    "resolve": "what enters_under as_copy_of becomes",
    "counter": "what goes_to under",
    "negate": "what",
    "merge": "what to",
    "meld": "id player what",
    "get_emblem": "id player",
    "gain_control": "player of until by",
    "exchange_control": "of by until",
    "return_control": "of by",
    "effect_ends": "by",
    "control_player": "who of during",
    "attach": "what to",
    "detach": "what",
    "equip_monster": "what to by",
    "summon": "player card kind materials side",
    "detach_material": "what from",
    "move": "what to under would_enter_under replaceable_to",
    "destroy": "what",
    "kill": "what",
    "sacrifice": "player what",
    "tribute": "player what for",
    "banish": "what",
    "create_token": "id name creator under kind",
    "phase_out": "what",
    "phase_in": "what",
    "turn_face_down": "what",
    "turn_face_up": "what",
    "tap": "what",
    "untap": "what",
    "put_counter": "what counter",
    "remove_counter": "what counter",
    "replace": "what with",
    "begin_turn": "player",
    "end_turn": "player",
    "begin_step": "step player",
    "end_phase": "player",
    "leave_game": "player turn_order",
    "move_unit": "player unit to outside_combat",
    "recall": "unit to",
    "contest": "player battlefield",
    "open_showdown": "battlefield kind",
    "close_showdown": "battlefield",
    "combat_end": "battlefield survivors",
    "cleanup": "state kind",
    "hide": "player card battlefield",
    "hold": "player battlefield",
    "declare_attack": "player attacker target exerted",
    "deal_damage": "source to amount",
    "pay_cost": "player text",
    "choose": "player text",
    "note": "text un_negate conquered",
    "set_free_zones": "player",
}

VALUES = {
    "until": "end_of_turn",
    "text": "words",
    "name": "Name",
    "step": "end",
    "counter": "seal",
    "amount": "2",
    "outside_combat": "true",
    "exerted": "true",
    "state": "closed",
    "during": "next_turn",
    "functions_in": "graveyard",
    "cause": "lost_control",
    "targets": "[one, A]",
    "materials": "[two]",
    "survivors": "[one]",
    "turn_order": "[B, A]",
    "conquered": "{battlefield: ford, player: A}",
    "battlefield": "ford",
    "id": "made",
    "becomes": "made",
    "from": "two",
    "with": "other",
}
PLAYERS = ("player", "who", "creator", "chooser", "under", "side", "enters_under", "would_enter_under")
GAMES = {"get_emblem": "mtg", "control_player": "mtg", "equip_monster": "ygo", "end_phase": "ygo"}
GAMES |= {"detach_material": "ygo", "set_free_zones": "ygo", "merge": "mtg", "meld": "mtg"}
SETUP = {
    "mtg": ("creature", "battlefield", "graveyard"),
    "ygo": ("monster", "mzone", "gy"),
    "riftbound": ("unit", "base:A", "trash"),
}


def value_of(verb: str, field: str, game: str) -> str:
    if verb == "control_player" and field == "of":
        return "B"
    if verb == "exchange_control" and field == "of":
        return "[one, two]"
    if field == "kind":
        kinds = {"summon": "special", "open_showdown": "combat", "cleanup": "combat"}
        return kinds.get(verb, "token")
    if field in ("goes_to", "replaceable_to") or (verb == "move" and field == "to"):
        return SETUP[game][2]
    if field == "to" and verb in ("play", "move_unit", "recall"):
        return "'base:A'" if game == "riftbound" else SETUP[game][1]
    if field in PLAYERS:
        return "A"
    return VALUES.get(field, "one" if field != "to" else "two")


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_of_the_format_takes_all_of_its_fields(verb: str) -> None:
    game = GAMES.get(verb, "riftbound")
    kind, zone, _away = SETUP[game]
    ford = "- {id: ford, kind: battlefield, owner: A, controller: null, zone: battlefield_zone}\n"
    written = ", ".join(f"{field}: {value_of(verb, field, game)}" for field in VERBS[verb].split())
    [table] = read_scenarios(
        f"game: {game}\nplayers: [A, B]\nsetup:\n"
        f"- {{id: one, kind: {kind}, owner: A, controller: A, zone: '{zone}'}}\n"
        f"- {{id: two, kind: {kind}, owner: A, controller: A, zone: '{zone}'}}\n"
        + (ford if game == "riftbound" else "")
        + f"events:\n- {{do: {verb}, {written}, note: a remark}}\n"
    )
    assert set(table.events[0].fields) >= set(VERBS[verb].split())
    assert table.events[0].note == "a remark"
    assert [str(warning) for warning in table.warnings] == []


def test_there_is_no_verb_that_the_format_does_not_have() -> None:
    assert set(vocabulary().verbs) == set(VERBS)


def test_the_shared_description_of_the_format_names_no_verb_or_field_that_is_missing(shared: Path) -> None:
    text = (shared / "spec" / "scenario.md").read_text("utf-8")
    table = text[text.index("## Verbs") : text.index("`until`:")]
    described = dict(re.findall(r"`([a-z_]+): ([a-z_ ]+)(?:\{[a-z, ]+\})?`", table))
    assert len(described) > 40
    verbs = vocabulary().verbs
    missing = {verb for verb in described if verb not in verbs}
    missing |= {
        f"{verb}.{field}"
        for verb, fields in described.items()
        if verb in verbs
        for field in fields.split()
        if field not in verbs[verb].fields
    }
    assert missing == set()


def test_every_verb_says_what_happened_in_three_languages() -> None:
    for verb in vocabulary().verbs.values():
        assert set(verb.does) == {"en", "fr", "es"}, verb.name
        assert len(set(verb.does.values())) == 3, verb.name
        for language, sentence in verb.does.items():
            assert sentence[0].isupper(), (verb.name, language)
            assert sentence.endswith("."), (verb.name, language)


def test_french_sentences_have_no_break_spaces_before_high_punctuation() -> None:
    sentences = [verb.does["fr"] for verb in vocabulary().verbs.values()]
    sentences += [texts["fr"] for texts in read_data("assumptions").values()]
    assert [text for text in sentences if re.search(r"(?<!\N{NO-BREAK SPACE})[:;?!»](?!\w)", text)] == []
    assert [text for text in sentences if re.search(r"«(?!\N{NO-BREAK SPACE})", text)] == []


def test_every_assumption_has_its_three_sentences_with_the_same_parts() -> None:
    for kind, texts in read_data("assumptions").items():
        assert set(texts) == {"en", "fr", "es"}, kind
        parts = {language: sorted(re.findall(r"\{(\w+)\}", text)) for language, text in texts.items()}
        assert parts["fr"] == parts["en"] == parts["es"], kind


def test_each_game_has_zones_and_kinds() -> None:
    words = vocabulary()
    assert set(words.zones) == set(words.kinds) == set(words.games) == {"mtg", "ygo", "riftbound"}


def words(text: str) -> set[str]:
    return set(text.split())


def test_the_zones_are_those_of_the_format() -> None:
    zones = vocabulary().zones
    everywhere = "hand ceased outside_game"
    assert set(zones["mtg"]) == words(
        f"battlefield library graveyard exile command stack merged {everywhere}"
    )
    assert set(zones["ygo"]) == words(
        f"mzone szone fieldzone deck extra gy banished xyz_material {everywhere}"
    )
    assert set(zones["riftbound"]) >= words(
        f"battlefield base facedown battlefield_zone main_deck trash banishment {everywhere}"
    )


def test_properties_for_people_and_for_the_engine_are_told_apart() -> None:
    properties = vocabulary().properties_of("ygo", "object")
    people = {name for name, spec in properties.items() if spec.audience == "people"}
    assert people == words("text power types mana_value unaffected_by exhausted")
    assert set(properties) - people == words(
        "static_control cannot_change_control face_down tapped counters in_extra_monster_zone count copy_of"
        " gemini_active treated_as equip_limit restores_control paired_with held_by"
    )
