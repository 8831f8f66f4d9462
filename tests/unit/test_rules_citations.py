"""What the packaged rules cite exists, in every edition cited, and is about what the rule says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest
from citation_review import Cited, cited_in, fingerprint, occurrences, reviewed, scores, stems, words
from cited_texts import Texts, all_magic_texts, magic_texts, other_texts, texts_of

from kb.inference.citations import game_of
from kb.inference.editions import covers, edition_key, holds_in
from kb.inference.records import Citation, Rule, RuleKind, Validity
from kb.inference.rulebase import packaged_rules
from kb.model import Passage, PassageKind, Span
from kb.scenario.rulesets import rules_documents

RULES = packaged_rules().rules
EDITIONS = {document.name: document.editions for document in rules_documents()}
UNDATED_DOCUMENTS = {
    "ygo-rulings-goat",
    "ygo-rulings-edison",
    "ygo-wiki",
    "ygo-wiki-control",
    "edopro-guide",
}

LEAST_SCORE = 0.12
"""A cited passage has at least this share of the rule's sentence, rare words counting more, or ..."""
BEST_SHARE = 0.15
"""... at most this share of the passages of its edition has more of it."""

MECHANISM = "it says by which mechanism; the sentence says what comes of it"
SIDE = "control is the side of the field a card is on; the sentence is about players"
OTHER_WORDS = "it says the same in other words"
PART = "it bears out one part of the sentence"

JUDGED_BY_EYE = {
    ("ability-stays", "ENEMY CONTROLLER"): OTHER_WORDS,
    ("base-controller", "s1"): SIDE,
    ("base-controller", "s13"): SIDE,
    ("condition-becomes-false", "390.4"): OTHER_WORDS,
    ("default-decides", "s7"): SIDE,
    ("effect-decides", "110.2"): "it calls the base controller the one by default",
    ("effect-decides", "s7"): SIDE,
    ("former-controller", "603.10"): MECHANISM,
    ("mtg-activation-forbidden", "101.2"): MECHANISM,
    ("mtg-aura-controller-now", "610.3a"): MECHANISM,
    ("mtg-aura-controller-now", "611.3a"): MECHANISM,
    ("mtg-control-aura", "109.5"): MECHANISM,
    ("mtg-control-aura", "610.3a"): MECHANISM,
    ("mtg-control-aura", "611.3a"): MECHANISM,
    ("mtg-control-aura", "612.1b"): MECHANISM,
    ("mtg-control-aura", "613.1b"): MECHANISM,
    ("mtg-countered-elsewhere", "101.1"): MECHANISM,
    ("newest-effect", "SNATCH STEAL"): OTHER_WORDS,
    ("rift-concedes", "652"): PART,
    ("rift-concedes", "652.2.b"): PART,
    ("rift-leaves-board", "323.5"): PART,
    ("rift-permanent-resolves", "356.2.c"): PART,
    ("rift-permanent-resolves", "359.2.c"): PART,
    ("rift-permanent-resolves", "563.1.c"): PART,
    ("rift-who-has-controller", "182.2"): PART,
    ("rift-who-has-controller", "185.2"): PART,
    ("rift-who-has-controller", "188.2"): PART,
    ("rift-who-has-controller", "191.2"): PART,
    ("static-control", "610.3a"): MECHANISM,
    ("static-control", "611.3a"): MECHANISM,
    ("ygo-claim", "SNATCH STEAL"): OTHER_WORDS,
    ("ygo-controller-uses", "s6"): PART,
    ("ygo-monster-as-equip", "s11"): PART,
    ("ygo-room", "BRAIN CONTROL"): PART,
    ("ygo-spell-activated", "s1"): SIDE,
    ("ygo-take-control", "s8"): PART,
}
"""What is cited in few of the sentence's words, and why it is cited all the same."""

