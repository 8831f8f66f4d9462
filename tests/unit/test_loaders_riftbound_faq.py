"""Pages of answers that cite the rules they rest on."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.model import Loaded, PassageKind, Span
from loaders.base import detect, load_file
from loaders.text import clean_source

PAGE = """---
title: "Stone Bridge"
reviewedCoreRulesVersion: "1.4"
authors:
- "Nobody"
---

## May I cross the bridge? [#crossing]

Only with <Energy value={2} />.
A bridge is open,<Rule number="501.1" /> unless <Card name="Old Troll" /> says no.<Rule number="501.2.a" />
It is.<Rule number="501.1" />

<Callout type="idea" title="Example">
	A unit with <QuickDraw /> crosses.<Rule number="502" />
</Callout>

## And back?

Yes.
"""


def load(text: str) -> Loaded:
    source = clean_source(text.encode(), "content/stone-bridge.mdx")
    loader = detect(source)
    assert loader.name == "riftbound-faq"
    loaded = loader.load(source)
    assert loaded.report.accounted == loaded.report.lines
    return loaded


def test_each_question_is_a_passage_with_its_answer() -> None:
    loaded = load(PAGE)
    assert [(one.number, one.kind, one.lines) for one in loaded.passages] == [
        ("stone-bridge#crossing", PassageKind.PARAGRAPH, Span(8, 16)),
        ("stone-bridge#crossing~ex1", PassageKind.EXAMPLE, Span(14, 16)),
        ("stone-bridge#3", PassageKind.PARAGRAPH, Span(18, 20)),
    ]
    assert loaded.passages[0].text.splitlines() == [
        "May I cross the bridge?",
        "Only with Energy 2.",
        "A bridge is open, unless Old Troll says no.",
        "It is.",
    ]
    assert loaded.passages[1].text == "A unit with Quick Draw crosses."
    assert loaded.passages[1].parent == "stone-bridge#crossing"


def test_a_box_is_an_example_or_a_remark_under_its_own_title() -> None:
    boxes = """
<Callout title='On "two" bridges' type="warn">
	Nobody knows. <Card name="Old Troll" />
</Callout>

<Callout type="idea" title="With a 1 > 0 troll">One crosses.</Callout>
<Callout type="info">See rule <Rule number="503" />
below.</Callout> And then?
<Callout
  type="info"
  title="Late"
>
It is <Card
  name="Old Troll" />.
</Callout>
"""
    loaded = load(PAGE.replace("## And back?", f"## And back? [#back]\n{boxes}"))
    assert [(one.number, one.kind, one.path, one.text) for one in loaded.passages[3:]] == [
        (
            "stone-bridge#back~p1",
            PassageKind.PARAGRAPH,
            ("Stone Bridge", 'On "two" bridges'),
            "Nobody knows. Old Troll",
        ),
        (
            "stone-bridge#back~ex1",
            PassageKind.EXAMPLE,
            ("Stone Bridge", "With a 1 > 0 troll"),
            "One crosses.",
        ),
        ("stone-bridge#back~p2", PassageKind.PARAGRAPH, ("Stone Bridge",), "See rule\nbelow."),
        ("stone-bridge#back~p3", PassageKind.PARAGRAPH, ("Stone Bridge", "Late"), "It is Old Troll."),
    ]
    answer = loaded.passages[2]
    assert "And then?" in answer.text
    assert answer.references[-1].numbers == ("503",)
    assert answer.facts[0] == ("card", "Old Troll")


def test_the_cited_rules_and_the_version_they_were_reviewed_for_are_kept() -> None:
    first = load(PAGE).passages[0]
    assert [reference.numbers for reference in first.references] == [("501.1",), ("501.2.a",), ("502",)]
    assert first.facts == (("card", "Old Troll"), ("reviewed-for", "rift-cr 1.4"))


def test_rules_of_another_document_do_not_dangle() -> None:
    assert load(PAGE).report.dangling == ()


def test_a_page_that_cites_nothing_is_known_by_its_anchors() -> None:
    loaded = load('---\ntitle: "About"\n---\n\n## Why? [#why]\n\nFor nobody.\n')
    assert [(one.number, one.text) for one in loaded.passages] == [("stone-bridge#why", "Why?\nFor nobody.")]


def test_an_example_without_an_end_is_kept_and_reported() -> None:
    loaded = load(PAGE.replace("</Callout>", ""))
    assert [found.kind for found in loaded.report.anomalies] == ["open example"]


@pytest.mark.shared
def test_the_published_pages_cite_805_rules_in_61_pages(shared: Path) -> None:
    folder = shared / "corpora" / "riftbound" / "riftboundfaq" / "content" / "rulings"
    loaded = [load_file(path) for path in folder.glob("*/*.mdx")]
    assert len(loaded) == 61
    assert all(one.report.accounted == one.report.lines for one in loaded)
    assert sum(one.report.references for one in loaded) == 790  # 805 tags, 15 of them twice in one answer
