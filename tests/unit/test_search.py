"""An index of words: forms that meet, words that must not, numbers, phrases, fields, better searches."""

from __future__ import annotations

from collections import Counter

import pytest
from word_pairs import APART, MEET

from kb.search import Entry, Filters, Topic
from kb.search.index import WordIndex
from kb.search.writing import write_index


def entry(number: str, text: str, language: str = "en", **more: object) -> Entry:
    values: dict[str, object] = {
        "graph": "x:source", "iri": f"x:{language}/{number}", "game": "mtg", "document": "pawn-cr",
        "edition": "2020-01-01", "language": language, "number": number, "kind": "rule", "text": text,
    }  # fmt: skip
    return Entry(**{**values, **more})  # type: ignore[arg-type]


def index(*entries: Entry) -> WordIndex:
    return WordIndex(write_index(None, entries))


def numbers(found: WordIndex, words: str, **filters: object) -> list[str]:
    return [hit.entry.number for hit in found.search(words, Filters(**filters)).found]  # type: ignore[arg-type]


def test_there_are_as_many_pairs_as_were_asked_for() -> None:
    counted = Counter(language for language, *_ in MEET)
    assert (counted["fr"], counted["es"], counted["en"]) >= (65, 55, 24)
    assert len(set(MEET)) == len(MEET)
    assert counted["fr"] >= 65
    assert counted["es"] >= 55
    assert counted["en"] >= 24


@pytest.mark.parametrize("at", [0, 1], ids=["one finds the other", "the other finds one"])
def test_forms_of_a_game_word_meet(at: int) -> None:
    lost = []
    for language, *pair in MEET:
        found = index(entry("1", f"… {pair[at]} …", language))
        if numbers(found, pair[1 - at]) != ["1"] or numbers(found, pair[1 - at], language=language) != ["1"]:
            lost.append((language, pair[1 - at], pair[at]))
    assert lost == []


@pytest.mark.parametrize(("language", "one", "other"), APART)
def test_words_of_two_meanings_do_not_meet(language: str, one: str, other: str) -> None:
    found = index(entry("1", f"… {one} …", language), entry("2", f"… {other} …", language))
    assert numbers(found, one) == ["1"]
    assert numbers(found, other) == ["2"]


@pytest.mark.parametrize(
    ("accented", "plain"),
    [("capacités", "capacites"), ("Contrôleur", "CONTROLEUR"), ("l’œil", "l'oeil"), ("équipée", "equipee")],
)
def test_accents_and_capitals_make_no_difference_to_what_is_found(accented: str, plain: str) -> None:
    texts = ("La capacité.", "Des capacités.", "Les capacites du contrôleur, et l’œil.", "Le controleur.",
             "Un oeil, une équipe équipée.", "Équiper.")  # fmt: skip
    found = index(*(entry(str(at), text, "fr") for at, text in enumerate(texts)))
    assert sorted(numbers(found, accented)) == sorted(numbers(found, plain)) != []


def test_what_is_written_as_it_was_typed_comes_first() -> None:
    found = index(
        entry("1", "Ou bien ou bien.", "fr"), entry("2", "Où est le pion ?", "fr"),
        entry("3", "Pions.", "fr"), entry("4", "Pion.", "fr"),
    )  # fmt: skip
    assert numbers(found, "où")[0] == "2"
    assert numbers(found, "pion")[0] == "4"
    assert numbers(found, "pions")[0] == "3"


def test_a_rule_number_is_one_word() -> None:
    found = index(
        entry("702.6", "Equip."), entry("702.6a", "Equip is an ability."), entry("702.60", "Ripple."),
        entry("1.1", "See rule 702.6."), entry("1.2", "See rules 702.60–61."),
    )  # fmt: skip
    assert numbers(found, "702.6") == ["702.6", "1.1"]
    assert numbers(found, "number:702.6") == ["702.6"]
    assert sorted(numbers(found, "702.6*")) == ["702.6", "702.6a"]
    assert numbers(found, "702.60") == ["702.60", "1.2"]


def test_phrases_beginnings_and_fields() -> None:
    found = index(
        entry("1", "The owner of a token is its creator.", path="1. Tokens > 1.1 Owners"),
        entry("2", "A token of the owner.", kind="example", document="other-cr"),
        entry("3", "Tokenless games."),
    )
    assert numbers(found, '"owner of a token"') == ["1"]
    assert numbers(found, "“the owner”") == ["1", "2"]
    assert sorted(numbers(found, "token*")) == ["1", "2", "3"]
    assert numbers(found, "token heading:owners") == ["1"]
    assert numbers(found, "token kind:example") == ["2"]
    assert numbers(found, "document:other-cr token") == ["2"]
    assert numbers(found, "lang:fr token") == []
    assert numbers(found, "nosuchfield:token") == []


