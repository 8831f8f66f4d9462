"""Riftbound Core Rules as JSON lists of provisions, as programs that search them keep them.

Each entry has a number and words; a provision below it that was lost in its words (``1. ...`` on a line of
its own) is brought back where it comes next in order. An index whose words were broken apart when they were
taken out of a PDF is refused: what it says can no longer be read with certainty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from kb.errors import LoadError, Place
from kb.model import Anomaly, SourceText, Span
from loaders.json_text import maybe_json, parse_json
from loaders.riftbound_rows import NUMBER, Row, Rows, put_right
from loaders.text import plain_text

_ID: Final = re.compile(NUMBER)
_BELOW: Final = re.compile(r"(\d{1,2}|[a-z])\.\s+(?=\S)")
_LEAST: Final = 0.9
_MOST_BROKEN: Final = 0.2
_WORDS_A_LINE: Final = 1.5
_FEW: Final = 3


def is_index(source: SourceText) -> bool:
    """Whether `source` is a list of provisions: nearly all entries have a number and words."""
    value = maybe_json(source)
    if not isinstance(value, list) or not value:
        return False
    return sum(1 for entry in value if _number(entry)) >= _LEAST * len(value)


def read_index(source: SourceText) -> Rows:
    """The provisions of an index, and those that were lost in their words.

    Raises LoadError where the words are broken apart.
    """
    anomalies: list[Anomaly] = []
    rows = put_right(_rows(source, anomalies), anomalies)
    return Rows(rows, (), tuple(anomalies))


def _rows(source: SourceText, anomalies: list[Anomaly]) -> Iterator[Row]:
    entries = [entry for entry in parse_json(source).value if _number(entry)]
    broken = sum(1 for entry in entries if _is_broken(str(entry["text"])))
    if broken > _MOST_BROKEN * len(entries):
        raise LoadError(
            Place(source.name), "the words are broken apart",
            found=f"{broken} of {len(entries)} provisions have each word on a line of its own",
            expected="the words as the rules have them",
            hint="load the document that the index was made from",
        )  # fmt: skip
    whole = Span(1, len(source.lines))
    for entry in entries:
        number = _number(entry)
        first, *more = (plain_text(part).strip() for part in str(entry["text"]).split("\n") if part.strip())
        yield Row(number, first, whole)
        for part in more:
            below = _BELOW.match(part)
            if below and _ID.fullmatch(f"{number}.{below[1]}"):
                detail = f"{number}.{below[1]} stood in the words of {number}"
                anomalies.append(Anomaly(whole, "split number", detail))
                yield Row(f"{number}.{below[1]}", part[below.end() :], whole)
            else:
                yield Row("", part, whole)


def _number(entry: Any) -> str:
    """The number of an entry; nothing where it is none."""
    if not isinstance(entry, dict) or not isinstance(entry.get("text"), str) or not entry["text"].strip():
        return ""
    number = str(entry.get("id") or entry.get("number") or "").rstrip(".")
    return number if _ID.fullmatch(number) else ""


def _is_broken(text: str) -> bool:
    lines = [line for line in text.split("\n") if line.strip()]
    return len(lines) > _FEW and sum(len(line.split()) for line in lines) < _WORDS_A_LINE * len(lines)
