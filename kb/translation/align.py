"""Sentences of two texts set against each other by dynamic programming.

The cost of a bead is what its sides do not share (concepts, numbers, citations, cognates), how unlikely its
lengths are after Gale and Church, and how rare its shape is. A sentence without a counterpart costs a fixed
price: that is how an omission is found, with or without rule numbers. Only a band along the diagonal is
searched, wide enough for a third of the sentences to be missing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final

from kb.translation.features import Features, Sides, by_rarity, features, join, similarity
from kb.translation.records import Bead, Segment

_SHAPES: Final = {(1, 1): 0.0, (1, 2): 1.7, (2, 1): 1.7, (2, 2): 4.5}
_UNLIKE: Final = 3.5
_ALONE: Final = 1.95
_LENGTH: Final = 0.15
_VARIANCE: Final = 6.8
_RATIOS: Final = {"en": 1.0, "fr": 1.14, "es": 1.10}
_NARROWEST: Final = 12
_HARDLY: Final = 0.3
_AS_LIKE: Final = 0.8


@dataclass(frozen=True, slots=True)
class Costs:
    """What the search weighs; the defaults were set on texts of our own."""

    unlike: float = _UNLIKE
    alone: float = _ALONE
    length: float = _LENGTH


def align(
    left: Sequence[Segment],
    right: Sequence[Segment],
    languages: tuple[str, str],
    costs: Costs = Costs(),
) -> tuple[Bead, ...]:
    """The beads of two sequences of sentences, in order.

    >>> from kb.translation.segment import segments
    >>> en = segments("A spell has an owner. A token has no cost. See rule 1.1.")
    >>> fr = segments("Un sort a un propriétaire. Cf. règle 1.1.")
    >>> [bead.shape for bead in align(en, fr, ("en", "fr"))]
    ['1-1', '1-0', '1-1']
    """
    sides = (
        [features(one.text, languages[0]) for one in left],
        [features(one.text, languages[1]) for one in right],
    )
    weighed = by_rarity(sides)
    beads = _search(weighed, _ratio(languages), costs)
    return tuple(beads if weighed is sides else _without_guesses(beads, weighed))


def _without_guesses(beads: Sequence[Bead], sides: Sides) -> Iterator[Bead]:
    """The beads of a long text, those taken apart that stand together by chance.

    Two sentences that have little in common stay together where a sentence was replaced. Where one side says
    more between two sure places, and one of its other sentences is as like, then they are two of several.
    """
    for is_doubtful, run in groupby(beads, key=lambda bead: bead.score < _HARDLY):
        doubtful = list(run)
        alone = [bead for bead in doubtful if not (bead.left and bead.right)]
        for bead in doubtful:
            if is_doubtful and bead not in alone and _rivalled(bead, alone, sides):
                yield from (Bead(bead.left, (), 0.0), Bead((), bead.right, 0.0))
            else:
                yield bead


def _rivalled(bead: Bead, alone: Sequence[Bead], sides: Sides) -> bool:
    """Whether a sentence nearby that stands alone is as like one side of a bead as its other side is."""
    here = [sides[0][at] for at in bead.left], [sides[1][at] for at in bead.right]
    rivals = [
        similarity(here[1 - at][0], sides[at][one])
        for other in alone
        for at, places in enumerate((other.left, other.right))
        for one in places
    ]
    return max(rivals, default=0.0) >= _AS_LIKE * bead.score


def _ratio(languages: tuple[str, str]) -> float:
    return _RATIOS.get(languages[1], 1.0) / _RATIOS.get(languages[0], 1.0)


Step = tuple[int, int, float]
"""Sentences taken left and right, and the similarity of the bead."""


def _search(sides: Sides, ratio: float, costs: Costs) -> list[Bead]:
    rows, columns = len(sides[0]), len(sides[1])
    width = max(_NARROWEST, abs(rows - columns) + max(rows, columns) // 3)
    pairs = tuple(tuple(map(_join_two, side, side[1:])) for side in sides)
    best: dict[tuple[int, int], float] = {(0, 0): 0.0}
    came: dict[tuple[int, int], Step] = {}
    for i in range(rows + 1):
        middle = round(i * columns / rows) if rows else 0
        for j in range(max(0, middle - width), min(columns, middle + width) + 1):
            if (i, j) != (0, 0):
                _reach((i, j), (sides, pairs), ratio, costs, best, came)
    return _walk_back((rows, columns), came)


def _reach(
    cell: tuple[int, int],
    parts: tuple[Sides, tuple[tuple[Features, ...], ...]],
    ratio: float,
    costs: Costs,
    best: dict[tuple[int, int], float],
    came: dict[tuple[int, int], Step],
) -> None:
    """The cheapest way into `cell`; `parts` are the sentences, and every two neighbours joined."""
    sides, pairs = parts
    i, j = cell
    least, step = math.inf, (0, 0, 0.0)
    for a, b in ((1, 0), (0, 1)):
        total = best.get((i - a, j - b), math.inf) + costs.alone
        if total < least:
            least, step = total, (a, b, 0.0)
    for (a, b), rare in _SHAPES.items():
        before = best.get((i - a, j - b), math.inf) if i >= a and j >= b else math.inf
        if before + rare >= least:
            continue
        one = sides[0][i - 1] if a == 1 else pairs[0][i - 2]
        other = sides[1][j - 1] if b == 1 else pairs[1][j - 2]
        if a + b > 2 and not (_belong(sides[0][i - a : i], other) and _belong(sides[1][j - b : j], one)):
            continue
        alike = similarity(one, other)
        total = (
            before + rare + costs.unlike * (1 - alike) ** 1.5 + costs.length * _length_cost(one, other, ratio)
        )
        if total < least:
            least, step = total, (a, b, alike)
    if least < math.inf:
        best[cell], came[cell] = least, step


def _belong(parts: Sequence[Features], other: Features) -> bool:
    """Whether each of several sentences shares something with what they are joined to stand for."""
    return len(parts) == 1 or all(_shares(part, other) for part in parts)


def _shares(part: Features, other: Features) -> bool:
    return not part.keys.keys().isdisjoint(other.keys.keys())


def _join_two(first: Features, second: Features) -> Features:
    return join((first, second))


def _length_cost(left: Features, right: Features, ratio: float) -> float:
    """-log of the probability of two lengths, after Gale and Church, at most 8."""
    mean = (left.length + right.length / ratio) / 2
    delta = (right.length / ratio - left.length) / math.sqrt(max(mean, 1) * _VARIANCE)
    return _tail(round(abs(delta), 1))


@lru_cache(maxsize=1024)
def _tail(delta: float) -> float:
    return min(8.0, -math.log(max(math.erfc(delta / math.sqrt(2)), 1e-9)))


def _walk_back(end: tuple[int, int], came: dict[tuple[int, int], Step]) -> list[Bead]:
    beads: list[Bead] = []
    i, j = end
    while (i, j) != (0, 0):
        a, b, alike = came[i, j]
        beads.append(Bead(tuple(range(i - a, i)), tuple(range(j - b, j)), round(alike, 3)))
        i, j = i - a, j - b
    return beads[::-1]
