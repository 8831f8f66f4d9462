"""JSON sources, parsed once however many loaders look at them; a repeated key is reported."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kb.errors import LoadError, Place
from kb.model import Anomaly, SourceText, Span


@dataclass(frozen=True, slots=True)
class JsonText:
    """A parsed JSON value and the keys that occur twice in one object, of which the last value counts."""

    value: Any
    repeated: tuple[str, ...] = ()


def looks_like_json(source: SourceText) -> bool:
    """Whether the text starts as a JSON object or array does."""
    first = next((line.lstrip() for line in source.lines if line.strip()), "")
    return first[:1] in ("{", "[")


def parse_json(source: SourceText) -> JsonText:
    """The JSON value of `source`.

    Raises :class:`kb.errors.LoadError` with line and column where it is not JSON, or nested too deeply.
    """
    return _parse(source.sha256, source)


@lru_cache(maxsize=1)
def _parse(_: str, source: SourceText) -> JsonText:
    repeated: list[str] = []

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(items)
        if len(found) < len(items):
            repeated.extend(key for key, count in Counter(key for key, _ in items).items() if count > 1)
        return found

    try:
        value = json.loads(source.text, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        place = Place(source.name, line=error.lineno, column=error.colno)
        raise LoadError(place, f"not JSON: {error.msg.lower()}") from None
    except RecursionError:
        raise LoadError(Place(source.name), "not loadable JSON: nested too deeply") from None
    except ValueError as error:  # a number of thousands of digits
        raise LoadError(Place(source.name), f"not loadable JSON: {error}") from None
    return JsonText(value, tuple(repeated))


def maybe_json(source: SourceText) -> Any:
    """The JSON value of `source`, or None where it is not JSON: for loaders that only ask what a text is."""
    if not looks_like_json(source):
        return None
    try:
        return parse_json(source).value
    except LoadError:
        return None


def repeated_keys(source: SourceText) -> list[Anomaly]:
    """An anomaly for each key that occurs twice in one object of `source`."""
    span = Span(1, len(source.lines))
    return [
        Anomaly(span, "repeated key", f"{key!r} occurs twice; its last value counts")
        for key in parse_json(source).repeated
    ]
