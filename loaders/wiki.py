"""Wiki pages about Yu-Gi-Oh! as people copy them: paragraphs, and headings with residues of edit links.

Each sentence is a passage, ``s1`` onwards; card names in quotation marks and the Japanese name in the first
sentence are kept as facts. Heading residues: ``[]``, ``[edit]``, ``[editar]``, ``[modifier | modifier le
code]``.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from kb.model import UNDATED, Anomaly, Game, Loaded, Passage, PassageKind, SourceText, Span
from loaders.language import detect_language, languages_of
from loaders.page_blocks import is_marked
from loaders.report import finish
from loaders.sentences import sentences
from loaders.wikitext import is_wikitext

_HEADING: Final = re.compile(
    r"(?P<title>\S.{0,100}?)\s*\[\s*(?:edit|editar|edit source|editar código|"
    r"modifier(?:\s*\|\s*modifier le code)?|"
    r"editar datos en Wikidata|bearbeiten|modifica|edytuj)?\s*\]"
)
_QUOTED: Final = re.compile(r"\"([^\"]{2,80})\"|“([^”]{2,80})”|«\s?([^»]{2,80}?)\s?»")
_JAPANESE: Final = re.compile(
    r"\((?:japon[ée]s|japanese|japonais|jap\.?)\s*:?\s*([\u3040-\u30ff\u4e00-\u9fff・ー]+)\s*([^\W\d_][^()]*?)?\s*\)",
    re.IGNORECASE,
)
_SUBJECT: Final = re.compile(r"[^\W\d_][\w' -]{0,60}?(?=\s*\()")
GAME_WORDS: Final = re.compile(
    r"(?i)yu-?gi-?oh|\bdecks?\b|cementerio|graveyard|cimeti[èe]re|zonas? de magia|spell & trap|"
    r"magie & pi[èe]ge|"
    r"\bmonstruos?\b|\bmonsters?\b|\bmonstres?\b|\bfusi[óo]n\b|\bxyz\b|invoca|special summon"
)


_NUMBERED: Final = re.compile(r"(?m)^\d{3}\.\d")


@dataclass(frozen=True, slots=True)
class YgoWiki:
    """Loads wiki pages about Yu-Gi-Oh!."""

    name: str = "ygo-wiki"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is such a page: headings with residues, and the game's words all over."""
        if _NUMBERED.search(source.text):
            return 0.0
        lines = [line.strip() for line in source.lines if line.strip()]
        if lines[0][0] in "{[<" or is_wikitext(source.lines):
            return 0.0
        headings = any(_HEADING.fullmatch(line) for line in lines)
        japanese = bool(_JAPANESE.search(source.text))
        named = "yu-gi-oh" in source.text.lower()
        if not (headings or japanese or named):
            return 0.0
        if not headings and is_marked(source.lines):
            return 0.0
        if len(GAME_WORDS.findall(source.text)) < 3:
            return 0.0
        return 0.4 + 0.3 * headings + 0.1 * japanese + 0.1 * named

    def load(self, source: SourceText) -> Loaded:
        """The page's headings and sentences."""
        document = f"ygo-wiki-{slug(_subject(source))}"
        passages: list[Passage] = []
        path: tuple[str, ...] = ()
        count = {"s": 0, "h": 0}
        for at, text, language in _paragraphs(source):
            heading = _HEADING.fullmatch(text)
            if heading:
                path = (heading["title"],)
                count["h"] += 1
                number = f"h{count['h']}"
                passages.append(
                    _passage(document, number, PassageKind.HEADING, heading["title"], at, language)
                )
                continue
            for sentence in sentences(text):
                count["s"] += 1
                passage = _passage(
                    document, f"s{count['s']}", PassageKind.SENTENCE, sentence, at, language, path
                )
                passages.append(passage)
        return finish(
            source,
            passages,
            loader=self.name,
            document=document,
            edition=UNDATED,
            anomalies=_empty_headings(passages),
        )


def _paragraphs(source: SourceText) -> list[tuple[int, str, str]]:
    """Line number, text and language of each line that is not blank."""
    texts = [(at, line.strip()) for at, line in enumerate(source.lines, 1) if line.strip()]
    default = detect_language(source.text) or "en"
    languages = languages_of((text for _, text in texts), default=default)
    return [(at, text, language) for (at, text), language in zip(texts, languages, strict=True)]


def _subject(source: SourceText) -> str:
    """What the page is about: the words before the bracket in its first sentence, else its first heading."""
    for line in source.lines:
        if match := _SUBJECT.match(line.strip()) or _HEADING.fullmatch(line.strip()):
            return match[0]
    return "page"


def slug(text: str) -> str:
    """`text` in lower-case ASCII words joined by hyphens."""
    folded = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", folded).strip("-") or "page"


def _passage(
    document: str,
    number: str,
    kind: PassageKind,
    text: str,
    at: int,
    language: str,
    path: tuple[str, ...] = (),
) -> Passage:
    return Passage(
        game=Game.YGO,
        document=document,
        edition=UNDATED,
        language=language,
        number=number,
        kind=kind,
        text=text,
        lines=Span(at, at),
        path=path,
        facts=_facts(text),
    )


def _facts(text: str) -> tuple[tuple[str, str], ...]:
    """Card names in quotation marks, and the Japanese name with its reading."""
    facts = [("card", next(filter(None, match.groups()))) for match in _QUOTED.finditer(text)]
    if match := _JAPANESE.search(text):
        facts.append(("japanese", match[1]))
        if match[2]:
            facts.append(("japanese-reading", match[2].strip()))
    return tuple(facts)


def _empty_headings(passages: list[Passage]) -> list[Anomaly]:
    """Headings with nothing below them: the source is cut there."""
    followers = [*passages[1:], None]
    return [
        Anomaly(passage.lines, "empty heading", f"nothing follows the heading {passage.text!r}")
        for passage, after in zip(passages, followers, strict=True)
        if passage.kind is PassageKind.HEADING and (after is None or after.kind is PassageKind.HEADING)
    ]
