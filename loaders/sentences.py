"""Sentences of a paragraph, cut after their final mark and never inside quotation marks or brackets."""

from __future__ import annotations

import re
from typing import Final

_OPEN: Final = {"(": ")", "«": "»", "“": "”", "[": "]"}
_END: Final = re.compile(r"[.!?…]+[\"”»’)\]]*")
_START: Final = re.compile(r"\s+(?=[\"“«(\[¿¡]*\s?[A-ZÀ-ÖØ-ÞŒ0-9])")
_NO_END: Final = re.compile(r"(?:\b(?:cf|e\.g|i\.e|etc|vs|p|pp|ej|art|vgl|bzw|No|Nr|Sr|Dr|Mr)|\b[A-Z])\.$")


def sentences(text: str) -> list[str]:
    """The sentences of `text`, in order, without the blanks between them.

    >>> sentences('Un jugador (¿cuál? Tú.) roba "A. B". ¿Y luego? Fin.')
    ['Un jugador (¿cuál? Tú.) roba "A. B".', '¿Y luego?', 'Fin.']
    """
    found: list[str] = []
    start = at = 0
    while match := _END.search(text, at):
        at = match.end()
        gap = _START.match(text, at)
        if not gap or _is_open(text[start:at]) or _NO_END.search(text[start:at]):
            continue
        found.append(text[start:at].strip())
        start = at = gap.end()
    rest = text[start:].strip()
    return [*found, rest] if rest else found


def _is_open(text: str) -> bool:
    """Whether a bracket or quotation mark is still open at the end of `text`."""
    unclosed = any(text.count(opening) > text.count(closing) for opening, closing in _OPEN.items())
    return unclosed or text.count('"') % 2 == 1
