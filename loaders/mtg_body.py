"""The numbered body of the Comprehensive Rules: sections, chapters, rules, examples, further paragraphs.

Numbers come in several spellings: ``110.2. text``, ``110.2a text``, ``119.1d. text``, ``606.5 text`` and
``901.4.All text``. A paragraph without a number belongs to the rule above. In a wrapped text a line may start
with a number that is only cited; it starts a rule when it comes next in order.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from kb.errors import InputError
from kb.model import Anomaly, Game, Passage, PassageKind, Span
from loaders import mtg_words as words
from loaders.numbering import RuleNumber
from loaders.paragraphs import Paragraph
from loaders.references import ends_in_rule_word, find_references

RULE_START: Final = re.compile(
    r"\s*(\d{3}\.\d{1,3})(?:([a-z]{1,2})(\.?\s+)|(\.\s+|\.(?=[^\sa-z\d])|\s+))(?=\S)"
)
_CHAPTER: Final = re.compile(r"(\d{3})\.\s*(?=[^\d\s])(.*)")
_SECTION: Final = re.compile(r"(\d)\.\s*(?=[^\d\s])(.*)")
_MOST_TITLE: Final = 100
_ENDS: Final = frozenset('.:!?”")')


class Body:
    """Collects the passages of a body, paragraph by paragraph."""

    def __init__(self, document: str, edition: str, language: str) -> None:
        self.anomalies: list[Anomaly] = []
        self._key = (document, edition, language)
        self._passages: list[Passage] = []
        self._section = ""
        self._chapter = ""
        self._last: RuleNumber | None = None
        self._examples: dict[str, int] = {}
        self._more: dict[str, int] = {}
        self._open: list[Paragraph] = []

    def passages(self) -> list[Passage]:
        """The passages so far, in order."""
        self._close()
        return [replace(passage, references=find_references(passage.text)) for passage in self._passages]

    def starts(self, first: str, last: str, line: str) -> bool:
        """Whether `line` starts an example or a rule, inside a paragraph wrapped from `first` to `last`."""
        if words.EXAMPLE.match(line):
            return True
        titled = first == last and bool(_title(first))
        match = RULE_START.match(line) or _title(line)
        if not match or not (titled or last.rstrip()[-1:] in _ENDS) or ends_in_rule_word(last):
            return False
        opened = RULE_START.match(first) or _title(first)
        above = _parsed(opened) if opened else self._last
        number = _parsed(match)
        return bool(number and (above is None or _follows(above, number)))

    def add(self, paragraph: Paragraph) -> None:
        """Adds `paragraph` as what it is."""
        text = paragraph.text
        if match := RULE_START.match(text):
            self._add_rule(paragraph, match)
        elif match := _chapter(text):
            self._chapter = f"{match[1]}. {match[2]}"
            self._last = RuleNumber((int(match[1]),))
            path = (self._section,) if self._section else ()
            self._append(match[1], PassageKind.HEADING, match[2], paragraph.lines, path, None)
        elif (
            (match := _SECTION.fullmatch(text))
            and self._is_next_section(match[1])
            and len(text) <= _MOST_TITLE
        ):
            self._section, self._chapter = f"{match[1]}. {match[2]}", ""
            self._append(match[1], PassageKind.HEADING, match[2], paragraph.lines, (), None)
        elif match := words.EXAMPLE.match(text):
            self._add_example(paragraph, text[match.end() :])
        else:
            self._add_more(paragraph)

    def _is_next_section(self, digit: str) -> bool:
        return int(digit) > int(self._section[:1] or "0")

    def _add_rule(self, paragraph: Paragraph, match: re.Match[str]) -> None:
        written = match[1] + (match[2] or "")
        number = _parsed(match)
        self._report_spelling(written, match, paragraph)
        if number:
            self._report_order(number, paragraph.lines)
            self._last = number
        else:
            self._report(paragraph.lines, "odd letter", f"{written}: the letters l and o are never used")
        text = paragraph.text[match.end() :].strip()
        parent = str(number.parent) if number else match[1]
        self._append(written, PassageKind.RULE, text, paragraph.lines, self._path(), parent)

    def _report_spelling(self, written: str, match: re.Match[str], paragraph: Paragraph) -> None:
        after = match[3] or match[4]
        if match[2] and after.startswith("."):
            self._report(paragraph.lines, "extra dot", f"{written} is written with a dot after its letter")
        elif not match[2] and not after.startswith("."):
            self._report(paragraph.lines, "missing dot", f"{written} is written without its dot")
        elif after == ".":
            self._report(paragraph.lines, "missing space", f"{written} runs into its text")
        if paragraph.indent:
            self._report(paragraph.lines, "indented", f"{written} is indented by {paragraph.indent}")

    def _report_order(self, number: RuleNumber, lines: Span) -> None:
        if self._last and not _follows(self._last, number):
            self._report(lines, "out of order", f"{number} follows {self._last}")

    def _report(self, lines: Span, kind: str, detail: str) -> None:
        self.anomalies.append(Anomaly(lines, kind, detail))

    def _add_example(self, paragraph: Paragraph, text: str) -> None:
        rule = self._above()
        count = self._examples[rule] = self._examples.get(rule, 0) + 1
        number = f"{rule}~ex{count}"
        self._append(number, PassageKind.EXAMPLE, text.strip(), paragraph.lines, self._path(), rule)

    def _add_more(self, paragraph: Paragraph) -> None:
        """A paragraph without a number: more of the rule above, or a passage of its own after an example."""
        if self._passages and self._passages[-1].kind is PassageKind.RULE:
            self._open.append(paragraph)
            return
        rule = self._above()
        count = self._more[rule] = self._more.get(rule, 0) + 1
        number = f"{rule}~p{count}"
        self._append(number, PassageKind.PARAGRAPH, paragraph.text, paragraph.lines, self._path(), rule)

    def _above(self) -> str:
        """The number of the nearest rule or heading above."""
        kinds = (PassageKind.RULE, PassageKind.HEADING)
        return next((passage.number for passage in reversed(self._passages) if passage.kind in kinds), "body")

    def _path(self) -> tuple[str, ...]:
        return tuple(title for title in (self._section, self._chapter) if title)

    def _append(
        self,
        number: str,
        kind: PassageKind,
        text: str,
        lines: Span,
        path: tuple[str, ...],
        parent: str | None,
    ) -> None:
        self._close()
        document, edition, language = self._key
        self._passages.append(
            Passage(Game.MTG, document, edition, language, number, kind, text, lines, path, parent)
        )

    def _close(self) -> None:
        """Gives the last rule the paragraphs that were found below it."""
        if not self._open:
            return
        last = self._passages[-1]
        text = "\n".join([last.text, *(paragraph.text for paragraph in self._open)])
        lines = Span(last.lines.first, self._open[-1].lines.last)
        self._passages[-1] = replace(last, text=text, lines=lines)
        self._open = []


def _chapter(text: str) -> re.Match[str] | None:
    """A chapter's title: three digits, a dot, and a few words without a final mark."""
    match = _CHAPTER.fullmatch(text.strip())
    return match if match and len(text) <= _MOST_TITLE else None


