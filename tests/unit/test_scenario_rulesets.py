"""Which edition a ruleset's name means."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from kb.errors import ScenarioError
from kb.scenario import read_scenarios, resolve_ruleset
from kb.scenario.rulesets import rules_documents


@pytest.mark.parametrize(
    ("game", "written", "edition"),
    [
        ("mtg", "mtg-cr-2025-09-19", "2025-09-19"),
        ("mtg", "mtg-cr-2010-02-01", "2010-02-01"),
        ("ygo", "ygo-tcg-goat-2005", "2005"),
        ("ygo", "ygo-tcg-edison-2010", "2010"),
        ("ygo", "ygo-tcg-2024", "2024"),
        ("ygo", "ygo-tcg-2005", "2005"),
        ("riftbound", "rift-cr-1.0", "1.0"),
        ("riftbound", "rift-cr-1.2", "1.2"),
        ("riftbound", "rift-cr-1.4", "1.4"),
    ],
)
def test_a_known_name_means_its_own_edition(game: str, written: str, edition: str) -> None:
    ruleset = resolve_ruleset(game, written)
    assert (ruleset.edition, ruleset.is_exact) == (edition, True)


@pytest.mark.parametrize(
    ("game", "written", "edition"),
    [
        ("mtg", "mtg-cr-2025-09-20", "2025-09-19"),
        ("mtg", "mtg-cr-2025-11-13", "2025-09-19"),
        ("mtg", "mtg-cr-2010-03-01", "2010-02-01"),
        ("ygo", "ygo-tcg-2007", "2005"),
        ("ygo", "ygo-tcg-2023", "2010"),
        ("riftbound", "rift-cr-1.3.1", "1.3"),
    ],
)
def test_a_date_or_version_between_two_editions_means_the_older(
    game: str, written: str, edition: str
) -> None:
    ruleset = resolve_ruleset(game, written)
    assert (ruleset.edition, ruleset.is_exact) == (edition, False)


@pytest.mark.parametrize("written", ["rift-cr-1.1 (2025-10)", "rift-cr-1.1(2025-10)", " rift-cr-1.1 "])
def test_a_remark_in_parentheses_is_ignored(written: str) -> None:
    assert resolve_ruleset("riftbound", written).edition == "1.1"


@pytest.mark.parametrize(("game", "edition"), [("mtg", "2026-08-07"), ("ygo", "2024"), ("riftbound", "1.4")])
def test_no_ruleset_means_the_newest_known_edition(game: str, edition: str) -> None:
    assert resolve_ruleset(game, None).edition == edition


@pytest.mark.parametrize(
    "written",
    [
        "mtg-cr",
        "mtg-cr-2025",
        "mtg-cr-2025-02-30",
        "mtg-cr-new",
        "rift-cr-1",
        "rift-cr-1.x",
        "ygo-tcg-24",
        "CR",
        "()",
    ],
)
def test_a_name_of_another_form_is_unknown(written: str) -> None:
    game = {"mtg": "mtg", "rif": "riftbound", "ygo": "ygo"}.get(written[:3], "mtg")
    with pytest.raises(ScenarioError, match=r"^ruleset: unknown ruleset: found '.*', expected "):
        resolve_ruleset(game, written)


def test_rulesets_of_every_game_are_listed_when_none_is_near() -> None:
    with pytest.raises(ScenarioError, match=r"expected one of rift-cr-1\.0, .*, rift-cr-1\.4"):
        resolve_ruleset("riftbound", "newest")


def test_a_name_between_editions_and_a_missing_name_are_told_in_three_languages() -> None:
    [between] = read_scenarios("{game: mtg, ruleset: mtg-cr-2025-10-01, players: [A]}")
    [none] = read_scenarios("{game: ygo, players: [A]}")
    [exact] = read_scenarios("{game: ygo, ruleset: ygo-tcg-2024, players: [A]}")
    assert [part.kind for part in between.assumptions] == ["older_edition"]
    assert between.assumptions[0].sentence() == (
        "“mtg-cr-2025-10-01” lies between two known editions; the older one is used, mtg-cr 2025-09-19."
    )
    assert (
        none.assumptions[0].sentence("fr").endswith("la plus récente édition connue qui sert, ygo-tcg 2024.")
    )
    assert none.assumptions[0].sentence("es").startswith("No se nombra ningún reglamento")
    assert exact.assumptions == ()


def test_editions_are_listed_from_the_oldest_to_the_newest_without_repeats() -> None:
    for document in rules_documents():
        assert list(document.editions) == sorted(set(document.editions)), document.name


def test_the_known_magic_editions_are_those_whose_texts_we_have(shared: Path) -> None:
    with (shared / "corpora" / "MANIFEST-mtg.tsv").open(encoding="utf-8") as file:
        dates = {
            row["effective_date"]
            for row in csv.DictReader(file, delimiter="\t")
            if row["language"] == "en" and row["file"].startswith("en_") and len(row["effective_date"]) == 10
        }
    magic = next(document for document in rules_documents() if document.name == "mtg-cr")
    assert set(magic.editions) == dates
