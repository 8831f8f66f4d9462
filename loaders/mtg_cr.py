"""The Magic Comprehensive Rules as plain text, every edition since 1999, in any language that numbers them.

A text has an introduction, a table of contents, numbered sections, chapters, rules and subrules, a glossary,
an index (the oldest), and credits; all but the rules may be missing. Where each begins is found from the
text: the table of contents repeats the chapter titles, so the body starts at the last "100."; the glossary
and the credits are the last lines with those titles. Tables of contents, indexes and credits are skipped, all
else is kept.

The edition is the date the text says it is in force from (:mod:`loaders.dates`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from kb.model import UNDATED, Anomaly, Game, Loaded, Passage, PassageKind, Skipped, SourceText, Span
from loaders import mtg_words as words
from loaders.dates import effective_date
from loaders.language import detect_language
from loaders.mtg_body import RULE_START, Body
from loaders.mtg_glossary import glossary_passages
from loaders.mtg_layouts import plain_lines
from loaders.paragraphs import RULER, Paragraph, is_wrapped, paragraphs
from loaders.references import find_references
from loaders.report import finish

DOCUMENT: Final = "mtg-cr"
CONTENTS: Final = "table of contents"
CREDITS: Final = "credits"
INDEX: Final = "index"
RULER_LINE: Final = "ruler"
REPEATED_TITLE: Final = "repeated title"
_CHAPTER: Final = re.compile(r"\s*(\d{3})\.\s+(\D.*?)\s*")
_SECTION: Final = re.compile(r"\s*(\d)\.\s+(\D.*?)\s*")
_TOC_LINE: Final = re.compile(r"\s*(?:\d{1,3}\.\s|(?:\S.*?)?\.{5,}\s*\d+\s*$)")
_DOTTED: Final = re.compile(r"\s*\d{3}\.\d{1,3}\.[a-z]\.")
_MOST_TITLE: Final = 100
_LEAST_ENTRIES: Final = 20
_MOST_CONTENTS_LINE: Final = 160


@dataclass(frozen=True, slots=True)
class _Parts:
    """Indexes of the lines where the parts of a text begin; each ends where the next begins."""

    contents: int
    body: int
    glossary: int
    credits: int


@dataclass(frozen=True, slots=True)
class ComprehensiveRules:
    """Loads the Magic Comprehensive Rules from plain text."""

    name: str = "mtg-cr"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is such a text: chapters of three digits with many rules below them."""
        rules = chapters = 0
        lines = plain_lines(source).lines
        for line in lines:
            if _DOTTED.match(line):
                return 0.0
            if RULE_START.match(line):
                rules += 1
            elif _CHAPTER.fullmatch(line) and len(line) < _MOST_TITLE:
                chapters += 1
        if not rules and _is_glossary(lines):
            return 0.5
        if not rules and any(words.TITLE.search(line) for line in lines[:10]):
            return 0.6 if chapters > 2 or effective_date(lines) else 0.0
        if rules < 2 or not chapters:
            return 0.0
        titled = any(words.TITLE.search(line) for line in lines[:40])
        written = sum(1 for line in lines if line.strip())
        return min(0.5 + 0.3 * titled + rules / max(written, 1), 0.95)

    def load(self, source: SourceText) -> Loaded:
        """The rules, examples, glossary entries and introduction of the text, by its own edition."""
        plain = plain_lines(source)
        lines = plain.lines
        parts = _parts(lines)
        edition = effective_date(lines) or UNDATED
        sample = lines[parts.body : parts.body + 400] or lines
        language = detect_language("\n".join(sample)) or "en"
        wrapped = is_wrapped(lines[parts.body : parts.glossary])
        body = Body(DOCUMENT, edition, language)
        numbered = lines[parts.body : parts.glossary]
        for paragraph in paragraphs(numbered, wrapped=wrapped, starts=body.starts, first=parts.body + 1):
            body.add(paragraph)
        intro = _introduction(lines[: parts.body], parts, wrapped, edition, language)
        entries, glossary_anomalies = glossary_passages(
            lines[parts.glossary : parts.credits],
            parts.glossary + 1,
            DOCUMENT,
            edition,
            language,
            wrapped,
        )
        return finish(
            source,
            [*intro, *body.passages(), *entries],
            loader=self.name,
            document=DOCUMENT,
            edition=edition,
            skipped=[*_skipped(lines, parts), *plain.skipped],
            anomalies=[*body.anomalies, *glossary_anomalies, *_undated(edition)],
        )


def _undated(edition: str) -> list[Anomaly]:
    return [Anomaly(Span(1, 1), "undated", "the text does not say from when it is in force")] * (
        edition == UNDATED
    )


