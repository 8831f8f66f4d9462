"""The record that all exchange formats share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.translation.records import Pair, Part
from kb.translation.unit import align_pair


@dataclass(frozen=True, slots=True)
class TranslationUnit:
    """One sentence or rule and its translation."""

    key: str
    """Its rule, and the place of the sentence in it: ``603.7d/2``."""
    source_lang: str
    target_lang: str
    source: str
    target: str
    """Empty where it is not translated."""
    edition: str = ""
    previous: str = ""
    """The source as it was when it was translated, where it changed since."""
    note: str = ""


def units_of(pairs: Iterable[Pair], languages: tuple[str, str]) -> Iterator[TranslationUnit]:
    """The aligned sentences of `pairs`; what has no counterpart has an empty target or source."""
    for pair in (each for each in pairs if each.part is not Part.LABEL):
        aligned = align_pair(pair)
        if aligned is None:
            texts = [side.text if side else "" for side in (pair.left, pair.right)]
            yield TranslationUnit(pair.key, *languages, texts[0], texts[1])
            continue
        for at, unit in enumerate(aligned.units, 1):
            edition = aligned.left.edition or ""
            yield TranslationUnit(f"{pair.key}/{at}", *languages, unit.left.text, unit.right.text, edition)
