"""The lexicon of words that change a ruling, read from ``ontology/translation``, and how it finds them.

A pattern is a sequence of words and gaps (the files explain the grammar). From left to right, the pattern
that takes the most words wins, then the one that ends soonest; words it takes count once. So "à moins que ...
ne" takes the *ne* that denies nothing, and "ne ... que" is an "only", not a "not".
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import yaml

from kb.ontology_files import ontology_files
from kb.translation.matching import best_fit
from kb.translation.patterns import Pattern, read_patterns
from kb.translation.tokens import Token, tokens

LANGUAGES: Final = ("en", "fr", "es")
_QUOTED: Final = re.compile(r"\"[^\"]{1,80}\"|«[^»]{1,80}»|“[^”]{1,80}”")
"""Card names, mostly: what a name says is no rule."""


@dataclass(frozen=True, slots=True)
class Concept:
    """What a small word says, and how sure a difference in it is a difference in meaning."""

    name: str
    kind: str
    groups: tuple[str, ...]
    loss: float
    gain: float
    """The same when only the right side has it: translators add small words more freely."""
    count: float
    also: tuple[str, ...]
    beside: tuple[str, ...]
    against: tuple[str, ...]
    """Its loss counts only where the other side has more of these, or where it was denied."""


class Match(NamedTuple):
    """Words of a text that stand for a concept, or for one of several where they are ambiguous."""

    concepts: frozenset[str]
    start: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """All concepts, and for each language its patterns by their first word or its beginning."""

    concepts: Mapping[str, Concept]
    exact: Mapping[str, Mapping[str, tuple[Pattern, ...]]]
    stems: Mapping[str, Mapping[str, tuple[Pattern, ...]]]
    _known: dict[tuple[str, str], tuple[Pattern, ...]] = field(default_factory=dict, repr=False)

    def find(self, text: str, language: str) -> tuple[Match, ...]:
        """The concepts in `text`, in order.

        >>> [sorted(m.concepts) for m in lexicon().find("Il ne peut attaquer que si vous le pouvez.", "fr")]
        [['only'], ['may'], ['attacking'], ['if'], ['you'], ['may']]
        """
        return _find(self, text, language)

    def read(self, text: str, language: str) -> tuple[Match, ...]:
        """The same, without the memory of what was read before."""
        if language not in self.exact:
            return ()
        names = [match.span() for match in _QUOTED.finditer(text)]
        found = tokens(text)
        if names:
            found = tuple(t for t in found if not any(start <= t.start < end for start, end in names))
        return tuple(self._matches(found, language))

    def _matches(self, found: tuple[Token, ...], language: str) -> Iterator[Match]:
        taken: set[int] = set()
        words = [token.word for token in found]
        for at, word in enumerate(words):
            if at in taken:
                continue
            candidates = self._starting_with(word, language)
            best = best_fit(candidates, words, at, taken) if candidates else None
            if best:
                places, patterns = best
                # A verb that is known by its ending alone ("al copiarse") still says what it says.
                takes = patterns[0].takes
                taken.update(place for place, is_taken in zip(places, takes, strict=True) if is_taken)
                yield from _read(patterns, found[places[0]].start, found[places[-1]].end)

    def _starting_with(self, word: str, language: str) -> tuple[Pattern, ...]:
        known = self._known.get((word, language))
        if known is None:
            stems = self.stems[language]
            ends = (word[:size] for size in range(1, len(word) + 1))
            found = (*self.exact[language].get(word, ()), *(p for end in ends for p in stems.get(end, ())))
            known = tuple(sorted(found, key=lambda pattern: -pattern.size))
            self._known[word, language] = known
        return known


@lru_cache(maxsize=65536)
def _find(known: Lexicon, text: str, language: str) -> tuple[Match, ...]:
    return known.read(text, language)


def _read(patterns: list[Pattern], start: int, end: int) -> Iterator[Match]:
    """One match for all the concepts that the words may stand for; for several at once, one each."""
    readings = {pattern.concepts for pattern in patterns}
    if len(readings) == 1:
        for name in patterns[0].concepts:
            yield Match(frozenset({name}), start, end)
    else:
        yield Match(frozenset(name for pattern in patterns for name in pattern.concepts), start, end)


@cache
def equivalents() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Concepts that together say the same as others together, from ``ontology/translation/equivalents.tsv``.

    >>> (frozenset({"neg", "unless"}), frozenset({"only"})) in equivalents()
    True
    """
    found = []
    for path in ontology_files("translation/equivalents.tsv"):
        lines = (line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
        for row in csv.DictReader(lines, delimiter="\t"):
            found.append((frozenset(row["one"].split()), frozenset(row["other"].split())))
    return tuple(found)


@cache
def lexicon() -> Lexicon:
    """The packaged lexicon.

    >>> lexicon().concepts["unless"].groups
    ('condition',)
    """
    concepts: dict[str, Concept] = {}
    exact: dict[str, defaultdict[str, list[Pattern]]] = {tag: defaultdict(list) for tag in LANGUAGES}
    stems: dict[str, defaultdict[str, list[Pattern]]] = {tag: defaultdict(list) for tag in LANGUAGES}
    for path in ontology_files("translation/*.yaml"):
        for name, entry in yaml.safe_load(path.read_text(encoding="utf-8")).items():
            concepts[name] = _concept(name, path.stem, entry)
            for tag in LANGUAGES:
                for pattern in read_patterns(name, str(entry.get(tag, "")), tag):
                    _index(pattern, exact[tag], stems[tag])
    return Lexicon(concepts, _frozen(exact), _frozen(stems))


def _frozen(
    by_language: Mapping[str, Mapping[str, list[Pattern]]],
) -> dict[str, dict[str, tuple[Pattern, ...]]]:
    return {tag: {key: tuple(found) for key, found in each.items()} for tag, each in by_language.items()}


def _concept(name: str, family: str, entry: Mapping[str, Any]) -> Concept:
    return Concept(
        name,
        str(entry.get("kind", family)),
        _groups(entry.get("group")),
        float(entry.get("loss", 0.0)),
        float(entry.get("gain", entry.get("loss", 0.0))),
        float(entry.get("count", 0.0)),
        tuple(entry.get("also", ())),
        tuple(entry.get("beside", ())),
        tuple(entry.get("against", ())),
    )


def _groups(written: str | list[str] | None) -> tuple[str, ...]:
    if written is None:
        return ()
    return (written,) if isinstance(written, str) else tuple(written)


def _index(
    pattern: Pattern,
    exact: defaultdict[str, list[Pattern]],
    stems: defaultdict[str, list[Pattern]],
) -> None:
    for word in pattern.first.exact:
        exact[word].append(pattern)
    for stem in pattern.first.stems:
        stems[stem].append(pattern)
