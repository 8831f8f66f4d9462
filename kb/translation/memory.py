"""Translation memory: the stored sentences most like a new one, and in which words they differ.

Needs the extra ``translation`` (rapidfuzz): some ten thousand sentences are searched in a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kb.errors import MissingExtraError
from kb.translation.records import Pair
from kb.translation.tokens import tokens
from kb.translation.unit import align_pair
from kb.translation.words import Run, compare_words

try:
    from rapidfuzz import fuzz, process
except ImportError as error:  # pragma: no cover - the test of the base install covers it
    raise MissingExtraError("rapidfuzz", "translation") from error


@dataclass(frozen=True, slots=True)
class Entry:
    """A sentence and its translation, and the rule they stand in."""

    key: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Found:
    """A stored sentence like the one asked for: how like, from 0 to 100, and the words that differ."""

    entry: Entry
    score: float
    words: tuple[Run, ...]


class Memory:
    """Aligned sentences, ready to be searched.

    >>> memory = Memory([Entry("1", "A token has one owner.", "Un jeton a un propriétaire.")])
    >>> found = memory.find("A token has two owners.")[0]
    >>> [(run.kind, run.text) for run in found.words if run.kind != "same"]
    [('gone', 'one owner'), ('new', 'two owners')]
    """

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.entries: Sequence[Entry] = tuple(entries)
        self._folded = [_fold(entry.source) for entry in self.entries]

    def find(self, text: str, *, least: float = 70, most: int = 5) -> tuple[Found, ...]:
        """The stored sentences at least so like `text`, the best first."""
        hits = process.extract(_fold(text), self._folded, scorer=fuzz.ratio, score_cutoff=least, limit=most)
        return tuple(
            Found(self.entries[at], round(score, 1), tuple(compare_words(self.entries[at].source, text)))
            for _, score, at in hits
        )


def _fold(text: str) -> str:
    return " ".join(token.word for token in tokens(text))


def entries_of(pairs: Iterable[Pair]) -> Iterator[Entry]:
    """The sentences of `pairs` that have a counterpart."""
    for pair in pairs:
        aligned = align_pair(pair)
        for unit in aligned.units if aligned else ():
            if unit.is_whole:
                yield Entry(pair.key, unit.left.text, unit.right.text)
