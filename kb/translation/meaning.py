"""Words that change a ruling, compared: what one side says and the other does not, or says otherwise.

Each side is read with the lexicon. A concept that only one side has is *lost*; with a concept of the same
group that only the other side has, the two are *exchanged*, which is surer. A word that may stand for several
concepts (ES *contador*) is not lost while any of them is on the other side, and what a concept lists as
`also` explains a loss when the other side has more of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kb.translation.lexicon import Concept, Match, equivalents, lexicon
from kb.translation.records import Direction

_EXCHANGED: Final = 0.92
_EXCHANGED_COUNT: Final = 0.6
_FAINT, _SHOWN = 0.42, 0.5
_REPLACED: Final = 0.55
"""How sure a thing for a thing of another group is."""
_THINGS: Final = frozenset(
    {"zone", "objectkind", "abilitykind", "attachment", "cardact", "stackact", "stat", "hurt", "colour"}
)


@dataclass(frozen=True, slots=True)
class Reading:
    """The concepts that one side of a bead says, and how often."""

    matches: tuple[Match, ...]
    counts: Mapping[str, int]
    sure: Mapping[str, int]
    """The same, words that may stand for something else left out."""

    @classmethod
    def of_text(cls, text: str, language: str) -> Reading:
        """The reading of a text, remembered: several detectors ask for it."""
        return _reading(text, language)

    @classmethod
    def of(cls, matches: Sequence[Match]) -> Reading:
        """The reading of some matches."""
        counts: dict[str, int] = {}
        sure: dict[str, int] = {}
        for match in matches:
            for name in match.concepts:
                counts[name] = counts.get(name, 0) + 1
                if len(match.concepts) == 1:
                    sure[name] = sure.get(name, 0) + 1
        return cls(tuple(matches), counts, sure)


@lru_cache(maxsize=8192)
def _reading(text: str, language: str) -> Reading:
    return Reading.of(lexicon().find(text, language))


@dataclass(frozen=True, slots=True)
class Difference:
    """A concept that `side` has and the other lacks, or has less often; `instead` is what that says."""

    concept: Concept
    side: Direction
    match: Match
    instead: Concept | None
    instead_match: Match | None
    confidence: float
    is_excused: bool = False
    """Whether a concept beside it on both sides accounts for it, unless it is exchanged for another."""


def compare(left: Reading, right: Reading) -> tuple[Difference, ...]:
    """The differences of two readings, the surest first.

    >>> a, b = (Reading.of(lexicon().find(t, g)) for t, g in (
    ...     ("Its owner may draw.", "en"), ("Son contrôleur peut piocher.", "fr")))
    >>> [(d.concept.name, d.instead.name if d.instead else None, d.confidence) for d in compare(a, b)]
    [('owner', 'controller', 0.92)]
    """
    lost = [*_lost(left, right, Direction.LEFT), *_lost(right, left, Direction.RIGHT)]
    same = _said_otherwise(left, right)
    found = [*_paired([each for each in lost if each.concept.name not in same])]
    return tuple(sorted(_replaced(found), key=lambda each: -each.confidence))


@lru_cache(maxsize=8192)
def compare_texts(left: tuple[str, str], right: tuple[str, str]) -> tuple[Difference, ...]:
    """The same for two texts with their languages, remembered.

    >>> [d.concept.name for d in compare_texts(("You may draw.", "en"), ("Piochez.", "fr"))]
    ['may', 'you']
    """
    return compare(Reading.of_text(*left), Reading.of_text(*right))


def _said_otherwise(left: Reading, right: Reading) -> frozenset[str]:
    """The concepts of a turn of phrase that the other side says with other small words."""
    more = _more(left, right), _more(right, left)
    found: set[str] = set()
    for one, other in equivalents():
        if (one <= more[0] and other <= more[1]) or (one <= more[1] and other <= more[0]):
            found |= one | other
    return frozenset(found)


def _more(one: Reading, other: Reading) -> set[str]:
    """The concepts that one side has more often than the other."""
    there = other.counts
    return {name for name, count in one.counts.items() if count > there.get(name, 0)}


def _replaced(found: Sequence[Difference]) -> list[Difference]:
    """With a thing that only the left has and a thing that only the right has made one, if they are alone."""
    things = [each for each in found if _is_thing(each.concept) and not each.instead]
    things = [each for each in things if _FAINT <= each.confidence < _SHOWN]
    left = [each for each in things if each.side is Direction.LEFT]
    right = [each for each in things if each.side is Direction.RIGHT]
    if len(left) != 1 or len(right) != 1:
        return list(found)
    one, other = left[0], right[0]
    made = Difference(one.concept, one.side, one.match, other.concept, other.match, _REPLACED)
    return [*(each for each in found if each not in things), made]


def _is_thing(concept: Concept) -> bool:
    return not _THINGS.isdisjoint(concept.groups)


def _lost(here: Reading, there: Reading, side: Direction) -> Iterator[Difference]:
    seen: set[str] = set()
    for match in here.matches:
        lacks = lacking(match.concepts, here, there)
        if lacks <= 0:
            continue
        concept, excuses, beside = _weighed(match.concepts)
        if concept.name in seen:
            continue
        unexplained = lacks - _excused(excuses, here, there)
        if unexplained <= 0:
            continue
        seen.add(concept.name)
        missing = unexplained == lacks and there.counts.keys().isdisjoint(match.concepts)
        alone = concept.loss if side is Direction.LEFT else concept.gain
        confidence = alone if missing else concept.count
        if _goes_without_saying(concept, here, there):
            confidence = min(confidence, _FAINT)
        excused = any(name in here.counts and name in there.counts for name in beside)
        yield Difference(concept, side, match, None, None, confidence, excused)


def _goes_without_saying(concept: Concept, here: Reading, there: Reading) -> bool:
    """Whether the other side says it by saying nothing: "sacrifice it" is "vous devez le sacrifier"."""
    if not concept.against or here.counts.get("neg"):
        return False
    return not any(there.counts.get(name, 0) > here.counts.get(name, 0) for name in concept.against)


@lru_cache(maxsize=4096)
def _weighed(names: frozenset[str]) -> tuple[Concept, frozenset[str], tuple[str, ...]]:
    """The concept that words stand for whose loss is surest, what may stand for them, and what excuses it."""
    concepts = lexicon().concepts
    concept = concepts[min(names, key=lambda name: (-concepts[name].loss, name))]
    return concept, frozenset(o for n in names for o in concepts[n].also) - names, concept.beside


def lacking(names: frozenset[str], here: Reading, there: Reading) -> int:
    """How often the other side lacks what words stand for, before anything excuses it.

    >>> here, there = Reading.of_text("You may draw.", "en"), Reading.of_text("Piochez.", "fr")
    >>> lacking(frozenset({"may"}), here, there), lacking(frozenset({"draw"}), here, there)
    (1, 0)
    """
    said, answered = here.sure, there.counts
    if len(names) == 1:
        (name,) = names
        return max(said.get(name, 0), 1) - answered.get(name, 0)
    return min(max(said.get(name, 0), 1) - answered.get(name, 0) for name in names)


def _excused(excuses: frozenset[str], here: Reading, there: Reading) -> int:
    """How often words of the other side that may stand for it account for that."""
    said, answered = here.sure, there.counts
    return sum(max(0, answered[name] - said.get(name, 0)) for name in answered.keys() & excuses)


def _paired(lost: Sequence[Difference]) -> Iterator[Difference]:
    """The differences, those of one group on opposite sides made one."""
    by_group: defaultdict[str, list[Difference]] = defaultdict(list)
    for each in lost:
        for group in _groups(each.match):
            by_group[group].append(each)
    done: set[int] = set()
    for found in by_group.values():
        left = [one for one in found if one.side is Direction.LEFT]
        right = [one for one in found if one.side is Direction.RIGHT]
        for one in left:
            other = next((o for o in right if id(o) not in done), None)
            if other is not None and id(one) not in done:
                done |= {id(one), id(other)}
                yield _exchange(one, other)
    yield from (each for each in lost if id(each) not in done and not each.is_excused)


def _groups(match: Match) -> frozenset[str]:
    return groups_of(match.concepts)


@lru_cache(maxsize=4096)
def groups_of(names: frozenset[str]) -> frozenset[str]:
    """The groups of concepts.

    >>> sorted(groups_of(frozenset({"owner", "may"})))
    ['holder', 'modality']
    """
    concepts = lexicon().concepts
    return frozenset(group for name in names for group in concepts[name].groups)


def _exchange(one: Difference, other: Difference) -> Difference:
    wholes = (each.confidence >= min(each.concept.loss, each.concept.gain) > 0 for each in (one, other))
    confidence = _EXCHANGED if all(wholes) else _EXCHANGED_COUNT
    return Difference(one.concept, one.side, one.match, other.concept, other.match, confidence)
