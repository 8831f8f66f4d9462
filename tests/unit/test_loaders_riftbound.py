"""Riftbound Core Rules in each layout, on small texts of our own and on the real versions."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.model import Loaded, Passage, PassageKind, Span
from loaders.base import detect, load_file, load_source
from loaders.report import with_edition
from loaders.text import clean_source


def row(number: str, text: str, kind: str = "plain") -> str:
    cells = f'<div class="rule-id">{number}</div><div class="rule-text">{text}</div>'
    return f'<div class="rule-row rule-{kind} level-0">{cells}</div>'


DIVS = "\n\n".join(
    [
        "# Riftbound Core Rules v1.9",
        '<div class="rule-sheet">',
        row("", "Last Updated: 2025-12-01"),
        row("500.", "Bridges &amp; Roads", "chapter"),
        row("501.", "Tolls", "heading"),
        row("501.1.", "* A bridge&#x27;s toll is paid once. See rule 501.2. Roads for more."),
        row("501.", "2 Roads have no toll."),
        row("501.2.", "a Paths are roads. Example: A lane."),
        row("", "It", "cont"),
        row("", "is free."),
        "</div>\n",
    ]
)

TABLE = (
    "# Riftbound Core Rules\n\nLast Updated: 2025-06-02\n\n"
    "<table><tr><td>500.</td><td>Bridges</td></tr>"
    "<tr><td>501.</td><td>A bridge is open.</td></tr>"
    "<tr><td>501.1.a.</td><td>Or shut.</td></tr>\n<tr><td></td><td>See rule 501. Bridges for more.</td></tr>"
    "<tr><td>501.2</td><td>It has lost its dot.</td></tr></table>\n"
)

WRAPPED = """# Riftbound Core Rules

### Last Updated: 2025-10-

## 500. Bridges

### 501. Tolls

502. A **bridge** 's toll is paid to its **keeper** , who is the player
    who built it, as rule
503. Roads says.
502.1. * Keepers say *here.* _Example:_ A **Keeper**
stands. _Example:_ Another
one sleeps.
502.1.a. Nobody
    pays twice.
"""

RAW = """# Riftbound Core Rules v1.9

## Page 1

500.  Bridges  \x20
501.  The  ﬁrst  bridge  is  open.  \x20
501.1  Its  keeper  may \x20

## Page 2