def _is_glossary(lines: tuple[str, ...]) -> bool:
    """Whether `lines` are a glossary alone: its title, and many blocks below it."""
    title = next((at for at, line in enumerate(lines) if line.strip()), 0)
    if not lines or not words.GLOSSARY.fullmatch(lines[title].strip()):
        return False
    blocks = sum(1 for before, line in pairwise(lines) if line.strip() and not before.strip())
    return blocks > _LEAST_ENTRIES


def _parts(lines: tuple[str, ...]) -> _Parts:
    """Where the parts begin: the body at the last title of the first chapter, the rest at their titles."""
    chapters = [at for at, line in enumerate(lines) if _CHAPTER.fullmatch(line) and len(line) < _MOST_TITLE]
    first = min((_CHAPTER.fullmatch(lines[at])[1] for at in chapters), default="")  # type: ignore[index]
    if not any(RULE_START.match(line) for line in lines):
        return _parts_without_rules(lines)
    starts = [at for at in chapters if lines[at].strip().startswith(f"{first}.")]
    rule = next((at for at, line in enumerate(lines) if RULE_START.match(line)), 0)
    body = max((at for at in starts if at < rule), default=min(starts, default=rule)) if starts else rule
    body = min(body, rule)
    for at in range(body - 1, max(body - 6, -1), -1):
        if _SECTION.fullmatch(lines[at]):
            body = at
            break
    glossary = _last(lines, words.GLOSSARY, body)
    credits = next(
        (at for at in range(glossary, len(lines)) if words.CREDITS.fullmatch(lines[at].strip())), len(lines)
    )
    contents = next((at for at in range(body) if words.CONTENTS.fullmatch(lines[at].strip())), body)
    if contents == body:
        contents = next((at for at in range(body) if _TOC_LINE.match(lines[at])), body)
    return _Parts(contents, body, min(glossary, credits), credits)


def _parts_without_rules(lines: tuple[str, ...]) -> _Parts:
    """The parts of a beginning, which is introduction and contents, or of a glossary alone."""
    end = len(lines)
    if _is_glossary(lines):
        start = next(at for at, line in enumerate(lines) if line.strip())
        credits = next((at for at in range(start, end) if words.CREDITS.fullmatch(lines[at].strip())), end)
        return _Parts(start, start, start, credits)
    contents = next((at for at, line in enumerate(lines) if words.CONTENTS.fullmatch(line.strip())), end)
    return _Parts(contents, end, end, end)


def _last(lines: tuple[str, ...], title: re.Pattern[str], after: int) -> int:
    """The index of the last line after `after` that is just `title`; the line count when there is none."""
    found = [at for at in range(after, len(lines)) if title.fullmatch(lines[at].strip())]
    return found[-1] if found else len(lines)


def _is_contents_line(line: str) -> bool:
    text = line.strip()
    titles = (words.CONTENTS, words.GLOSSARY, words.CREDITS, words.INTRODUCTION)
    return bool(
        (_TOC_LINE.match(line) and len(text) < _MOST_CONTENTS_LINE)
        or any(title.fullmatch(text) for title in titles)
    )


def _skipped(lines: tuple[str, ...], parts: _Parts) -> list[Skipped]:
    """Contents, index, credits and rulers, line by line."""
    skipped: list[Skipped] = []
    reason = CREDITS
    for at, line in enumerate(lines):
        span = Span(at + 1, at + 1)
        if not line.strip():
            continue
        if at >= parts.credits:
            title = line.strip().lower()
            reason = INDEX if title == "index" else CREDITS if words.CREDITS.fullmatch(title) else reason
            skipped.append(Skipped(span, reason))
        elif at > parts.glossary and words.GLOSSARY.fullmatch(line.strip()):
            skipped.append(Skipped(span, REPEATED_TITLE))
        elif RULER.fullmatch(line):
            skipped.append(Skipped(span, RULER_LINE))
        elif parts.contents <= at < parts.body and _is_contents_line(line):
            skipped.append(Skipped(span, CONTENTS))
    return skipped


def _introduction(
    lines: tuple[str, ...], parts: _Parts, wrapped: bool, edition: str, language: str
) -> list[Passage]:
    """The paragraphs before the body that are not its table of contents."""
    kept = tuple(
        "" if at >= parts.contents and _is_contents_line(line) else line for at, line in enumerate(lines)
    )
    found = paragraphs(kept, wrapped=wrapped, starts=lambda *_: False)
    return [_intro_passage(count, paragraph, edition, language) for count, paragraph in enumerate(found, 1)]


def _intro_passage(count: int, paragraph: Paragraph, edition: str, language: str) -> Passage:
    titled = words.INTRODUCTION.fullmatch(paragraph.text) or (
        count == 1 and words.TITLE.search(paragraph.text)
    )
    return Passage(
        game=Game.MTG,
        document=DOCUMENT,
        edition=edition,
        language=language,
        number=f"intro.{count}",
        kind=PassageKind.HEADING if titled else PassageKind.PARAGRAPH,
        text=paragraph.text,
        lines=paragraph.lines,
        references=find_references(paragraph.text),
    )
