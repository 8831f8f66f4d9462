"""Lists of a game's terms in several languages: JSON objects whose keys are names of languages.

Each term is a glossary entry in every language that it has, under its English words; the lists in one file
are told apart by their names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from kb.model import UNDATED, Anomaly, Game, Loaded, Passage, PassageKind, SourceText, Span
from loaders.json_text import maybe_json, parse_json, repeated_keys
from loaders.report import finish
from loaders.text import plain_text

DOCUMENT: Final = "mtg-terms"
_LANGUAGES: Final = {
    "english": "en", "french": "fr", "spanish": "es", "german": "de", "italian": "it", "portuguese": "pt",
    "japanese": "ja", "korean": "ko", "russian": "ru", "chinese": "zh", "polish": "pl",
    "simplified chinese": "zh-hans", "traditional chinese": "zh-hant",
}  # fmt: skip
_LEAST_SHARE: Final = 0.9


@dataclass(frozen=True, slots=True)
class TermList:
    """Loads lists of terms in several languages."""

    name: str = "terms"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` holds such lists: nearly all of what is in them are terms."""
        entries = [entry for _, entry in _entries(maybe_json(source))]
        terms = sum(1 for entry in entries if len(_tags(entry)) > 1 and len(_tags(entry)) == len(entry))
        return 0.85 if terms and terms >= _LEAST_SHARE * len(entries) else 0.0

    def load(self, source: SourceText) -> Loaded:
        """A glossary entry for each term and language."""
        whole = Span(1, len(source.lines))
        passages: list[Passage] = []
        anomalies = repeated_keys(source)
        for title, entry in _entries(parse_json(source).value):
            tags = _tags(entry)
            term = plain_text(str(entry.get(tags.get("en", ""), "")) or str(next(iter(entry.values()), "")))
            for tag, key in tags.items():
                words = plain_text(str(entry[key])).strip()
                if not words or not term:
                    anomalies.append(Anomaly(whole, "no words", f"{term or 'a term'} has no words in {tag}"))
                    continue
                facts = (("term", words), *((("list", title),) if title else ()))
                version = (Game.MTG.value, DOCUMENT, UNDATED, tag)
                number, path = f"glossary:{term}", (title,) if title else ()
                passages.append(
                    Passage(*version, number, PassageKind.GLOSSARY, words, whole, path, facts=facts)
                )
        return finish(
            source, passages, loader=self.name, document=DOCUMENT, edition=UNDATED, anomalies=anomalies,
            resolve=False,
        )  # fmt: skip


def _entries(value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The name of the list that an entry is in, and the entry; what is none counts as an empty one."""
    lists = value.items() if isinstance(value, dict) else [("", value)]
    for title, listed in lists:
        for entry in listed if isinstance(listed, list) else [{}]:
            yield plain_text(str(title)), entry if isinstance(entry, dict) else {}


def _tags(entry: dict[str, Any]) -> dict[str, str]:
    """The keys of an entry that are languages, by their tags."""
    return {
        _LANGUAGES[key.lower()]: key
        for key, words in entry.items()
        if key.lower() in _LANGUAGES and isinstance(words, str)
    }
