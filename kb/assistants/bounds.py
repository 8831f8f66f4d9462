"""How much an assistant may send and gets: long texts are cut, long lists end, and the answer says so."""

from __future__ import annotations

import json
from typing import Final

WORDS: Final = 400
"""Letters of a search."""
NAME: Final = 200
"""Letters of a number, a document, an edition, a language or an IRI."""
SITUATION: Final = 64 * 1024
"""Letters of a situation."""
MOST: Final = 20
"""Passages or answers at a time."""
TEXT: Final = 4_000
"""Letters of one quotation."""
WHY: Final = 12_000
"""Letters of one derivation."""
ANSWER: Final = 60_000
"""Letters of a whole answer, as JSON."""
PROBLEM: Final = 2_000
"""Letters of an error."""

Record = dict[str, object]


def cut(text: str, most: int) -> str:
    """A text, or its beginning with a mark that says how much is missing.

    >>> cut("abcdef", 6), cut("abcdefgh", 6)
    ('abcdef', 'abcdef [... 2 more characters]')
    """
    return text if len(text) <= most else f"{text[:most]} [... {len(text) - most} more characters]"


def fitted(record: Record, name: str, most: int = ANSWER) -> Record:
    """A record whose list `name` has as many of its items as fit; ``left_out`` counts the others.

    >>> fitted({"hits": ["a" * 30, "b" * 30, "c"]}, "hits", most=60)["left_out"]
    2
    >>> "left_out" in fitted({"hits": ["a"]}, "hits", most=60)
    False
    """
    items = record[name]
    assert isinstance(items, list)
    kept = list(items)
    made = {**record, name: kept}
    while kept and len(json.dumps(made, ensure_ascii=False)) > most:
        kept.pop()
    already = record.get("left_out", 0)
    assert isinstance(already, int)
    left_out = already + len(items) - len(kept)
    return made | ({"left_out": left_out} if left_out else {})
