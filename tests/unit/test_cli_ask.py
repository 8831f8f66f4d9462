"""The verb ask: a question, its answer, its reasons, in three languages and three formats."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from kb.cli.ask import EXAMPLES
from kb.inference.rulebase import packaged_rules
from kb.inference.verdicts import agrees
from kb.ontology_files import ontology_root
from kb.scenario import read_scenarios

Verb = Callable[..., tuple[int, str, str]]

DUEL = """
id: duel
title: A duel
game: mtg
players: [Ann, Bob]
setup:
  - {id: ox, name: the ox, kind: creature, owner: Ann, controller: Ann, zone: battlefield}
events:
  - {do: gain_control, player: Bob, of: ox, by: whistle, until: end_of_turn}
  - {do: end_turn, player: Bob}
questions:
  - {ask: controller, of: ox, at: "after:1"}
  - {ask: controller, of: ox, at: end}
"""


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """A scenario file with two questions."""
    path = tmp_path / "duel.yaml"
    path.write_text(DUEL, encoding="utf-8")
    return path


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def test_ask_alone_answers_a_packaged_question_in_three_languages(verb: Verb) -> None:
    code, out, err = verb("ask")
    assert (code, err) == (0, "")
    english, french, spanish = out.split("\n\n")[:3]
    assert english.startswith("Who controls Harbour Ox after event 2?\n  Cleo")
    assert french.startswith("Qui contrôle Harbour Ox après l'évènement 2")
    assert spanish.startswith("¿Quién controla Harbour Ox tras el evento 2?")
    for told, statement in (
        (english, "newest timestamp"),
        (french, "horodatage"),
        (spanish, "marca de tiempo"),
    ):
        assert statement in _squeezed(told)
        assert "613.7" in told


def test_ask_alone_with_a_language_speaks_only_that_one(verb: Verb) -> None:
    out = verb("ask", "--lang", "es")[1]
    assert "¿Quién controla" in out
    assert "Who controls" not in out
    assert "Qui contrôle" not in out


@pytest.mark.parametrize("game", EXAMPLES)
def test_each_game_has_an_example_whose_question_is_about_control(verb: Verb, game: str) -> None:
    name, number = EXAMPLES[game]
    [scenario] = read_scenarios(ontology_root() / "examples" / "scenarios" / name)
    [record] = [
        json.loads(line) for line in verb("ask", "--example", game, "--format", "json")[1].splitlines()
    ]
    assert scenario.game == game
    assert record["ask"] in ("controller", "battlefield_status")
    assert agrees(record["answer"], scenario.questions[number].expect)
    assert record["citations"]


def test_a_file_is_answered_question_by_question(verb: Verb, duel: Path) -> None:
    code, out, err = verb("ask", duel)
    assert (code, err) == (0, "")
    first, second = out.strip().split("\n\n")
    assert first.startswith("Who controls the ox after event 1?\n  Bob")
    assert second.startswith("Who controls the ox at the end?\n  Ann")


def test_one_question_can_be_picked(verb: Verb, duel: Path) -> None:
    out = verb("ask", duel, "--question", 1)[1]
    assert "at the end?" in out
    assert "after event 1?" not in out


def test_how_much_is_explained_can_be_chosen(verb: Verb, duel: Path) -> None:
    none, short, full = (
        verb("ask", duel, "--question", 1, "--explain", how)[1] for how in ("none", "short", "full")
    )
    assert "default-decides" not in none
    assert "Ann" in none
    assert "default-decides" in short
    assert len(full.splitlines()) > len(short.splitlines()) > len(none.splitlines())


def test_json_has_the_answer_its_edition_its_rules_and_the_tree_of_reasons(verb: Verb, duel: Path) -> None:
    first, second = (
        json.loads(line) for line in verb("ask", duel, "--format", "json", "--lang", "fr")[1].splitlines()
    )
    assert (first["answer"], second["answer"]) == ("Bob", "Ann")
    assert first["document"] == "mtg-cr"
    assert set(first["rules"]) <= set(packaged_rules().by_id())
    assert first["reasons"][0]["sentence"] == "Bob contrôle the ox"
    assert first["reasons"][0]["reasons"]
    assert first["language"] == "fr"
    assert all(citation.startswith("mtg-cr ") for citation in first["citations"])


def test_csv_has_one_row_a_question(verb: Verb, duel: Path) -> None:
    rows = list(csv.DictReader(StringIO(verb("ask", duel, "--format", "csv")[1])))
    assert [(row["question"], row["answer"], row["outcome"]) for row in rows] == [
        ("0", "Bob", "answered"),
        ("1", "Ann", "answered"),
    ]


def test_a_scenario_may_come_from_standard_input(verb: Verb, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(DUEL))
    code, out, _ = verb("ask", "-", "--format", "csv")
    assert code == 0
    assert "duel" in out


def test_a_misspelt_verb_names_the_place_and_the_near_match_and_other_files_are_answered(
    verb: Verb, duel: Path, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(DUEL.replace("gain_control", "gain_controll"), encoding="utf-8")
    code, out, err = verb("ask", bad, duel)
    assert code == 2
    assert err.startswith(f"tcg-rules: {bad}:9:")
    assert "did you mean 'gain_control'" in err
    assert "Who controls the ox at the end?" in out


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("empty.yaml", b"", "the file is empty"),
        ("picture.yaml", b"\x89PNG\x00\x00", "not a text file"),
        ("latin.yaml", "titre: été".encode("latin-1"), "not UTF-8"),
        ("list.yaml", b"[1, 2]", "scenario"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(
    verb: Verb, tmp_path: Path, name: str, content: bytes, says: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    code, out, err = verb("ask", path)
    assert (code, out) == (2, "")
    assert says in err
    assert err.startswith(f"tcg-rules: {path}")


@pytest.mark.parametrize(
    ("language", "says"), [("en", "asks nothing"), ("fr", "ne demande rien"), ("es", "no pregunta")]
)
def test_a_situation_that_asks_nothing_is_told_how_to_ask(
    verb: Verb, tmp_path: Path, language: str, says: str
) -> None:
    path = tmp_path / "duel.yaml"
    path.write_text(DUEL.partition("questions:")[0], encoding="utf-8")
    code, out, err = verb("ask", path, "--lang", language)
    assert (code, out) == (0, "")
    assert f"{path} {says}" in err
    assert "questions: [{ask: controller, of: ox, at: end}]" in err.replace("\u00a0", "")


def test_a_missing_file_is_named(verb: Verb, tmp_path: Path) -> None:
    code, _, err = verb("ask", tmp_path / "nowhere.yaml")
    assert code == 2
    assert "nowhere.yaml" in err
    assert "Traceback" not in err


def test_a_file_and_an_example_at_once_are_wrong_use(verb: Verb, duel: Path) -> None:
    code, _, err = verb("ask", duel, "--example", "mtg")
    assert code == 2
    assert "not both" in err


def test_quotes_say_when_nothing_is_loaded(verb: Verb, duel: Path) -> None:
    assert "none of the cited passages is loaded" in verb("ask", duel, "--quote")[1]


def test_quotes_show_the_loaded_words_of_a_cited_passage_with_their_edition(
    verb: Verb, duel: Path, tmp_path: Path
) -> None:
    page = tmp_path / "page.txt"
    page.write_text(
        "110.2. Words of our own about who controls a permanent at first.\n"
        "613.7. Words of our own about timestamps and what is newest.\n"
        "[...]\n701.1. Something that nobody cites here.\n",
        encoding="utf-8",
    )
    verb("load", page)
    out = _squeezed(verb("ask", duel, "--question", 1, "--quote")[1])
    assert "mtg-cr undated en 110.2: Words of our own about who controls" in out
    assert "nobody cites here" not in out
    [record] = [
        json.loads(line)
        for line in verb("ask", duel, "--question", 1, "--quote", "--format", "json")[1].splitlines()
    ]
    assert [quote["iri"].rpartition("/")[2] for quote in record["quotes"]] == ["110.2"]
