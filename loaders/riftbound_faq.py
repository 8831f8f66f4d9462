"""Answers to questions about Riftbound rules, as MDX pages that cite the rules they rest on.

Each question (``## Question? [#anchor]``) is a passage numbered ``page#anchor``; its citations
(``<Rule number="419.4.a" />``) are its references, into the version of the Core Rules the page says it was
reviewed for. Examples set apart are passages of their own. Other tags stand for the words they show.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
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
_RULE: Final = re.compile(r"<Rule\s+number=\"([\d.a-z]+)\"[^>]*/>")
_CARD: Final = re.compile(r"<Card\s+name=\"([^\"]+)\"[^>]*/>")
_CALLOUT: Final = re.compile(r"\s*<Callout\b[^>]*?(?:title=\"([^\"]*)\")?[^>]*>\s*")
_SHOWN: Final = re.compile(r"<([A-Z]\w*)((?:\s+\w+=(?:\"[^\"]*\"|\{[^{}]*\}))*)\s*/?>")
_VALUE: Final = re.compile(r"=(?:\"([^\"]*)\"|\{([^{}]*)\})")
_FIELD: Final = re.compile(r"(\w+):\s*\"?(.*?)\"?\s*")


@dataclass(frozen=True, slots=True)
class RiftboundFaq:
    """Loads MDX pages of questions and answers about Riftbound."""

    name: str = "riftbound-faq"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is such a page: front matter, and tags that cite rules or name cards."""
        if not source.lines or source.lines[0].strip() != "---":
            return 0.0
        tags = len(_RULE.findall(source.text)) + len(_CARD.findall(source.text))
        return 0.95 if tags and "\n---" in source.text else 0.0

    def load(self, source: SourceText) -> Loaded:
        """The questions with their answers, citations and examples."""
        front, fields = _front_matter(source)
        reviewed = fields.get("reviewedCoreRulesVersion")
        page = _Page(PurePath(source.name).stem, fields.get("title", ""), reviewed, source)
        for at in range(front, len(source.lines)):
            page.read(at + 1, source.lines[at])
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
        self._example: _Example | None = None
        self._examples = 0

    def read(self, at: int, line: str) -> None:
        """Reads one line of the page."""
        text = line.strip()
        if not text:
            return
        if question := _QUESTION.fullmatch(" ".join(text.split())):
            self._leave_example()
            self._close()
            self._number = f"{self._slug}#{question[2] or len(self._done) + 1}"
            self._take(at, _words(question[1]), line)
        elif text == "</Callout>":
            self._close_example(at)
        elif (callout := _CALLOUT.fullmatch(line)) and self._example is None:
            self._example = _Example(at, callout[1] or "")
            self._stretch(at)
        elif self._example is not None:
            self._example.words.append(_words(text))
            self._note(line)
            self._stretch(at)
        else:
            self._take(at, _words(text), line)

    def passages(self) -> list[Passage]:
        """All passages, once every line was read."""
        self._leave_example()
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

    def _leave_example(self) -> None:
        """Closes an example whose end is missing where its last words are."""
        if self._example is not None and self._span is not None:
            lines = Span(self._example.first, self._span.last)
            self.anomalies.append(Anomaly(lines, "open example", "the example has no end"))
            self._close_example(self._span.last)

    def _close_example(self, at: int) -> None:
        example, self._example = self._example, None
        self._stretch(at)
        if example and example.words:
            self._examples += 1
            number = f"{self._number}~ex{self._examples}"
            made = self._passage(
                number, PassageKind.EXAMPLE, "\n".join(example.words), Span(example.first, at)
            )
            self._done.append(replace(made, parent=self._number))

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
        self._examples = 0

    def _passage(self, number: str, kind: PassageKind, text: str, lines: Span) -> Passage:
        path = (self._title,) if self._title else ()
        return Passage(Game.RIFTBOUND, DOCUMENT, UNDATED, self._language, number, kind, text, lines, path)


@dataclass(slots=True)
class _Example:
    """An example that has begun: its first line, its title, its words so far."""

    first: int
    title: str
    words: list[str]

    def __init__(self, first: int, title: str) -> None:
        self.first, self.title, self.words = first, title, []


def _words(text: str) -> str:
    """The words of a line: citations go, cards show their name, keywords their name and value."""
    shown = _SHOWN.sub(_tag_words, _CARD.sub(r"\1", _RULE.sub("", text)))
    return " ".join(without_markdown(re.sub(r"</[A-Z]\w*>", "", shown)).split())


def _tag_words(match: re.Match[str]) -> str:
    values = [first or second for first, second in _VALUE.findall(match[2])]
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", match[1])
    return " ".join([name, *(value.strip() for value in values)])
