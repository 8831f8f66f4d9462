"""Archives of card rulings: one passage a card."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.errors import LoadError
from kb.model import Loaded, PassageKind
from loaders.base import detect, load_file
from loaders.text import clean_source

ARCHIVE = {
    "STONE GOLEM": (
        "Individual FAQs:<ul><li>It &amp; its owner rest.</li>"
        "<li>It may wake.<ul><li>Once.</li></ul></li></ul>"
    ),
    "7": "<em>When it falls, draw.</em><ul><li>The draw is not optional for its owner.</li></ul>",
}


def load(text: str, name: str = "some/goat_rulings.json") -> Loaded:
    source = clean_source(text.encode(), name)
    return detect(source).load(source)


def test_each_card_is_a_passage_and_each_ruling_a_line() -> None:
    loaded = load(json.dumps(ARCHIVE))
    assert [(one.number, one.kind) for one in loaded.passages] == [
        ("STONE GOLEM", PassageKind.PARAGRAPH),
        ("7", PassageKind.PARAGRAPH),
    ]
    assert loaded.passages[0].text.splitlines() == [
        "Individual FAQs:",
        "It & its owner rest.",
        "It may wake.",
        "Once.",
    ]
    assert loaded.report.accounted == loaded.report.lines == 1


def test_the_document_is_named_after_the_archive() -> None:
    assert load(json.dumps(ARCHIVE)).report.document == "ygo-rulings-goat"
    assert load(json.dumps(ARCHIVE), "rulings.json").report.document == "ygo-rulings-cards"


def test_a_card_that_occurs_twice_is_reported() -> None:
    twice = '{"A": "<ul><li>One.</li></ul>", "A": "<ul><li>Two.</li></ul>"}'
    assert [(found.kind, found.detail) for found in load(twice).report.anomalies] == [
        ("repeated key", "'A' occurs twice; its last value counts")
    ]


def test_broken_json_is_refused() -> None:
    with pytest.raises(LoadError, match="no loader knows this format"):
        load('{"A": "<ul><li>One.</li></ul>"')


def test_json_nested_too_deeply_is_refused() -> None:
    with pytest.raises(LoadError, match="no loader knows this format"):
        load("[" * 200_000)


@pytest.mark.shared
@pytest.mark.parametrize(("name", "cards"), [("goat", 1028), ("edison", 2168)])
def test_a_published_archive_is_read_whole(shared: Path, name: str, cards: int) -> None:
    loaded = load_file(shared / "corpora" / "ygo" / "rulings" / f"{name}_rulings.json")
    assert (loaded.report.document, loaded.report.passages) == (f"ygo-rulings-{name}", cards)
    assert not [one for one in loaded.passages if "<" in one.text and "</" in one.text]
