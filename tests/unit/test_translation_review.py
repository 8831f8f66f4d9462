"""Decisions stay as long as the texts they were made on."""

from __future__ import annotations

from datetime import UTC, datetime

from translation_tools import pair

from kb.store import open_store
from kb.translation import Decision, decide, diverge, open_findings, reviews
from kb.translation.review import text_hashes

WHEN = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_a_dismissed_finding_stays_dismissed_until_a_text_changes() -> None:
    store = open_store()
    found = diverge([pair("You may draw.", "Vous devez piocher.")])
    decide(store, found[0], Decision.DISMISS, "Ada", when=WHEN)
    assert open_findings(found, store) == ()
    again = diverge([pair("You may draw.", "Vous devez piocher vite.")])
    assert [f.divergence.kind for f in open_findings(again, store)] == ["meaning.modality"]


def test_a_decision_says_who_when_and_on_which_texts() -> None:
    store = open_store()
    [found] = diverge([pair("You may draw.", "Vous devez piocher.")])
    decide(store, found, Decision.COMMENT, "Ada", note="à voir", when=WHEN)
    [kept] = reviews(store)
    assert (kept.who, kept.when, kept.note, kept.hashes) == ("Ada", WHEN, "à voir", text_hashes(found))


def test_a_comment_decides_nothing_and_the_last_decision_counts() -> None:
    store = open_store()
    found = diverge([pair("You may draw.", "Vous devez piocher.")])
    decide(store, found[0], Decision.DISMISS, "Ada", when=WHEN)
    decide(store, found[0], Decision.COMMENT, "Bo", when=WHEN.replace(hour=13))
    assert open_findings(found, store) == ()
    decide(store, found[0], Decision.ACCEPT, "Bo", when=WHEN.replace(hour=14))
    assert open_findings(found, store) == found
    assert len(reviews(store, found[0].id)) == 3