NOTHING_CITED_FOR = {
    ("token-is", "ygo"),
    ("condition-now", "ygo"),
    ("condition-already-false", "ygo"),
    ("condition-becomes-false", "ygo"),
    ("static-control", "riftbound"),
    ("static-control-ends", "riftbound"),
    ("condition-already-false", "riftbound"),
    ("effect-paused", "mtg"),
    ("effect-paused", "riftbound"),
    ("you-of-object", "riftbound"),
}
"""Rules of all games for which the texts of a game say nothing of the kind, as far as we have them."""

BEGINS_LATER = {
    ("owner-of-emblem", "mtg-cr"): "2010-07-16",
    ("mtg-battle-protector", "mtg-cr"): "2023-04-14",
    ("mtg-commander", "mtg-cr"): "2009-10-01",
    ("mtg-communal-planar-deck", "mtg-cr"): "2009-10-01",
    ("mtg-copy-of-permanent-spell", "mtg-cr"): "2020-09-25",
    ("mtg-emblem-controller", "mtg-cr"): "2010-07-16",
    ("mtg-owned-command-cards", "mtg-cr"): "2009-10-01",
    ("mtg-planar-controller", "mtg-cr"): "2009-10-01",
    ("mtg-planar-controller-leaves", "mtg-cr"): "2009-10-01",
    ("mtg-plane-controller", "mtg-cr"): "2009-10-01",
    ("mtg-soulbond", "mtg-cr"): "2012-05-01",
    ("mtg-stays-in-command", "mtg-cr"): "2009-10-01",
    ("ability-stays", "rift-cr"): "1.2",
    ("attached-now", "rift-cr"): "1.2",
    ("condition-becomes-false", "rift-cr"): "1.1",
    ("condition-now", "rift-cr"): "1.1",
    ("effect-applies", "rift-cr"): "1.1",
    ("effect-lasts", "rift-cr"): "1.1",
    ("rift-ability", "rift-cr"): "1.2",
    ("rift-attachments-move-along", "rift-cr"): "1.2",
    ("rift-attackers-and-defenders", "rift-cr"): "1.1",
    ("rift-battlefield-controller", "rift-cr"): "1.1",
    ("rift-battlefield-replaced", "rift-cr"): "1.3",
    ("rift-chooser-controls", "rift-cr"): "1.1",
    ("rift-equip", "rift-cr"): "1.2",
    ("rift-open-battlefield", "rift-cr"): "1.3",
    ("rift-uncontrolled-battlefield", "rift-cr"): "1.1",
    ("rift-where-to-play", "rift-cr"): "1.3",
    ("rift-you-of-battlefield", "rift-cr"): "1.1",
    ("you-of-ability", "rift-cr"): "1.3",
}
"""Rules that are in no earlier edition: what they are about came into the game, or into its rules, then."""

FIRST_EDITION = {"mtg-cr": "2009-07-11", "rift-cr": "1.0"}
"""Citations begin with the great renumbering of 2009; earlier texts are there, and no rule cites them yet."""


# --- words and passages --------------------------------------------------------------------------------


def passage(number: str, text: str, kind: PassageKind = PassageKind.RULE) -> Passage:
    return Passage("mtg", "mtg-cr", "2010-02-01", "en", number, kind, text, Span(1, 1))


def test_a_bare_title_stands_for_what_is_below_it_and_examples_are_left_out() -> None:
    texts = texts_of(
        [
            passage("12.1", "Bases", PassageKind.HEADING),
            passage("12.1.a", "Each player has one of them."),
            passage("12.1.a~ex1", "A ruin is not a base.", PassageKind.EXAMPLE),
            passage("12.10", "A tower is not a base either, says this rule."),
        ]
    )
    assert texts["12.1"] == "Bases Each player has one of them."
    assert texts["12.1.a"] == "Each player has one of them."


