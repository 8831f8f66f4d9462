"""Where the cards are in a file of cards, and what shape they have: in a parsed file and in a streamed one.

A list of cards comes bare, in the envelope of an interface (``data``), set by set, or under the cards' names
or identities. Each such layout is a path of steps; both ways of reading follow the same paths, so a file is
understood the same however large it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any, Final

import ijson

from loaders.card_languages import TAGS

ANY: Final = "*"
"""A step into the value of any key of an object."""
ITEM: Final = "[]"
"""A step into any item of a list."""
IDENTITY: Final = "uuid"
"""A step into the value of a key that is the identity of a card."""
_PATHS: Final[tuple[tuple[str, ...], ...]] = (
    (ITEM,),
    ("data", "cards", ITEM),
    ("data", ANY, "cards", ITEM),
    ("data", ITEM),
    ("data", IDENTITY),
    ("data", ANY, ITEM),
    ("entries", ITEM),
    (),
)
"""From the outermost value to a card; the first one that leads to a card counts."""
_DEEPEST: Final = max(map(len, _PATHS))
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_MOST_EVENTS: Final = 5_000_000
"""What has no card before so many words and braces is no list of cards."""

Events = Iterator[tuple[str, Any]]


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the cards of a file are, and what shape each has."""

    path: tuple[str, ...]
    shape: str

    def cards(self, value: Any) -> Iterator[Any]:
        """The cards in the parsed `value` of a file.

        >>> layout = layout_of({"data": {"OAK": {"cards": [{"name": "Ox", "type": "Beast", "text": "Moo"}]}}})
        >>> layout
        Layout(path=('data', '*', 'cards', '[]'), shape='mtgjson')
        >>> [card["name"] for card in layout.cards({"data": {"ELM": {"cards": [{"name": "Elk"}]}}})]
        ['Elk']
        """
        return _at(value, self.path)

    def streamed(self, file: IO[bytes]) -> Iterator[Any]:
        """The cards in a JSON file, one at a time, to the end of the file.

        Raises ijson.JSONError and UnicodeDecodeError where it is not JSON, RecursionError where a card is
        nested too deeply.
        """
        events = _events(file)
        yield from _followed(events, *next(events), self.path)
        for _ in events:  # what comes after the cards must be JSON, too
            pass


def layout_of(value: Any) -> Layout | None:
    """The layout of a parsed file; None where it is no file of cards."""
    for path in _PATHS:
        first = next(_at(value, path), None)
        if shape := _shape(first, path):
            return Layout(path, shape)
    return None


def streamed_layout(file: IO[bytes]) -> Layout | None:
    """The layout of a JSON file, by its first card; None where it has none."""
    trail: list[str] = []
    events = _events(file)
    try:
        for _, (event, value) in zip(range(_MOST_EVENTS), events, strict=False):
            if event == "map_key":
                trail[-1] = value
            elif event == "start_map" and (path := _path_of(trail)):
                if shape := _shape(_built(events, event, value), path):
                    return Layout(path, shape)
            elif event in ("start_map", "start_array"):
                trail.append(ITEM if event == "start_array" else "")
            elif event in ("end_map", "end_array"):
                trail.pop()
    except (ijson.JSONError, UnicodeDecodeError, RecursionError):
        pass
    return None


def _shape(card: Any, path: tuple[str, ...]) -> str | None:
    """What shape of card this is, found at this place; None where it is none."""
    if not isinstance(card, dict):
        return None
    keys = card.keys()
    if path == ("entries", ITEM):
        return "errata" if {"official_name", "new_text"} <= keys else None
    if card.get("object") in ("card", "ruling"):
        return "scryfall" if card["object"] == "card" else "ruling"
    if "riftbound_id" in keys and "text" in keys:
        return "riftcodex"
    name = card.get("name")
    if isinstance(name, dict):
        return "yugi" if "en" in name and isinstance(card.get("text"), dict) else None
    if not isinstance(name, str):
        return None
    if {"id", "desc"} <= keys and "type" in keys:
        return "ygoprodeck"
    if "type" not in keys:
        return None
    if path[:1] == ("data",):
        return "mtgjson" if keys & {"text", "uuid", "identifiers"} else None
    return "listed" if "text" in keys and keys & {"uuid", *TAGS} else None


def _is(step: str, key: str) -> bool:
    return step in (key, ANY) or (step == IDENTITY and _UUID.fullmatch(key) is not None)


def _path_of(trail: list[str]) -> tuple[str, ...] | None:
    """The path that leads to where the trail does."""
    if not 0 < len(trail) <= _DEEPEST:
        return None
    for path in _PATHS:
        if len(path) == len(trail) and all(
            step == key if ITEM in (step, key) else _is(step, key)
            for step, key in zip(path, trail, strict=True)
        ):
            return path
    return None


def _at(value: Any, path: tuple[str, ...]) -> Iterator[Any]:
    if not path:
        yield value
    elif path[0] == ITEM:
        for each in value if isinstance(value, list) else ():
            yield from _at(each, path[1:])
    elif isinstance(value, dict):
        for key, each in value.items():
            if _is(path[0], key):
                yield from _at(each, path[1:])


def _events(file: IO[bytes]) -> Events:
    if file.read(3) != b"\xef\xbb\xbf":
        file.seek(0)
    events: Events = ijson.basic_parse(file, use_float=True)
    return events


def _followed(events: Events, event: str, value: Any, path: tuple[str, ...]) -> Iterator[Any]:
    """As :func:`_at`, of a value that begins with this event."""
    if not path:
        yield _built(events, event, value)
    elif event == "start_array" and path[0] == ITEM:
        for inner, first in events:
            if inner == "end_array":
                return
            yield from _followed(events, inner, first, path[1:])
    elif event == "start_map" and path[0] != ITEM:
        for inner, key in events:
            if inner == "end_map":
                return
            inner, first = next(events)
            if _is(path[0], key):
                yield from _followed(events, inner, first, path[1:])
            else:
                _skip(events, inner)
    else:
        _skip(events, event)


def _skip(events: Events, event: str) -> None:
    """Goes to the end of a value that begins with this event."""
    depth = 0
    while True:
        if event in ("start_map", "start_array"):
            depth += 1
        elif event in ("end_map", "end_array"):
            depth -= 1
        if not depth:
            return
        event, _ = next(events)


def _built(events: Events, event: str, value: Any) -> Any:
    """The value that begins with this event."""
    if event == "start_map":
        found: dict[str, Any] = {}
        for inner, key in events:
            if inner == "end_map":
                break
            found[key] = _built(events, *next(events))
        return found
    if event == "start_array":
        items: list[Any] = []
        for inner, first in events:
            if inner == "end_array":
                break
            items.append(_built(events, inner, first))
        return items
    return value
