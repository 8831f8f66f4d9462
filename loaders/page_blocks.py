"""Marked-up pages as blocks: headings, paragraphs, code, rows of tables, and lines that are only markup.

Markdown with what site generators add to it (front matter, ``:::`` containers, HTML), and reStructuredText.
Each line belongs to one block, so that a loader can account for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kb.model import Span
from loaders.markup import without_markdown, without_tags
from loaders.mtg_layouts import FRONT_MATTER, MARKUP, front_matter, is_rst, is_title, rst_words

CONTENTS: Final = "table of contents"
REMARK: Final = "remark"
_ATX: Final = re.compile(r" {0,3}(#{1,6})\s+(\S.*)")
_HTML_HEADING: Final = re.compile(r"(?i)\s*<h([1-6])\b[^<>]*>(.*?)</h\1>\s*")
_FENCE: Final = re.compile(r"\s*(`{3,}|~{3,})\s*([\w+-]*).*")
_CONTAINER: Final = re.compile(r"\s*:{3,}\s*([\w-]*)\s*(.*)")
_ITEM: Final = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s+(?=\S)")
_RULE: Final = re.compile(r"\s*[-=*_~#^+]{3,}\s*")
_CELLS_APART: Final = frozenset("|:- \t")
_TOLD: Final = re.compile(r"\s*(?:title|name|text|tagline|description|details)\s*:\s*(.*)")
_DIRECTIVE: Final = re.compile(r"\s*(?:\.\.(?:\s|$)|:[\w-]+:(?!`))")
_SETEXT: Final = {"=": 1, "-": 2}


@dataclass(frozen=True, slots=True)
class Block:
    """What stands on some lines: ``heading``, ``paragraph``, ``code``, ``row`` or ``markup``."""

    shape: str
    lines: Span
    text: str
    level: int = 0
    """Of a heading: 1 for a title."""
    cells: tuple[tuple[str, str], ...] = ()
    """Of a row: the names of its columns and what stands in them."""


def is_marked(lines: Sequence[str]) -> bool:
    """Whether `lines` have the marks of a page: a heading, a fence, a container or front matter.

    >>> is_marked(["# Lamps", "", "Light."]), is_marked(["::: info", "x"]), is_marked(["# a remark", "x=1"])
    (True, True, False)
    """
    if _is_rst(lines) or front_matter(lines):
        return True
    if any(
        _FENCE.fullmatch(line) or _CONTAINER.match(line) or _HTML_HEADING.fullmatch(line) for line in lines
    ):
        return True
    return any(
        (mark := _ATX.fullmatch(line))
        and (len(mark[1]) > 1 or at + 1 == len(lines) or not lines[at + 1].strip())
        for at, line in enumerate(lines)
    ) or any(_is_underlined(lines, at) for at in range(len(lines) - 1))


def page_blocks(lines: Sequence[str]) -> Iterator[Block]:
    """The blocks of a page, in order.

    >>> [(block.shape, block.text) for block in page_blocks(["# Lamps", "", "One *lamp*.", "- Two."])]
    [('heading', 'Lamps'), ('paragraph', 'One lamp.'), ('paragraph', 'Two.')]
    """
    yield from _Reader(lines, is_rst=_is_rst(lines)).blocks()


def _is_rst(lines: Sequence[str]) -> bool:
    """Whether `lines` are reStructuredText: also where they are only a title, prose and a directive."""
    if is_rst(lines):
        return True
    marks = {lines[at + 1].strip()[0] for at in range(len(lines) - 1) if _is_underlined(lines, at)}
    return bool(marks) and (not marks <= _SETEXT.keys() or any(line.startswith(".. ") for line in lines))


def _is_underlined(lines: Sequence[str], at: int) -> bool:
    """Whether the line at this index is a title by the line of marks below it."""
    above = lines[at - 1].strip() if at else ""
    return is_title(lines, at) and (not above or bool(_RULE.fullmatch(above)))


class _Reader:
    """Goes over the lines of a page; `_at` is the index of the next one."""

    def __init__(self, lines: Sequence[str], *, is_rst: bool) -> None:
        self._lines = lines
        self._is_rst = is_rst
        self._at = 0
        self._marks: list[str] = []
        """Of reStructuredText: the marks of its titles, as they came; the first is that of the highest."""

    def blocks(self) -> Iterator[Block]:
        yield from self._front_matter()
        while self._at < len(self._lines):
            if not self._lines[self._at].strip():
                self._at += 1
                continue
            yield from self._next()

    def _front_matter(self) -> Iterator[Block]:
        """Words of the front matter that are for people: titles and descriptions."""
        end = front_matter(self._lines)
        while self._at < end:
            start, told = self._at, _TOLD.fullmatch(self._lines[self._at])
            self._at += 1
            said = [told[1].strip(" '\"")] if told else []
            if told and said[0] in (">", "|", ">-", "|-"):
                indent = _indent(self._lines[start])
                while self._at < end and (_indent(self._lines[self._at]) > indent):
                    said.append(self._lines[self._at].strip())
                    self._at += 1
                del said[0]
            words = " ".join(filter(None, said))
            yield self._block("paragraph" if words else "markup", start, words or FRONT_MATTER)

    def _next(self) -> Iterator[Block]:
        line, start = self._lines[self._at], self._at
        self._at += 1
        if fence := _FENCE.fullmatch(line):
            yield self._code(start, fence[1])
        elif heading := _ATX.fullmatch(line):
            yield self._block("heading", start, self._words(heading[2].rstrip(" \t#")), len(heading[1]))
        elif heading := _HTML_HEADING.fullmatch(line):
            yield self._block("heading", start, self._words(heading[2]), int(heading[1]))
        elif at := self._title(start):
            yield self._underlined(start, at)
        elif container := _CONTAINER.fullmatch(line):
            words = self._words(container[2])
            yield self._block("paragraph" if words else "markup", start, words or MARKUP)
        elif self._is_rst and _DIRECTIVE.match(line):
            yield self._directive(start)
        elif line.lstrip().startswith("|") and line.count("|") > 1:
            yield from self._table(start)
        elif line.strip().startswith("<!--"):
            yield self._comment(start)
        elif _RULE.fullmatch(line):
            yield self._block("markup", start, MARKUP)
        else:
            yield self._paragraph(start)

    def _title(self, start: int) -> int | None:
        """The index of the title that begins here, with the line above it where there is one."""
        if _RULE.fullmatch(self._lines[start]):
            start += 1
        has_next = start + 1 < len(self._lines)
        return start if has_next and is_title(self._lines, start) else None

    def _underlined(self, start: int, at: int) -> Block:
        mark = self._lines[at + 1].strip()[0] + ("^" if at > start else "")
        if mark not in self._marks:
            self._marks.append(mark)
        level = self._marks.index(mark) + 1 if self._is_rst else _SETEXT.get(mark[0], 2)
        self._at = at + 2
        return self._block("heading", start, self._words(self._lines[at]), level)

    def _code(self, start: int, fence: str) -> Block:
        """The block to the fence that closes it, or to the end."""
        while self._at < len(self._lines) and not self._lines[self._at].strip().startswith(fence):
            self._at += 1
        code = self._lines[start + 1 : self._at]
        self._at = min(self._at + 1, len(self._lines))
        text = "\n".join(code).strip("\n")
        return self._block("code" if text.strip() else "markup", start, text if text.strip() else MARKUP)

    def _comment(self, start: int) -> Block:
        while self._at < len(self._lines) and "-->" not in self._lines[self._at - 1]:
            self._at += 1
        return self._block("markup", start, REMARK)

    def _directive(self, start: int) -> Block:
        """A directive; a list of other pages goes with it, whatever else is below it is read on its own."""
        if "toctree::" not in self._lines[start]:
            return self._block("markup", start, MARKUP)
        indent = _indent(self._lines[start])
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if line.strip() and _indent(line) <= indent:
                break
            self._at += 1
        while not self._lines[self._at - 1].strip():
            self._at -= 1
        return self._block("markup", start, CONTENTS)

    def _table(self, start: int) -> Iterator[Block]:
        """The rows of a table, named by its first one where marks stand below that."""
        names: tuple[str, ...] = ()
        at = start
        while at < len(self._lines) and self._lines[at].lstrip().startswith("|"):
            line = self._lines[at]
            self._at = at + 1
            cells = tuple(self._words(cell) for cell in re.split(r"(?<!\\)\|", line.strip().strip("|")))
            below = self._lines[at + 1] if at + 1 < len(self._lines) else ""
            if _sets_cells_apart(line):
                yield self._block("markup", at, MARKUP)
            elif not names and at == start and _sets_cells_apart(below):
                names = cells
                yield self._block("markup", at, "names of columns")
            elif any(cells):
                named = tuple(zip(names, cells, strict=False)) if names else ()
                yield self._block("row", at, " | ".join(filter(None, cells)), cells=named)
            else:
                yield self._block("markup", at, MARKUP)
            at += 1

    def _paragraph(self, start: int) -> Block:
        while self._at < len(self._lines) and not self._begins(self._at):
            self._at += 1
        told = self._lines[start : self._at]
        first = _ITEM.sub("", told[0], count=1) if _ITEM.match(told[0]) else told[0]
        text = self._words(" ".join(line.strip().lstrip("> ") for line in [first, *told[1:]]))
        return self._block("paragraph" if text else "markup", start, text or MARKUP)

    def _begins(self, at: int) -> bool:
        """Whether something new begins with the line at this index, inside a paragraph."""
        line = self._lines[at]
        marks = (_FENCE, _ATX, _HTML_HEADING, _CONTAINER)
        return (
            not line.strip()
            or any(mark.fullmatch(line) for mark in marks)
            or bool(_ITEM.match(line))
            or bool(_RULE.fullmatch(line))
            or line.lstrip().startswith(("|", "<!--"))
            or (self._is_rst and bool(_DIRECTIVE.match(line)))
        )

    def _words(self, text: str) -> str:
        if self._is_rst:
            return rst_words(text)
        plain = " ".join(without_markdown(without_tags(text)).split())
        return "" if _RULE.fullmatch(plain) else plain

    def _block(
        self, shape: str, start: int, text: str, level: int = 0, cells: tuple[tuple[str, str], ...] = ()
    ) -> Block:
        if not text:
            shape, text = "markup", MARKUP
        return Block(shape, Span(start + 1, max(self._at, start + 1)), text, level, cells)


def _sets_cells_apart(line: str) -> bool:
    """Whether a line of a table is the one of marks below the names of its columns."""
    return "--" in line and _CELLS_APART.issuperset(line)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
