"""The substitution tests beside the exact matches, run: the same ruling in both games, the same answer."""

from __future__ import annotations

import pytest
from ontology_reading import parsed
from rdflib import SKOS, Namespace

import kb
from kb.knowledge import KnowledgeBase
from kb.namespaces import BASE, CORE
from kb.ontology_files import ontology_root
from kb.scenario.builder import ScenarioBuilder

OURS = Namespace(CORE)
TESTED = {
    frozenset({"mtg#cardOwner", "ygo#cardOwner"}),
    frozenset({"mtg#cardOwner", "riftbound#cardOwner"}),
    frozenset({"ygo#cardOwner", "riftbound#cardOwner"}),
    frozenset({"mtg#controlEffect", "riftbound#controlEffect"}),
    frozenset({"mtg#timestamp", "riftbound#timestamp"}),
}
PLAYERS = {"mtg": ("Ann", "Bob", "Cid"), "ygo": ("Ann", "Bob"), "riftbound": ("Ann", "Bob", "Cid")}
GRAVEYARDS = {"mtg": "graveyard", "ygo": "gy", "riftbound": "trash"}


@pytest.fixture(scope="module")
def rules() -> KnowledgeBase:
    return kb.load(store=None)


def taken(rules: KnowledgeBase, game: str) -> ScenarioBuilder:
    """Bob's card is in play, and Ann has taken it for good."""
    table = rules.scenario(game, *PLAYERS[game])
    placed = {
        "mtg": lambda: table.permanent("card", owner="Bob"),
        "ygo": lambda: table.monster("card", owner="Bob"),
        "riftbound": lambda: table.unit("card", owner="Bob"),
    }
    return placed[game]().gain_control("Ann", "card", by="theft")


def test_every_exact_match_between_games_has_a_test_here() -> None:
    graph = parsed(ontology_root() / "alignments" / "games.ttl")
    exact = {
        frozenset(
            str(graph.value(mapping, end)).removeprefix(f"{BASE}terms/")
            for end in (OURS.mapsFrom, OURS.mapsTo)
        )
        for mapping in graph.subjects(OURS.mapsBy, SKOS.exactMatch)
    }

    assert exact == TESTED


@pytest.mark.parametrize("game", ["mtg", "ygo", "riftbound"])
def test_a_taken_card_that_leaves_play_goes_to_its_owner_s_zone_in_each_game(
    game: str, rules: KnowledgeBase
) -> None:
    table = taken(rules, game).move("card", to=GRAVEYARDS[game])

    assert rules.who_owns("card", table).value == "Bob"
    assert rules.ask("zone_after", "card", table).value == f"Bob:{GRAVEYARDS[game]}"


@pytest.mark.parametrize("game", ["mtg", "riftbound"])
def test_the_earlier_of_two_control_effects_decides_again_when_the_later_ends(
    game: str, rules: KnowledgeBase
) -> None:
    table = taken(rules, game).gain_control("Cid", "card", by="errand").event("effect_ends", by="errand")

    assert rules.who_controls("card", table, at="after:2").value == "Cid"
    assert rules.who_controls("card", table).value == "Ann"


@pytest.mark.parametrize("game", ["mtg", "riftbound"])
def test_of_two_control_effects_without_dependency_the_later_timestamp_decides(
    game: str, rules: KnowledgeBase
) -> None:
    table = taken(rules, game).gain_control("Cid", "card", by="errand")

    assert rules.who_controls("card", table).value == "Cid"
    assert rules.ask("base_controller", "card", table).value == "Bob"