def test_fingerprints_see_words_and_neither_quotes_nor_numbers_of_rules() -> None:
    assert fingerprint("A player’s base; see rule 110.2a.") == fingerprint(
        'a "player\'s" base (see rule 111.5)'
    )
    assert fingerprint("the controller keeps it") != fingerprint("the owner keeps it")
    assert words("Rule 603.7d–f: 3 controllers") == "rule controllers"
    assert stems("The controllers controlled it") == {"control"}


# --- the texts beside the project ----------------------------------------------------------------------


def report(findings: Iterable[object], heading: str) -> None:
    lines = [str(finding) for finding in findings]
    assert not lines, f"{len(lines)} {heading}:\n" + "\n".join(lines)


def check_edition(document: str, edition: str, texts: Texts) -> int:
    """Checks all that is cited in one edition; returns how much that is."""
    cited = list(cited_in(document, edition))
    report((each for each in cited if each.number not in texts), "citations of numbers that are not there")
    report(
        (each for each in cited if (each.rule.id, fingerprint(texts[each.number])) not in reviewed()),
        "citations of passages nobody has read for the rule (see citation_review.py)",
    )
    return len(cited)


def strangers(document: str, edition: str, texts: Texts) -> Iterable[Cited]:
    """What is cited and has hardly a word of the rule's sentence in it."""
    where = occurrences(texts)
    found: dict[str, Counter[str]] = {}
    for each in cited_in(document, edition):
        if each.rule.id not in found:
            found[each.rule.id] = scores(each.rule, document, where, len(texts))
        score = found[each.rule.id]
        better = sum(1 for other in score.values() if other > score[each.number])
        if score[each.number] < LEAST_SCORE and better > BEST_SHARE * len(texts):
            yield each


@pytest.mark.shared
def test_magic_citations_are_there_and_were_read_for_their_rules(shared: Path) -> None:
    editions = magic_texts(shared)
    checked = {edition: check_edition("mtg-cr", edition, texts) for edition, texts in editions.items()}
    assert len(checked) == 22
    assert sum(1 for count in checked.values() if count) == 18
    assert min(count for count in checked.values() if count) > 100


@pytest.mark.shared
@pytest.mark.slow
def test_citations_hold_in_every_edition_of_magic(shared: Path, tmp_path: Path) -> None:
    editions = all_magic_texts(shared, tmp_path)
    known = set(EDITIONS["mtg-cr"])
    assert len(known & editions.keys()) == 128
    checked = {edition: check_edition("mtg-cr", edition, texts) for edition, texts in editions.items()}
    assert {edition for edition in known & editions.keys() if not checked[edition]} == {
        edition for edition in known & editions.keys() if edition < FIRST_EDITION["mtg-cr"]
    }


@pytest.mark.shared
def test_other_citations_are_there_and_were_read_for_their_rules(shared: Path) -> None:
    texts = other_texts(shared)
    checked = {key: check_edition(*key, each) for key, each in texts.items()}
    assert {document for document, edition in checked if edition == "undated"} >= UNDATED_DOCUMENTS
    assert all(checked["rift-cr", version] > 50 for version in EDITIONS["rift-cr"])
    assert all(checked[document, "undated"] for document in UNDATED_DOCUMENTS)


@pytest.mark.shared
def test_what_is_cited_shares_words_with_the_rule(shared: Path) -> None:
    texts = {
        **other_texts(shared),
        **{("mtg-cr", edition): each for edition, each in magic_texts(shared).items()},
    }
    found = [
        each for (document, edition), all_ in texts.items() for each in strangers(document, edition, all_)
    ]
    unexplained = [each for each in found if (each.rule.id, each.number) not in JUDGED_BY_EYE]
    report(unexplained, f"citations with less than {LEAST_SCORE:.0%} of the rule's sentence in them")
    report(
        JUDGED_BY_EYE.keys() - {(each.rule.id, each.number) for each in found}, "remarks that are not needed"
    )


