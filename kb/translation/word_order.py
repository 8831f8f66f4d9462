"""Who and whom: words of one group that both sides of a bead say, in another order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from kb.translation.lexicon import Match, lexicon
from kb.translation.meaning import Reading, groups_of

_ORDERED: Final = (
    "place",
    "holder",
    "fightside",
    "turnside",
    "person",
    "cardact",
    "edge",
    "facing",
    "tapping",
    "office",
    "outcome",
    "phasing",
    "lateral",
    "staying",
    "adding",
    "stance",
)
"""Groups whose words come in one order in all languages, as published translations show."""
_LOOSE: Final = frozenset({"control", "you"})
"""Words of such groups that do move ("in its owner's control")."""

_DENYING: Final = frozenset({"butnot"})
_NO_CONTRAST: Final = frozenset({"polarity", "modality", "condition"})
_OPENING: Final = frozenset(
    {"when", "if", "unless", "until", "while", "before", "after", "evenif", "except", "although", "instead"}
)


def swapped(left: Reading, right: Reading) -> Iterator[tuple[Match, Match]]:
    """Where both sides say the same words of one group in another order, the first that differ.

    >>> a, b = (Reading.of(lexicon().find(t, g)) for t, g in (
    ...     ("Its controller asks its owner.", "en"), ("Son propriétaire demande à son contrôleur.", "fr")))
    >>> [(sorted(one.concepts), sorted(other.concepts)) for one, other in swapped(a, b)]
    [(['controller'], ['owner'])]
    """
    grouped = [_by_group(reading) for reading in (left, right)]
    for group in _ORDERED:
        if group not in grouped[0] or group not in grouped[1]:
            continue
        sides = [side[group] for side in grouped]
        names = [[next(iter(match.concepts)) for match in side] for side in sides]
        if names[0] == names[1] or sorted(names[0]) != sorted(names[1]):
            continue
        pair = next(pair for pair in zip(*sides, strict=True) if pair[0].concepts != pair[1].concepts)
        if not _moved_along(pair, grouped, group, (left, right)):
            yield pair


def contrasted(left: Reading, right: Reading) -> Iterator[tuple[Match, Match]]:
    """Where one side says this and not that, and the other that and not this, whatever they are.

    >>> a, b = (Reading.of(lexicon().find(t, g)) for t, g in (
    ...     ("It goes to the hand, not to the library.", "en"),
    ...     ("Elle va dans la bibliothèque et non dans la main.", "fr")))
    >>> [(sorted(one.concepts), sorted(other.concepts)) for one, other in contrasted(a, b)]
    [(['hand'], ['library'])]
    """
    said = [dict(_contrasts(reading)) for reading in (left, right)]
    for group in said[0].keys() & said[1].keys():
        one, other = said[0][group], said[1][group]
        if [m.concepts for m in one] == [m.concepts for m in reversed(other)]:
            yield one[0], other[0]


def _contrasts(reading: Reading) -> Iterator[tuple[str, tuple[Match, Match]]]:
    """By group, the two words of it that a side has, where it says the first and not the second."""
    grouped: dict[str, list[Match]] = {}
    for match in reading.matches:
        for group in groups_of(match.concepts) - frozenset(_ORDERED) - _NO_CONTRAST:
            grouped.setdefault(group, []).append(match)
    denials = {match.start for match in reading.matches if match.concepts & _DENYING}
    for group, found in grouped.items():
        if len(found) == 2 and found[0].concepts != found[1].concepts:
            between = [at for at in denials if found[0].start < at < found[1].start]
            if len(between) == 1 and len(denials) == 1:
                yield group, (found[0], found[1])


def _by_group(reading: Reading) -> dict[str, list[Match]]:
    """The unambiguous words of a reading that keep their order, by their groups."""
    found: dict[str, list[Match]] = {}
    for match in reading.matches:
        for group in _ordered(match.concepts):
            found.setdefault(group, []).append(match)
    return found


@lru_cache(maxsize=4096)
def _ordered(names: frozenset[str]) -> frozenset[str]:
    """The groups whose words keep their order, for words that stand for one such concept."""
    return groups_of(names) & frozenset(_ORDERED) if len(names) == 1 and not names & _LOOSE else frozenset()


def _moved_along(
    pair: tuple[Match, Match],
    grouped: Sequence[Mapping[str, Sequence[Match]]],
    group: str,
    sides: tuple[Reading, Reading],
) -> bool:
    """Whether the words around the two moved with them: the clauses have another order, and say the same.

    A word that both sides have once keeps to one of the two when it stands in its clause, or nearer to it.
    Where clauses changed places it keeps to the same one on both sides; where the two were exchanged, it does
    not.
    """
    one, other = pair
    there = [_named(side[group], match.concepts) for side, match in zip(grouped, (other, one), strict=True)]
    if there[0] is None or there[1] is None:
        return False
    kept = [
        _keeping(side, group, two)
        for side, two in zip(sides, ((one, there[0]), (there[1], other)), strict=True)
    ]
    both = kept[0].keys() & kept[1].keys()
    return sum(1 if kept[0][name] == kept[1][name] else -1 for name in both) > 0


def _named(matches: Sequence[Match], concepts: frozenset[str]) -> Match | None:
    found = [match for match in matches if match.concepts == concepts]
    return found[0] if len(found) == 1 else None


def _keeping(reading: Reading, group: str, two: tuple[Match, Match]) -> dict[str, int]:
    """The words of other groups that a side has once, and which of the two each keeps to."""
    clauses = _clauses(reading)
    places = [reading.matches.index(each) for each in two]
    found: dict[str, int] = {}
    for at, match in enumerate(reading.matches):
        if group in groups_of(match.concepts):
            continue
        beside = [clauses[place] == clauses[at] for place in places]
        if all(beside):
            near = min(abs(place - at) for place in places)
            beside = [abs(place - at) == near for place in places]
        if sum(beside) == 1:
            names = (name for name in match.concepts if reading.counts[name] == 1)
            found.update((name, beside.index(True)) for name in names if lexicon().concepts[name].groups)
    return found


def _clauses(reading: Reading) -> list[int]:
    """For each match, the number of the clause it stands in; one opens at a word such as *before* or *if*."""
    found: list[int] = []
    for match in reading.matches:
        opens = bool(match.concepts & _OPENING)
        found.append((found[-1] if found else 0) + opens)
    return found
