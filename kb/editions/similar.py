"""How much two texts have in common, weighing rare words and word pairs more than common ones."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import pairwise
from math import log
from typing import Final

Features = Counter[Hashable]
_COMMON_SHARE: Final = 0.2
_COMMON_LEAST: Final = 40


def features_of(words: Sequence[str]) -> Features:
    """The words and the pairs of neighbours among `words`, counted.

    >>> sorted(map(str, features_of(("a", "token"))))
    ["('a', 'token')", 'a', 'token']
    """
    counted: Features = Counter(words)
    counted.update(pairwise(words))
    return counted


class Weights:
    """The weight of each feature: the logarithm of how many texts there are for each that has it."""

    def __init__(self, texts: Iterable[Features]) -> None:
        counts: Counter[Hashable] = Counter()
        total = 0
        for text in texts:
            counts.update(text.keys())
            total += 1
        self._counts = counts
        self._total = total
        self._weights: dict[Hashable, float] = {}

    def of(self, feature: Hashable) -> float:
        """The weight of one feature; a feature in no text counts as one that is in a single text."""
        weight = self._weights.get(feature)
        if weight is None:
            weight = self._weights[feature] = log(1 + self._total / (self._counts.get(feature) or 1))
        return weight

    def total(self, text: Features) -> float:
        """The weight of a whole text."""
        return sum(count * self.of(feature) for feature, count in text.items())

    def common(self, one: Features, other: Features) -> float:
        """The weight of what two texts share."""
        if len(other) < len(one):
            one, other = other, one
        return sum(
            min(count, other[feature]) * self.of(feature)
            for feature, count in one.items()
            if feature in other
        )


@dataclass(frozen=True, slots=True)
class Likeness:
    """How much two texts share: of both together (`dice`), and of the smaller one (`contained`)."""

    dice: float
    contained: float

    @property
    def score(self) -> float:
        """From 0 to 1; a text that was only added to scores higher than its share of the whole."""
        return max(self.dice, (self.dice + self.contained) / 2)


def likeness(one: Features, other: Features, weights: Weights) -> Likeness:
    """How alike two texts are.

    >>> texts = [features_of(words.split()) for words in ("a b c d", "a b c d e f", "x y")]
    >>> [round(likeness(texts[0], text, Weights(texts)).score, 2) for text in texts]
    [1.0, 0.85, 0.0]
    """
    first, second = weights.total(one), weights.total(other)
    if not first or not second:
        return Likeness(0.0, 0.0)
    common = weights.common(one, other)
    return Likeness(2 * common / (first + second), common / min(first, second))


class Index:
    """Finds the texts that share most with a given one, without comparing it to all of them."""

    def __init__(self, texts: Mapping[str, Features], weights: Weights) -> None:
        self._texts = texts
        self._weights = weights
        self._holders: dict[Hashable, list[str]] = defaultdict(list)
        for key, text in texts.items():
            for feature in text:
                self._holders[feature].append(key)
        self._most = max(_COMMON_LEAST, int(len(texts) * _COMMON_SHARE))

    def nearest(self, text: Features, most: int) -> list[str]:
        """The keys of the texts that share most with `text`, best first; common features do not count."""
        shared: defaultdict[str, float] = defaultdict(float)
        for feature, count in text.items():
            holders = self._holders.get(feature, ())
            if not holders or len(holders) > self._most:
                continue
            weight = self._weights.of(feature)
            for key in holders:
                shared[key] += weight * min(count, self._texts[key][feature])
        return nlargest(most, shared, key=shared.__getitem__)
