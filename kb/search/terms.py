"""The words that an index holds: which of them a folded word may be, which begin so, which look like one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import tantivy
from rapidfuzz import process
from rapidfuzz.distance import OSA

from kb.search.analysis import GROUPS
from kb.search.folding import fold
from kb.search.schema import EXACT, FOLDED

_MOST_FORMS: Final = 1000
"""A beginning of words stands for so many of them at most, the first of the alphabet."""
_FAR: Final = ((8, 2), (4, 1))
"""From so many letters on, a misspelt word may be so many letters away from the right one."""

Vocabulary = Mapping[str, tuple[tuple[str, int], ...]]
"""For each folded word the ways it is written, the most frequent first, and in how many passages."""


@dataclass(slots=True)
class Terms:
    """The words of one index, read when they are first needed."""

    searcher: tantivy.Searcher
    _read: dict[str, Vocabulary] = field(default_factory=dict)

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of languages that have words here."""
        return tuple(each for each in GROUPS if self.vocabulary(each))

    def vocabulary(self, of: str) -> Vocabulary:
        """All words of a group of languages."""
        if of not in self._read:
            found: dict[str, list[tuple[str, int]]] = {}
            for exact, passages in self.searcher.terms_with_prefix(EXACT[of], ""):
                found.setdefault(exact if exact.isascii() else fold(exact), []).append((exact, passages))
            self._read[of] = {
                folded: tuple(sorted(forms, key=lambda each: (-each[1], each[0])))
                for folded, forms in found.items()
            }
        return self._read[of]

    def spellings(self, folded: str, of: str) -> tuple[str, ...]:
        """The ways a folded word is written: with which accents."""
        return tuple(exact for exact, _ in self.vocabulary(of).get(folded, ()))

    def beginning(self, folded: str, of: str) -> tuple[str, ...]:
        """The folded words that begin so."""
        found = self.searcher.terms_with_prefix(FOLDED[of], folded, None, _MOST_FORMS)
        return tuple(term for term, _ in found)

    def nearest(self, folded: str, of: str) -> tuple[int, int, str] | None:
        """The word most like one that is not there: how far, minus how frequent, and as it is written."""
        far = next((most for letters, most in _FAR if len(folded) >= letters), 0)
        known = self.vocabulary(of)
        near = (
            process.extract(folded, known.keys(), scorer=OSA.distance, score_cutoff=far, limit=10)
            if far
            else ()
        )
        best = [(distance, -known[word][0][1], known[word][0][0]) for word, distance, _ in near]
        return min(best, default=None)
