"""PDF documents as lines of text: lines in reading order, a blank line where paragraphs are set apart.

Positions come from the PDF library; what a printer added is undone: ligatures are taken apart, a word broken
at a line's end is whole again, and lines that stand at the top or bottom of most pages (titles, page numbers)
are left out and reported. Line numbers are those of the text made here, which `SourceText.encoding` says is
from a PDF.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from kb.errors import LoadError, MissingExtraError, Place
from kb.model import Anomaly, Span
from loaders.markup import without_ligatures

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfTextPage

MOST_PAGES: Final = 3000
_BROKEN: Final = re.compile("[\x02\ufffe]+$")
_ENDS: Final = re.compile(r"[.!?:”\"’)\]]\s*$")
_STARTS: Final = re.compile(r"\s*(?:\d{3}\.|\d\.\s|Examples?:|Exemples?\s?:|Ejemplos?:)")
_FULL: Final = 0.9
_WIDE_GAP: Final = 1.35
_EDGE_LINES: Final = 2
_MOST_EDGE: Final = 120


@dataclass(frozen=True, slots=True)
class PdfText:
    """The text of a PDF and what was left out of it."""

    text: str
    anomalies: tuple[Anomaly, ...]


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    top: float
    bottom: float


def is_pdf(data: bytes) -> bool:
    """Whether `data` starts as a PDF does.

    >>> is_pdf(b"%PDF-1.7 ..."), is_pdf(b"108. Cards")
    (True, False)
    """
    return data[:1024].lstrip().startswith(b"%PDF-")


def pdf_text(data: bytes, name: str) -> PdfText:
    """The text of a PDF.

    Raises :class:`kb.errors.MissingExtraError` without the PDF library, and :class:`kb.errors.LoadError` for
    a damaged or protected document, one without text (scanned pages), and one with too many pages.
    """
    document = _open(data, name)
    try:
        if len(document) > MOST_PAGES:
            found = f"{len(document)} pages"
            raise LoadError(
                Place(name), "the PDF is too long", found=found, expected=f"at most {MOST_PAGES} pages"
            )
        pages = [_page_lines(document[number].get_textpage()) for number in range(len(document))]
    finally:
        document.close()
    if not any(pages):
        raise LoadError(Place(name), "the PDF has no text", expected="text, not pictures of pages")
    edges = _repeated_edges(pages)
    lines: list[str] = []
    for page in pages:
        _add_page(lines, _spaced(page, edges))
    lines = _whole_words(lines)
    text = without_ligatures("\n".join(lines)) + "\n"
    removed = sum(1 for page in pages for line in _edge_lines(page) if _pattern(line.text) in edges)
    detail = f"{removed} lines at the top or bottom of {len(pages)} pages left out"
    whole = Span(1, len(lines))
    return PdfText(text, (Anomaly(whole, "page headings", detail),) if removed else ())


def _open(data: bytes, name: str) -> PdfDocument:
    try:
        import pypdfium2
    except ImportError:
        raise MissingExtraError("pypdfium2", "pdf") from None
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise LoadError(Place(name), f"the PDF cannot be read: {str(error).lower().rstrip('.')}") from None


def _page_lines(page: PdfTextPage) -> list[_Line]:
    """The lines of a page from top to bottom; pieces on one height are one line."""
    pieces: list[tuple[float, float, float, str]] = []
    for index in range(page.count_rects()):
        left, bottom, right, top = page.get_rect(index)
        text = page.get_text_bounded(left, bottom, right, top).replace("\r", "").replace("\n", " ")
        if text.strip():
            pieces.append((top, bottom, left, text))
    rows: list[list[tuple[float, float, float, str]]] = []
    for piece in sorted(pieces, key=lambda one: -one[0]):
        middle = (piece[0] + piece[1]) / 2
        if rows and rows[-1][0][1] <= middle <= rows[-1][0][0]:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [_row_line(row) for row in rows]


def _row_line(row: list[tuple[float, float, float, str]]) -> _Line:
    text = " ".join(piece[3].strip(" ") for piece in sorted(row, key=lambda one: one[2]))
    return _Line(" ".join(text.split(" ")), max(piece[0] for piece in row), min(piece[1] for piece in row))


def _edge_lines(page: list[_Line]) -> list[_Line]:
    return page[:_EDGE_LINES] + page[_EDGE_LINES:][-_EDGE_LINES:]


def _pattern(text: str) -> str:
    """`text` with its numbers alike, so that page numbers do not make headings differ."""
    return re.sub(r"\d+", "#", text.strip())


def _repeated_edges(pages: list[list[_Line]]) -> frozenset[str]:
    """What stands at the top or bottom of more than half of the pages, of which there are at least three."""
    if len(pages) < 3:
        return frozenset()
    found: Counter[str] = Counter()
    for page in pages:
        found.update({_pattern(line.text) for line in _edge_lines(page) if len(line.text) <= _MOST_EDGE})
    return frozenset(pattern for pattern, count in found.items() if count > len(pages) / 2)


def _spaced(page: list[_Line], edges: frozenset[str]) -> list[str]:
    """The lines of a page without its headings, with a blank line in each wide gap."""
    at_edge = {id(line) for line in _edge_lines(page) if _pattern(line.text) in edges}
    kept = [line for line in page if id(line) not in at_edge]
    steps = sorted(above.top - line.top for above, line in pairwise(kept))
    usual = steps[len(steps) // 4] if steps else 0.0
    lines: list[str] = []
    for above, line in zip([None, *kept], kept, strict=False):
        if above and above.top - line.top > _WIDE_GAP * usual:
            lines.append("")
        lines.append(line.text)
    return lines


def _add_page(lines: list[str], page: list[str]) -> None:
    """Adds a page, with a blank line before it where the page before ends with a paragraph's last line."""
    full = max((len(line) for line in page), default=0)
    if lines and page and not page[0][:1].islower():
        short = len(lines[-1]) < _FULL * full
        starts = bool(_STARTS.match(page[0]))
        ends = bool(_ENDS.search(lines[-1]))
        if short + starts + ends > 1:
            lines.append("")
    lines.extend(page)


def _whole_words(lines: list[str]) -> list[str]:
    """`lines` with a word that a line's end broke put together on the first of the two."""
    whole: list[str] = []
    for line in lines:
        if whole and _BROKEN.search(whole[-1]):
            rest, _, after = line.partition(" ")
            whole[-1] = _BROKEN.sub("", whole[-1]) + rest
            whole.append(after)
        else:
            whole.append(line)
    return whole