@pytest.mark.shared
def test_the_next_number_is_never_taken_for_the_one_cited(shared: Path) -> None:
    texts = magic_texts(shared)["2025-11-14"]
    cited = {(each.rule.id, each.number) for each in cited_in("mtg-cr", "2025-11-14")}
    after = dict(pairwise(texts))
    taken = [
        f"{rule} cites {number}, and {after[number]} would pass too"
        for rule, number in cited
        if (rule, after[number]) not in cited and (rule, fingerprint(texts[after[number]])) in reviewed()
    ]
    report(taken, "wrong numbers that nothing notices")


# --- without any text ----------------------------------------------------------------------------------


def covered(citation: Citation, edition: str) -> bool:
    return covers(Validity(citation.document, citation.first, citation.last), edition)


def games_of(rule: Rule) -> tuple[str, ...]:
    return ("mtg", "ygo", "riftbound") if "all" in rule.games else rule.games


def test_citations_are_of_known_documents_and_their_ranges_of_known_editions() -> None:
    wrong = []
    for rule in RULES:
        for citation in rule.cites:
            ends = [end for end in (citation.first, citation.last) if end is not None]
            known = EDITIONS.get(
                citation.document, ("undated",) if citation.document in UNDATED_DOCUMENTS else ()
            )
            if not ends or not set(ends) <= set(known) or ends != sorted(ends, key=edition_key):
                wrong.append(f"{rule.id}: {citation}")
    report(wrong, "citations of unknown documents or editions")


def test_a_range_up_to_the_newest_edition_is_left_open() -> None:
    newest = {document: editions[-1] for document, editions in EDITIONS.items()}
    closed = [
        f"{rule.id}: {each}"
        for rule in RULES
        for each in rule.cites
        if each.last == newest.get(each.document)
    ]
    report(closed, "ranges that name the newest edition as their end")


def test_a_rule_cites_a_number_once_for_an_edition() -> None:
    twice = []
    for rule in RULES:
        for document, editions in EDITIONS.items():
            for edition in editions:
                numbers = [
                    number
                    for each in rule.cites
                    if each.document == document and covered(each, edition)
                    for number in each.numbers
                ]
                twice += [f"{rule.id} {document} {edition} {n}" for n in set(numbers) if numbers.count(n) > 1]
    report(twice, "numbers cited twice")


def test_every_rule_that_is_not_bookkeeping_cites_something() -> None:
    bare = [rule.id for rule in RULES if rule.kind is not RuleKind.PROCEDURE and not rule.cites]
    report(bare, "rules without a citation")


def cited_for(rule: Rule, game: str) -> list[Citation]:
    return [each for each in rule.cites if game_of(each.document) == game]


def claims() -> list[tuple[Rule, str]]:
    """Each rule that is not bookkeeping, with each game it is a rule of."""
    return [(rule, game) for rule in RULES if rule.kind is not RuleKind.PROCEDURE for game in games_of(rule)]


def test_every_rule_cites_a_text_of_each_game_it_is_a_rule_of() -> None:
    bare = {(rule.id, game) for rule, game in claims() if not cited_for(rule, game)}
    report(bare - NOTHING_CITED_FOR, "rules without a citation for a game")
    report(NOTHING_CITED_FOR - bare, "exceptions that are not needed")


def test_every_edition_in_which_a_rule_holds_is_cited_or_an_earlier_one_is() -> None:
    late = {}
    for rule, game in claims():
        for document in (each.document for each in cited_for(rule, game) if each.document in EDITIONS):
            held = [
                edition
                for edition in EDITIONS[document]
                if edition >= FIRST_EDITION[document] and holds_in(rule, {document: edition})
            ]
            cited = [each for each in rule.cites if each.document == document]
            first = next((edition for edition in held if any(covered(each, edition) for each in cited)), None)
            if held and first != held[0]:
                late[rule.id, document] = first
    report(late.items() - BEGINS_LATER.items(), "rules whose citations begin after the rule")
    report(BEGINS_LATER.items() - late.items(), "exceptions that are not needed")
