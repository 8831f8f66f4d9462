"""Two-column tables whose cells ran together when the page was copied: ``MistakeBetter pattern``.

The boundary is where one word runs into the next: after a known API name; after a sentence's final mark with
no space behind it; or between a small and a capital letter. Dots inside API names are no boundary.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from loaders.lua import NAMESPACES

_SENTENCE_END: Final = re.compile(r"(?<=[.?!)\"”])(?=[A-Z\"“])")
_CASE: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_HEADER: Final = re.compile(r"[A-Z][a-z]+(?: [a-z]+){0,3}[A-Z][a-z]+(?: [A-Za-z]+){0,3}\s*")
_NAMESPACE_DOT: Final = re.compile(rf"\b(?:{'|'.join(sorted(NAMESPACES))})\.$")


def is_header(line: str) -> bool:
    """Whether `line` reads like two column names that ran together.

    >>> is_header("MistakeBetter pattern"), is_header("Owner And Controller"), is_header("QuestionFunction")
    (True, False, True)
    """
    return bool(_HEADER.fullmatch(line)) and len(_CASE.findall(line)) == 1


def split_header(line: str) -> tuple[str, str]:
    """The two column names of a header for which :func:`is_header` holds.

    >>> split_header("CheckCommon use")
    ('Check', 'Common use')
    """
    match = _CASE.search(line)
    at = match.start() if match else len(line)
    return line[:at].strip(), line[at:].strip()


def split_row(line: str, known: Iterable[str]) -> tuple[str, str] | None:
    """The two cells of a glued row, None when no boundary shows; `known` are API names written elsewhere.

    >>> split_row("Card.IsFaceupFor face-up cards.", ["IsFaceup"])
    ('Card.IsFaceup', 'For face-up cards.')
    >>> split_row("Using the wrong check.Use Card.IsFaceup instead.", [])
    ('Using the wrong check.', 'Use Card.IsFaceup instead.')
    """
    text = line.strip()
    at = _name_boundary(text, known) or _sentence_boundary(text) or _case_boundary(text)
    return (text[:at].strip(), text[at:].strip()) if at else None


def _name_boundary(text: str, known: Iterable[str]) -> int | None:
    """Where a known API name at the start ends and a capital follows; the longest name wins."""
    start = re.match(rf"(?:(?:{'|'.join(sorted(NAMESPACES))})[.:])?", text)
    offset = start.end() if start else 0
    names = {name.rpartition(".")[2] for name in known}
    ends = [
        offset + len(name)
        for name in names
        if text.startswith(name, offset) and re.match('[A-Z"“]', text[offset + len(name) :])
    ]
    return max(ends, default=None)


def _sentence_boundary(text: str) -> int | None:
    for match in _SENTENCE_END.finditer(text):
        if not _NAMESPACE_DOT.search(text[: match.start()]) and _quotes_even(text[: match.start()]):
            return match.start()
    return None


def _quotes_even(text: str) -> bool:
    return text.count('"') % 2 == 0 and text.count("“") == text.count("”")


def _case_boundary(text: str) -> int | None:
    """The last place in the first word with such a place where a capital follows a small letter."""
    for word in re.finditer(r"\S+", text):
        places = [match.start() for match in _CASE.finditer(word.group())]
        if places:
            return word.start() + places[-1]
    return None


def columns(header: str, rows: Sequence[str], known: Iterable[str]) -> list[tuple[tuple[str, str], ...]]:
    """For each row its (column name, cell) pairs; an empty tuple for a row whose boundary does not show."""
    names = split_header(header)
    known = tuple(known)
    cells = [split_row(row, known) for row in rows]
    return [tuple(zip(names, pair, strict=True)) if pair else () for pair in cells]
