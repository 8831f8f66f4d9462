"""Words out of marked-up lines: HTML rows and inline tags, and the inline marks of Markdown."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

from kb.model import Span

_LIGATURES: Final = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
)
_MARKS: Final = re.compile(r"\*{1,3}|(?<![^\W_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![^\W_])|`")
_ESCAPED: Final = re.compile(r"\\([\\`*_{}\[\]()#+.!|-])")
_LINK: Final = re.compile(r"\[([^\[\]]{0,400})\]\((?:[^()]|\([^()]{0,400}\)){0,400}\)")
_TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")
_BLOCKS: Final = frozenset(
    {
        "p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "br", "table", "section", "title", "head",
        "body", "nav", "main", "article", "header", "footer", "ul", "ol", "dl", "dt", "dd", "blockquote",
    }
)  # fmt: skip


def without_ligatures(text: str) -> str:
    """`text` with printers' ligatures taken apart.

    >>> without_ligatures("ﬁrst battleﬁeld")
    'first battlefield'
    """
    return text.translate(_LIGATURES)


def without_markdown(text: str) -> str:
    """`text` without Markdown's inline marks: emphasis, code, links (their words stay), escapes.

    >>> without_markdown("**Card** , when [110.2](/100#110.2) says *so*: some_name")
    'Card , when 110.2 says so: some_name'
    """
    return _ESCAPED.sub(r"\1", _MARKS.sub("", _LINK.sub(r"\1", text)))


def without_tags(text: str) -> str:
    """`text` without HTML tags, its entities as characters.

    >>> without_tags("<em>card&#x27;s</em> rule")
    "card's rule"
    """
    return html.unescape(_TAG.sub("", text))


@dataclass(frozen=True, slots=True)
class HtmlRow:
    """The cells of a table row (or of a div laid out as one), or the words of a block outside any row."""

    cells: tuple[str, ...]
    lines: Span
    is_row: bool


@dataclass(slots=True)
class _Open:
    """A row under construction."""

    first: int
    is_row: bool
    cells: list[list[str]] = field(default_factory=list)


def html_rows(text: str) -> list[HtmlRow]:
    """The rows and blocks of an HTML text in order, with the lines they stand on.

    >>> [row.cells for row in html_rows("<p>Rules</p><table><tr><td>1.</td><td>One &amp; all</td></tr>")]
    [('Rules',), ('1.', 'One & all')]
    """
    parser = _Rows()
    parser.feed(text)
    parser.close()
    parser.end_row()
    return parser.rows


class _Rows(HTMLParser):
    """Collects rows; a div with a class that ends in ``row`` is one, and the divs inside are its cells."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[HtmlRow] = []
        self._open: _Open | None = None
        self._row_depth = 0
        self._depth = 0
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Opens a row, a cell or a block."""
        classes = (dict(attrs).get("class") or "").split()
        if tag in ("script", "style"):
            self._hidden += 1
        if tag == "div":
            self._depth += 1
        in_row = bool(self._open and self._open.is_row)
        if tag == "tr" or (tag == "div" and any(name.endswith("row") for name in classes)):
            self.end_row()
            self._open = _Open(self.getpos()[0], True)
            self._row_depth = self._depth
        elif in_row and tag in ("td", "th", "div") and self._open:
            self._open.cells.append([])
        elif not in_row and tag in _BLOCKS:
            self.end_row()

    def handle_endtag(self, tag: str) -> None:
        """Closes a row or a block."""
        if tag in ("script", "style"):
            self._hidden = max(self._hidden - 1, 0)
        is_row = bool(self._open and self._open.is_row)
        closes_row = tag == "tr" or (tag == "div" and self._depth == self._row_depth)
        if closes_row if is_row else tag in _BLOCKS:
            self.end_row()
        if tag == "div":
            self._depth -= 1

    def handle_data(self, data: str) -> None:
        """Adds words to the open cell; outside rows each line is a block of its own."""
        if self._hidden or not data.strip():
            return
        if self._open and self._open.is_row:
            if not self._open.cells:
                self._open.cells.append([])
            self._open.cells[-1].append(data)
            return
        first = self.getpos()[0]
        for offset, line in enumerate(data.split("\n")):
            if offset:
                self.end_row()
            if line.strip():
                self._open = self._open or _Open(first + offset, False, [[]])
                self._open.cells[-1].append(line)

    def end_row(self) -> None:
        """Closes the open row, if it holds any words."""
        if self._open:
            cells = tuple(" ".join("".join(cell).split()) for cell in self._open.cells)
            if any(cells):
                last = max(self.getpos()[0], self._open.first) if self._open.is_row else self._open.first
                self.rows.append(HtmlRow(cells, Span(self._open.first, last), self._open.is_row))
        self._open = None
