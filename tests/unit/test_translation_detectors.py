"""Each detector finds what it is for, and survives the traps of its languages."""

from __future__ import annotations

import pytest
from translation_tools import differences, kinds, pair

from kb.translation import Pair, Settings, Severity, Text, diverge


def test_an_expletive_ne_denies_nothing() -> None:
    assert not kinds(
        "A card has no owner unless it is a token.",
        "Une carte n'a pas de propriétaire à moins qu'elle ne soit un jeton.",
    )


def test_neither_nor_is_one_negation_in_every_language() -> None:
    assert not kinds("It is neither a spell nor a token.", "Ce n'est ni un sort ni un jeton.")
    assert not kinds("It is neither a spell nor a token.", "No es ni un hechizo ni una ficha.", "es")


def test_ne_que_is_only_and_not_a_negation() -> None:
    assert not kinds("It can only attack players.", "Elle ne peut attaquer que des joueurs.")
    assert "meaning.only" in kinds("It can only attack players.", "Elle ne peut pas attaquer les joueurs.")


def test_a_hand_is_not_a_main_phase() -> None:
    assert not kinds("During the Main Phase, draw 1 card.", "Durant la Main Phase, piochez 1 carte.")


@pytest.mark.parametrize(
    ("left", "right", "language", "kind"),
    [
        ("You may draw.", "Vous devez piocher.", "fr", "meaning.modality"),
        ("Its owner wins.", "Su controlador gana.", "es", "meaning.role"),
        ("Only spells resolve.", "Les sorts se résolvent.", "fr", "meaning.only"),
        ("It dies unless you pay {2}.", "Elle meurt si vous payez {2}.", "fr", "meaning.condition"),
        ("At least two tokens.", "Como máximo dos fichas.", "es", "meaning.bound"),
        ("It stays on the stack.", "Il reste sur le champ de bataille.", "fr", "meaning.zone"),
        ("Draw seven cards.", "Roba ocho cartas.", "es", "meaning.number"),
        ("See rule 613.7a.", "Cf. règle 613.7b.", "fr", "xref.changed"),
        ("It happens before combat.", "Ocurre después del combate.", "es", "meaning.time"),
        ("The attacker's owner chooses, then the blocker's controller.",
         "Le contrôleur de l'attaquant choisit, puis le propriétaire du bloqueur.", "fr", "meaning.role"),
        ("It is in the command zone.", "Elle est dans sa zone de commandement.", "fr", "meaning.possessive"),
        ("Put it in its owner's hand.", "Put it in its owner's hand.", "fr", "language.untranslated"),
    ],
)  # fmt: skip
def test_a_change_is_found_and_called_by_its_kind(left: str, right: str, language: str, kind: str) -> None:
    assert kind in kinds(left, right, language)


def test_the_evidence_is_the_words_themselves() -> None:
    [found] = differences("A player may concede.", "Un joueur doit abandonner.")
    assert (found.left.text, found.right.text) == ("may", "doit")  # type: ignore[union-attr]
    assert (found.left.start, found.left.end) == (9, 12)  # type: ignore[union-attr]
    assert found.severity is Severity.CHANGED


def test_numbers_are_compared_by_value_in_words_and_figures() -> None:
    assert not kinds("Pay 2,500 points and draw two cards.", "Payez 2 500 points et piochez 2 cartes.")
    assert not kinds("A library of twenty-five cards.", "Une bibliothèque de vingt-cinq cartes.")
    assert not kinds("Thirty-two cards.", "Treinta y dos cartas.", "es")


def test_numbers_that_change_places_are_found() -> None:
    assert "meaning.number" in kinds("Discard 1 card, then draw 2.", "Défaussez 2 cartes, puis piochez-en 1.")


def test_a_range_of_rules_is_the_rules_in_it() -> None:
    assert not kinds("See rules 603.7d, 603.7e and 603.7f.", "Cf. règles 603.7d-f.")


def test_a_sentence_without_a_counterpart_is_found_without_rule_numbers() -> None:
    found = differences(
        "Tokens have owners. A copy of a spell is put on the stack. Players draw a card.",
        "Les jetons ont un propriétaire. Les joueurs piochent une carte.",
    )
    assert [(d.kind, d.left.text) for d in found if d.left] == [
        ("structure.missing_sentence", "A copy of a spell is put on the stack.")
    ]


def test_a_missing_side_is_one_finding() -> None:
    [found] = diverge([Pair("110.2", Text("en", "Permanents have a controller."), None)])
    assert found.divergence.kind == "structure.missing_rule"
    assert found.divergence.right is None


def test_a_word_of_another_game_is_wrong_only_where_the_game_is_known() -> None:
    left, right = "Exile that card.", "Bannissez cette carte ; elle est bannie (bannir)."
    assert "wording.foreign_term" in kinds(left, right, game="mtg")
    assert "wording.foreign_term" not in kinds(left, right)


def test_form_alone_is_said_once_for_all_pairs() -> None:
    pairs = [pair("Draw: now.", "Piochez : maintenant."), pair("Stop: now.", "Arrêtez : maintenant.")]
    found = [f for f in diverge(pairs) if f.divergence.kind == "typo.nbsp"]
    assert [f.divergence.note for f in found] == ["fr ×2"]
    assert found[0].pair.key == ""


def test_findings_below_a_severity_are_left_out() -> None:
    pairs = [pair("Draw: now.", "Piochez : maintenant.")]
    assert diverge(pairs, settings=Settings(least=Severity.WORDING)) == ()


def test_spanish_and_french_are_compared_without_english() -> None:
    pairs = [
        Pair("1", Text("fr", "Seul son propriétaire peut piocher."), Text("es", "Su dueño puede robar."))
    ]
    assert {f.divergence.kind for f in diverge(pairs)} == {"meaning.only"}
