"""What two sentences of different languages can have in common: concepts, numbers, citations, cognates."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kb.editions.numbers import cited_numbers
from kb.translation.lexicon import lexicon
from kb.translation.numerals import numbers
from kb.translation.tokens import tokens

_PREFIX: Final = 5
_LEAST: Final = 4
_LONG: Final = 8
"""From so many sentences on each side, how often something is said tells how much it says."""
_WEIGHTS: Final = {"c": 1.0, "n": 1.5, "r": 3.0, "w": 0.5, "t": 1.5}
_QUIET: Final = frozenset({"any", "and", "per", "you", "time", "then", "would", "plural", "playerword"})
"""Concepts so frequent that they tell no sentence from another."""
_FUNCTION_WORDS: Final = frozenset(
    [
        "that",
        "this",
        "with",
        "from",
        "they",
        "them",
        "their",
        "which",
        "when",
        "have",
        "been",
        "were",
        "will",
        "each",
        "other",
        "into",
        "dans",
        "pour",
        "avec",
        "cette",
        "sont",
        "elle",
        "elles",
        "leur",
        "leurs",
        "être",
        "mais",
        "plus",
        "tout",
        "comme",
        "para",
        "este",
        "esta",
        "como",
        "pero",
        "sobre",
        "cuando",
        "desde",
        "entre",
    ]
)


@dataclass(frozen=True, slots=True)
class Features:
    """Countable things of one sentence, and its length."""

    keys: Mapping[str, float]
    weight: float
    length: int
    words: float = 0.0
    """How much of the weight is that of words."""


Sides = tuple[Sequence[Features], Sequence[Features]]
"""The sentences of two texts."""


@lru_cache(maxsize=65536)
def features(text: str, language: str) -> Features:
    """What `text` shares with its translation.

    >>> sorted(features("Un joueur contrôle 2 jetons.", "fr").keys)
    ['c:control', 'c:token', 'n:2', 'w:contr', 'w:jeton', 'w:joueu']
    """
    keys: Counter[str] = Counter()
    for match in lexicon().find(text, language):
        for name in match.concepts - _QUIET:
            keys[f"c:{name}"] += 1
    keys.update(f"n:{number.value}" for number in numbers(text, language) if not number.may_vanish)
    keys.update(f"r:{number}" for number in cited_numbers(text))
    for token in tokens(text):
        if len(token.word) >= _LEAST and token.is_word and token.word not in _FUNCTION_WORDS:
            keys[f"w:{_folded(token.word)[:_PREFIX]}"] += 1
    weighted = {key: count * _WEIGHTS[key[0]] for key, count in keys.items()}
    words = sum(weight for key, weight in weighted.items() if key.startswith("w:"))
    return Features(weighted, sum(weighted.values()), len(re.sub(r"\s+", " ", text)), words)


def similarity(left: Features, right: Features) -> float:
    """How much two sentences have in common, from 0 to 1.

    >>> similarity(features("See rule 1.1", "en"), features("Cf. règle 1.1", "fr")) > 0.5
    True
    """
    if not left.keys or not right.keys:
        return 0.0
    one, other = left.keys, right.keys
    shared = 0.0
    for key in one.keys() & other.keys():
        shared += min(one[key], other[key])
    # Words that are no cognates have no chance to be shared: half of their weight is left out.
    return min(1.0, 2 * shared / (left.weight + right.weight - 0.5 * (left.words + right.words) + 1e-9))


def by_rarity(sides: Sides) -> Sides:
    """The sentences of both sides, with what most of them say weighing little: it tells none from another.

    A page about control says *control* in every sentence. Short texts are left as they are, for how often a
    word comes in five sentences says nothing about the word.

    >>> said = [features(f"A card with {n} counters", "en") for n in range(2, 10)]
    >>> weighed = by_rarity([said, said])[0][0]
    >>> weighed.keys["n:2"] > 1.0, weighed.keys["w:card"]
    (True, 0.0)
    """
    if min(map(len, sides)) < _LONG:
        return sides
    everything = [one for side in sides for one in side]
    common = Counter(key for one in everything for key in one.keys)
    rarity = {key: (1 - count / len(everything)) ** 2 for key, count in common.items()}
    left, right = ([_weighed(one, rarity) for one in side] for side in sides)
    return left, right


def _weighed(one: Features, rarity: Mapping[str, float]) -> Features:
    keys = {key: weight * rarity[key] for key, weight in one.keys.items()}
    words = sum(weight for key, weight in keys.items() if key.startswith("w:"))
    return Features(keys, sum(keys.values()), one.length, words)


def join(parts: tuple[Features, ...]) -> Features:
    """The features of sentences taken together."""
    keys: dict[str, float] = {}
    for part in parts:
        for key, weight in part.keys.items():
            keys[key] = keys.get(key, 0.0) + weight
    weight, length = sum(part.weight for part in parts), sum(part.length for part in parts)
    return Features(keys, weight, length, sum(part.words for part in parts))


@lru_cache(maxsize=65536)
def _folded(word: str) -> str:
    plain = unicodedata.normalize("NFD", word)
    return "".join(char for char in plain if not unicodedata.combining(char))
