"""Passages are found by what they are, by what people call them, and by their words."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from store_tools import ENGLISH, FRENCH, bilingual, document, put

from kb.errors import NotFoundError
from kb.model import Passage, PassageKind, Span
from kb.queries.find import find
from kb.queries.passages import Passages, passages
from kb.queries.show import show
from kb.store import open_store

FUNCTION = Passage(
    "edopro", "pawn-api", "undated", "en", "api-1", PassageKind.API, "Pawn.Keep keeps a pawn.", Span(9, 9),
    facts=(("api", "Pawn.Keep"),),
)  # fmt: skip


def numbers(found: Passages) -> list[str]:
    return [f"{passage.language} {passage.number}" for passage in found]


def test_passages_come_in_the_order_of_their_document() -> None:
    store = bilingual(open_store())
    assert numbers(passages(store)) == [
        "en 7.1", "en 7.2", "en 7.3", "en 7.10", "fr 7.1", "fr 7.3", "fr 7.10",
    ]  # fmt: skip


def test_everything_asked_for_must_fit() -> None:
    store = bilingual(open_store())
    put(store, document(ENGLISH, "en", edition="2021-01-01"))
    assert len(passages(store, number="7.3")) == 3
    assert numbers(passages(store, number="7.3", language="fr")) == ["fr 7.3"]
    assert [p.edition for p in passages(store, number="7.3", language="en", edition="2021-01-01")] == [
        "2021-01-01"
    ]
    assert len(passages(store, game="ygo")) == 0
    assert numbers(passages(store, words="storm", edition="2020-01-01")) == ["en 7.10"]


def test_what_one_source_says_is_not_mixed_with_what_another_says() -> None:
    store = open_store()
    put(store, document({"7.1": "One wording."}, "en", name="a.txt"))
    put(store, document({"7.1": "Another wording."}, "en", name="b.txt"))
    assert [(p.source, p.text) for p in passages(store)] in (
        [("a.txt", "One wording."), ("b.txt", "Another wording.")],
        [("b.txt", "Another wording."), ("a.txt", "One wording.")],
    )


def test_a_passage_knows_its_source_and_lines() -> None:
    (found,) = passages(bilingual(open_store()), number="7.10", language="fr")
    assert (found.source, str(found.lines)) == ("pawn-cr-2020-01-01-fr.txt", "3")
    assert found.path == ("7. Pawns",)


def test_a_quote_in_a_value_cannot_change_the_query() -> None:
    store = bilingual(open_store())
    assert len(passages(store, number='7.1" } UNION { ?passage ?x ?y } #')) == 0


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("7.3", ["en 7.3", "fr 7.3"]),
        ("7.3.", ["en 7.3", "fr 7.3"]),
        ("fr 7.3", ["fr 7.3"]),
        ("pawn-cr fr 7.3", ["fr 7.3"]),
        ("pawn-cr/2020-01-01/fr/7.3", ["fr 7.3"]),
        ("mtg/fr/7.3", ["fr 7.3"]),
        ("https://w3id.org/tcg-rules/passage/pawn-cr/2020-01-01/fr/7.3", ["fr 7.3"]),
        ("<https://w3id.org/tcg-rules/passage/pawn-cr/2020-01-01/fr/7.3>", ["fr 7.3"]),
    ],
)
def test_a_passage_is_shown_by_any_of_its_names(name: str, expected: list[str]) -> None:
    assert numbers(show(bilingual(open_store()), name)) == expected


def test_a_function_is_shown_by_its_name() -> None:
    store = open_store()
    put(store, document({}, "en", document="pawn-api", edition="undated", game="edopro", more=(FUNCTION,)))
    assert numbers(show(store, "Pawn.Keep")) == ["en api-1"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("7.33", r"no passage '7\.33'; did you mean '7\.3'"),
        ("fr 7.2", r"no passage 'fr 7\.2'; known: pawn-cr/2020-01-01/en/7\.2"),
        ("de 7.2", r"no game, document, edition or language 'de'"),
        ("pawn-rc 7.2", r"no game, document, edition or language 'pawn-rc'; did you mean 'pawn-cr'"),
        ("https://w3id.org/tcg-rules/passage/pawn-cr/2020-01-01/de/7.2", r"did you mean '.*/en/7\.2'"),
        ("https://w3id.org/x y", r"no passage 'https://w3id\.org/x y'"),
        ("", r"no passage ''"),
    ],
)
def test_a_name_of_nothing_is_met_with_what_is_near(name: str, message: str) -> None:
    with pytest.raises(NotFoundError, match=message):
        show(bilingual(open_store()), name)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("gardien", ["fr 7.1", "fr 7.3"]),
        ("GARDIEN", ["fr 7.1", "fr 7.3"]),
        ("oeil", ["fr 7.10"]),
        ("l'œil", ["fr 7.10"]),
        ("a un gardien", ["fr 7.1", "fr 7.3"]),
        ("regle gardien", ["fr 7.1"]),
        ('"un gardien"', ["fr 7.1"]),
        ('"gardien un"', []),
        ("keep", ["en 7.10", "en 7.3"]),
        ("keep*", ["en 7.10", "en 7.3", "en 7.2", "en 7.1"]),
        ("garde", ["fr 7.10", "fr 7.3"]),
        ("cyclo", ["fr 7.10"]),
        ("eeper", []),
        ("keeper pawn board", ["en 7.2"]),
        ("7.2", ["en 7.2", "en 7.1"]),
        ("", []),
        ("   ", []),
    ],
)
def test_words_find_passages_whatever_their_case_and_accents(words: str, expected: list[str]) -> None:
    store = bilingual(open_store())
    found = [f"{hit.passage.language} {hit.passage.number}" for hit in find(store, words)]
    assert sorted(found) == sorted(expected)


def test_the_best_hit_comes_first() -> None:
    store = open_store()
    put(store, document({
        "1": "A pawn and a knight and a rook and a bishop and a king walk into a bar.",
        "2": "A pawn is a pawn.",
        "3": "Pawnshops differ.",
    }, "en"))  # fmt: skip
    assert [hit.passage.number for hit in find(store, "pawn")] == ["2", "1"]


def test_a_search_can_be_narrowed_and_says_how_much_there_was() -> None:
    store = bilingual(open_store())
    assert {hit.passage.language for hit in find(store, "7.1", language="fr")} == {"fr"}
    assert len(find(store, "keep", document="other")) == 0
    few = find(store, "keep*", most=1)
    assert (len(few), few.total) == (1, 4)


def test_a_search_sees_what_was_loaded_since() -> None:
    store = open_store()
    put(store, document(ENGLISH, "en"))
    assert len(find(store, "gardien")) == 0
    put(store, document(FRENCH, "fr"))
    assert len(find(store, "gardien")) == 2


def test_results_show_themselves_in_text_and_html_with_their_language() -> None:
    store = open_store()
    put(store, document({"7.1": "Un <b>pion</b> & son gardien."}, "fr"))
    found = passages(store)
    assert repr(found) == (
        "number  document  edition     language  text\n"
        "7.1     pawn-cr   2020-01-01  fr        Un <b>pion</b> & son gardien."
    )
    html = found._repr_html_()
    assert 'lang="fr">Un &lt;b&gt;pion&lt;/b&gt; &amp; son gardien.</td>' in html
    HTMLParser().feed(html)
    assert repr(passages(store, number="9")) == "no passages"


def test_results_are_sequences_of_records() -> None:
    found = passages(bilingual(open_store()))
    assert isinstance(found[1:3], Passages)
    assert len(found[1:3]) == 2
    assert found[0].number == "7.1"
    assert found == Passages(list(found))
    assert found.to_dicts()[0]["first_line"] == 1


def test_a_frame_sorts_numbers_as_numbers_and_keeps_languages_as_categories() -> None:
    frame = passages(bilingual(open_store())).to_frame()
    assert list(frame.sort_values(["language", "number"])["number"][:4]) == ["7.1", "7.2", "7.3", "7.10"]
    assert str(frame["language"].dtype) == "category"
    assert str(frame["first_line"].dtype) == "Int64"
    assert len(passages(open_store()).to_frame()) == 0
