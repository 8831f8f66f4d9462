"""Which edition a text is: by its words where the register has its language, else by what it cites.

Every paragraph is judged alone, then all of one language together: pages mix editions, and a page whose two
languages follow different editions is common. Editions are handled as bits of an integer, one each.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from kb.editions.foreign import Evidence, compare_facts, evidence_for
from kb.editions.model import Interval, Wording
from kb.editions.paragraphs import Paragraph, paragraphs_of
from kb.editions.register import Register
from kb.editions.wording import Facts, facts_of
from kb.model import Passage

_CLOSE: Final = 1e-9
Scores = dict[int, float]
"""A score for each position of an edition that has one."""


class FitKind(StrEnum):
    """How a paragraph fits an edition."""

    EXACT = "exact"
    """It has the very words."""
    PART = "part"
    """It has some of the sentences."""
    FACTS = "facts"
    """A translation that cites and counts the same."""
    NEAR = "near"
    """A translation that cites and counts nearly the same."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Fit:
    """The editions that a paragraph fits best, and why."""

    number: str | None
    language: str
    kind: FitKind
    score: float
    found: str | None
    """The number whose wording it is; another than `number` where the paragraph was renumbered."""
    intervals: tuple[Interval, ...]
    """The editions it fits best, all evidence together."""
    possible: tuple[Interval, ...]
    """The editions that nothing it cites speaks against; those of `intervals` are among them."""
    evidence: tuple[Evidence, ...]

    def __str__(self) -> str:
        where = _told(self.possible, self.intervals)
        moved = f" as {self.found}" if self.found and self.found != self.number else ""
        return f"{self.number or '-'} ({self.language}): {where}{moved}, {self.kind} ({self.score:.2f})"


def _told(intervals: tuple[Interval, ...], closest: tuple[Interval, ...]) -> str:
    if not intervals:
        return "no known edition"
    told = ", ".join(map(str, intervals))
    return told if closest == intervals else f"{told}, closest {', '.join(map(str, closest))}"


@dataclass(frozen=True, slots=True)
class Whole:
    """The editions that all paragraphs of one language fit best together.

    A translation is judged by what it cites: `intervals` are as narrow as the citations make them, and
    `closest` are the editions among them that its sentences and numerals fit best.
    """

    language: str
    intervals: tuple[Interval, ...]
    closest: tuple[Interval, ...]
    fitting: int
    """How many paragraphs have no better edition than `intervals`."""
    of: int
    """How many paragraphs there are that have a number or are known without one."""

    def __str__(self) -> str:
        where = _told(self.intervals, self.closest)
        return f"{self.language}: {where}, {self.fitting} of {self.of} paragraphs"


@dataclass(frozen=True, slots=True)
class Identification:
    """What :func:`identify` found: each paragraph, and each language as a whole."""

    document: str
    fits: tuple[Fit, ...]
    wholes: tuple[Whole, ...]


@dataclass(frozen=True, slots=True)
class _Scored:
    fit: Fit
    firm: Scores
    """By the words, or by what a translation cites."""
    scores: Scores
    """By everything."""


def identify(
    register: Register,
    source: str | Iterable[Passage],
    *,
    language: str | None = None,
    own_language: str = "en",
) -> Identification:
    """Which editions of the register's document `source` agrees with, per paragraph and as a whole.

    `language` is that of a plain text, by default guessed for each paragraph; `own_language` is the one the
    register was made from.
    """
    scored = [_judge(register, each, own_language) for each in paragraphs_of(source, language)]
    languages = dict.fromkeys(each.fit.language for each in scored)
    wholes = (
        _whole(register, name, [each for each in scored if each.fit.language == name]) for name in languages
    )
    return Identification(register.document, tuple(each.fit for each in scored), tuple(wholes))


def _judge(register: Register, paragraph: Paragraph, own_language: str) -> _Scored:
    facts = facts_of(paragraph.text, paragraph.language)
    if paragraph.language == own_language:
        return _by_words(register, paragraph, facts)
    return _by_facts(register, paragraph, facts)


@dataclass(frozen=True, slots=True)
class _Hashes:
    """The wordings by hash and by the hashes of their sentences."""

    whole: dict[str, tuple[Wording, ...]]
    sentences: dict[str, tuple[Wording, ...]]


@cache
def _hashes(register: Register) -> _Hashes:
    whole: defaultdict[str, list[Wording]] = defaultdict(list)
    sentences: defaultdict[str, list[Wording]] = defaultdict(list)
    for wording in register.wordings:
        whole[wording.hash].append(wording)
        for sentence in set(wording.sentences):
            sentences[sentence].append(wording)
    return _Hashes(
        {key: tuple(found) for key, found in whole.items()},
        {key: tuple(found) for key, found in sentences.items()},
    )


