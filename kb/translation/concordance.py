"""Where a term is used and how it was rendered; candidates for the termbase; one term in two renderings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kb.translation.detectors.untranslated import common_words
from kb.translation.records import Pair
from kb.translation.termbase import Term, find_term
from kb.translation.tokens import tokens
from kb.translation.unit import Unit, align_pair

_LEAST: Final = 3
_LONGEST: Final = 3
_DICE: Final = 0.6


@dataclass(frozen=True, slots=True)
class Use:
    """A sentence that uses a term, and the sentence on the other side."""

    key: str
    left: str
    right: str
    start: int
    end: int
    """Where the term stands on the side that was searched."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Two phrases that stand in the same sentences so often that they may be one term."""

    left: str
    right: str
    together: int
    score: float


@dataclass(frozen=True, slots=True)
class Renderings:
    """How often each label of a term renders it, out of all sentences that use it."""

    term: Term
    used: int
    counts: tuple[tuple[str, int], ...]

    @property
    def is_consistent(self) -> bool:
        """Whether at most one label is used."""
        return sum(count > 0 for _, count in self.counts) <= 1


def units_of(pairs: Sequence[Pair]) -> list[tuple[Pair, Unit]]:
    """The aligned sentences of all pairs that have both sides."""
    aligned = ((pair, align_pair(pair)) for pair in pairs)
    return [(pair, unit) for pair, found in aligned if found for unit in found.units if unit.is_whole]


def concordance(pairs: Sequence[Pair], term: str) -> Iterator[Use]:
    """Every sentence on either side that uses `term`, inflected or not, with its counterpart.

    >>> from kb.translation.records import Text
    >>> pair = Pair("1", Text("en", "Tokens die."), Text("fr", "Les jetons meurent."))
    >>> [(use.left, use.right) for use in concordance([pair], "jeton")]
    [('Tokens die.', 'Les jetons meurent.')]
    """
    for pair, unit in units_of(pairs):
        for piece in (unit.left, unit.right):
            for hit in find_term(piece.text, term)[:1]:
                yield Use(pair.key, unit.left.text, unit.right.text, hit.start, hit.end)


def renderings(
    pairs: Sequence[Pair], terms: Sequence[Term], languages: tuple[str, str]
) -> Iterator[Renderings]:
    """For each term that is used on the left, which of its labels stand on the right, and how often."""
    units = units_of(pairs)
    for term in terms:
        labels = _labels(term, languages[1])
        source = term.preferred(languages[0])
        if not source or not labels:
            continue
        used = [unit for _, unit in units if find_term(unit.left.text, source)]
        counts = Counter(label for unit in used for label in labels if find_term(unit.right.text, label))
        if used:
            yield Renderings(term, len(used), tuple((label, counts[label]) for label in labels))


def _labels(term: Term, language: str) -> list[str]:
    return list(dict.fromkeys(label.text for label in term.labels if label.language == language))


def candidates(pairs: Sequence[Pair], *, least: int = _LEAST, most: int = 50) -> tuple[Candidate, ...]:
    """Phrases of both sides that stand in the same sentences, the surest first."""
    units = [unit for _, unit in units_of(pairs)]
    left, right = (_places([side(unit) for unit in units], least) for side in (_left_phrases, _right_phrases))
    by_place: defaultdict[int, list[str]] = defaultdict(list)
    for phrase, places in right.items():
        for place in places:
            by_place[place].append(phrase)
    found = []
    for phrase, places in left.items():
        near = Counter(other for place in places for other in by_place[place])
        for other, together in near.items():
            score = 2 * together / (len(places) + len(right[other]))
            if together >= least and score >= _DICE:
                found.append(Candidate(phrase, other, together, round(score, 3)))
    return tuple(sorted(found, key=lambda each: (-each.score * each.together, each.left)))[:most]


def _left_phrases(unit: Unit) -> set[str]:
    return _phrases(unit.left.text, unit.left.language)


def _right_phrases(unit: Unit) -> set[str]:
    return _phrases(unit.right.text, unit.right.language)


def _phrases(text: str, language: str) -> set[str]:
    """Runs of one to three words that neither begin nor end with a common word."""
    quiet = common_words(language)
    said = [token.word for token in tokens(text)]
    found = set()
    for size in range(1, _LONGEST + 1):
        for at in range(len(said) - size + 1):
            run = said[at : at + size]
            ends = (run[0], run[-1])
            if (
                all(word[0].isalpha() and len(word) > 2 and word not in quiet for word in ends)
                and "," not in run
            ):
                found.add(" ".join(run))
    return found


def _places(phrases: Sequence[set[str]], least: int) -> dict[str, set[int]]:
    found: defaultdict[str, set[int]] = defaultdict(set)
    for at, each in enumerate(phrases):
        for phrase in each:
            found[phrase].add(at)
    return {phrase: places for phrase, places in found.items() if len(places) >= least}