@pytest.mark.parametrize("words", ["", "  ", '""', "…", "*", ":", "-", "number:", '"', "((", "\x00"])
def test_a_search_for_nothing_finds_nothing(words: str) -> None:
    assert numbers(index(entry("1", "Something.")), words) == []


@pytest.mark.parametrize(
    "words", ["a AND b", "+x -y", "f:*", "[a TO b]", "x^2", "a~1", '"a" b*:c', "\\", "%00"]
)
def test_signs_of_other_query_languages_are_words_or_nothing(words: str) -> None:
    index(entry("1", "Something.")).search(words)


def test_a_very_long_search_is_cut() -> None:
    found = index(entry("1", "pawn"))
    assert found.search("pawn " * 50_000).total == 1
    assert found.search(" ".join(f"w{n}" for n in range(5_000))).total == 0


def test_a_word_that_is_nowhere_stands_for_those_that_begin_with_it() -> None:
    found = index(entry("1", "Les propriétaires.", "fr"), entry("2", "Le controleur.", "fr"))
    assert numbers(found, "propr") == ["1"]
    assert numbers(found, "oprietaire") == []


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("propiétaire", "propriétaire"), ("pyon jetton", "pion jeton"), ("pion", None), ("xyzzy", None)],
)
def test_a_misspelt_search_is_answered_with_a_better_one(typed: str, meant: str | None) -> None:
    found = index(entry("1", "Le propriétaire d’un pion ou jeton.", "fr"))
    outcome = found.search(typed)
    assert outcome.suggestion == meant
    assert meant is None or found.search(meant).total == 1


def test_the_words_are_marked_in_the_text() -> None:
    text = "L’ŒIL du cyclone\u00a0; les yeux, un œil, «\u00a0d’un œil\u00a0»."
    found = index(entry("1", text, "fr"))
    marked = [text[a:b] for a, b in found.search("oeil").found[0].marks]
    assert marked == ["ŒIL", "œil", "œil"]
    (hit,) = found.search('"un oeil" cyclone').found
    assert [text[a:b] for a, b in hit.marks] == ["cyclone", "un œil", "un œil"]


def test_siblings_are_the_passages_under_the_same_one() -> None:
    found = index(
        entry("1", "Pawns."), entry("1b", "Second.", parent="1", position=3),
        entry("1a", "First.", parent="1", position=2), entry("2a", "Elsewhere.", parent="2"),
        entry("1a", "Premier.", "fr", parent="1"),
    )  # fmt: skip
    (hit,) = found.search("second").found
    assert [each.number for each in found.siblings(hit.entry)] == ["1a", "1b"]
    assert found.siblings(found.search("pawns").found[0].entry) == ()


def test_a_regional_language_is_found_under_its_language_and_not_the_other_way_round() -> None:
    found = index(
        entry("1", "The colour.", "en-gb"), entry("2", "The colour.", "en"), entry("3", "Cor", "pt-br")
    )
    assert sorted(numbers(found, "colour", language="en")) == ["1", "2"]
    assert numbers(found, "colour", language="en-gb") == ["1"]
    assert numbers(found, "cor", language="pt") == ["3"]
    assert numbers(found, "number:2 colour", language="en-gb") == []


def test_characters_that_are_words_are_found() -> None:
    found = index(entry("1", "控制者控制永久物。", "zh"), entry("2", "永久物的拥有者。", "zh"))
    assert numbers(found, "控制者") == ["1"]
    assert sorted(numbers(found, "永久物")) == ["1", "2"]


def test_a_topic_is_what_a_passage_says_in_its_language_and_game() -> None:
    topic = Topic("x:owner", "mtg", (("en", "owner"), ("fr", "propriétaire"), ("es", "dueño")))
    found = index(
        entry("1", "The owners of a pawn."), entry("2", "Le dueño, un pion, a pawn.", "fr"),
        entry("3", "A pawn", concepts=("x:owner",)), entry("4", "The owner of a pawn.", game="ygo"),
        entry("5", "Los dueños; pawn.", "es"),
    )  # fmt: skip
    assert sorted(numbers(found, "pawn", topics=(topic,))) == ["1", "3", "5"]


def test_equal_scores_come_in_one_order() -> None:
    rules = [entry(str(n), "Same words.") for n in range(9)]
    assert numbers(index(*rules), "same") == numbers(index(*reversed(rules)), "same")
