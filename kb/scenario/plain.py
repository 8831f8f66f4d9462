"""JSON text as plain values, for programs that read very many scenarios.

What is read here means what :func:`kb.scenario.document.parse_documents` would make of the same text; where
the two could differ (YAML that is no JSON, fractions, doubled keys, characters that YAML does not allow),
nothing is read, and the caller goes the long way, which also finds the words for what is wrong.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from kb.scenario.document import MOST_BYTES, Fields, Items, Node, Text

_ESCAPES: Final = ("\\ud", "\\uD", "\\u0000", "\\ufff", "\\uFFF")
_UNUSUAL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")


def plain_json(text: str) -> dict[str, Any] | None:
    """The mapping that a JSON text says; None when it is no such text or has anything unusual.

    >>> plain_json('{"game": "mtg", "players": ["A", "B"]}')
    {'game': 'mtg', 'players': ['A', 'B']}
    >>> plain_json("game: mtg"), plain_json('{"game": "mtg", "game": "ygo"}')
    (None, None)
    """
    if len(text) > MOST_BYTES or _has_unusual_character(text):
        return None
    try:
        value = _DECODER.decode(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def node_of(value: object) -> Node:
    """The tree of a plain value, as if it had been read from JSON text.

    >>> [(part.value, part.plain) for part in node_of(["A", None, True, 3]).values]
    [('A', False), ('null', True), ('true', True), ('3', True)]
    """
    if isinstance(value, dict):
        return Fields(tuple((Text(str(key), False), node_of(inner)) for key, inner in value.items()))
    if isinstance(value, list):
        return Items(tuple(node_of(inner) for inner in value))
    if isinstance(value, str):
        return Text(value, False)
    return Text(json.dumps(value), True)


def _has_unusual_character(text: str) -> bool:
    # JSON itself allows no control character but the one that is searched for here.
    if "\x7f" in text or (not text.isascii() and _UNUSUAL.search(text)):
        return True
    return "\\u" in text and any(escape in text for escape in _ESCAPES)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is here twice")
    return found


def _refuse(text: str) -> Any:
    raise ValueError(f"{text} is read as text or not at all")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_float=_refuse, parse_constant=_refuse)
