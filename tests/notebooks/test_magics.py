"""The magics in a real IPython shell: typed frames, terms bound and never pasted, errors in our words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from IPython.core.completer import provisionalcompleter
from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell

import kb
from kb.ontology_files import ontology_root

QUERY = "SELECT ?text { ?p text:number {{n}} ; text:content ?text } ORDER BY ?text"


@pytest.fixture(scope="module")
def rules() -> kb.KnowledgeBase:
    return kb.load(ontology_root() / "examples" / "documents", store=None)


@pytest.fixture
def shell(rules: kb.KnowledgeBase) -> Iterator[Any]:
    made = InteractiveShell()
    made.run_line_magic("load_ext", "kb")
    made.user_ns["rules"] = rules
    yield made
    made.history_manager.end_session()
    InteractiveShell.clear_instance()


def test_a_query_gives_a_typed_frame_and_a_variable(shell: Any) -> None:
    shell.user_ns["n"] = "950.3"
    frame = shell.run_cell_magic("sparql", "found --lang fr", QUERY)
    assert list(frame["text_language"]) == ["fr"]
    assert str(frame["text_language"].dtype) == "category"
    assert shell.user_ns["found"] is frame


def test_a_value_is_bound_as_a_term_whatever_it_says(shell: Any) -> None:
    shell.user_ns["n"] = '950.3" } ; DROP ALL #'
    assert len(shell.run_cell_magic("sparql", "", QUERY)) == 0


def test_a_column_of_values_can_be_bound(shell: Any) -> None:
    shell.user_ns["ns"] = shell.run_cell_magic("sparql", "", "SELECT DISTINCT ?n { ?p text:number ?n }")["n"]
    counted = shell.run_cell_magic(
        "sparql", "", "SELECT (COUNT(DISTINCT ?n) AS ?c) { VALUES ?n { {{ns}} } ?p text:number ?n }"
    )
    assert counted["c"][0] == len(shell.user_ns["ns"])


def test_a_value_inside_a_string_is_refused(shell: Any) -> None:
    shell.user_ns["n"] = "x"
    with pytest.raises(UsageError, match="a value can stand only where a term can"):
        shell.run_cell_magic("sparql", "", 'ASK { ?p text:number "{{n}}" }')


def test_a_misspelt_variable_is_named_with_the_near_ones(shell: Any) -> None:
    shell.user_ns["number"] = "950.3"
    with pytest.raises(UsageError, match="did you mean 'number'"):
        shell.run_cell_magic("sparql", "", "ASK { ?p text:number {{numbr}} }")


def test_an_ask_gives_a_truth_and_plain_gives_the_result(shell: Any) -> None:
    assert shell.run_cell_magic("sparql", "", 'ASK { ?p text:number "950.3" }') is True
    shell.user_ns["n"] = "950.3"
    assert type(shell.run_cell_magic("sparql", "--plain", QUERY)).__name__ == "Result"


def test_a_slow_query_is_stopped_at_its_limit(shell: Any) -> None:
    slow = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l . ?m ?n2 ?o }"
    with pytest.raises(UsageError, match="LimitError"):
        shell.run_cell_magic("sparql", "--timeout 0.5", slow)


def test_a_situation_is_shown_and_kept(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ontology_root() / "examples/scenarios/mtg-borrowed-over-aura.yaml").read_text(encoding="utf-8")
    shell.run_cell_magic("scenario", "duel", text)
    assert shell.user_ns["duel"].game == "mtg"
    shown = capsys.readouterr().out
    assert "Who controls what" in shown
    assert "controller of ox at after:3: Cleo" in shown


def test_a_faulty_situation_names_the_place(shell: Any) -> None:
    with pytest.raises(UsageError, match="unknown verb"):
        shell.run_cell_magic("scenario", "", "{game: mtg, players: [A], events: [{do: gain_controll}]}")


def test_a_rule_is_shown_in_one_language(shell: Any) -> None:
    card = shell.run_line_magic("rule", "950.3 --lang fr")
    assert {text.language for text in card.texts} == {"fr"}
    with pytest.raises(UsageError, match="950"):
        shell.run_line_magic("rule", "950.9")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("%%sparql\nSELECT * { ?p text:num", "text:number"),
        ("%%sparql found\nSELECT * { ?p rif", "rift:"),
        ("%rule 950.3", "950.3b"),
    ],
)
def test_the_tab_key_offers_terms_prefixes_and_numbers(shell: Any, typed: str, offered: str) -> None:
    with provisionalcompleter():
        found = [each.text for each in shell.Completer.completions(typed, len(typed))]
    assert offered in found


def test_nothing_is_offered_outside_our_magics(shell: Any) -> None:
    with provisionalcompleter():
        found = [each.text for each in shell.Completer.completions("x = text:num", 12)]
    assert "text:number" not in found
