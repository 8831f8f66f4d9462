"""Magic rules told without numbers: the rulebooks before 1999, and pages that explain a part of the rules.

Headings and paragraphs, numbered ``h1`` and ``p1`` onwards in the order of the text. A heading is a short
line without a final mark that a longer paragraph follows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from kb.model import UNDATED, Game, Loaded, Passage, PassageKind, Skipped, SourceText, Span
from loaders import mtg_words as words
from loaders.dates import effective_date
from loaders.language import detect_language, languages_of
from loaders.mtg_layouts import plain_lines
from loaders.page_blocks import is_marked
from loaders.paragraphs import RULER, Paragraph, is_wrapped, paragraphs
from loaders.references import find_references
from loaders.report import finish

DOCUMENT: Final = "mtg-rulebook"
_WORDS: Final = re.compile(
    r"(?i)\bmana\b|\bmaná\b|\bpermanents?\b|\bpermanentes?\b|\bsorceries\b|\bsorcery\b|\bplaneswalkers?\b|\bgraveyard\b"
    r"|\bcr[ée]atur[ae]s?\b|\bcriaturas?\b|\benchant(?:ment|ement|amiento)s?\b|\bencantamientos?\b|\barp[ée]nteurs?\b"
    r"|\bcimeti[èe]re\b|\bcementerio\b|\bhechizos?\b"
)
_TITLE: Final = re.compile(r"(?i)magic\b.{0,4}(?:the gathering|l.assembl[ée]e)")
_OFFICIAL: Final = re.compile(
    r"(?i)\A\s*magic\b[^\n]{0,40}\b(?:tournament rules|infraction procedure guide|rulebook"
    r"|r[èe]gles de tournoi|reglas de torneo|reglamento de torneos)\b"
)
"""How an official document about playing Magic begins."""
_MOST_HEADING: Final = 70
_LEAST_WORDS: Final = 8
_LEAST_DIFFERENT: Final = 3
_MARKED: Final = 0.42
"""A page with headings of its own is better read as one (:mod:`loaders.documentation`)."""


@dataclass(frozen=True, slots=True)
class MtgProse:
    """Loads Magic rules that have no numbers."""

    name: str = "mtg-prose"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is such a text: the game's words all over it, and no numbered rule."""
        if source.text.lstrip()[:1] in ("{", "[") or _is_table(source.lines):
            return 0.0
        text = "\n".join(plain_lines(source).lines)
        if re.search(r"(?m)^\s*\d{3}\.\d", text):
            return 0.0
        found = [word.lower() for word in _WORDS.findall(text)]
        is_named = bool(_OFFICIAL.search(text[:200]))
        if not is_named and (len(found) < _LEAST_WORDS or len(set(found)) < _LEAST_DIFFERENT):
            return 0.0
        likely = 0.4 + 0.3 * bool(_TITLE.search(text[:3000]))
        return min(likely, _MARKED) if is_marked(source.lines) else likely

    def load(self, source: SourceText) -> Loaded:
        """The headings and paragraphs of the text."""
        edition = effective_date(plain_lines(source).lines) or UNDATED
        plain = plain_lines(source)
        wrapped = is_wrapped(plain.lines)
        found = list(paragraphs(plain.lines, wrapped=wrapped, starts=lambda *_: False))
        default = detect_language(source.text) or "en"
        languages = languages_of((paragraph.text for paragraph in found), default=default)
        passages: list[Passage] = []
        path: tuple[str, ...] = ()
        count = {"h": 0, "p": 0}
        for at, (paragraph, language) in enumerate(zip(found, languages, strict=True)):
            is_title = _is_heading(paragraph, found[at + 1] if at + 1 < len(found) else None)
            letter = "h" if is_title else "p"
            count[letter] += 1
            key = (Game.MTG.value, DOCUMENT, edition, language, f"{letter}{count[letter]}")
            if is_title:
                path = (paragraph.text,)
                passages.append(Passage(*key, PassageKind.HEADING, paragraph.text, paragraph.lines))
                continue
            text = (
                words.EXAMPLE.sub("", paragraph.text, count=1)
                if words.EXAMPLE.match(paragraph.text)
                else None
            )
            kind = PassageKind.PARAGRAPH if text is None else PassageKind.EXAMPLE
            told = paragraph.text if text is None else text
            passages.append(
                Passage(*key, kind, told, paragraph.lines, path, references=find_references(told))
            )
        rulers = [at for at, line in enumerate(plain.lines, 1) if RULER.fullmatch(line)]
        skipped = [*plain.skipped, *(Skipped(Span(at, at), "ruler") for at in rulers)]
        return finish(source, passages, loader=self.name, document=DOCUMENT, edition=edition, skipped=skipped)


def _is_table(lines: tuple[str, ...]) -> bool:
    """Whether most lines are rows of cells between tabs."""
    written = [line for line in lines if line.strip()]
    return sum(1 for line in written if line.count("\t") > 1) * 2 > len(written)


def _is_heading(paragraph: Paragraph, after: Paragraph | None) -> bool:
    short = len(paragraph.text) <= _MOST_HEADING and paragraph.text[-1] not in '.:;,?)”"'
    return short and after is not None and len(after.text) > len(paragraph.text)
