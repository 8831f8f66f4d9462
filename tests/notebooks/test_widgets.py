"""Every control works by its parts: set a value, read what is shown. No browser is needed."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

import kb
from kb.errors import ScenarioError
from kb.knowledge import KnowledgeBase
from kb.ontology_files import ontology_root
from kb.queries.glance import glance
from kb.scenario.read import read_scenarios
from kb.store.finding import lacks_words
from kb.translation import Decision, reviews
from kb.widgets import Comparer, ConceptExplorer, Reasons, RuleBrowser, SparqlBox, Workbench

pytestmark = pytest.mark.filterwarnings("ignore:.*Widget.*:DeprecationWarning")

EDITION = """Magic: The Gathering Comprehensive Rules

These rules are effective as of {day}.

1. Lanterns

100. Lamps

100.1. A lamp has {word} keeper.

100.2. A lamp is lit or unlit.

100.2a A lit lamp burns. See rule 100.1.

Glossary

Lamp

A thing that burns.

Credits

Us.
"""


@pytest.fixture
def rules() -> KnowledgeBase:
    return kb.load(ontology_root() / "examples" / "documents", store=None)


def test_the_browser_searches_at_every_key(rules: KnowledgeBase) -> None:
    browser = RuleBrowser(rules)
    assert browser.list.options == ()
    for typed in ("l", "la", "lantern", "lantern owner"):
        browser.words.value = typed
    assert [hit.passage.number for hit in browser.hits] == ["950.3b", "950.1a", "950.2"]
    assert "950.3b" in browser.card.value
    browser.list.index = 1
    assert "<h4>950.1a</h4>" in browser.card.value


def test_the_browser_reads_one_rule_for_each_search(
    rules: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, read = RuleBrowser(rules), []
    rule = KnowledgeBase.rule
    monkeypatch.setattr(KnowledgeBase, "rule", lambda self, name: read.append(name) or rule(self, name))
    browser.words.value = "lantern owner"
    browser.words.value = "lantern"
    assert len(read) == 2


@pytest.fixture
def unindexed(tmp_path: Path) -> KnowledgeBase:
    """A store without an index of words, as after a load of many documents."""
    kb.load(ontology_root() / "examples" / "documents", store=tmp_path / "store")
    for folder in tmp_path.glob("store/snapshots/*/words"):
        shutil.rmtree(folder)
    return kb.load(store=tmp_path / "store")


def test_the_browser_answers_at_once_while_the_words_are_indexed_in_the_background(
    unindexed: KnowledgeBase,
) -> None:
    browser, said = RuleBrowser(unindexed), []
    assert browser._indexing is None
    assert lacks_words(unindexed.store)
    browser.status.observe(lambda change: said.append(change["new"]), "value")
    browser.words.value = "lantern"
    assert "being indexed" in said[0]
    glanced = {hit.passage.iri for hit in browser.hits}
    assert glanced
    assert browser._indexing is not None
    assert browser._indexing.wait(60)
    for _ in range(600):
        if "found" in said[-1]:
            break
        time.sleep(0.1)
    assert "found" in said[-1]
    assert not lacks_words(unindexed.store)
    assert glanced <= {hit.passage.iri for hit in browser.hits}


def test_a_glance_narrows_and_takes_nothing_for_a_part_of_the_query(unindexed: KnowledgeBase) -> None:
    def numbers(words: str, **narrow: str) -> set[str]:
        return {hit.passage.number for hit in glance(unindexed.store, words, **narrow)}

    assert numbers("LANTERN player", language="en") >= {"950.3"}
    assert {hit.passage.language for hit in glance(unindexed.store, "950.3", language="fr")} == {"fr"}
    assert numbers("950.3") >= {"950.3", "950.3b"}
    assert numbers("lantern", game="ygo") == set()
    for hostile in ('") } } #', "\\", "?x", '"', "<x:y>"):
        assert numbers(hostile) == set()
    assert len(glance(unindexed.store, "lantern", most=2)) == 2


def test_the_browser_narrows_by_language(rules: KnowledgeBase) -> None:
    browser = RuleBrowser(rules, "950.1")
    assert {hit.passage.language for hit in browser.hits} == {"en", "fr"}
    browser.tag.value = "fr"
    assert {hit.passage.language for hit in browser.hits} == {"fr"}


def test_the_browser_says_when_nothing_is_found(rules: KnowledgeBase) -> None:
    browser = RuleBrowser(rules.in_language("fr"), "zzz")
    assert "rien trouvé" in browser.status.value
    assert browser.card.value == ""


def test_the_comparer_shows_both_sides_and_marks_the_finding(rules: KnowledgeBase) -> None:
    comparer = Comparer(rules, "en", "fr", who="a reader")
    keys = [pair.key for pair in comparer._shown]
    comparer.list.index = keys.index("950.3")
    assert "<mark" in comparer.sides.value
    assert 'lang="fr"' in comparer.sides.value


def test_a_dismissed_finding_leaves_the_queue_and_is_kept_with_who(rules: KnowledgeBase) -> None:
    comparer = Comparer(rules, "en", "fr", who="a reader")
    keys = [pair.key for pair in comparer._shown]
    comparer.list.index = keys.index("950.3")
    before = comparer.finding.options
    comparer.note.value = "seen"
    comparer.buttons[Decision.DISMISS].click()
    [kept] = reviews(rules.store)
    assert (kept.decision, kept.who, kept.note) == (Decision.DISMISS, "a reader", "seen")
    assert comparer.note.value == ""
    left = [each.divergence.note for each in comparer.findings.get("950.3", [])]
    assert len(left) == len(before) - 1


def test_the_comparer_shows_a_missing_side_as_missing(rules: KnowledgeBase) -> None:
    comparer = Comparer(rules.in_language("es"), "en", "fr")
    comparer.list.index = [pair.key for pair in comparer._shown].index("950.2")
    assert "<em>falta</em>" in comparer.sides.value


def test_two_editions_in_one_language_are_compared_word_by_word(tmp_path: Path) -> None:
    for name, day, word in (("a.txt", "January 1, 2020", "one"), ("b.txt", "January 1, 2021", "no")):
        (tmp_path / name).write_text(EDITION.format(day=day, word=word), encoding="utf-8")
    rules = kb.load(tmp_path, store=None)
    comparer = Comparer(rules)
    assert (comparer.left.value.edition, comparer.right.value.edition) == ("2020-01-01", "2021-01-01")
    assert [pair.key for pair in comparer._shown] == ["intro.2", "100.1"]  # the date, and the rule
    comparer.list.index = 1
    assert ">one</del>" in comparer.sides.value
    assert ">no</ins>" in comparer.sides.value


def test_the_workbench_answers_after_every_event_and_undoes(rules: KnowledgeBase) -> None:
    bench = Workbench(rules, game="mtg", players=("Ann", "Bob"))
    bench.id.value, bench.kind.value, bench.owner.value = "ox", "creature", "Ann"
    bench.object_button.click()
    bench.verb.value = "gain_control"
    bench.inputs["player"].value, bench.inputs["of"].value = "Bob", ("ox",)
    bench.event_button.click()
    assert [answer.value for answer in bench.answers] == ["Bob"]
    assert "Bob" in bench.timeline.value
    bench.undo_button.click()
    assert [answer.value for answer in bench.answers] == ["Ann"]
    bench.undo_button.click()
    bench.undo_button.click()
    assert bench.answers == ()


def test_the_workbench_names_the_fields_that_an_event_needs(rules: KnowledgeBase) -> None:
    bench = Workbench(rules)
    bench.add_object("ox", kind="creature", owner="Ann")
    bench.verb.value = "gain_control"
    bench.event_button.click()
    assert "needed: player, of" in bench.status.value


def test_what_the_format_does_not_allow_changes_nothing(rules: KnowledgeBase) -> None:
    bench = Workbench(rules)
    bench.add_object("ox", kind="creature", owner="Ann")
    bench.id.value = "ox"
    bench.object_button.click()
    assert "two objects have this id" in bench.status.value
    assert [thing.id for thing in bench.situation.build().objects] == ["ox"]
    with pytest.raises(ScenarioError):
        bench.add_event("gain_control", player="Zed", of="ox")


@pytest.mark.parametrize("game", ["mtg", "ygo", "riftbound"])
def test_the_workbench_offers_every_verb_of_every_game(rules: KnowledgeBase, game: str) -> None:
    bench = Workbench(rules, game=game)
    for verb in bench.verb.options:
        bench.verb.value = verb
        assert set(bench.inputs) or bench.does.value


def test_a_saved_situation_is_read_again_and_never_written_over(rules: KnowledgeBase, tmp_path: Path) -> None:
    bench = Workbench(rules)
    bench.add_object("ox", kind="creature", owner="Ann")
    bench.add_event("gain_control", player="Bob", of="ox")
    bench.file.value = str(tmp_path / "ox.yaml")
    bench.save_button.click()
    [again] = read_scenarios(tmp_path / "ox.yaml")
    shown = bench.situation.build()
    assert (again.objects, again.events) == (shown.objects, shown.events)
    assert again.id == "ox"
    assert [(each.ask, each.of) for each in again.questions] == [("controller", "ox")]
    assert rules.answers(again)[0].value == bench.answers[0].value == "Bob"
    bench.undo()
    bench.save_button.click()
    assert "already" in bench.status.value
    [kept] = read_scenarios(tmp_path / "ox.yaml")
    assert len(kept.events) == 1


def test_the_query_box_runs_and_shows_errors_with_their_place(rules: KnowledgeBase) -> None:
    box = SparqlBox(rules)
    for example in [value for _, value in box.examples.options]:
        box.query.value = example
        box.run_button.click()
        assert box.result is not None
        assert len(box.result) > 0
    box.query.value = "SELECT"
    box.run_button.click()
    assert box.result is None
    assert "query:1:7" in box.status.value


def test_the_explorer_finds_a_word_in_any_language(rules: KnowledgeBase) -> None:
    explorer = ConceptExplorer(rules, "champ de bataille")
    assert "mtg.battlefield" in [value for _, value in explorer.list.options]
    assert "do not confuse" in explorer.map.value
    explorer.word.value = "batlefield"
    assert "did you mean" in explorer.map.value


def test_the_reasons_are_a_tree_in_reading_order(rules: KnowledgeBase) -> None:
    situation = rules.scenario("mtg", "Ann", "Bob").permanent("ox", owner="Ann").gain_control("Bob", "ox")
    tree = Reasons(rules.in_language("fr").who_controls("ox", situation))
    assert [node["level"] for node in tree.nodes][:2] == [1, 2]
    assert tree.language == "fr"
    tree.chosen = 1
    assert tree.reason["rule"] == "effect-decides"


def test_controls_show_themselves_where_widgets_are_off(rules: KnowledgeBase) -> None:
    shown = RuleBrowser(rules, "lantern owner")._repr_mimebundle_()
    assert "950.3b" in shown["text/html"]
    assert "<" not in shown["text/plain"].replace("<->", "")
