"""Texts and scripts side by side: both written for these tests."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner
from script_tools import EQUIP, HEAD

import kb
from kb.cli.main import tcg_rules
from kb.edopro.agreement import CardText, Differs, agreement, agreements
from kb.edopro.records import ScriptFacts
from kb.errors import LoadError, NotFoundError
from kb.ontology_files import ontology_root
from kb.scenario.read import read_scenarios
from loaders.scripts.card_texts import card_texts
from loaders.scripts.facts import script_facts

TAKE = HEAD + "function s.op(e,tp)\n\tDuel.GetControl(Duel.GetFirstTarget(),{to})\nend\n"
FOREVER = "Choose 1 lantern; take control of it."
TURN = "Choose 1 lantern; take control of it until the End Phase."


def facts(code: str, card: str = "77") -> ScriptFacts:
    """What a script of a card says."""
    return script_facts(code.encode(), f"c{card}.lua", with_effects=False)


def differs(text: str, code: str, *, stays: bool | None = False, **others: str) -> list[str]:
    """In what an English text, texts in other languages, and a script differ."""
    card = CardText("00000077", "Lantern", {"en": text, **others}, stays)
    return [d.differs.value for d in agreement(card, facts(code), ("en", *others)).differences]


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        (FOREVER, TAKE.format(to="tp"), []),
        (TURN, TAKE.format(to="tp,PHASE_END,1"), []),
        (TURN, TAKE.format(to="tp"), ["duration"]),
        (FOREVER, TAKE.format(to="tp,PHASE_END,1"), ["duration"]),
        (FOREVER, TAKE.format(to="1-tp"), ["not in script", "not in text"]),
        ("Draw 1 card.", TAKE.format(to="tp"), ["not in text"]),
        (FOREVER, "local s,id=GetID()", ["not in script"]),
        ("Switch control of both lanterns.", TAKE.format(to="tp"), ["not in script", "not in text"]),
        ("While it is lit, take control of the equipped monster.", EQUIP, []),
        ("Take control of it. Return control of it to its owner.", TAKE.format(to="tp,PHASE_END,1"), []),
    ],
)
def test_text_and_script_differ_in_what_they_do_and_how_long(
    text: str, code: str, expected: list[str]
) -> None:
    assert differs(text, code) == expected


def test_what_a_card_that_stays_takes_it_gives_up_when_it_goes() -> None:
    assert differs("Equip. Take control of it.", EQUIP, stays=True) == []
    assert differs("Equip. Take control of it.", EQUIP, stays=None) == []
    assert differs("Take control of it.", EQUIP, stays=False) == ["duration"]


def test_a_language_that_says_something_else_is_a_difference_and_a_missing_one_is_not() -> None:
    code = TAKE.format(to="tp,PHASE_END,1")
    assert differs(TURN, code, fr="Jusqu'à la End Phase, prenez-en le contrôle.", es="") == []
    card = CardText("00000077", "Lantern", {"en": TURN, "fr": "Prenez-en le contrôle."})
    found = agreement(card, facts(code), ("en", "fr")).differences
    assert [(d.differs, d.language, d.other) for d in found] == [
        (Differs.LANGUAGES, "en", "fr"),
        (Differs.LANGUAGES, "fr", "en"),
    ]


def test_a_part_that_was_not_understood_is_no_certain_difference() -> None:
    card = CardText("00000077", "Lantern", {"en": "Draw 1 card."})
    [found] = agreement(card, facts(TAKE.format(to="tp,some()"))).differences
    assert (found.differs, found.is_certain) == (Differs.NOT_IN_TEXT, True)
    [unsure] = agreement(card, facts(TAKE.format(to="tp,PHASE_END,some()"))).differences
    assert not unsure.is_certain
    assert differs(TURN, TAKE.format(to="tp,PHASE_END,some()")) == []


def test_what_another_cards_script_does_for_a_card_it_names_is_put_together() -> None:
    texts = [
        CardText("00000077", "Mask", {"en": "While equipped, take control of the equipped monster."}),
        CardText("00012345", "Beast", {"en": "Equip 1 mask."}),
    ]
    scripts = [facts("local s,id=GetID()"), facts(f"s.listed_names={{12345}}\n{EQUIP}", "12345")]
    assert {d.differs for each in agreements(texts, scripts) for d in each.differences} == {
        Differs.NOT_IN_SCRIPT,
        Differs.NOT_IN_TEXT,
    }
    texts[0] = CardText("00054321", "Mask", texts[0].texts)
    scripts = [facts("local s,id=GetID()", "54321"), facts(f"s.listed_names={{54321}}\n{EQUIP}", "12345")]
    found = [(each.card, d.differs, d.other) for each in agreements(texts, scripts) for d in each.differences]
    assert found == [
        ("00012345", Differs.ELSEWHERE, "00054321"),
        ("00054321", Differs.ELSEWHERE, "00012345"),
    ]


def test_a_script_that_runs_another_ones_does_what_that_one_does() -> None:
    texts = [CardText("00054321", "Lantern", {"en": FOREVER})]
    scripts = [facts("Duel.LoadCardScriptAlias(77)", "54321"), facts(TAKE.format(to="tp"))]
    [found] = agreements(texts, scripts)
    assert found.agrees


def test_the_worst_comes_first() -> None:
    texts = [CardText(f"0000007{n}", "Lantern", {"en": text}) for n, text in ((1, TURN), (2, FOREVER))]
    texts += [CardText("00000073", "Lantern", {"en": FOREVER})]
    scripts = [facts(TAKE.format(to="tp"), "71"), facts("local a=1", "72"), facts(TAKE.format(to="tp"), "73")]
    assert [each.card for each in agreements(texts, scripts)] == ["00000072", "00000071", "00000073"]


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    """A folder of card files in three formats."""
    folder = tmp_path / "cards"
    folder.mkdir()
    lantern = {
        "konami_id": 1, "password": 77, "name": {"en": "Lantern", "fr": "Lanterne"},
        "text": {"en": TURN, "fr": "Prenez-en le contrôle jusqu'à la End Phase."},
        "pendulum_effect": {"en": "Give control of this card to your opponent."},
        "card_type": "Spell", "property": "Equip",
    }  # fmt: skip
    (folder / "77.json").write_text(json.dumps(lantern), encoding="utf-8")
    (folder / "78.yaml").write_text(
        "konami_id: 2\npassword: 78\nname:\n  en: Torch\ntext:\n  en: It burns.\n"
        "card_type: Spell\nproperty: Normal\n",
        encoding="utf-8",
    )
    (folder / "readme.md").write_text("# Cards\n", encoding="utf-8")
    prompts = ", ".join(f"str{n} TEXT" for n in range(1, 17))
    with sqlite3.connect(folder / "own.cdb") as database:
        database.execute(f"CREATE TABLE texts (id INTEGER PRIMARY KEY, name TEXT, desc TEXT, {prompts})")
        database.execute("INSERT INTO texts (id, name, desc) VALUES (79, 'Wick', ?)", (FOREVER,))
    database.close()
    return folder


def test_texts_come_from_card_files_of_every_shape(cards: Path) -> None:
    read = {text.card: text for text in card_texts([cards])}
    assert sorted(read) == ["00000077", "00000078", "00000079"]
    assert read["00000077"].texts["en"] == f"{TURN}\nGive control of this card to your opponent."
    assert [read[card].stays for card in sorted(read)] == [True, False, None]
    assert read["00000079"].name == "Wick"


def test_a_folder_without_cards_is_refused(tmp_path: Path) -> None:
    (tmp_path / "readme.md").write_text("# Nothing\n", encoding="utf-8")
    with pytest.raises(LoadError, match=r"no card texts: expected Yu-Gi-Oh! card files"):
        card_texts([tmp_path])


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    """A folder of scripts for the cards."""
    folder = tmp_path / "scripts"
    folder.mkdir()
    (folder / "c77.lua").write_text(TAKE.format(to="tp,PHASE_END,1"), encoding="utf-8")
    (folder / "c79.lua").write_text(TAKE.format(to="tp"), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "the text (English) says it, the script does not: give: “Give control of”"),
        ("fr", "le texte (anglais) le dit, le script ne le fait pas\u00a0: give\u00a0: “Give control of”"),
        ("es", "el texto (inglés) lo dice, el script no lo hace: give: “Give control of”"),
    ],
)
def test_the_command_line_tells_the_differences(
    cards: Path, scripts: Path, language: str, words: str
) -> None:
    command = ["agree", str(scripts), "--texts", str(cards), "--lang", language, "--text-language", "en"]
    result = CliRunner().invoke(tcg_rules, command, standalone_mode=False)
    lines = result.output.splitlines()
    assert lines[0].startswith("00000077 Lantern (")
    assert lines[1].strip() == words
    assert (len(lines), result.return_value) == (4, 1)


@pytest.mark.parametrize(
    ("language", "between", "number"),
    [
        ("en", "the text in English says it, the one in French does not", "1 agrees"),
        ("fr", "le texte en anglais le dit, pas celui en français", "1 concorde"),
        ("es", "el texto en inglés lo dice, el texto en francés no", "1 concuerda"),
    ],
)
def test_languages_and_numbers_are_told_in_the_language_of_the_answer(
    cards: Path, scripts: Path, language: str, between: str, number: str
) -> None:
    command = ["agree", str(scripts), "--texts", str(cards), "--lang", language]
    lines = CliRunner().invoke(tcg_rules, command, standalone_mode=False).output.splitlines()
    assert any(between in line for line in lines)
    assert lines[-1] == number


def test_programs_get_a_record_for_each_difference(cards: Path, scripts: Path) -> None:
    command = ["agree", str(scripts), "--texts", str(cards), "--format", "json", "--all"]
    result = CliRunner().invoke(tcg_rules, command, standalone_mode=False)
    found = [json.loads(line) for line in result.output.splitlines()]
    assert [(each["card"], each["differs"]) for each in found] == [
        ("00000077", "not in script"),
        ("00000077", "languages"),
        ("00000079", "nothing"),
    ]


def test_python_reads_scripts_asks_them_and_compares_them_with_texts(cards: Path, scripts: Path) -> None:
    read = kb.read_scripts(scripts)
    assert [facts.card for facts in read] == ["77", "79"]
    assert len(read.facts("take", certain=True)) == 2
    frame = read.facts(until="PHASE_END").to_frame()
    assert (list(frame["card"]), str(frame["kind"].dtype)) == (["77"], "category")
    assert list(frame["phases"]) == [["PHASE_END"]]
    assert "edopro:untilPhase" in read.facts().turtle()
    assert [d.differs for _, d in read.agree(cards, languages=("en",))] == [Differs.NOT_IN_SCRIPT]
    assert read.agree(cards).to_frame()["differs"].tolist() == ["not in script", "languages"]
    assert "Lantern" in read.agree(cards)._repr_html_()
    assert read.scenario(77).id == "c77"
    with pytest.raises(NotFoundError, match="script of card"):
        read.card(78)
    named = kb.read_scripts(scripts, texts=cards)
    assert named.scenario("lanterne").title == "Lantern"
    assert len(named.agree()) == 2
    with pytest.raises(NotFoundError, match=r"card 'Lanten'.*'Lantern'"):
        named.scenario("Lanten")
    with pytest.raises(ValueError, match="steal"):
        read.facts("steal")


@pytest.mark.parametrize("card", ["77", "00000077", "Lantern", "LANTERNE"])
def test_a_card_is_asked_about_by_passcode_or_by_name_in_any_language(
    cards: Path, scripts: Path, card: str
) -> None:
    command = ["scripts", str(scripts), "--card", card, "--texts", str(cards), "--format", "scenario"]
    told = CliRunner().invoke(tcg_rules, command, standalone_mode=False).output
    [table] = read_scenarios(told, source="told.yaml")
    assert (table.title, table.events[1].fields["by"]) == ("Lantern", "c77")
    assert [each.name for each in table.objects if each.id == "c77"] == ["Lantern"]


def test_the_example_cards_show_one_script_that_agrees_and_one_that_does_not() -> None:
    examples = ontology_root() / "examples"
    found = kb.read_scripts(examples / "scripts", texts=examples / "cards").agree()
    assert {card.name for card, _ in found} == {"Broken Promise"}
