"""Riftbound Core Rules as plain lines: one numbered provision a line, examples at the end of it.

Numbers are dotted on every level (``184.3.a.1.``). Web pages of one section add links around the text ("Back
to 100") and blanks before punctuation ("Unit ’s", "Combat ,"); the former are skipped, the latter are closed
up and reported. A page does not say which version it shows, so its passages are undated unless the text names
one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from kb.model import UNDATED, Anomaly, Game, Loaded, Passage, PassageKind, Skipped, SourceText, Span
from loaders.language import detect_language
from loaders.references import find_references
from loaders.report import finish

DOCUMENT: Final = "rift-cr"
_NUMBER: Final = r"\d{3}(?:\.\d{1,3}(?:\.[a-z]{1,2}(?:\.\d{1,3}(?:\.[a-z]{1,2}(?:\.\d{1,3})?)?)?)?)?"
_PROVISION: Final = re.compile(rf"({_NUMBER})\.\s+(\S.*)")
_CHROME: Final = re.compile(r"(?i)(?:back|return|skip) to \S.{0,40}|next|previous|table of contents")
_EXAMPLE: Final = re.compile(r"(?:^|\s+)Examples?:\s+")
_SPACE_BEFORE: Final = re.compile(r"(?<=\w) +(?=[,;.](?:\s|$)|[’'](?:s|re|ll|ve|d)\b)")
_VERSION: Final = re.compile(r"(?i)core rules[^\n]{0,40}?\b(?:version|v)\.?\s*(\d\.\d)\b")
CHROME: Final = "page chrome: a link"


@dataclass(frozen=True, slots=True)
class RiftboundPage:
    """Loads Riftbound Core Rules from lines that start with their number."""

    name: str = "riftbound-page"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is such a text: the share of its lines that are numbered the Riftbound way."""
        lines = [line.strip() for line in source.lines if line.strip()]
        provisions = [match for match in map(_PROVISION.fullmatch, lines) if match]
        deep = sum(1 for match in provisions if re.search(r"\.[a-z]", match[1]))
        if len(provisions) < 2 or not deep:
            return 0.0
        return 0.9 * min(len(provisions) / len(lines) * 1.2, 1.0)

    def load(self, source: SourceText) -> Loaded:
        """The provisions, with their examples as passages of their own."""
        passages: list[Passage] = []
        skipped: list[Skipped] = []
        anomalies: list[Anomaly] = []
        version = _VERSION.search(source.text)
        edition = version[1] if version else UNDATED
        language = detect_language(source.text) or "en"
        for at, line in enumerate(source.lines, 1):
            span = Span(at, at)
            if not line.strip():
                continue
            if _CHROME.fullmatch(line.strip()):
                skipped.append(Skipped(span, CHROME))
                continue
            text, closed = _SPACE_BEFORE.subn("", line.strip())
            if closed:
                anomalies.append(Anomaly(span, "space before punctuation", f"{closed} closed up"))
            passages.extend(_line_passages(text, span, edition, language, passages))
        return finish(
            source,
            passages,
            loader=self.name,
            document=DOCUMENT,
            edition=edition,
            skipped=skipped,
            anomalies=anomalies,
        )


def _line_passages(
    text: str, span: Span, edition: str, language: str, before: list[Passage]
) -> list[Passage]:
    """The passages of one line: a provision and its examples, or a paragraph of the one before."""
    match = _PROVISION.fullmatch(text)
    body = match[2] if match else text
    above = next((passage for passage in reversed(before) if passage.kind is not PassageKind.EXAMPLE), None)
    number = match[1] if match else f"{above.number if above else 'p'}~p{len(before) + 1}"
    rule, *examples = _EXAMPLE.split(body)
    kind = _kind(number, rule) if match else PassageKind.PARAGRAPH
    parent = _parent(number) if match else (above.number if above else None)
    path = _path(number if match else parent or "", before)
    made = [_passage(number, kind, rule, span, edition, language, parent, path)] if rule else []
    first = sum(1 for passage in before if passage.kind is PassageKind.EXAMPLE and passage.parent == number)
    for count, example in enumerate(examples, first + 1):
        made.append(
            _passage(
                f"{number}~ex{count}", PassageKind.EXAMPLE, example, span, edition, language, number, path
            )
        )
    return made


def _kind(number: str, text: str) -> PassageKind:
    """A chapter's bare title is a heading; everything that says something is a rule."""
    is_title = "." not in number and not text.endswith((".", ":", "!", "?"))
    return PassageKind.HEADING if is_title else PassageKind.RULE


def _parent(number: str) -> str | None:
    return number.rpartition(".")[0] or None


def _path(number: str, before: list[Passage]) -> tuple[str, ...]:
    chapter = number.partition(".")[0]
    return tuple(
        f"{passage.number}. {passage.text}"
        for passage in before
        if passage.kind is PassageKind.HEADING and passage.number == chapter != number
    )


def _passage(
    number: str,
    kind: PassageKind,
    text: str,
    span: Span,
    edition: str,
    language: str,
    parent: str | None,
    path: tuple[str, ...],
) -> Passage:
    return Passage(
        game=Game.RIFTBOUND,
        document=DOCUMENT,
        edition=edition,
        language=language,
        number=number,
        kind=kind,
        text=text,
        lines=span,
        path=path,
        parent=parent,
        references=find_references(text),
    )
