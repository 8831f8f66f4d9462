"""Timelines, boards, maps and cards say in words, pictures and tables what the engine and the texts say."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import kb
from kb.displays.changes import changes
from kb.displays.concept_map import concept_map
from kb.displays.divergences import Divergences
from kb.editions import Kind
from kb.errors import NotFoundError, ScenarioError
from kb.knowledge import KnowledgeBase
from kb.ontology_files import ontology_root
from kb.scenario.builder import ScenarioBuilder
from kb.translation import Pair, Text, diverge

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def rules() -> KnowledgeBase:
    return kb.load(ontology_root() / "examples" / "documents", store=None)


@pytest.fixture
def duel(rules: KnowledgeBase) -> ScenarioBuilder:
    return (
        rules.scenario("mtg", "Ann", "Bob & <Co>")
        .permanent("ox", owner="Ann", kind="creature", name="Old <Ox>")
        .gain_control("Bob & <Co>", "ox", until="end_of_turn")
        .end_turn("Bob & <Co>")
        .create_token(id="goat", name="Ridge Goat", creator="Ann", kind="creature")
    )


def test_a_timeline_follows_an_object_from_hand_to_hand(rules: KnowledgeBase, duel: ScenarioBuilder) -> None:
    line = rules.timeline(duel)
    spans = [(span.player, span.first, span.last, span.because) for span in line.of("ox")]
    assert spans == [
        ("Ann", 0, 0, "the base controller"),
        ("Bob & <Co>", 1, 1, "event 1"),
        ("Ann", 2, 3, "the base controller"),
    ]


def test_a_timeline_begins_where_an_object_is_made_and_uses_its_name(
    rules: KnowledgeBase, duel: ScenarioBuilder
) -> None:
    [goat] = rules.timeline(duel).of("goat")
    assert (goat.name, goat.first, goat.last, goat.player) == ("Ridge Goat", 3, 3, "Ann")


def test_a_timeline_tells_nobody_from_not_said(rules: KnowledgeBase) -> None:
    situation = (
        rules.scenario("mtg", "Ann", "Bob")
        .permanent("ox", owner="Ann", kind="creature")
        .destroy("ox")
    )  # fmt: skip
    last = rules.timeline(situation).of("ox")[-1]
    assert (last.player, last.is_known) == (None, True)
    assert "nobody" in str(rules.timeline(situation))


def test_pictures_are_well_formed_whatever_people_are_called(
    rules: KnowledgeBase, duel: ScenarioBuilder
) -> None:
    picture = ElementTree.fromstring(rules.timeline(duel).picture())
    notes = [title.text for title in picture.iter(f"{SVG}title")]
    assert "Old <Ox>: Bob & <Co> (event 1)" in notes
    assert len([bar for bar in picture.iter(f"{SVG}rect") if bar.get("class") == "bar"]) == 4


def test_a_timeline_of_many_events_stays_a_picture(rules: KnowledgeBase) -> None:
    situation = rules.scenario("mtg", "Ann", "Bob").permanent("ox", owner="Ann", kind="creature")
    for turn in range(150):
        situation = situation.gain_control(("Bob", "Ann")[turn % 2], "ox")
    picture = ElementTree.fromstring(rules.timeline(situation).picture())
    bars = [bar for bar in picture.iter(f"{SVG}rect") if bar.get("class") == "bar"]
    assert len(bars) == 151
    assert float(picture.get("width", "0")) == pytest.approx(
        max(float(bar.get("x", "0")) + float(bar.get("width", "0")) for bar in bars), abs=20
    )


def test_a_timeline_speaks_the_language_of_the_knowledge_base(
    rules: KnowledgeBase, duel: ScenarioBuilder
) -> None:
    told = str(rules.in_language("fr").timeline(duel))
    assert told.startswith("Qui contrôle quoi")
    assert "le contrôleur de base" in told


def test_a_board_says_where_things_are_and_whose(rules: KnowledgeBase, duel: ScenarioBuilder) -> None:
    assert [(p.of, p.controller, p.owner) for p in rules.board(duel, "after:1").pieces] == [
        ("ox", "Bob & <Co>", "Ann")
    ]
    assert "Old <Ox>: Bob & <Co> (owned by Ann)" in str(rules.board(duel, "after:1"))
    assert "Old &lt;Ox&gt;: Bob &amp; &lt;Co&gt;" in rules.board(duel, "after:1").to_html()


def test_a_moment_that_there_is_not_is_an_error_with_the_near_ones(
    rules: KnowledgeBase, duel: ScenarioBuilder
) -> None:
    with pytest.raises(
        ScenarioError, match="unknown moment: found 'after:9', expected start, end, or after:1"
    ):
        rules.board(duel, "after:9")


def test_frames_of_displays_are_typed(rules: KnowledgeBase, duel: ScenarioBuilder) -> None:
    line, board = rules.timeline(duel).to_frame(), rules.board(duel).to_frame()
    assert list(line.columns) == ["object", "name", "first", "last", "controller", "known", "because"]
    assert (str(line["first"].dtype), str(line["known"].dtype)) == ("Int64", "boolean")
    assert list(board["object"]) == ["ox", "goat"]


def test_the_map_of_changes_counts_what_the_lineage_says() -> None:
    found = changes(section="1")
    by_edition = {(each.part, each.edition): each for each in found.changes}
    moved = by_edition["111", "2019-07-12"]
    # The rules on tokens became a chapter of their own that day.
    assert {kind for kind, _ in moved.counts} == {Kind.MOVED, Kind.MOVED_EDITED}
    assert found.to_frame()["rules"].sum() == sum(each.total for each in found.changes)
    ElementTree.fromstring(found.picture())


def test_there_is_no_map_of_changes_of_an_unknown_document() -> None:
    with pytest.raises(NotFoundError, match="mtg-cr"):
        changes("mtg-cx")


def test_a_concept_map_gives_false_friends_with_reasons_in_the_language_asked() -> None:
    found = concept_map("campo de batalla", "es")
    pairs = {(one, other): reason for one, other, reason in found.false_friends}
    assert ("mtg.battlefield", "riftbound.battlefield") in pairs
    assert all(" " in reason for reason in pairs.values())
    assert "no confundir" in found.picture()
    ElementTree.fromstring(found.picture())


def test_a_rule_card_links_each_language_to_its_own_passages(rules: KnowledgeBase) -> None:
    card = rules.rule("950.1")
    page = card.to_html()
    assert 'href="https://w3id.org/tcg-rules/passage/mtg-cr/undated/fr/950.3"' in page
    assert 'href="https://w3id.org/tcg-rules/passage/mtg-cr/undated/en/950.3"' in page
    assert 'lang="fr"' in page


def test_a_rule_card_says_what_cites_the_rule(rules: KnowledgeBase) -> None:
    assert rules.rule("950.3").cited_by == ("950.1",)
    assert {text.language for text in rules.rule("950.3", "fr").texts} == {"fr"}


def test_coverage_counts_rules_by_language(rules: KnowledgeBase) -> None:
    [row] = rules.coverage().to_dicts()
    assert row == {"game": "mtg", "document": "mtg-cr", "edition": "undated", "en": 6, "fr": 5}


def test_divergences_of_two_loaded_languages_come_as_a_table(rules: KnowledgeBase) -> None:
    found = rules.in_language("es").diverge("en", "fr")
    assert {item.pair.key for item in found} >= {"950.2", "950.3"}
    assert found.of("950.3").to_dicts()[0]["kind"] == "meaning.number"
    assert "falta" in repr(found)


def test_the_queue_of_a_notebook_speaks_one_language_and_marks_the_others() -> None:
    pairs = (
        Pair("1", Text("en", "You must draw. It is exiled."), Text("fr", "Vous pouvez piocher.")),
        Pair("2", Text("en", "Its owner draws."), None),
    )
    shown = Divergences(diverge(pairs), pairs, "es")._repr_html_()
    assert "(must / pouvez)" in shown
    assert shown.count("falta</td>") == 2
    assert 'lang="fr">pouvez</td>' in shown
    assert repr(Divergences((), (), "fr")) == "aucune divergence"


def test_a_language_that_is_not_loaded_has_no_divergences(rules: KnowledgeBase) -> None:
    with pytest.raises(NotFoundError, match="language 'pl'"):
        rules.diverge("en", "pl")
