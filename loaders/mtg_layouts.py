"""Layouts of the Comprehensive Rules brought down to plain lines, one for one: line numbers stay true.

Markdown and HTML (also mixed, as in site generators' sources) lose their marks; reStructuredText loses its
marks and gets its numbers back where the layout made them: a rule's number is a title of its own there, and
subrules are list items ``a.``, ``b.``. Lines that are only markup become blank and are skipped with that
reason.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kb.model import Skipped, SourceText, Span
from loaders.markup import without_ligatures, without_markdown, without_tags

MARKUP: Final = "markup without words"
NUMBER_LINE: Final = "number of the words below it"
FRONT_MATTER: Final = "front matter"
_MARKED: Final = re.compile(r"\s*(?:</?[a-zA-Z][^<>]*>|#{1,6}\s|\*\*\s?\d{3}\.|\{%.*%\})")
_LIQUID: Final = re.compile(r"\{%.*?%\}|\{:[^{}]*\}")
_ORDERED: Final = re.compile(r"^(#{1,6}\s+|>\s?|[-*+]\s+(?=\**\d{3}\.))")
_UNDERLINE: Final = re.compile(r"([=\-*~^#\"'`+])\1{2,}\s*")
_UNDERLINES: Final = frozenset("=-*~^#\"'`+")
_RST_NUMBER: Final = re.compile(r"\d{3}\.\d{1,3}")
_RST_ITEM: Final = re.compile(r"\s{2,}([a-z]{1,2})\.\s+(?=\S)")
_RST_DIRECTIVE: Final = re.compile(r"\s*(?:\.\.(?:\s|$)|:[\w-]+:(?!`))")
_RST_ADMONITION: Final = re.compile(r"\s*\.\. admonition::\s*(\S.*?)\s*$")
_RST_ROLE: Final = re.compile(r":[\w:-]{1,40}:`([^`<]{0,400}?)\s{0,9}(?:<[^<>`]{0,400}>)?`")
_RST_LINK: Final = re.compile(r"`([^`<]{0,400}?)\s{0,9}<[^<>`]{0,400}>`__?")
_NUMBER_ALONE: Final = re.compile(r"\s*\d{3}\.\d{1,3}[a-z]{0,2}\.?\s*")
_LEAST_SHARE: Final = 0.08
_LEAST_ALONE: Final = 3


@dataclass(frozen=True, slots=True)
class Plain:
    """The lines without markup, and which of them were nothing else."""

    lines: tuple[str, ...]
    skipped: tuple[Skipped, ...] = ()


def plain_lines(source: SourceText) -> Plain:
    """The plain lines of `source`, whatever its layout; as they are where they are plain."""
    return _plain(source.sha256, source)


@lru_cache(maxsize=2)
def _plain(_: str, source: SourceText) -> Plain:
    lines = source.lines
    if is_rst(lines):
        return from_rst(lines)
    if _has_numbers_alone(lines):
        return with_numbers_joined(lines)
    written = sum(1 for line in lines if line.strip())
    marked = sum(1 for line in lines if _MARKED.match(line))
    return from_markup(lines) if marked > _LEAST_SHARE * written else Plain(lines)


def _has_numbers_alone(lines: Sequence[str]) -> bool:
    written = sum(1 for line in lines if line.strip())
    alone = sum(1 for line in lines if _NUMBER_ALONE.fullmatch(line))
    return alone >= _LEAST_ALONE and alone * 5 > written


def with_numbers_joined(lines: Sequence[str]) -> Plain:
    """Lines of a page that gives a rule's number a line of its own, with each at the start of its words.

    >>> with_numbers_joined(["110.1.", "", "A permanent.", "110.2a", "", "", "Another."]).lines
    ('', '', '110.1. A permanent.', '', '', '', '110.2a Another.')
    """
    plain = list(lines)
    skipped: list[Skipped] = []
    waiting = -1
    for at, line in enumerate(lines):
        if not line.strip():
            continue
        if _NUMBER_ALONE.fullmatch(line):
            waiting = at
            continue
        if waiting >= 0:
            plain[waiting], plain[at] = "", f"{lines[waiting].strip()} {line.strip()}"
            skipped.append(Skipped(Span(waiting + 1, waiting + 1), NUMBER_LINE))
            waiting = -1
    return Plain(tuple(plain), tuple(skipped))


def from_markup(lines: Sequence[str]) -> Plain:
    r"""Lines of Markdown or HTML without their marks.

    >>> from_markup(["---", "a: b", "---", "### 100. General", "<p>**100.1.** See [100.2](#2).</p>"]).lines
    ('', '', '', '100. General', '100.1. See 100.2.')
    """
    plain: list[str] = []
    skipped: list[Skipped] = []
    front = front_matter(lines)
    for at, line in enumerate(lines):
        text = "" if at < front else _unmarked(line)
        plain.append(text)
        if line.strip() and not text:
            skipped.append(Skipped(Span(at + 1, at + 1), FRONT_MATTER if at < front else MARKUP))
    return Plain(tuple(plain), tuple(skipped))


def front_matter(lines: Sequence[str]) -> int:
    """How many lines the block between two ``---`` at the start takes.

    >>> front_matter(["---", "title: Lamps", "---", "Light."])
    3
    """
    if not lines or lines[0].strip() != "---":
        return 0
    return next((at + 1 for at in range(1, min(len(lines), 60)) if lines[at].strip() == "---"), 0)


def _unmarked(line: str) -> str:
    text = _LIQUID.sub("", without_tags(line))
    text = _ORDERED.sub("", text.strip())
    text = without_ligatures(without_markdown(text)).strip()
    return "" if re.fullmatch(r"[-*_]{3,}", text) else " ".join(text.split())


def is_rst(lines: Sequence[str]) -> bool:
    """Whether `lines` are reStructuredText: underlined titles, and directives or rule numbers as titles.

    >>> is_rst(["100.1", "-----", "", "Text."]), is_rst(["100.1. Text."])
    (True, False)
    """
    titles = [at for at in range(len(lines) - 1) if is_title(lines, at)]
    numbers = sum(1 for at in titles if _RST_NUMBER.fullmatch(lines[at].strip()))
    directives = sum(1 for line in lines if line.lstrip().startswith(".. "))
    return bool(titles) and (numbers > 0 or directives > 2)


def is_title(lines: Sequence[str], at: int) -> bool:
    """Whether the line at index `at` is a title by the line of marks below it, which is as long.

    >>> is_title(["Lamps", "====="], 0), is_title(["Lamps", "=="], 0)
    (True, False)
    """
    if lines[at + 1][:1] not in _UNDERLINES:
        return False
    text, under = lines[at].rstrip(), lines[at + 1].rstrip()
    return bool(text and text[0].strip() and _UNDERLINE.fullmatch(under) and len(under) + 1 >= len(text))


def from_rst(lines: Sequence[str]) -> Plain:
    """Lines of reStructuredText without their marks, with the numbers that the layout stands for.

    >>> from_rst(["General", "=======", "", "100.1", "-----", "", "One *rule*.", "    a. Part."]).lines
    ('100. General', '', '', '', '', '', '100.1. One rule.', '100.1a Part.')
    """
    plain = [""] * len(lines)
    reader = _Rst(_term_indent(lines))
    for at, line in enumerate(lines):
        text = line.strip()
        if not text or _UNDERLINE.fullmatch(line):
            continue
        if at + 1 < len(lines) and is_title(lines, at):
            plain[at] = "" if reader.enter(text) else _titled(lines, at)
        else:
            plain[at] = reader.read(line)
    empty = [at for at, line in enumerate(lines) if line.strip() and not plain[at]]
    return Plain(tuple(plain), tuple(Skipped(Span(at + 1, at + 1), MARKUP) for at in empty))


class _Rst:
    """Where a reader of reStructuredText is: under which number, and what the next words are."""

    def __init__(self, term_indent: int) -> None:
        self._term_indent = term_indent
        self._number = ""
        self._start = ""
        self._links: int | None = None

    def enter(self, title: str) -> bool:
        """Goes under `title` if it is a rule's number, which the next line of words then starts with."""
        self._links = None
        if _RST_NUMBER.fullmatch(title):
            self._number, self._start = title, f"{title}. "
            return True
        return False

    def read(self, line: str) -> str:
        """The words of `line` with what goes before them; nothing for directives and lists of links."""
        indent = len(line) - len(line.lstrip())
        if self._links is not None and indent > self._links:
            return ""
        self._links = None
        if _RST_DIRECTIVE.match(line):
            if "seealso::" in line:
                self._links = indent
            elif match := _RST_ADMONITION.match(line):
                self._start = f"{match[1]}: "
            return ""
        item = _RST_ITEM.match(line)
        if item and self._number and not self._start:
            return f"{self._number}{item[1]} {rst_words(line[item.end() :])}"
        start, self._start = self._start, ""
        definition = 0 < self._term_indent < indent
        return " " * definition + start + rst_words(line.strip())


