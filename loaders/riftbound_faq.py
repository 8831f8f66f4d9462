"""Answers to questions about Riftbound rules, as MDX pages that cite the rules they rest on.

Each question (``## Question? [#anchor]``) is a passage numbered ``page#anchor``; its citations
(``<Rule number="419.4.a" />``) are its references, into the version of the Core Rules the page says it was
reviewed for. What is set apart in a box is a passage of its own: an example, or a remark headed by the title
of the box. Other tags stand for the words they show.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Final

from kb.model import (
    UNDATED,
    Anomaly,
    Game,
    Loaded,
    Passage,
    PassageKind,
    Reference,
    Skipped,
    SourceText,
    Span,
)
from loaders.language import detect_language
from loaders.markup import without_markdown
from loaders.report import finish

DOCUMENT: Final = "rift-faq"
_QUESTION: Final = re.compile(r"#{1,4} (.*?) ?(?:\[#([\w-]+)\])?")
_ANCHORED: Final = re.compile(r"#{1,4} .*\[#[\w-]+\]\s*$")
_RULE: Final = re.compile(r"<Rule\s+number=\"([\d.a-z]+)\"[^>]*/>")
_CARD: Final = re.compile(r"<Card\s+name=\"([^\"]+)\"[^>]*/>")
_CALLOUT: Final = re.compile(r"\s*<Callout\b((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>")
_CALLOUT_END: Final = re.compile(r"\s*</Callout>\s*")
_OPEN_TAG: Final = re.compile(r"<[A-Z]\w*(?:\s(?:[^<>\"']|\"[^\"]{0,400}\"|'[^']{0,400}')*)?$")
_MOST_TAG_LINES: Final = 20
_ATTRIBUTE: Final = re.compile(r"(\w+)=(?:\{\s*)?(?:\"([^\"]*)\"|'([^']*)')")
_NO_TITLE: Final = frozenset({"", "example", "examples"})
_SHOWN: Final = re.compile(r"<([A-Z]\w*)((?:\s+\w+=(?:\"[^\"]*\"|\{[^{}]*\}))*)\s*/?>")
_VALUE: Final = re.compile(r"=(?:\"([^\"]*)\"|\{([^{}]*)\})")
_FIELD: Final = re.compile(r"(\w+):\s*\"?(.*?)\"?\s*")


@dataclass(frozen=True, slots=True)
class RiftboundFaq:
    """Loads MDX pages of questions and answers about Riftbound."""

    name: str = "riftbound-faq"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is such a page: front matter, and tags of rules or cards, or else anchors."""
        front, _ = _front_matter(source)
        if front < 2 or source.lines[0].strip() != "---":
            return 0.0
        if _RULE.search(source.text) or _CARD.search(source.text):
            return 0.95
        return 0.6 if any(map(_ANCHORED.match, source.lines)) else 0.0

    def load(self, source: SourceText) -> Loaded:
        """The questions with their answers, citations and examples."""
        front, fields = _front_matter(source)
        reviewed = fields.get("reviewedCoreRulesVersion")
        page = _Page(PurePath(source.name).stem, fields.get("title", ""), reviewed, source)
        for lines, text in _whole_tags(source.lines, front + 1):
            page.read(lines, text)
        passages = page.passages()
        skipped = [Skipped(Span(at, at), "front matter") for at in range(1, front + 1)]
        return finish(
            source,
            passages,
            loader=self.name,
            document=DOCUMENT,
            edition=UNDATED,
            skipped=[*skipped, *page.skipped],
            anomalies=page.anomalies,
            resolve=False,
        )


def _front_matter(source: SourceText) -> tuple[int, dict[str, str]]:
    """How many lines the front matter takes, and its simple fields."""
    end = next((at for at in range(1, len(source.lines)) if source.lines[at].strip() == "---"), 0)
    fields = {match[1]: match[2] for line in source.lines[1:end] if (match := _FIELD.fullmatch(line))}
    return end + 1, fields


def _whole_tags(lines: Sequence[str], first: int) -> Iterator[tuple[Span, str]]:
    """The lines from `first` on; those that a tag is broken over are one."""
    at = first
    while at <= len(lines):
        start, text = at, lines[at - 1]
        while _OPEN_TAG.search(text) and at < min(len(lines), start + _MOST_TAG_LINES):
            at += 1
            text = f"{text} {lines[at - 1].strip()}"
        yield Span(start, at), text
        at += 1


