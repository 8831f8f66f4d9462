"""Letters without case and accents."""

from __future__ import annotations

import unicodedata
from typing import Final

_LIGATURES: Final = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "’": "'", "\u00a0": " ", "\u202f": " "})


def fold(text: str) -> str:
    """`text` with case, accents, ligatures and kinds of space made one.

    >>> fold("Contrôleur\u00a0: L’ŒIL"), fold("maná")
    ("controleur : l'oeil", 'mana')
    """
    low = text.casefold().translate(_LIGATURES)
    if low.isascii():
        return low
    parts = unicodedata.normalize("NFD", low)
    return unicodedata.normalize("NFC", "".join(c for c in parts if not unicodedata.combining(c)))
