"""Pages of a Yu-Gi-Oh! wiki in MediaWiki text: as it is, or in YAML with the title above it.

The page of a card has a template with its names and texts by language: a passage for each language, numbered
by the password as in card files. Of other pages, each heading, paragraph and point of a list is a passage;
tables, galleries and templates that stand on lines of their own are left out, and the report says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final

from kb.model import UNDATED, Anomaly, Game, Loaded, Passage, PassageKind, Skipped, SourceText, Span
from loaders.card_words import linked
from loaders.cards import DOCUMENTS
from loaders.language import detect_language
from loaders.report import finish
from loaders.wiki import GAME_WORDS, slug
from loaders.wikitext import field_of, is_wikitext, plain_wikitext

_TITLE: Final = re.compile(r"title:\s*(['\"]?)(.*?)\1\s*")
_BLOCK: Final = re.compile(r"wikitext:\s*[|>][-+]?\d?\s*")
_CARD: Final = re.compile(r"\s*\{\{\s*CardTable\d?\s*(?:\||$)")
_HEADING: Final = re.compile(r"(={2,6})\s*(.*?)\s*\1")
_POINT: Final = re.compile(r"[*#:;]+\s*")
_ASIDE: Final = re.compile(
    r"\[\[(?:Category|File|Image):|__\w+__|<!--|<gallery|</?(?:references|div|br)\b", re.I
)
_LANGUAGES: Final = {
    "en": "en", "fr": "fr", "de": "de", "it": "it", "pt": "pt", "es": "es", "ja": "ja", "ko": "ko",
    "sc": "zh-Hans", "tc": "zh-Hant",
}  # fmt: skip
_TEXTS: Final = ("text", "lore", "pendulum_effect", "ygo_text", "dar_text")
_LOOKED_AT: Final = 6
_LEAST_WORDS: Final = 2


@dataclass(frozen=True, slots=True)
class Yugipedia:
    """Loads pages of a wiki about Yu-Gi-Oh! from their MediaWiki text."""

    name: str = "ygo-wikitext"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is such a page: a title and a block of wikitext, or the marks of wikitext."""
        if _is_yaml(source) or any("CardTable" in line and _CARD.match(line) for line in source.lines):
            return 0.95
        if not is_wikitext(source.lines):
            return 0.0
        return 0.8 if len(GAME_WORDS.findall(source.text)) >= _LEAST_WORDS else 0.0

    def load(self, source: SourceText) -> Loaded:
        """The card's texts by language, or the page's headings, paragraphs and points."""
        title, first = _beginning(source)
        card = any(_CARD.match(line) for line in source.lines[first - 1 :])
        if card and (passages := list(_card_passages(source, title, first))):
            document = DOCUMENTS[Game.YGO]
            return linked(finish(source, passages, loader=self.name, document=document, edition=UNDATED))
        language = detect_language(plain_wikitext("\n".join(source.lines[first - 1 :]))) or "en"
        page = _Page(f"ygo-wiki-{slug(title)}", title, language)
        for at in range(first, len(source.lines) + 1):
            page.read(at, source.lines[at - 1])
        skipped = [Skipped(Span(at, at), "page data") for at in range(1, first)]
        return finish(
            source,
            page.passages,
            loader=self.name,
            document=page.document,
            edition=UNDATED,
            skipped=[*skipped, *page.skipped],
            anomalies=page.anomalies(len(source.lines)),
        )


def _is_yaml(source: SourceText) -> bool:
    """Whether the text is in a YAML file, below its title."""
    start = source.lines[:_LOOKED_AT]
    return any(map(_TITLE.fullmatch, start)) and any(map(_BLOCK.fullmatch, start))


def _beginning(source: SourceText) -> tuple[str, int]:
    """The page's title, which is the file's name where it says none, and the first line of its text."""
    if not _is_yaml(source):
        return PurePath(source.name).stem.replace("_", " "), 1
    title = next(match[2] for line in source.lines if (match := _TITLE.fullmatch(line)))
    return title, next(at for at, line in enumerate(source.lines, 1) if _BLOCK.fullmatch(line)) + 1