class _Page:
    """Collects the questions of a page line by line."""

    def __init__(self, slug: str, title: str, reviewed: str | None, source: SourceText) -> None:
        self.skipped: list[Skipped] = []
        self.anomalies: list[Anomaly] = []
        self._slug, self._title = slug, title
        self._reviewed = reviewed
        self._language = detect_language(source.text) or "en"
        self._done: list[Passage] = []
        self._number = slug
        self._words: list[str] = []
        self._span: Span | None = None
        self._rules: list[Reference] = []
        self._cards: list[str] = []
        self._box: _Box | None = None
        self._boxes: dict[str, int] = {}

    def read(self, lines: Span, line: str) -> None:
        """Reads a line of the page, or the lines that a tag runs over as one."""
        at = lines.first
        text = line.strip()
        if not text:
            return
        if question := _QUESTION.fullmatch(" ".join(text.split())):
            self._leave_box()
            self._close()
            self._number = f"{self._slug}#{question[2] or len(self._done) + 1}"
            self._take(at, _words(question[1]), line)
        elif (callout := _CALLOUT.match(line)) and self._box is None:
            self._box = _Box.opened(at, callout[1])
            self._read_box(at, line[callout.end() :])
        elif self._box is not None or _CALLOUT_END.fullmatch(line):
            self._read_box(at, line)
        else:
            self._take(at, _words(text), line)
        self._stretch(lines.last)

    def passages(self) -> list[Passage]:
        """All passages, once every line was read."""
        self._leave_box()
        self._close()
        return sorted(self._done, key=lambda passage: passage.lines.first)

    def _take(self, at: int, words: str, line: str) -> None:
        self._words.append(words)
        self._note(line)
        self._stretch(at)

    def _note(self, line: str) -> None:
        """Keeps the rules a line cites and the cards it names."""
        self._rules += [Reference(f"rule {number}", (number.rstrip("."),)) for number in _RULE.findall(line)]
        self._cards += _CARD.findall(line)

    def _stretch(self, at: int) -> None:
        self._span = Span(self._span.first if self._span else at, at)

    def _read_box(self, at: int, line: str) -> None:
        """Reads a line, or what is left of one, inside a box; what follows the box's end is outside it."""
        inside, end, after = line.partition("</Callout>")
        self._note(inside)
        self._stretch(at)
        if self._box is not None and (words := _words(inside)):
            self._box.words.append(words)
        if end:
            self._close_box(at)
        if after.strip():
            self._take(at, _words(after), after)

    def _leave_box(self) -> None:
        """Closes a box whose end is missing where its last words are."""
        if self._box is not None and self._span is not None:
            lines = Span(self._box.first, self._span.last)
            self.anomalies.append(Anomaly(lines, "open example", "the example has no end"))
            self._close_box(self._span.last)

    def _close_box(self, at: int) -> None:
        box, self._box = self._box, None
        if not box or not box.words:
            return
        letters, kind = ("ex", PassageKind.EXAMPLE) if box.is_example else ("p", PassageKind.PARAGRAPH)
        self._boxes[letters] = count = self._boxes.get(letters, 0) + 1
        made = self._passage(
            f"{self._number}~{letters}{count}", kind, "\n".join(box.words), Span(box.first, at)
        )
        path = (*made.path, box.title) if box.title.lower() not in _NO_TITLE else made.path
        self._done.append(replace(made, parent=self._number, path=path))

    def _close(self) -> None:
        if self._span is not None and any(self._words):
            text = "\n".join(word for word in self._words if word)
            made = self._passage(self._number, PassageKind.PARAGRAPH, text, self._span)
            facts = [("card", card) for card in dict.fromkeys(self._cards)]
            facts += [("reviewed-for", f"rift-cr {self._reviewed}")] if self._reviewed else []
            rules = tuple(dict.fromkeys(self._rules))
            self._done.append(replace(made, references=rules, facts=tuple(facts)))
        elif self._span is not None:
            self.skipped.append(Skipped(self._span, "markup without words"))
        self._words, self._span, self._rules, self._cards = [], None, [], []
        self._boxes = {}

    def _passage(self, number: str, kind: PassageKind, text: str, lines: Span) -> Passage:
        path = (self._title,) if self._title else ()
        return Passage(Game.RIFTBOUND, DOCUMENT, UNDATED, self._language, number, kind, text, lines, path)


@dataclass(slots=True)
class _Box:
    """A box that has begun: its first line, what it is, its words so far."""

    first: int
    title: str
    is_example: bool
    words: list[str] = field(default_factory=list)

    @classmethod
    def opened(cls, first: int, attributes: str) -> _Box:
        """The box that a tag opens: an idea, or one titled so, is an example; others are remarks."""
        found = {name: double or single for name, double, single in _ATTRIBUTE.findall(attributes)}
        title = html.unescape(found.get("title", "")).strip()
        kind = found.get("type", "")
        return cls(first, title, title.lower() in _NO_TITLE - {""} or kind in ("", "idea"))


def _words(text: str) -> str:
    """The words of a line: citations go, cards show their name, keywords their name and value."""
    shown = _SHOWN.sub(_tag_words, _CARD.sub(r"\1", _RULE.sub("", text)))
    return " ".join(without_markdown(re.sub(r"</[A-Z]\w*>", "", shown)).split())


def _tag_words(match: re.Match[str]) -> str:
    values = [first or second for first, second in _VALUE.findall(match[2])]
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", match[1])
    return " ".join([name, *(value.strip() for value in values)])
