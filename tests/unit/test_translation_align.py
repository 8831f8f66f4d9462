"""Sentences set against each other: omissions are found, with and without rule numbers."""

from __future__ import annotations

from pathlib import Path

import galechurch
import pytest
from translation_tools import f1, gold, seed_texts

from kb.translation.align import align
from kb.translation.records import Segment
from kb.translation.segment import segments

Beads = set[tuple[str, tuple[int, ...], tuple[int, ...]]]


def _gold_beads(shared: Path) -> Beads:
    def numbers(written: str) -> tuple[int, ...]:
        return tuple(int(part) - 1 for part in written.split("+")) if written else ()

    rows = gold(shared, "gold-alignment-seed-003.csv")
    return {(row["rule"], numbers(row["en_sentences"]), numbers(row["fr_sentences"])) for row in rows}


def _inside_rules(shared: Path) -> Beads:
    en, fr = seed_texts(shared, "en"), seed_texts(shared, "fr")
    return {
        (number, bead.left, bead.right)
        for number in en
        for bead in align(segments(en[number]), segments(fr.get(number, "")), ("en", "fr"))
    }


def _without_numbers(shared: Path) -> Beads:
    sides = [
        [
            (number, at, one)
            for number, text in seed_texts(shared, tag).items()
            for at, one in enumerate(segments(text))
        ]
        for tag in ("en", "fr")
    ]
    beads = align([one for *_, one in sides[0]], [one for *_, one in sides[1]], ("en", "fr"))
    return {
        (
            (sides[0][bead.left[0]] if bead.left else sides[1][bead.right[0]])[0],
            tuple(sides[0][at][1] for at in bead.left),
            tuple(sides[1][at][1] for at in bead.right),
        )
        for bead in beads
    }


def _omissions(beads: Beads) -> Beads:
    return {bead for bead in beads if not bead[1] or not bead[2]}


def test_the_page_is_aligned_as_by_hand_inside_its_rules(shared: Path) -> None:
    found, wanted = _inside_rules(shared), _gold_beads(shared)
    print("inside rules", f1(set(found), set(wanted)), f1(set(_omissions(found)), set(_omissions(wanted))))
    assert f1(set(found), set(wanted)) >= 0.98
    assert f1(set(_omissions(found)), set(_omissions(wanted))) >= 0.95


def test_the_page_is_aligned_as_by_hand_without_rule_numbers(shared: Path) -> None:
    found, wanted = _without_numbers(shared), _gold_beads(shared)
    print("without numbers", f1(set(found), set(wanted)), f1(set(_omissions(found)), set(_omissions(wanted))))
    assert f1(set(found), set(wanted)) >= 0.98
    assert f1(set(_omissions(found)), set(_omissions(wanted))) >= 0.95


EN = (
    "Each token has an owner. The owner of a token is the player who created it. "
    "A token that leaves play ceases to exist. Its controller draws two cards. See rule 110.5a. "
    "Players can't sacrifice it. Damage stays on it until the end of the turn."
)
FR = (
    "Chaque jeton a un propriétaire. Le propriétaire d'un jeton est le joueur qui l'a créé. "
    "Un jeton qui quitte le jeu cesse d'exister. Son contrôleur pioche deux cartes. Cf. règle 110.5a. "
    "Les joueurs ne peuvent pas le sacrifier. Les blessures y restent jusqu'à la fin du tour."
)


def _without(text: str, at: int) -> list[Segment]:
    return [one for one in segments(text) if one.order != at]


@pytest.mark.parametrize("gone", range(7))
def test_a_sentence_left_out_anywhere_is_found(gone: int) -> None:
    beads = align(segments(EN), _without(FR, gone), ("en", "fr"))
    assert [bead.left for bead in beads if not bead.right] == [(gone,)]


def test_length_alone_finds_fewer_of_the_sentences_left_out() -> None:
    """The baseline, after Gale and Church, sees no words: it pairs what is about as long."""
    found = 0
    for gone in range(7):
        left, right = [one.text for one in segments(EN)], [one.text for one in _without(FR, gone)]
        beads = galechurch.align(left, right).beads
        alone = [bead.source_start for bead in beads if bead.target_start == bead.target_end]
        found += alone == [gone]
    print("found by length alone:", found, "of 7")
    assert found < 7


def test_two_sentences_may_stand_for_one() -> None:
    en = segments("An Aura's controller is separate from its object's; the two need not be the same.")
    fr = segments(
        "Il n'y a aucun lien entre le contrôleur d'une aura et celui de son objet. "
        "Les deux n'ont pas besoin d'être le même."
    )
    assert [bead.shape for bead in align(en, fr, ("en", "fr"))] == ["1-2"]


def test_nothing_is_aligned_with_nothing() -> None:
    assert align((), (), ("en", "fr")) == ()
    assert [bead.shape for bead in align(segments("One. Two."), (), ("en", "es"))] == ["1-0", "1-0"]


def test_a_sentence_that_could_stand_for_any_of_several_stands_for_none() -> None:
    en, fr = [one.text for one in segments(EN)], [one.text for one in segments(FR)]
    listed = [
        "Seul son contrôleur peut regarder une carte face cachée de la main.",
        "Seul son contrôleur peut attaquer avec une créature dégagée au combat.",
        "Seul son contrôleur peut activer une capacité pendant la phase de pioche.",
    ]
    more = ("Each player draws seven cards at first.", "Chaque joueur pioche d'abord sept cartes.")
    en = [
        *en[:3],
        "Unless a rule permits more, these acts are for the controller alone.",
        *en[3:],
        more[0],
        more[0],
    ]
    fr = [*fr[:3], *listed, *fr[3:], more[1], more[1]]
    sides = ([Segment(text, 0, len(text), at) for at, text in enumerate(side)] for side in (en, fr))
    beads = align(*sides, ("en", "fr"))
    assert ((3,), ()) in {(bead.left, bead.right) for bead in beads}
    assert [bead.shape for bead in beads].count("0-1") == 3
