"""A rule in two languages: what a reader should look at, and nothing made up."""

from __future__ import annotations

import pytest
from store_tools import ENGLISH, FRENCH, bilingual, document, put

from kb.errors import NotFoundError
from kb.model import Passage, PassageKind, Span
from kb.queries.parallel import compare
from kb.store import open_store


def elision(language: str, after: str, before: str) -> Passage:
    facts = (("after", after), ("before", before))
    return Passage(
        "mtg", "pawn-cr", "2020-01-01", language, "e1", PassageKind.ELISION, "[...]", Span(8, 8), facts=facts
    )


def test_both_sides_are_shown_with_their_sources() -> None:
    (pair,) = compare(bilingual(open_store()), "7.3", "fr", "en")
    assert pair.is_complete
    assert str(pair).splitlines() == [
        "7.3  pawn-cr",
        "  fr  Le gardien d’un pion est «\u00a0vous\u00a0», à moins que 2 joueurs ne le gardent.",
        "      (2020-01-01, pawn-cr-2020-01-01-fr.txt:2)",
        "  en  The keeper of a pawn is you, unless 3 players keep it.",
        "      (2020-01-01, pawn-cr-2020-01-01-en.txt:3)",
        "only the French text has the number 2",
        "only the English text has the number 3",
    ]


def test_references_that_only_one_side_makes_are_named() -> None:
    (pair,) = compare(bilingual(open_store()), "7.1", "en", "fr")
    assert pair.cited_only_left == ("7.2",)
    assert pair.cited_only_right == ()
    assert pair.notes() == ("only the English text cites 7.2",)
    assert pair.notes("fr") == ("seul le texte en anglais renvoie à 7.2",)
    assert pair.notes("es") == ("solo el texto en inglés remite a 7.2",)


def test_a_rule_that_one_language_lacks_is_said_to_be_absent() -> None:
    (pair,) = compare(bilingual(open_store()), "7.2", "en", "fr")
    assert pair.missing == ("fr",)
    assert pair.notes() == ("7.2 is absent in French",)
    assert pair.notes("fr") == ("7.2 manque en français",)
    assert pair.notes("es") == ("7.2 falta en francés",)


def test_an_elision_of_the_source_is_offered_as_the_reason_for_a_missing_rule() -> None:
    store = open_store()
    put(store, document(ENGLISH, "en"), document(FRENCH, "fr", more=(elision("fr", "7.1", "7.3"),)))
    (pair,) = compare(store, "7.2", "en", "fr")
    assert pair.notes() == (
        "7.2 is absent in French",
        "the French source leaves something out between 7.1 and 7.3 (line 8)",
    )


def test_an_elision_elsewhere_explains_nothing() -> None:
    store = open_store()
    put(store, document(ENGLISH, "en"), document(FRENCH, "fr", more=(elision("fr", "7.3", "7.10"),)))
    (pair,) = compare(store, "7.2", "en", "fr")
    assert pair.notes() == ("7.2 is absent in French",)


def test_sentences_are_counted_past_short_forms_and_numbers() -> None:
    store = open_store()
    put(
        store,
        document({"1": "Un pion. Cf. règle 3.2. «\u00a0Fin\u00a0!\u00a0» Oui."}, "fr"),
        document({"1": "A pawn, e.g. yours. See rule 3.2. The end."}, "en"),
    )
    (pair,) = compare(store, "1", "fr", "en")
    assert (pair.left.sentences, pair.right.sentences) == (4, 3)
    assert "sentences: 4 in French, 3 in English" in pair.notes()


def test_every_edition_in_both_languages_is_one_pair() -> None:
    store = bilingual(open_store())
    put(store, document(ENGLISH, "en", edition="2021-01-01"), document(FRENCH, "fr", edition="2021-01-01"))
    put(store, document(ENGLISH, "en", edition="2022-01-01"))
    found = compare(store, "7.3", "fr", "en")
    assert [pair.editions for pair in found] == [("2020-01-01",), ("2021-01-01",)]


def test_editions_are_crossed_only_when_none_has_both_languages() -> None:
    store = open_store()
    put(store, document(ENGLISH, "en", edition="2021-01-01"), document(FRENCH, "fr", edition="undated"))
    (pair,) = compare(store, "7.10", "en", "fr")
    assert pair.editions == ("2021-01-01", "undated")
    assert pair.notes() == ("the editions differ: 2021-01-01 in English, undated in French",)


def test_a_language_that_is_not_loaded_at_all_is_said_to_be_that() -> None:
    (pair,) = compare(bilingual(open_store()), "7.3", "en", "es")
    assert pair.notes() == ("7.3 is absent in Spanish", "no Spanish text of pawn-cr is loaded")


def test_one_text_in_two_sources_is_one_pair() -> None:
    store = bilingual(open_store())
    put(store, document(FRENCH, "fr", name="copy.txt", more=(elision("fr", "8", "9"),)))
    assert len(compare(store, "7.3", "fr", "en")) == 1


def test_a_number_that_neither_language_has_is_not_found() -> None:
    with pytest.raises(NotFoundError, match=r"no passage '7\.33'; did you mean '7\.3'"):
        compare(bilingual(open_store()), "7.33", "fr", "en")


def test_a_comparison_as_a_frame_has_a_column_for_each_language() -> None:
    frame = compare(bilingual(open_store()), "7.2", "en", "fr").to_frame()
    assert list(frame["fr"].isna()) == [True]
    assert list(frame["en"]) == [ENGLISH["7.2"]]


def test_a_comparison_in_html_marks_each_language() -> None:
    html = compare(bilingual(open_store()), "7.3", "fr", "en")._repr_html_()
    assert ' lang="fr">Le gardien' in html
    assert ' lang="en">The keeper' in html