def _title(text: str) -> re.Match[str] | None:
    """A chapter's or a section's title that ends without a mark, as no last line of a paragraph does."""
    match = _SECTION.fullmatch(text.strip()) or _CHAPTER.fullmatch(text.strip())
    short = len(text) <= _MOST_TITLE and text.rstrip()[-1:] not in ".,;:"
    return match if match and short else None


def _parsed(match: re.Match[str]) -> RuleNumber | None:
    """The number a line starts with; None when it has a letter that is never used."""
    letters = match[2] if match.re is RULE_START else ""
    try:
        return RuleNumber.parse(match[1] + (letters or ""))
    except InputError:
        return None


def _follows(before: RuleNumber, number: RuleNumber) -> bool:
    """Whether `number` comes next after `before`: its first child, its sibling, or a sibling above it."""
    depth = len(before.parts)
    if len(number.parts) == 1:
        return _next_title(int(before.parts[0]), int(number.parts[0]))
    if number.parts in ((*before.parts, 1), (*before.parts, "a")) and depth < 3:
        return True
    above: RuleNumber | None = before
    while above and len(above.parts) > 1:
        if above.next_letter() == number:
            return True
        above = above.parent
    return False


def _next_title(before: int, number: int) -> bool:
    """Whether a section or chapter comes next: 1, 100, 101, ..., 123, 2, 200, ..."""
    section = before if before < 10 else before // 100
    if number < 10:
        return number == section + 1
    return number == (before + 1 if before >= 10 else section * 100)