def _term_indent(lines: Sequence[str]) -> int:
    """The indent of a glossary's terms: that of the first words after its directive; 0 without one."""
    at = next((at for at, line in enumerate(lines) if line.strip() == ".. glossary::"), len(lines))
    return next((len(line) - len(line.lstrip()) for line in lines[at + 1 :] if line.strip()), 0)


def _titled(lines: Sequence[str], at: int) -> str:
    """A title with the number it stands for: of its section where overlined, else of its chapter."""
    title = rst_words(lines[at].strip())
    after = (lines[below].strip() for below in range(at + 2, len(lines) - 1) if is_title(lines, below))
    first = next((text for text in after if _RST_NUMBER.fullmatch(text)), None)
    if first is None:
        return title
    overlined = at > 0 and bool(_UNDERLINE.fullmatch(lines[at - 1]))
    return f"{first[0]}. {title}" if overlined else f"{first[:3]}. {title}"


def rst_words(text: str) -> str:
    """`text` without the marks of reStructuredText.

    >>> rst_words("See :ref:`the lamps <lamps>` and ``light``.")
    'See the lamps and light.'
    """
    text = _RST_LINK.sub(r"\1", _RST_ROLE.sub(r"\1", text))
    text = re.sub(r"\\(\s|$)", "", text)
    return " ".join(without_markdown(text).replace("``", "").split())
