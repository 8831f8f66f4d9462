"""How much of what a clause says the other side of a bead says too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from kb.translation.features import features
from kb.translation.meaning import compare_texts
from kb.translation.records import Direction
from kb.translation.unit import Piece

_MISSED: Final = 0.3
CUT: Final = re.compile(r"[,;:()—]|\s[–-]\s")
"""Where a clause ends."""


def covered(keys: Mapping[str, float], known: Mapping[str, float]) -> float:
    """The share of the concepts, numbers and citations in `keys` that `known` has; 1 where there are none.

    >>> covered({"c:draw": 1.0, "n:2": 1.5, "w:cards": 0.5}, {"c:draw": 1.0})
    0.4
    """
    firm = _firm(keys)
    total = sum(firm.values())
    return sum(weight for key, weight in firm.items() if key in known) / total if total else 1.0


def is_said(piece: Piece, start: int, other: Piece) -> bool:
    """Whether a clause, from `start` in `piece`, says something, and nothing of it is missing in `other`.

    >>> from kb.translation.records import Text
    >>> sides = "Draw a card if a creature enters.", "Piochez une carte à l'arrivée d'une créature."
    >>> one, other = (Piece(Text(tag, text), 0, len(text)) for tag, text in zip(("en", "fr"), sides))
    >>> is_said(one, 15, other), is_said(one, 33, other)
    (True, False)
    """
    cut = CUT.search(piece.text, start)
    end = cut.start() if cut else len(piece.text)
    missing = (
        each
        for each in compare_texts((piece.text, piece.language), (other.text, other.language))
        if each.side is Direction.LEFT and start <= each.match.start < end
    )
    said = _firm(features(piece.text[start:end], piece.language).keys)
    return bool(said) and not any(each.confidence >= _MISSED for each in missing)


def _firm(keys: Mapping[str, float]) -> dict[str, float]:
    return {key: weight for key, weight in keys.items() if not key.startswith("w:")}
