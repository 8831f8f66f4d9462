"""Words as people type them: letters without case and accents, all words wanted, quoted ones as a phrase."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final

from kb.search.folding import fold

__all__ = ["Words", "fold", "parse_words"]

_QUOTED: Final = re.compile(r'"([^"]*)"?|«([^»]*)»?|“([^”]*)”?|(\S+)')


@dataclass(frozen=True, slots=True)
class Words:
    """The folded words and phrases somebody looks for; each must begin where a word begins."""

    terms: tuple[str, ...]
    patterns: tuple[re.Pattern[str], ...]

    def fit(self, folded: str) -> bool:
        """Whether every word and phrase is in a folded text."""
        return all(pattern.search(folded) for pattern in self.patterns)

    def score(self, folded: str) -> float:
        """How well a folded text that fits is about the words: how often, how exactly, in how few words."""
        hits = [match for pattern in self.patterns for match in pattern.finditer(folded)]
        whole = sum(1 for hit in hits if not folded[hit.end() : hit.end() + 1].isalnum())
        return (len(hits) + whole) / math.sqrt(8 + folded.count(" "))


def parse_words(text: str) -> Words:
    r"""The words and the quoted phrases of `text`.

    >>> words = parse_words('contrôle "son propriétaire"')
    >>> words.terms
    ('controle', 'son proprietaire')
    >>> words.fit("le controleur et son proprietaire"), words.fit("son controle, proprietaire")
    (True, False)
    """
    found = ("".join(groups) for groups in _QUOTED.findall(text))
    terms = tuple(dict.fromkeys(" ".join(fold(term).split()) for term in found if term.strip()))
    patterns = (r"(?<!\w)" + re.escape(term).replace(r"\ ", r"\s+") for term in terms if term)
    return Words(terms, tuple(map(re.compile, patterns)))
