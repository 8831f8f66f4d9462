"""Published cards in three languages: how many of their sentences are flagged. The texts stay outside."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.model import Passage
from kb.translation import Pair, Severity, align_pair, diverge, pair_passages
from loaders.base import load_file

LEAST_SERIOUS = Severity.STALE


@pytest.fixture(scope="module")
def cards(shared: Path) -> list[Passage]:
    """The passages of the public cards."""
    paths = sorted((shared / "corpora/ygo/yaml-yugi").iterdir())
    return [passage for path in paths for passage in load_file(path).passages]


def _pairs(cards: list[Passage], language: str) -> list[Pair]:
    sides = ([passage for passage in cards if passage.language == tag] for tag in ("en", language))
    return [pair for pair in pair_passages(*sides) if pair.left and pair.right]


@pytest.mark.parametrize(("language", "most"), [("fr", 0.02), ("es", 0.015)])
def test_few_sentences_of_published_cards_are_flagged(
    cards: list[Passage], language: str, most: float
) -> None:
    pairs = _pairs(cards, language)
    found = [each for each in diverge(pairs) if each.divergence.severity.rank >= LEAST_SERIOUS.rank]
    flagged: set[tuple[str, int]] = set()
    sentences = 0
    for pair in pairs:
        aligned = align_pair(pair)
        assert aligned
        sentences += len(aligned.units)
        for at, unit in enumerate(aligned.units):
            spans = [(unit.left.start, unit.left.end), (unit.right.start, unit.right.end)]
            for each in found:
                sides = zip((each.divergence.left, each.divergence.right), spans, strict=True)
                if each.pair is pair and any(e and s[0] <= e.start < e.end <= s[1] for e, s in sides):
                    flagged.add((pair.key, at))
    share = len(flagged) / sentences
    print(f"{language}: {len(flagged)} of {sentences} sentences of {len(pairs)} cards, {share:.2%}")
    assert len(pairs) > 200
    assert share <= most
