"""Rows that slipped: a run of pairs whose right sides belong to the rows before or after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kb.translation.features import Features, features, join, similarity
from kb.translation.records import Divergence, Pair, Severity, Text, whole_sides
from kb.translation.segment import segments

_RUN: Final = 3
"""So many rows in a row are no accident."""
_FARTHEST: Final = 3
_BETTER: Final = 0.15


def shifted(pairs: Sequence[Pair]) -> dict[int, Divergence]:
    """For each position in a run of slipped rows, the finding that it slipped, and by how many rows.

    >>> en = "A token dies./Each spell has a cost./Players draw 2 cards./Lands give mana./Exile 5 copies."
    >>> fr = "—/Un jeton meurt./Chaque sort a un coût./Les joueurs piochent 2 cartes./Du mana de terrain."
    >>> rows = zip(en.split("/"), fr.split("/"))
    >>> rows = [Pair(str(at), Text("en", a), Text("fr", b)) for at, (a, b) in enumerate(rows)]
    >>> {at: found.note for at, found in shifted(rows).items()}
    {0: '+1', 1: '+1', 2: '+1', 3: '+1'}
    """
    left = [_features(pair.left) for pair in pairs]
    right = [_features(pair.right) for pair in pairs]
    found: dict[int, Divergence] = {}
    for by in (step for far in range(1, _FARTHEST + 1) for step in (far, -far)):
        run: list[int] = []
        for at in range(len(pairs) + 1):
            if at < len(pairs) and at not in found and _slipped(left, right, at, by):
                run.append(at)
                continue
            if len(run) >= _RUN:
                found.update({each: _divergence(pairs[each], by) for each in run})
            run = []
    return found


def _features(side: Text | None) -> Features | None:
    """The features of a side, from those of its sentences: the aligner has read them already."""
    if side is None:
        return None
    return join(tuple(features(one.text, side.language) for one in segments(side.text)))


def _slipped(left: Sequence[Features | None], right: Sequence[Features | None], at: int, by: int) -> bool:
    if not 0 <= at + by < len(right):
        return False
    here, own, other = left[at], right[at], right[at + by]
    if here is None or other is None:
        return False
    far = similarity(here, other)
    return far > 0.3 and far > (similarity(here, own) if own else 0.0) + _BETTER


def _divergence(pair: Pair, by: int) -> Divergence:
    sides = whole_sides(pair)
    return Divergence.of("structure.row_shift", Severity.CHANGED, sides, "shifts", 0.9, note=f"{by:+}")
