"""Rules that one side cites and the other does not. Ranges are expanded: 603.7d-f is three rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kb.editions.numbers import Citation
from kb.translation.citing import names_chapter
from kb.translation.records import Divergence, Evidence, Severity, Text
from kb.translation.unit import Aligned

NAME: Final = "references"


def detect(aligned: Aligned) -> Iterator[Divergence]:
    """Citations removed, added, or changed, judged over the whole pair: a sentence may move."""
    left, right = list(aligned.left.cited), list(aligned.right.cited)
    lost = _without(left, right, aligned.right.text)
    gained = _without(right, left, aligned.left.text)
    if lost and gained:
        yield _divergence("xref.changed", aligned, lost, gained)
    elif lost:
        yield _divergence("xref.removed", aligned, lost, [])
    elif gained:
        yield _divergence("xref.added", aligned, [], gained)


def _without(these: list[Citation], those: list[Citation], text: str) -> list[Citation]:
    """The citations that stand for a number which no citation in the other side's `text` stands for."""
    known = {number for citation in those for number in citation.numbers}
    return [
        citation
        for citation in these
        if any(n not in known and not names_chapter(text, n) for n in citation.numbers)
    ]


def _divergence(kind: str, aligned: Aligned, lost: list[Citation], gained: list[Citation]) -> Divergence:
    note = " / ".join(", ".join(each.written for each in side) or "—" for side in (lost, gained))
    sides = (_evidence(aligned.left, lost), _evidence(aligned.right, gained))
    return Divergence.of(kind, Severity.CHANGED, sides, NAME, 0.9, note=note)


def _evidence(text: Text, citations: list[Citation]) -> Evidence | None:
    if not citations:
        return None
    start = citations[0].start
    end = citations[-1].start + len(citations[-1].written)
    return Evidence(text.text[start:end], start, end)
