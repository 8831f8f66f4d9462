"""Riftbound Core Rules, in every layout they are found in (:mod:`loaders.riftbound_rows`).

Numbers are dotted on every level (``184.3.a.1.``). Examples stand at the end of their provision and become
passages of their own. A title alone under a three-digit number is a heading; a paragraph without a number
belongs to the provision above.

The edition is the version the text names ("Core Rules v1.2"), else that of the known version with the date it
says it was last updated on, else that date; a page that says neither is undated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from kb.model import UNDATED, Game, Loaded, Passage, PassageKind, SourceText, Span
from loaders.dates import written_date
from loaders.json_text import looks_like_json
from loaders.language import detect_language
from loaders.markup import without_markdown, without_tags
from loaders.numbering import RuleNumber
from loaders.references import find_references
from loaders.report import finish
from loaders.riftbound_index import is_index, read_index
from loaders.riftbound_rows import NUMBER, Row, read_rows

DOCUMENT: Final = "rift-cr"
# Version and date of publication, as the published editions state them.
VERSIONS: Final = (
    ("1.0", "2025-06-02"),
    ("1.1", "2025-10-01"),
    ("1.2", "2025-12-01"),
    ("1.3", "2026-03-30"),
    ("1.4", "2026-07-16"),
)
_NUMBERED: Final = re.compile(rf"\W*({NUMBER})\.?(?=\W)")
_EXAMPLE: Final = re.compile(r"(?:^|\s+)Examples?:\s+")
_VERSION: Final = re.compile(r"(?i)core rules[^\n]{0,40}?\b(?:version |v\.? ?)(\d\.\d)\b")
_UPDATED: Final = re.compile(r"(?i)(?:last\s+updated|effective)(?:\s+(?:on|as of))?:?\s+(\w[^\n<]{5,40})")
_MOST_TITLE: Final = 80


@dataclass(frozen=True, slots=True)
class RiftboundRules:
    """Loads Riftbound Core Rules, whole or in part, in any layout."""

    name: str = "riftbound"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is such a text: many numbers, some with a dotted letter."""
        if source.text.lstrip()[:1] in ("{", "["):
            return 0.9 if is_index(source) else 0.0
        text = re.sub(r"<[^<>]*>", "\n", source.text) if "<" in source.text else source.text
        lines = [line for line in text.split("\n") if line.strip()]
        numbers = [match[1] for match in map(_NUMBERED.match, lines) if match]
        deep = sum(1 for number in numbers if re.search(r"\.[a-z]", number))
        titled = "riftbound" in text[:2000].lower()
        if len(numbers) < 2 or not (deep or titled):
            return 0.0
        return min(0.5 + 0.3 * titled + 0.5 * len(numbers) / len(lines), 0.97)

    def load(self, source: SourceText) -> Loaded:
        """The provisions, with their examples as passages of their own.

        Raises LoadError for an index of them whose words are broken apart.
        """
        found = read_index(source) if looks_like_json(source) else read_rows(source)
        edition = find_edition(source)
        language = detect_language(" ".join(row.text for row in found.rows[:300])) or "en"
        builder = _Builder(edition, language)
        for row in found.rows:
            builder.add(row)
        return finish(
            source,
            builder.passages(),
            loader=self.name,
            document=DOCUMENT,
            edition=edition,
            skipped=found.skipped,
            anomalies=found.anomalies,
        )


def find_edition(source: SourceText) -> str:
    """The version `source` names, or that of its date, or its date, or undated."""
    head = "\n".join(" ".join(without_markdown(without_tags(line)).split()) for line in source.lines[:60])
    if version := _VERSION.search(head):
        return version[1]
    dates = (written_date(match[1]) for match in _UPDATED.finditer(head))
    if not (written := next(filter(None, dates), None)):
        return UNDATED
    return next((version for version, day in VERSIONS if day.startswith(written)), written)


class _Builder:
    """Collects provisions, joining what belongs together and cutting examples off."""

    def __init__(self, edition: str, language: str) -> None:
        self._key = (Game.RIFTBOUND.value, DOCUMENT, edition, language)
        self._done: list[Passage] = []
        self._row: Row | None = None
        self._more: list[Row] = []
        self._intro = 0
        self._section = self._topic = ""

    def add(self, row: Row) -> None:
        """Adds a provision, or a paragraph to the one before it; before the first one it is introduction."""
        if row.number:
            self._close()
            self._row = row
        elif row.titled and self._row:
            self._close()
            self._add_loose(row)
        elif self._row:
            self._more.append(row)
        else:
            self._add_loose(row)

    def passages(self) -> list[Passage]:
        """All passages, once every row was added."""
        self._close()
        return self._done

    def _add_loose(self, row: Row) -> None:
        self._intro += 1
        kind = PassageKind.HEADING if row.titled else PassageKind.PARAGRAPH
        references = find_references(row.text)
        self._done.append(
            Passage(*self._key, f"intro.{self._intro}", kind, row.text, row.lines, references=references)
        )

    def _close(self) -> None:
        if not self._row:
            return
        row, self._row = _whole(self._row, self._more), None
        self._more = []
        rule, *examples = _EXAMPLE.split(row.text)
        is_title = _is_title(row, rule) and not examples
        kind = PassageKind.HEADING if is_title else PassageKind.RULE
        if is_title:
            self._enter(row.number, rule)
        parent = RuleNumber.parse(row.number).parent
        self._append(row.number, kind, rule.strip(), row.lines, str(parent) if parent else None)
        for count, example in enumerate(examples, 1):
            number = f"{row.number}~ex{count}"
            self._append(number, PassageKind.EXAMPLE, example.strip(), row.lines, row.number)

    def _enter(self, number: str, title: str) -> None:
        """Keeps the headings that what follows is under: hundreds are sections, other chapters topics."""
        if int(number) % 100 == 0:
            self._section, self._topic = f"{number}. {title}", ""
        else:
            self._topic = f"{number}. {title}"

    def _append(self, number: str, kind: PassageKind, text: str, lines: Span, parent: str | None) -> None:
        own = f"{number}. {text}"
        path = tuple(title for title in (self._section, self._topic) if title and title != own)
        passage = Passage(*self._key, number, kind, text, lines, path, parent, find_references(text))
        self._done.append(passage)


def _is_title(row: Row, text: str) -> bool:
    """A few words without a final mark under a bare chapter number."""
    return (
        "." not in row.number
        and 0 < len(text) <= _MOST_TITLE
        and not text.endswith((".", ":", "!", "?", ";"))
    )


def _whole(row: Row, more: list[Row]) -> Row:
    """A provision with the rows below it: a sentence goes on after a blank, a new one on a new line."""
    if not more:
        return row
    pieces = [row.text]
    for below in more:
        if pieces[-1]:
            pieces.append("\n" if _starts_sentence(pieces[-1], below.text) else " ")
        pieces.append(below.text)
    return replace(row, text="".join(pieces), lines=Span(row.lines.first, more[-1].lines.last))


def _starts_sentence(above: str, text: str) -> bool:
    ended = above[-1] in '.!?:”"' and (text[:1].isupper() or text[:1] in '“"•-')
    return ended and not _EXAMPLE.match(text)
