"""Sentences of a rules text with their places, cut alike in English, French and Spanish.

Never inside quotation marks or brackets; "cf.", "max.", "2da." end no sentence; ``.)`` and ``).`` both do.
Bullets and line ends begin a new one.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from kb.translation.records import Segment

_END: Final = re.compile(r"[.!?…。！？]+[\"”»’)\]]*\.?|\n+|(?=[●•■])")
_START: Final = re.compile(r"\s*(?=[●•■])|\s+(?=[\"“«(\[¿¡●•—-]*\s?[A-ZÀ-ÖØ-ÞŒ0-9{])|(?<=[。！？])")
_OPEN: Final = {"(": ")", "«": "»", "“": "”", "[": "]"}
_NO_END: Final = re.compile(
    r"(?:\b(?:cf|voir|e\.g|i\.e|etc|vs|pp?|ej|p\. ?ex|art|max|máx|min|mín|No|Nr|Sr|Sra|Dr|Mr|St|núm|nº|fig|"
    r"incl|resp|env|1er|1ro|1ra|2do|2da|3er|3ro|3ra)|(?<![\w'’])[A-Z])\.$",
    re.IGNORECASE,
)


@lru_cache(maxsize=65536)
def segments(text: str) -> tuple[Segment, ...]:
    """The sentences of `text`, in order.

    >>> [one.text for one in segments("Cf. règle 1.1. (Elle compte.) Il a « A. B ». Fin.")]
    ['Cf. règle 1.1.', '(Elle compte.)', 'Il a « A. B ».', 'Fin.']
    >>> segments("One. Two.")[1].start
    5
    """
    found: list[Segment] = []
    start = at = 0
    while at < len(text) and (match := _END.search(text, at)):
        at = max(match.end(), at + 1)
        if not _ends_here(text, start, match):
            continue
        gap = _START.match(text, match.end())
        at = gap.end() if gap else match.end()
        _add(found, text, start, match.end())
        start = at
    _add(found, text, start, len(text))
    return tuple(found)


def _ends_here(text: str, start: int, match: re.Match[str]) -> bool:
    if match.group().startswith("\n") or not match.group():
        return match.start() > start
    if _START.match(text, match.end()) is None and match.end() < len(text):
        return False
    before = text[start : match.end()]
    unclosed = any(before.count(mark) > before.count(end) for mark, end in _OPEN.items())
    return not (unclosed or before.count('"') % 2 or _NO_END.search(before))


def _add(found: list[Segment], text: str, start: int, end: int) -> None:
    piece = text[start:end]
    kept = piece.strip()
    if any(char.isalnum() for char in kept):
        first = start + len(piece) - len(piece.lstrip())
        found.append(Segment(kept, first, first + len(kept), len(found)))
