"""The verbs concept and validate."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from pyoxigraph import Literal, NamedNode, Quad

from kb.cli.application import run
from kb.cli.ontology import concept_verb, validate
from kb.errors import NotFoundError
from kb.namespaces import CORE, PREFIXES
from kb.queries.concepts import concept
from kb.store import open_store
from kb.store.ontology import refresh_ontology
from loaders.pipeline import load_paths

Verb = Callable[..., tuple[int, str, str]]


@pytest.fixture
def verb(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    """Runs one of the two verbs on a store of the test's own that holds the ontology."""
    monkeypatch.setenv("TCG_RULES_STORE", str(tmp_path / "store"))
    monkeypatch.delenv("TCG_RULES_LANG", raising=False)
    group = click.Group(commands={"concept": concept_verb, "validate": validate})
    store = open_store(tmp_path / "store")
    with store.transaction() as change:
        refresh_ontology(store, change)

    def verb(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run(group, list(arguments), "tcg-rules")
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return verb


def test_a_word_is_shown_in_every_game_that_has_it(verb: Verb) -> None:
    code, out, _ = verb("concept", "propriétaire")

    assert code == 0
    for notation in ("shared.owner", "mtg.owner", "ygo.owner", "riftbound.owner"):
        assert f"[{notation}]" in out


def test_a_word_without_its_accent_is_found(verb: Verb) -> None:
    assert "[mtg.owner]" in verb("concept", "PROPRIETAIRE")[1]


def test_a_false_friend_is_shown_with_its_reason_in_the_reader_s_language(verb: Verb) -> None:
    out = " ".join(verb("concept", "mtg.battlefield", "--lang", "es")[1].split())

    assert "no confundir con riftbound.battlefield: Magic: la única zona" in out
    assert "définit" not in out


def test_a_concept_names_its_provision_and_its_encoded_rules(verb: Verb) -> None:
    out = verb("concept", "token owner", "--game", "mtg")[1] + verb("concept", "mtg.tokenOwner")[1]

    assert "mtg-cr/2026-04-17/111.2" in out
    assert "mtg-token-owner" in out


def test_how_well_a_label_is_attested_is_told_with_its_source(verb: Verb) -> None:
    records = [json.loads(line) for line in verb("concept", "ygo.owner", "--format", "json")[1].splitlines()]
    spanish = next(each for each in records if each["language"] == "es")

    assert (spanish["label"], spanish["status"]) == ("dueño", "official")
    assert "217/252" in spanish["source"]
    assert spanish["alternatives"] == ["propietario"]


def test_an_unknown_word_is_wrong_use_and_names_near_ones(verb: Verb) -> None:
    code, _, err = verb("concept", "controllr")

    assert code == 2
    assert "no concept 'controllr'; did you mean 'controller'" in err


def test_a_sound_store_validates(verb: Verb) -> None:
    code, out, _ = verb("validate", "--lang", "fr")

    assert code == 0
    assert out.startswith("0 erreur et 0 avertissement dans ")


def test_a_faulty_store_ends_with_one_and_says_what_is_wrong(verb: Verb, tmp_path: Path) -> None:
    fault = Quad(
        NamedNode(CORE + "owner"),
        NamedNode(PREFIXES["skos"] + "scopeNote"),
        Literal("no language"),
        NamedNode("https://w3id.org/tcg-rules/source/x"),
    )
    with open_store(tmp_path / "store").transaction() as change:
        change.add([fault])
    code, out, _ = verb("validate")

    assert code == 1
    assert "error: core:owner: A label, definition or note has no language tag." in out
    assert "(missing_language_tag)" in out.replace("\n  ", " ")


def test_the_english_summary_counts(verb: Verb) -> None:
    assert verb("validate")[1].startswith("0 errors and 0 warnings in ")


def test_concept_tells_which_loaded_cards_speak_of_it(verb: Verb, tmp_path: Path) -> None:
    cards = tmp_path / "cards.json"
    ox = {"object": "card", "lang": "en", "name": "Stray Ox", "oracle_text": "Gain control of target token."}
    boeuf = {
        "object": "card", "lang": "fr", "name": "Stray Ox", "printed_name": "Boeuf errant",
        "printed_text": "Acquérez-en le contrôle. Son propriétaire pioche.",
    }  # fmt: skip
    ant = {"object": "card", "lang": "en", "name": "Control Ant", "oracle_text": "Flying"}
    cards.write_text(json.dumps([ox, boeuf, ant]), encoding="utf-8")
    load_paths(open_store(tmp_path / "store"), [cards])
    code, out, _ = verb("concept", "mtg.controlEffect")
    assert code == 0
    assert "loaded texts that speak of it, mtg-cards, English: 1, such as Stray Ox" in out
    assert "loaded texts that speak of it, mtg-cards, French: 1, such as Boeuf errant" in out
    assert "speak of it, mtg-cards, French: 1" in verb("concept", "owner", "--game", "mtg")[1]
    (english,) = [
        each
        for line in verb("concept", "mtg.control", "--format", "json")[1].splitlines()
        if (each := json.loads(line))["language"] == "en"
    ]
    assert english["texts"] == 1  # the name of a card may say anything


def test_a_word_like_no_other_gets_a_short_list() -> None:
    with pytest.raises(NotFoundError, match=r" and \d{2,} more$") as caught:
        concept("")
    assert len(str(caught.value)) < 1_000