def _by_words(register: Register, paragraph: Paragraph, facts: Facts) -> _Scored:
    hashes = _hashes(register)
    exact = _own_number_first(hashes.whole.get(facts.hash, ()), paragraph.number)
    if exact:
        return _scored(register, paragraph, FitKind.EXACT, [(wording, 1.0) for wording in exact])
    shared = {wording for sentence in facts.sentences for wording in hashes.sentences.get(sentence, ())}
    own = {wording for wording in shared if wording.number == paragraph.number}
    rated = [(wording, _shared(facts, wording)) for wording in own or shared]
    best = max((score for _, score in rated), default=0.0)
    kept = [(wording, score) for wording, score in rated if score == best]
    return _scored(register, paragraph, FitKind.PART if kept else FitKind.NONE, kept)


def _own_number_first(wordings: tuple[Wording, ...], number: str | None) -> tuple[Wording, ...]:
    own = tuple(wording for wording in wordings if wording.number == number)
    return own or wordings


def _shared(facts: Facts, wording: Wording) -> float:
    """The share of sentences two texts have in common, of both together."""
    common = Counter(facts.sentences) & Counter(wording.sentences)
    return 2 * common.total() / (len(facts.sentences) + len(wording.sentences))


def _by_facts(register: Register, paragraph: Paragraph, facts: Facts) -> _Scored:
    rated = list(compare_facts(register, paragraph, facts))
    best = max((rating.score for rating in rated), default=0.0)
    kept = [rating for rating in rated if rating.score > best - _CLOSE]
    if not kept:
        return _scored(register, paragraph, FitKind.NONE, [])
    firm = {rating.position: rating.cites for rating in rated}
    kind = FitKind.FACTS if kept[0].agrees else FitKind.NEAR
    fit = Fit(
        paragraph.number,
        paragraph.language,
        kind,
        round(best, 2),
        paragraph.number,
        _intervals(register, (rating.position for rating in kept)),
        _intervals(register, _best(firm)),
        evidence_for(register, facts, kept[0]),
    )
    return _Scored(fit, firm, {rating.position: rating.score for rating in rated})


def _scored(
    register: Register, paragraph: Paragraph, kind: FitKind, rated: list[tuple[Wording, float]]
) -> _Scored:
    """The fit to wordings of the register's own language, each with its score."""
    scores: Scores = {}
    for wording, score in rated:
        for position in range(wording.first, wording.last + 1):
            scores[position] = max(score, scores.get(position, 0.0))
    numbers = {wording.number for wording, _ in rated}
    found = numbers.pop() if len(numbers) == 1 else None
    best = max(scores.values(), default=0.0)
    where = _intervals(register, scores)
    fit = Fit(paragraph.number, paragraph.language, kind, round(best, 2), found, where, where, ())
    return _Scored(fit, scores, scores)


def _whole(register: Register, language: str, scored: list[_Scored]) -> Whole:
    kept = _best(_sum(each.firm for each in scored))
    everything = _sum(each.scores for each in scored)
    closest = _best({position: everything[position] for position in kept})
    numbered = [each for each in scored if each.fit.number or each.firm]
    fitting = sum(bool(each.firm) and set(kept) <= set(_best(each.firm)) for each in scored)
    return Whole(language, _intervals(register, kept), _intervals(register, closest), fitting, len(numbered))


def _sum(each_scores: Iterable[Scores]) -> Scores:
    totals: defaultdict[int, float] = defaultdict(float)
    for scores in each_scores:
        for position, score in scores.items():
            totals[position] += score
    return totals


def _best(scores: Scores) -> list[int]:
    """The positions with the highest score, in order."""
    most = max(scores.values(), default=0.0)
    return sorted(position for position, score in scores.items() if score > most - _CLOSE)


def _intervals(register: Register, positions: Iterable[int]) -> tuple[Interval, ...]:
    return tuple(register.interval(*run) for run in _runs(sorted(set(positions))))


def _runs(positions: list[int]) -> Iterator[tuple[int, int]]:
    """The runs of consecutive numbers, as first and last.

    >>> list(_runs([1, 2, 3, 7]))
    [(1, 3), (7, 7)]
    """
    start = 0
    for at in range(1, len(positions) + 1):
        if at == len(positions) or positions[at] != positions[at - 1] + 1:
            yield positions[start], positions[at - 1]
            start = at
