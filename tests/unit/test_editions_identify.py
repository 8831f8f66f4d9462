"""Which edition a text is, on a small document of our own: by its words, and by what a translation cites."""

from __future__ import annotations

from time import perf_counter

import pytest

from kb.editions.build import EditionTexts, build_register
from kb.editions.identification import FitKind, identify
from kb.editions.model import Edition, Interval
from kb.editions.paragraphs import paragraphs_of
from kb.editions.register import Register
from kb.editions.wording import words_of

LAMP = "A lantern has no keeper unless it stands on a shelf. See rule 110.2."
OLD_BELL = "The bell rings once. The keeper of a moth is whoever caught it."
NEW_BELL = "The bell rings once. To find the keeper of a moth, see rules 603.7d-f."
SHELF = "A shelf holds three lanterns. It holds one ladder."

EDITIONS = (
    {"108.4": LAMP, "109.5": OLD_BELL, "110.2": SHELF},
    {"108.4": LAMP, "109.5": NEW_BELL, "110.2": SHELF, "603.7d": "D.", "603.7e": "E.", "603.7f": "F."},
    {"108.4": f"{LAMP} So be it.", "109.5": NEW_BELL, "111.2": SHELF, "603.7d": "D.", "603.7e": "E."},
)
SEEN_IN_FRENCH = """108.4. Une lanterne n'a pas de gardien sauf si elle est sur une étagère. Cf. règle 110.2.
[...]
109.5. La cloche sonne une fois. Pour le gardien d'une mite, cf. règles 603.7d-f.
"""


def register() -> Register:
    return build_register(
        EditionTexts(Edition("lamp-rules", f"{at}.0", None, True, len(texts), 0), texts, frozenset())
        for at, texts in enumerate(EDITIONS, 1)
    )


def test_a_rule_word_for_word_is_of_the_editions_that_have_it() -> None:
    found = identify(register(), f"109.5. {NEW_BELL.upper()}", language="en").fits[0]
    assert (found.kind, found.intervals) == (FitKind.EXACT, (Interval("2.0", "3.0"),))


def test_a_rule_without_its_number_is_found_by_its_words() -> None:
    found = identify(register(), OLD_BELL, language="en").fits[0]
    assert (found.number, found.found, found.intervals) == (None, "109.5", (Interval("1.0", "1.0"),))


def test_a_rule_under_another_number_is_found_and_that_number_told() -> None:
    found = identify(register(), f"999.1. {OLD_BELL}", language="en").fits[0]
    assert found.found == "109.5"
    assert str(found) == "999.1 (en): 1.0 as 109.5, exact (1.00)"


def test_a_rule_that_somebody_changed_is_told_by_the_sentences_that_are_left() -> None:
    found = identify(register(), "109.5. The bell rings once. The keeper of a moth is lost.", language="en")
    assert (found.fits[0].kind, found.fits[0].score) == (FitKind.PART, 0.5)
    assert found.fits[0].intervals == (Interval("1.0", "3.0"),)


def test_an_example_on_the_line_of_a_rule_and_torn_off_endings_do_not_hide_the_rule() -> None:
    found = identify(register(), f"109.5. {OLD_BELL} Example: Ann 's moth.", language="en").fits[0]
    assert found.kind is FitKind.EXACT
    assert words_of("the unit ’s owner") == words_of("the unit's owner")


def test_words_that_no_edition_has_fit_nothing() -> None:
    found = identify(register(), "109.5. Ladders sing.", language="en").fits[0]
    assert (found.kind, found.intervals, found.score) == (FitKind.NONE, (), 0.0)


def test_all_paragraphs_together_are_narrower_than_each() -> None:
    whole = identify(register(), f"108.4. {LAMP}\n\n109.5. {NEW_BELL}", language="en").wholes[0]
    assert (whole.intervals, whole.fitting, whole.of) == ((Interval("2.0", "2.0"),), 2, 2)


def test_a_translation_is_dated_by_the_rules_it_cites() -> None:
    found = identify(register(), SEEN_IN_FRENCH)
    lamp, bell = found.fits
    assert (bell.language, bell.kind, bell.possible) == ("fr", FitKind.FACTS, (Interval("2.0", "2.0"),))
    assert lamp.possible == (Interval("1.0", "2.0"),)
    assert [str(whole) for whole in found.wholes] == ["fr: 2.0, 2 of 2 paragraphs"]


def test_a_sentence_that_a_translator_added_leaves_the_cited_editions_possible() -> None:
    joined = "108.4. Une lanterne n'a pas de gardien, hors étagère. Voilà. Bon. Cf. règle 110.2."
    found = identify(register(), joined).fits[0]
    assert found.kind is FitKind.NEAR
    assert found.possible == (Interval("1.0", "2.0"),)
    assert "sentences: 4, not 2" in [str(each) for each in found.evidence]


def test_number_words_of_a_translation_are_compared_with_figures_and_words_of_the_original() -> None:
    tale = "110.2. Une étagère tient trois lanternes. Elle tient une échelle."
    found = identify(register(), tale, language="fr").fits[0]
    assert "numerals: 3" in [str(each) for each in found.evidence]


def test_one_page_in_two_languages_is_judged_language_by_language() -> None:
    page = f"{SEEN_IN_FRENCH}\n109.5. {OLD_BELL}\n108.4. {LAMP}\n"
    assert [str(whole) for whole in identify(register(), page).wholes] == [
        "fr: 2.0, 2 of 2 paragraphs",
        "en: 1.0, 2 of 2 paragraphs",
    ]


def test_a_number_on_a_line_of_its_own_belongs_to_the_next_paragraph() -> None:
    found = paragraphs_of("110.2.\n\nUne étagère tient\ntrois lanternes.\n\nFin.", "fr")
    assert [(each.number, each.text) for each in found] == [
        ("110.2", "Une étagère tient trois lanternes."),
        (None, "Fin."),
    ]


@pytest.mark.parametrize(
    "text", [" " * 50_000 + "x 's", "1" * 10_000, "²³ ١٢", '."' * 20_000, "word\n" * 20_000]
)
def test_hostile_texts_are_read_in_no_time(text: str) -> None:
    start = perf_counter()
    identify(register(), text)
    assert perf_counter() - start < 2