shut  it.  \x20
501.1.a.  Not  twice .  \x20
"""


def load(text: str) -> Loaded:
    source = clean_source(text.encode(), "rules.md")
    loader = detect(source)
    assert loader.name == "riftbound"
    loaded = loader.load(source)
    assert loaded.report.accounted == loaded.report.lines
    return loaded


def texts(loaded: Loaded) -> dict[str, str]:
    return {passage.number: passage.text for passage in loaded.passages}


def passage(loaded: Loaded, number: str) -> Passage:
    (found,) = [one for one in loaded.passages if one.number == number]
    return found


def test_rows_of_divs_give_provisions_and_lost_parts_of_numbers_come_back() -> None:
    loaded = load(DIVS)
    assert list(texts(loaded))[-7:] == ["intro.2", "500", "501", "501.1", "501.2", "501.2.a", "501.2.a~ex1"]
    assert texts(loaded)["500"] == "Bridges & Roads"
    assert texts(loaded)["501.1"] == "A bridge's toll is paid once. See rule 501.2. Roads for more."
    assert texts(loaded)["501.2"] == "Roads have no toll."
    split = [found.detail for found in loaded.report.anomalies if found.kind == "split number"]
    assert split == ["501.2 was split after 501.", "501.2.a was split after 501.2."]
    assert passage(loaded, "501.1").path == ("500. Bridges & Roads", "501. Tolls")


def test_a_row_without_a_number_goes_on_with_the_one_above() -> None:
    loaded = load(DIVS)
    assert texts(loaded)["501.2.a~ex1"] == "A lane.\nIt is free."
    assert passage(loaded, "501.2.a").lines == Span(15, 19)


def test_a_number_without_words_is_kept_and_reported() -> None:
    loaded = load(DIVS.replace('"rule-text">Tolls', '"rule-text">'))
    assert texts(loaded)["501"] == ""
    assert ("empty provision", "501 has no words") in [
        (one.kind, one.detail) for one in loaded.report.anomalies
    ]


def test_lines_of_markup_alone_are_skipped_as_such() -> None:
    skipped = [
        (skip.lines.first, skip.reason) for skip in load(DIVS).report.skipped if "markup" in skip.reason
    ]
    assert skipped == [(3, "markup without words"), (21, "markup without words")]


def test_table_rows_on_one_line_are_told_apart() -> None:
    loaded = load(TABLE)
    assert list(texts(loaded))[-4:] == ["500", "501", "501.1.a", "501.2"]
    assert texts(loaded)["501.1.a"] == "Or shut.\nSee rule 501. Bridges for more."


def test_wrapped_markdown_is_joined_and_loses_its_marks() -> None:
    loaded = load(WRAPPED)
    assert list(texts(loaded))[-6:] == ["501", "502", "502.1", "502.1~ex1", "502.1~ex2", "502.1.a"]
    assert texts(loaded)["502"] == (
        "A bridge's toll is paid to its keeper, who is the player who built it, as rule 503. Roads says."
    )
    assert texts(loaded)["502.1~ex2"] == "Another one sleeps."


def test_page_headings_inside_a_provision_are_skipped_and_ligatures_taken_apart() -> None:
    loaded = load(RAW)
    assert texts(loaded)["501.1"] == "Its keeper may shut it."
    assert texts(loaded)["501"] == "The first bridge is open."
    assert texts(loaded)["501.1.a"] == "Not twice."
    assert {found.kind for found in loaded.report.anomalies} == {"ligature", "space before punctuation"}


@pytest.mark.parametrize(("text", "edition"), [(DIVS, "1.9"), (TABLE, "1.0"), (WRAPPED, "1.1"), (RAW, "1.9")])
def test_the_edition_is_the_version_named_or_the_one_with_that_date(text: str, edition: str) -> None:
    assert load(text).report.edition == edition


def test_a_user_may_say_which_edition_an_undated_text_is() -> None:
    loaded = with_edition(load("500. Bridges\n500.1. Open.\n500.1.a. Or shut.\n"), "1.4")
    assert {one.edition for one in loaded.passages} == {loaded.report.edition} == {"1.4"}


# Distinct numbers, headings included; 1.0 comes in four files.
VERSIONS = {
    "v1.0_2025-06-02/01_20.md": ("1.0", 452),
    "v1.0_2025-06-02/21_40.md": ("undated", 398),
    "v1.0_2025-06-02/41_60.md": ("undated", 401),
    "v1.0_2025-06-02/61_65.md": ("undated", 112),
    "v1.1_2025-10/core_rules.md": ("1.1", 1616),
    "v1.2_2025-12-01/v1.2_html.md": ("1.2", 1794),
    "v1.2_2025-12-01/v1.2_rawpdf.md": ("1.2", 1794),
    "v1.3_2026-03-30/v1.3_html.md": ("1.3", 2088),
    "v1.4_2026-07-16_excerpt/control_excerpt.tsv": ("undated", 28),
}


@pytest.mark.shared
@pytest.mark.parametrize("name", VERSIONS)
def test_a_published_version_is_read_whole(shared: Path, name: str) -> None:
    loaded = load_file(shared / "corpora" / "riftbound" / "core-rules" / name)
    provisions = (PassageKind.RULE, PassageKind.HEADING)
    found = {one.number.partition("~")[0] for one in loaded.passages if one.kind in provisions}
    assert (loaded.report.edition, len({number for number in found if number[0].isdigit()})) == VERSIONS[name]
    assert loaded.report.accounted == loaded.report.lines


@pytest.mark.shared
def test_two_layouts_of_version_1_2_have_the_same_provisions(shared: Path) -> None:
    folder = shared / "corpora" / "riftbound" / "core-rules" / "v1.2_2025-12-01"
    first, second = (texts(load_file(folder / name)) for name in ("v1.2_html.md", "v1.2_rawpdf.md"))
    numbered = {number for number in first if number[0].isdigit()}
    assert numbered == {number for number in second if number[0].isdigit()}
    plain = str.maketrans("“”’—", '""\'-')
    assert [n for n in numbered if first[n].translate(plain) != second[n].translate(plain)] == []


@pytest.mark.shared
def test_the_founding_page_is_version_1_2_word_for_word(shared: Path) -> None:
    page = texts(load_file(shared / "seeds" / "002_9c12700d5a50cca2.txt"))
    version = texts(load_file(shared / "corpora/riftbound/core-rules/v1.2_2025-12-01/v1.2_rawpdf.md"))
    plain = str.maketrans("“”’—", '""\'-')
    different = [n for n in page if page[n].translate(plain) != version.get(n, "").translate(plain)]
    assert different == []


def test_a_page_without_rows_has_a_provision_in_each_block_that_begins_with_a_number() -> None:
    page = """<!doctype html><html><head><title>Riftbound Core Rules</title></head><body>
<nav><a href="/">Home</a></nav><h1>Riftbound Core Rules</h1><p><b>Last Updated:</b> September 1, 2026</p>
<h2>100. Lanterns</h2>
<ol><li>101.1. Each player brings up to three lanterns.</li><li>101.1.a. A lantern has an owner.</li></ol>
<p>102. Units can light a lantern. See rule 101.1.</p><p>As 101.1 has it, no more than three.</p>
</body></html>"""
    loaded = load_source(clean_source(page.encode(), "rules.html"))
    assert (loaded.report.edition, loaded.report.dangling) == ("2026-09-01", ())
    assert loaded.report.lines == loaded.report.accounted
    found = [(passage.number, passage.text) for passage in loaded.passages if passage.kind != "paragraph"]
    assert found == [
        ("100", "Lanterns"),
        ("101.1", "Each player brings up to three lanterns."),
        ("101.1.a", "A lantern has an owner."),
        ("102", "Units can light a lantern. See rule 101.1.\nAs 101.1 has it, no more than three."),
    ]
