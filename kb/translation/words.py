"""Two wordings of one text, word by word."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from kb.translation.tokens import tokens


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive words: the same in both, or of one side only."""

    kind: str
    """``same``, ``gone`` (only in the stored sentence) or ``new`` (only in the one asked for)."""
    text: str


def compare_words(before: str, after: str) -> Iterator[Run]:
    """The words of two texts: those they share, and those that only one has, in order.

    >>> [(run.kind, run.text) for run in compare_words("draw a card", "draw two cards")]
    [('same', 'draw'), ('gone', 'a card'), ('new', 'two cards')]
    """
    sides = tokens(before), tokens(after)
    left, right = ([token.word for token in side] for side in sides)
    for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if tag == "equal":
            yield Run("same", after[sides[1][c].start : sides[1][d - 1].end])
            continue
        if a < b:
            yield Run("gone", before[sides[0][a].start : sides[0][b - 1].end])
        if c < d:
            yield Run("new", after[sides[1][c].start : sides[1][d - 1].end])
