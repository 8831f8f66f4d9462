"""The tables of docs/reference/scenario.md are the vocabulary that scenarios are checked against."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.cli.messages import VOCABULARY
from kb.cli.words import TABLES, markdown
from kb.scenario import read_scenarios
from kb.scenario.vocabulary import vocabulary

PAGE = (Path(__file__).parent.parent.parent / "docs/reference/scenario.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TABLES)
def test_a_table_of_the_page_is_what_the_command_prints(name: str) -> None:
    printed = markdown(list(TABLES[name](None, "en")), "en")
    assert printed in PAGE, f"write it anew with: tcg-rules words {name} --format markdown"


def test_the_example_of_the_page_is_a_scenario() -> None:
    example = PAGE.partition("```yaml\n")[2].partition("```")[0]
    [scenario] = read_scenarios(example, source="the page")
    assert [question.expect for question in scenario.questions if question.is_checked] == ["Ann"]


@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_every_verb_has_a_meaning_in_every_language(language: str) -> None:
    rows = list(TABLES["verbs"](None, language))
    assert [row["name"] for row in rows] == list(vocabulary().verbs)
    assert all(row["meaning"] for row in rows)


def test_a_game_has_only_its_own_words() -> None:
    assert "hold" not in {row["name"] for row in TABLES["verbs"]("mtg", "en")}
    assert {row["games"] for row in TABLES["zones"]("ygo", "en")} == {"ygo"}


def test_every_table_and_column_has_its_heading() -> None:
    columns = {column for table in TABLES.values() for row in table(None, "en") for column in row}
    assert columns | set(TABLES) == set(VOCABULARY)
