"""An order for numbers of all games that puts 109.10 after 109.9, and 704.5aa after 704.5z."""

from __future__ import annotations

import re
from typing import Final

_PART: Final = re.compile(r"\d+|[^\d\W]+|[\W]+")
NumberKey = tuple[tuple[int, int, str], ...]


def number_key(number: str) -> NumberKey:
    """A key that sorts numbers in reading order: digits as numbers, short letters before long ones.

    >>> sorted(["704.5aa", "109.10", "704.5z", "109.9", "109", "704.5"], key=number_key)
    ['109', '109.9', '109.10', '704.5', '704.5z', '704.5aa']
    >>> sorted(["s10", "s9", "184.3.a.2", "184.3.a", "184.10"], key=number_key)
    ['184.3.a', '184.3.a.2', '184.10', 's9', 's10']
    """
    return tuple(
        (1, int(part), "") if part.isdecimal() else (2, len(part), part)
        for part in _PART.findall(number)
        if part != "."
    )