def _card_passages(source: SourceText, title: str, first: int) -> Iterator[Passage]:
    fields = _fields(source.lines[first - 1 :])
    password = fields.get("password", "").strip()
    number = password.zfill(8) if password.isdigit() else slug(title)
    whole = Span(1, len(source.lines))
    english = plain_wikitext(fields.get("en_name") or fields.get("name") or "") or title
    kind = plain_wikitext(fields.get("card_type") or fields.get("types") or "")
    for code, language in _LANGUAGES.items():
        prefix = "" if code == "en" else f"{code}_"
        texts = dict.fromkeys(
            text for each in _TEXTS if (text := plain_wikitext(fields.get(prefix + each, "")))
        )
        name = plain_wikitext(fields.get(f"{code}_name", "")) or (english if code == "en" else "")
        if name or texts:
            facts = (("card", name or english), *((("card_type", kind),) if kind else ()))
            text = "\n".join((name or english, *texts))
            key = (Game.YGO.value, DOCUMENTS[Game.YGO], UNDATED, language, number)
            yield Passage(*key, PassageKind.PARAGRAPH, text, whole, facts=facts)


def _fields(lines: Sequence[str]) -> dict[str, str]:
    """The fields of the card's template; one may go on over lines."""
    found: dict[str, list[str]] = {}
    name: str | None = None
    depth = 0
    for line in lines:
        text = line.strip()
        if not depth and not _CARD.match(text):
            continue
        if begun := field_of(text) if depth == 1 else None:
            name = begun[0]
            found.setdefault(name, []).append(begun[1])
        elif depth == 1 and text == "}}":
            return {name: "\n".join(words) for name, words in found.items()}
        elif name is not None:
            found[name].append(text)
        depth = max(depth + text.count("{{") - text.count("}}"), 0)
    return {name: "\n".join(words) for name, words in found.items()}


@dataclass(slots=True)
class _Page:
    """Collects the passages of a page line by line."""

    document: str
    title: str
    language: str
    passages: list[Passage] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    path: tuple[str, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)
    inside: str = ""
    """The template or table that the line stands in."""
    depth: int = 0

    def read(self, at: int, line: str) -> None:
        """Reads one line of the wikitext."""
        text = line.strip()
        if not text:
            return
        if reason := self._aside(text):
            self.skipped.append(Skipped(Span(at, at), reason))
        elif heading := _HEADING.fullmatch(text):
            self.path = (plain_wikitext(heading[2]),)
            self._add("h", PassageKind.HEADING, self.path[0], at)
        else:
            self._add("p", PassageKind.PARAGRAPH, plain_wikitext(_POINT.sub("", text, count=1)), at)

    def anomalies(self, last: int) -> list[Anomaly]:
        """A template or table that has no end."""
        return [Anomaly(Span(last, last), "open template", f"the {self.inside} has no end")] * bool(
            self.depth
        )

    def _aside(self, text: str) -> str:
        """Why a line is left out; empty when it is not."""
        opened = text.startswith(("{{", "{|")) or self.depth
        if not opened:
            return "wiki page data" if _ASIDE.match(text) else ""
        self.inside = self.inside or ("table" if text.startswith("{|") else "template")
        opening, closing = ("{|", "|}") if self.inside == "table" else ("{{", "}}")
        before, self.depth = self.depth, max(self.depth + text.count(opening) - text.count(closing), 0)
        reason = f"wiki {self.inside}"
        if not self.depth:
            self.inside = ""
            if not before and not text.endswith(closing):
                return ""  # a sentence that begins with a template
        return reason

    def _add(self, letter: str, kind: PassageKind, text: str, at: int) -> None:
        if not text:
            self.skipped.append(Skipped(Span(at, at), "markup without words"))
            return
        self.counts[letter] = count = self.counts.get(letter, 0) + 1
        path = () if kind is PassageKind.HEADING else self.path
        key = (Game.YGO.value, self.document, UNDATED, self.language, f"{letter}{count}")
        self.passages.append(Passage(*key, kind, text, Span(at, at), path, facts=(("page", self.title),)))
