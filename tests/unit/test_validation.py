"""Validation of what a store holds: all of it together, each state of a scenario alone."""

from __future__ import annotations

import sys

import pytest
from pyoxigraph import NamedNode, Quad

from kb.errors import MissingExtraError
from kb.namespaces import CORE, PREFIXES
from kb.validation import Finding, Severity, run
from kb.validation.shapes import engine

TYPE = PREFIXES["rdf"] + "type"
TABLE = "https://w3id.org/tcg-rules/scenario/duel"


def say(subject: str, predicate: str, value: str, graph: str = TABLE) -> Quad:
    return Quad(*(NamedNode(each) for each in (subject, predicate, value, graph)))


def table(*in_states: tuple[int, str]) -> list[Quad]:
    """A bear and two players; each pair says in which state who controls the bear."""
    quads = [say(f"{TABLE}/bear", TYPE, CORE + "GameObject")]
    quads += [say(f"{TABLE}/{name}", TYPE, CORE + "Player") for name in ("ann", "bob")]
    for step, player in in_states:
        state = f"{TABLE}/state/{step}"
        quads.append(say(state, TYPE, CORE + "State"))
        quads.append(say(f"{TABLE}/bear", CORE + "controller", f"{TABLE}/{player}", state))
    return quads


def names(quads: list[Quad]) -> set[str]:
    return {finding.name for finding in run(quads).errors}


def test_two_controllers_at_once_are_an_error_of_check_and_shape() -> None:
    assert {"two_controllers", "GameObject-controller"} <= names(table((1, "ann"), (1, "bob")))


def test_another_controller_in_the_next_state_is_no_error() -> None:
    assert not {"two_controllers", "GameObject-controller"} & names(table((1, "ann"), (2, "bob")))


def test_a_finding_names_the_state_it_was_made_in() -> None:
    found = [each for each in run(table((1, "ann"), (1, "bob"))).errors if each.name == "two_controllers"]

    assert [each.state for each in found] == [f"{TABLE}/state/1"]
    assert "scenario/duel/state/1" in found[0].text()


def test_a_value_that_is_wrong_in_two_ways_is_one_finding() -> None:
    quads = table((1, "ann"))
    quads.append(say(f"{TABLE}/bear", CORE + "controller", f"{TABLE}/nowhere", f"{TABLE}/state/1"))
    found = [(each.name, each.entity, each.detail) for each in run(quads).findings]

    assert len(set(found)) == len(found) > 0


def test_a_finding_in_french_has_no_english_word_in_it() -> None:
    found = [each for each in run(table((1, "ann"), (1, "bob"))).errors if each.name == "two_controllers"]

    assert "[one " in found[0].text("en")
    assert "[one " not in found[0].text("fr")
    assert "Un objet a deux contrôleurs dans un même état." in found[0].text("fr")


def test_a_card_as_controller_is_an_error_that_a_spanish_reader_understands() -> None:
    quads = table((1, "ann"))
    quads.append(say(f"{TABLE}/sword", TYPE, CORE + "Card"))
    quads.append(say(f"{TABLE}/bear", CORE + "controller", f"{TABLE}/sword", f"{TABLE}/state/1"))
    found = [each for each in run(quads).errors if each.name == "GameObject-controllerIsPlayer"]

    assert [each.detail for each in found] == [(("value", f"{TABLE}/sword"),)] * len(found) != []
    assert "un controlador es un jugador, nunca una carta ni un lugar" in found[0].text("es")


def test_the_most_serious_findings_come_first() -> None:
    severities = [each.severity for each in run(table((1, "ann"), (1, "bob"))).findings]

    assert severities == sorted(severities, key=list(Severity).index)


def test_a_message_missing_in_a_language_is_shown_in_english() -> None:
    assert Finding("x", Severity.INFO, "urn:x", {"en": "look here"}).text("fr") == "urn:x: look here"


def test_without_a_shacl_engine_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyshacl_turbo", None)
    monkeypatch.setitem(sys.modules, "pyshacl", None)
    engine.cache_clear()
    try:
        with pytest.raises(MissingExtraError, match=r"needs pyshacl.*tcg-rules-kb\[validate\]"):
            run(table((1, "ann")))
    finally:
        engine.cache_clear()


def test_without_shapes_no_shacl_engine_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyshacl_turbo", None)
    monkeypatch.setitem(sys.modules, "pyshacl", None)
    engine.cache_clear()

    assert "two_controllers" in {
        each.name for each in run(table((1, "ann"), (1, "bob")), with_shapes=False).errors
    }
    engine.cache_clear()
