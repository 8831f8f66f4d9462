"""What the packaged rules cite exists, in every edition cited, and is about what the rule says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise, product
from pathlib import Path

import pytest
import yaml
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
    "edopro-api",
    "edopro-guide",
}
ENGINE_READINGS = {"ocgcore": "46779fb", "edopro-scripts": "5de4a50"}
"""Source code of the EDOPro engine at a revision, cited by file: it was read; there is no text to check."""

REMARKS = yaml.safe_load((Path(__file__).parent / "citation_remarks.yaml").read_text(encoding="utf-8"))
SAME_TEXT = 0.7
"""From this share of common words on, a text of the edition before is taken for the one cited."""

JUDGED_BY_EYE = {(rule, number) for rule, all_ in REMARKS["few_words_shared"].items() for number in all_}
NOTHING_CITED_FOR = {(rule, game) for rule, games in REMARKS["nothing_cited_for"].items() for game in games}
SAID_OTHERWISE_BEFORE = set(REMARKS["said_otherwise_before"])

LEAST_SCORE = 0.12
"""A cited passage has at least this share of the rule's sentence, rare words counting more, or ..."""
BEST_SHARE = 0.15
"""... at most this share of the passages of its edition has more of it."""

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
    report(JUDGED_BY_EYE - {(each.rule.id, each.number) for each in found}, "remarks that are not needed")


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


def first_cited(rule: Rule, document: str, editions: Iterable[str]) -> tuple[str, str] | None:
    """The first edition in which a rule's citations are, and the one before it where the rule holds too."""
    before = None
    for edition in editions:
        if not holds_in(rule, {document: edition}):
            continue
        if any(each.document == document and covered(each, edition) for each in rule.cites):
            return (edition, before) if before else None
        before = edition
    return None


def likeness(one: str, other: str) -> float:
    """The share of stems that two texts have in common."""
    return len(stems(one) & stems(other)) / max(len(stems(one) | stems(other)), 1)


@pytest.mark.shared
def test_citations_that_begin_late_begin_when_the_text_does(shared: Path) -> None:
    texts = {
        **other_texts(shared),
        **{("mtg-cr", edition): each for edition, each in magic_texts(shared).items()},
    }
    missed = {}
    for document, first in FIRST_EDITION.items():
        editions = [each for each in EDITIONS[document] if each >= first and (document, each) in texts]
        for rule in RULES:
            if (pair := first_cited(rule, document, editions)) is None:
                continue
            cited = [each for each in cited_in(document, pair[0]) if each.rule is rule]
            for each, (number, text) in product(cited, texts[document, pair[1]].items()):
                if likeness(texts[document, pair[0]][each.number], text) > SAME_TEXT:
                    missed[rule.id] = f"{each}: {pair[1]} has it as {number}"
    report((missed[rule] for rule in missed.keys() - SAID_OTHERWISE_BEFORE), "earlier texts left out")
    report(SAID_OTHERWISE_BEFORE - missed.keys(), "remarks that are not needed")


# --- without any text ----------------------------------------------------------------------------------


def covered(citation: Citation, edition: str) -> bool:
    return covers(Validity(citation.document, citation.first, citation.last), edition)


def games_of(rule: Rule) -> tuple[str, ...]:
    """The games whose texts a rule has to cite; the texts about the EDOPro engine are Yu-Gi-Oh!'s."""
    if "all" in rule.games:
        return ("mtg", "ygo", "riftbound")
    return tuple("ygo" if game == "edopro" else game for game in rule.games)


def known_editions(document: str) -> tuple[str, ...]:
    if document in ENGINE_READINGS:
        return (ENGINE_READINGS[document],)
    return EDITIONS.get(document, ("undated",) if document in UNDATED_DOCUMENTS else ())


def test_only_what_the_engine_does_is_cited_from_its_source() -> None:
    reading = [rule for rule in RULES if any(each.document in ENGINE_READINGS for each in rule.cites)]
    assert reading
    report(
        (
            rule.id
            for rule in reading
            if rule.games != ("edopro",) and not all(name.startswith("E-") for name in rule.covers)
        ),
        "rules of a game that rest on a reading of the engine",
    )


def test_citations_are_of_known_documents_and_their_ranges_of_known_editions() -> None:
    wrong = []
    for rule in RULES:
        for citation in rule.cites:
            ends = [end for end in (citation.first, citation.last) if end is not None]
            if (
                not ends
                or not set(ends) <= set(known_editions(citation.document))
                or ends != sorted(ends, key=edition_key)
            ):
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
