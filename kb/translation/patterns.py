"""How the lexicon writes what a concept looks like, as patterns of words and gaps.

The head of ``ontology/translation/operators.yaml`` explains the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

_LIST_WORDS: Final = frozenset({"ni", "nor"})
_GAP: Final = re.compile(r"~(\d+)")


@dataclass(frozen=True, slots=True)
class Word:
    """One place of a pattern: words, beginnings and endings of words, or any number."""

    exact: frozenset[str]
    stems: tuple[str, ...]
    endings: tuple[str, ...]
    number: bool
    _known: dict[str, bool] = field(default_factory=dict, repr=False, compare=False)

    def closeness(self, word: str) -> int:
        """How much of a word is named: an exact word more than its beginning, a long beginning more."""
        if word in self.exact:
            return len(word) + 1
        return max((len(stem) for stem in self.stems if word.startswith(stem)), default=0)

    def fits(self, word: str) -> bool:
        """Whether a word of a text may stand here."""
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = self._fits(word)
        return known

    def _fits(self, word: str) -> bool:
        if word in self.exact or (self.number and word[0].isdigit()) or word.startswith(self.stems):
            return True
        return bool(self.endings) and word.endswith(self.endings)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A sequence of words and gaps, and the concepts it stands for together."""

    concepts: tuple[str, ...]
    first: Word
    size: int
    """How many words it takes."""
    takes: tuple[bool, ...]
    """For each word, whether it stands for nothing else then; one that is known by its ending may."""
    crosses_commas: bool
    rest: tuple[tuple[int, Word], ...]
    """The words after the first, each with how many words there may be before it."""
    opens: bool
    """Whether it stands only where a clause begins."""


def read_patterns(name: str, written: str, language: str) -> Iterator[Pattern]:
    """The patterns of the concept `name` in a language, as the lexicon writes them.

    >>> [(p.concepts, p.size) for p in read_patterns("may", "can | unable &neg | free ~2 to", "en")]
    [(('may',), 1), (('may', 'neg'), 1), (('may',), 2)]
    """
    for one in written.split("|"):
        opens = one.lstrip().startswith("^")
        parts = one.replace("^", " ").split()
        more = [part[1:] for part in parts if part.startswith("&")]
        read = [read for part in parts if not part.startswith("&") for read in _parts(part, language)]
        if read:
            words = [part for part in read if isinstance(part, Word)]
            crosses = any(word.exact & _LIST_WORDS for word in words[1:])
            takes = tuple(not word.endings for word in words)
            rest = tuple(_with_gaps(read[1:]))
            yield Pattern((name, *more), words[0], len(words), takes, crosses, rest, opens)


def _with_gaps(parts: Sequence[Word | int]) -> Iterator[tuple[int, Word]]:
    gap = 0
    for part in parts:
        if isinstance(part, int):
            gap = part
        else:
            yield gap, part
            gap = 0


def _parts(written: str, language: str) -> Iterator[Word | int]:
    if gap := _GAP.fullmatch(written):
        yield int(gap[1])
        return
    exact: set[str] = set()
    stems: list[str] = []
    endings: list[str] = []
    for choice in written.split("/"):
        if choice.endswith("*"):
            stems.extend((choice[:-1], *_respelt(choice[:-1], language)))
        elif choice.startswith("*"):
            endings.append(choice[1:])
        elif choice != "NUM":
            exact.add(choice)
    yield Word(frozenset(exact), tuple(stems), tuple(endings), "NUM" in written.split("/"))


def _respelt(stem: str, language: str) -> tuple[str, ...]:
    """How Spanish spells a stem before *e*: sacrific- is sacrifique, lanz- is lance, coloc- is coloqué.

    >>> _respelt("lanz", "es"), _respelt("sacrific", "es"), _respelt("lanc", "fr")
    (('lance', 'lancé'), ('sacrifique', 'sacrifiqué'), ())
    """
    changed = {"z": "c", "c": "qu"}.get(stem[-1:]) if language == "es" and len(stem) > 3 else None
    return (f"{stem[:-1]}{changed}e", f"{stem[:-1]}{changed}é") if changed else ()
