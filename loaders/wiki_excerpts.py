"""Excerpts of wiki pages about Yu-Gi-Oh!, one a line as JSON: its language, its address and its text.

Each is read as :mod:`loaders.wiki` reads a page, in the language that it says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from kb.errors import LoadError, Place
from kb.model import UNDATED, Loaded, Passage, SourceText, Span
from loaders.report import finish
from loaders.text import plain_text, split_lines
from loaders.wiki import YgoWiki, slug
from loaders.wikitext import plain_wikitext

DOCUMENT: Final = "ygo-wiki"
_NEEDED: Final = ("lang", "url", "text")


@dataclass(frozen=True, slots=True)
class WikiExcerpts:
    """Loads excerpts of wiki pages about Yu-Gi-Oh!."""

    name: str = "ygo-wiki-excerpts"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` holds such excerpts: its first line is one, of a wiki about the game."""
        first = next((line for line in source.lines if line.strip()), "")
        excerpt = _excerpt(first)
        return 0.9 if excerpt and "yugi" in _host(excerpt["url"]) else 0.0

    def load(self, source: SourceText) -> Loaded:
        """The headings and sentences of each excerpt.

        Raises LoadError for a line that is no excerpt.
        """
        passages = list(_passages(source))
        return finish(source, passages, loader=self.name, document=DOCUMENT, edition=UNDATED, resolve=False)


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""


def _page_of(url: str) -> str:
    """The name of the page in its address, or in the query of the address of one version of it."""
    path, _, query = url.partition("?")
    titles = parse_qs(query).get("title")
    return titles[0] if titles else unquote(path.rstrip("/").rpartition("/")[2])


def _plain(line: str) -> str:
    text = plain_text(line)
    return plain_wikitext(text) if "[[" in text or "{{" in text else text


def _excerpt(line: str) -> dict[str, str] | None:
    if not line.lstrip().startswith("{"):
        return None
    try:
        read: Any = json.loads(line)
    except (ValueError, RecursionError):
        return None
    is_whole = isinstance(read, dict) and all(isinstance(read.get(name), str) for name in _NEEDED)
    return read if is_whole and all(read[name].strip() for name in _NEEDED) else None


def _passages(source: SourceText) -> Iterator[Passage]:
    for at, line in enumerate(source.lines, 1):
        if not line.strip():
            continue
        excerpt = _excerpt(line)
        if excerpt is None:
            place = Place(source.name, line=at)
            raise LoadError(place, "not an excerpt", found=line[:60], expected="lang, url and text as JSON")
        lines = tuple(map(_plain, split_lines(excerpt["text"])[0]))
        page = slug(_page_of(excerpt["url"]))
        for passage in YgoWiki().load(replace(source, lines=lines, anomalies=())).passages:
            yield replace(
                passage,
                document=f"{DOCUMENT}-{page}",
                language=excerpt["lang"].removesuffix("-wikitext"),
                lines=Span(at, at),
                facts=(*passage.facts, ("url", excerpt["url"])),
            )
