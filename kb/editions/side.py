"""One edition, ready to be compared: for each number its words, its words without citations, its features."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kb.editions.numbers import sort_key
from kb.editions.similar import Features, features_of
from kb.editions.wording import masked_words, words_of

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Read:
    words: Words
    masked: Words
    features: Features


@dataclass(frozen=True, slots=True)
class Side:
    """An edition's texts by number, in the order of the document."""

    texts: dict[str, str]
    words: dict[str, Words]
    masked: dict[str, Words]
    features: dict[str, Features]
    order: dict[str, int]

    @classmethod
    def of(cls, texts: Mapping[str, str], before: Side | None = None) -> Side:
        """The edition with these texts by number; what was read of a text in `before` is not read again."""
        known = _known(before) if before else {}
        read = {
            number: known.get(texts[number]) or _read(texts[number]) for number in sorted(texts, key=sort_key)
        }
        return cls(
            {number: texts[number] for number in read},
            {number: each.words for number, each in read.items()},
            {number: each.masked for number, each in read.items()},
            {number: each.features for number, each in read.items()},
            {number: position for position, number in enumerate(read)},
        )


def _read(text: str) -> _Read:
    masked = masked_words(text)
    return _Read(words_of(text), masked, features_of(masked))


def _known(side: Side) -> dict[str, _Read]:
    return {
        text: _Read(side.words[number], side.masked[number], side.features[number])
        for number, text in side.texts.items()
    }
