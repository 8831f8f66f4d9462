"""One language of a comparison, and what can be counted in it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from kb.queries.numbers import number_key
from kb.queries.passages import StoredPassage

_SENTENCE_END: Final = re.compile(
    r"""[.!?…。！？]+(?:\s?[”"»)\]’'])*(?=\s+[«“"(\[¡¿]?\s*[^\W\d_a-zà-ÿ]|\s*$)"""
)
_SHORT: Final = re.compile(r"\b(?:cf|ex|p|e\.g|i\.e|etc|vs|art|no|ej)\.", re.IGNORECASE)
_DIGITS: Final = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class Gap:
    """A place where a source says that it leaves something out: after and before which numbers."""

    after: str
    before: str
    line: int


@dataclass(frozen=True, slots=True)
class Side:
    """One language of a comparison: its passage, or nothing, and what its source leaves out around there."""

    language: str
    passage: StoredPassage | None
    gaps: tuple[Gap, ...] = ()
    is_loaded: bool = True
    """Whether any text of the document and edition is loaded in this language."""

    @property
    def cites(self) -> tuple[str, ...]:
        """The numbers of the rules that the passage cites, in order."""
        found = self.passage.references if self.passage else ()
        return tuple(sorted({n for reference in found for n in reference.numbers}, key=number_key))

    @property
    def sentences(self) -> int:
        """How many sentences the passage has.

        >>> from kb.model import PassageKind, Span
        >>> text = "Un jeton. Cf. règle 3.2. Fin !"
        >>> rule = StoredPassage("mtg", "d", "e", "fr", "1", PassageKind.RULE, text, Span(1, 1))
        >>> Side("fr", rule).sentences
        3
        """
        text = _SHORT.sub(lambda found: found[0][:-1], self.passage.text) if self.passage else ""
        return len(_SENTENCE_END.findall(text))

    @property
    def numbers(self) -> Counter[str]:
        """The numbers in the text that belong to no reference, and how often each stands there."""
        if self.passage is None:
            return Counter()
        text = self.passage.text
        for reference in self.passage.references:
            text = text.replace(reference.written, " ")
        return Counter(_DIGITS.findall(text))
