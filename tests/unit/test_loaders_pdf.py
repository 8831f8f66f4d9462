"""PDF documents: lines in order, what printers add undone, and what is refused."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from pdf_tools import paginate, pdf

from kb.errors import LoadError, MissingExtraError
from kb.model import PassageKind
from loaders import pdf as pdf_loader
from loaders.base import detect, load_file, load_source
from loaders.text import clean_source

RULES = [
    "A Game Comprehensive Rules",
    "These rules are effective as of March 4, 2031.",
    "1. First Things",
    "100. General",
    "100.1. Every pebble has an owner, and that owner is whoever ﬁrst found it, wherever it lay, as long as "
    "no one else had thrown it there; see rules 100.2 and 100.2a for pebbles that are thrown by players.",
    "100.2. A pebble may be thrown, and the thrower must say so loudly enough that everyone present hears.",
    "100.2a A thrown pebble is gone.",
    "Example: A pebble falls into a well, and nobody can see it any more, so it is gone, and that is that.",
    "101. Players",
    "101.1. Players throw in turn, and a player who does not throw when it is their turn loses that turn.",
]


def wrapped(paragraphs: list[str], width: int = 70) -> list[list[str]]:
    return [textwrap.wrap(paragraph, width) for paragraph in paragraphs]


def test_a_wrapped_pdf_is_read_like_the_text_it_was_made_of() -> None:
    source = clean_source(pdf(paginate(wrapped(RULES), "Comprehensive Rules", per_page=8)), "cr.pdf")
    loaded = load_source(source)
    assert (source.encoding, loaded.report.loader, loaded.report.edition) == ("PDF", "mtg-cr", "2031-03-04")
    texts = {one.number: one.text for one in loaded.passages if one.kind is not PassageKind.PARAGRAPH}
    assert list(texts) == ["intro.1", "1", "100", "100.1", "100.2", "100.2a", "100.2a~ex1", "101", "101.1"]
    assert texts["100.1"] == RULES[4].removeprefix("100.1. ").replace("ﬁ", "fi")
    assert texts["100.2a~ex1"] == RULES[7].removeprefix("Example: ")
    assert loaded.report.accounted == loaded.report.lines
    assert loaded.report.dangling == ()


def test_page_titles_and_numbers_are_left_out_and_reported() -> None:
    source = clean_source(pdf(paginate(wrapped(RULES), "Comprehensive Rules", per_page=8)), "cr.pdf")
    assert not [line for line in source.lines if line.startswith("Page ") or line == "Comprehensive Rules"]
    assert [found.kind for found in source.anomalies] == ["page headings"]


def test_a_line_that_stands_once_at_a_page_top_stays() -> None:
    pages = paginate([["One line."], ["Two lines."]], "A title")
    assert clean_source(pdf(pages), "x.pdf").lines[0] == "A title"


def test_pieces_on_one_height_are_one_line_from_left_to_right() -> None:
    source = clean_source(pdf([[(300, 700, "right"), (72, 700, "left"), (72, 650, "below")]]), "x.pdf")
    assert [line for line in source.lines if line] == ["left right", "below"]


def test_a_pdf_without_text_is_refused() -> None:
    with pytest.raises(
        LoadError, match=r"scan\.pdf: the PDF has no text: expected text, not pictures of pages"
    ):
        clean_source(pdf([[]]), "scan.pdf")


def test_a_damaged_pdf_is_refused() -> None:
    with pytest.raises(LoadError, match=r"x\.pdf: the PDF cannot be read: "):
        clean_source(pdf([[(72, 700, "words")]])[:60], "x.pdf")


def test_without_the_pdf_library_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pypdfium2", None)
    with pytest.raises(MissingExtraError, match=r"tcg-rules-kb\[pdf\]"):
        pdf_loader.pdf_text(b"%PDF-1.4", "x.pdf")


@pytest.mark.shared
@pytest.mark.slow
def test_a_published_edition_printed_as_pdf_keeps_its_rules(shared: Path, tmp_path: Path) -> None:
    path = shared / "corpora" / "mtg" / "en" / "cr-2012-02-01-DKA.txt"
    text = load_file(path)
    ascii_lines = [line.encode("ascii", "replace").decode() for line in text.source.lines]
    printed = tmp_path / "cr.pdf"
    printed.write_bytes(pdf(paginate(wrapped([line for line in ascii_lines if line.strip()]), "The Rules")))
    loaded = load_file(printed)
    assert detect(loaded.source).name == "mtg-cr"
    rules = [[one.number for one in side.passages if one.kind is PassageKind.RULE] for side in (text, loaded)]
    assert rules[0] == rules[1]
