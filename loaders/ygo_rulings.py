"""Archives of Yu-Gi-Oh! card rulings: one JSON object from a card's name to its rulings as HTML.

One passage a card, numbered by the card's name; each ruling is a line of its text. Which format's rulings
they are is not in such a file, so the document is named after the file: ``goat_rulings.json`` is
``ygo-rulings-goat``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Final

from kb.model import UNDATED, Game, Loaded, Passage, PassageKind, SourceText, Span
from loaders.json_text import maybe_json, parse_json, repeated_keys
from loaders.language import detect_language
from loaders.markup import html_rows
from loaders.report import finish

_LIST: Final = re.compile(r"<(?:ul|li|em)[ >]")
_LEAST_SHARE: Final = 0.5


@dataclass(frozen=True, slots=True)
class YgoRulings:
    """Loads archives of card rulings."""

    name: str = "ygo-rulings"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is such an archive: an object of strings, most of them HTML lists."""
        value = maybe_json(source)
        if not isinstance(value, dict) or not value:
            return 0.0
        lists = sum(1 for text in value.values() if isinstance(text, str) and _LIST.search(text))
        return 0.9 if lists > _LEAST_SHARE * len(value) else 0.0

    def load(self, source: SourceText) -> Loaded:
        """A passage for each card."""
        rulings: dict[str, Any] = parse_json(source).value
        document = f"ygo-rulings-{_archive(source.name)}"
        words = {card: _lines(text) for card, text in rulings.items() if isinstance(text, str)}
        language = detect_language(" ".join(list(words.values())[:50])) or "en"
        span = Span(1, len(source.lines))
        passages = [
            Passage(
                game=Game.YGO,
                document=document,
                edition=UNDATED,
                language=language,
                number=card,
                kind=PassageKind.PARAGRAPH,
                text=text,
                lines=span,
                facts=(("card", card),),
            )
            for card, text in words.items()
            if text
        ]
        return finish(
            source,
            passages,
            loader=self.name,
            document=document,
            edition=UNDATED,
            anomalies=repeated_keys(source),
        )


def _archive(name: str) -> str:
    """The archive's name out of its file's: what is left without the word rulings."""
    stem = re.sub(r"[^a-z0-9]+", "-", PurePath(name).stem.lower())
    return re.sub(r"-?(?:card-)?rulings?-?", "-", stem).strip("-") or "cards"


def _lines(text: str) -> str:
    return "\n".join(" ".join(row.cells) for row in html_rows(text))
