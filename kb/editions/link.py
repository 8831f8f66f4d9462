"""Which number of one edition has become which number of the next.

A rule keeps its identity through its text, not through its number. First come texts that stayed word for word
under their number, then those that moved word for word, then the most similar pairs of what is left; the
number, the number above, and where the neighbours went decide between equals. No pair of texts is compared
that shares no rare word. At the end, what a rule lost is looked for among the new rules (a split), and what a
rule gained among those that are gone (a merger). docs/decisions/0010-editions-and-lineage.md has the figures.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from kb.editions.model import Kind, Link
from kb.editions.numbers import parent, sort_key
from kb.editions.side import Side
from kb.editions.similar import Index, Likeness, Weights, likeness

CANDIDATES: Final = 12
SURE: Final = 0.7
"""From this score with its bonus on, pairs are made first, so that weaker pairs cannot take their places."""
LIKE: Final = 0.5
"""From this score on, a pair is made wherever the two stand."""
LIKE_NEAR: Final = 0.33
"""From this score on, a pair is made that stands in the same place (number, or what is above)."""
LIKE_IN_PLACE: Final = 0.25
"""From this score on, a pair is made that has one number and whose parent stayed: a rewritten rule."""
PART: Final = 0.45
"""From this share of a new rule on that an old rule lost, the old rule was split."""
REWRITTEN: Final = 0.75
"""Below this score a rule was rewritten; a rule that follows it may be a part of it with a smaller share:"""
PART_BESIDE: Final = 0.15
"""this one of what it lost, and"""
PART_OF_WHOLE: Final = 0.4
"""this one of its whole text."""
_PLACED: Final = 0.09
_NEAR: Final = 6
_SHORT: Final = 5
_TITLE: Final = 3

Votes = dict[str, str]


@dataclass(frozen=True, slots=True)
class Links:
    """The links between two consecutive editions: one rule each, then the parts of splits and mergers."""

    rules: tuple[Link, ...]
    parts: tuple[Link, ...]


@dataclass(slots=True)
class _Matching:
    """The pairs made so far."""

    a: Side
    b: Side
    to: dict[str, str] = field(default_factory=dict)
    taken: dict[str, str] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)

    def join(self, before: str, after: str, score: float) -> None:
        self.to[before] = after
        self.taken[after] = before
        self.scores[before] = score

    def left(self) -> list[str]:
        return [number for number in self.a.order if number not in self.to]

    def free(self) -> list[str]:
        return [number for number in self.b.order if number not in self.taken]

    def votes(self) -> Votes:
        """For each number above a pair, the number above it now, by the most pairs below."""
        counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for before, after in self.to.items():
            up, there = parent(before), parent(after)
            while up and there:
                counts[up][there] += 1
                up, there = parent(up), parent(there)
        return {number: counted.most_common(1)[0][0] for number, counted in counts.items()}


def link_editions(before: Side, after: Side) -> Links:
    """The links from one edition to the next.

    >>> texts = ("Each token has one owner.", "A spell is a card on the stack.")
    >>> links = link_editions(Side.of({"110.5": texts[0], "111.1": texts[1]}), Side.of({"111.2": texts[0]}))
    >>> [(link.before, link.after, str(link.kind)) for link in links.rules]
    [('110.5', '111.2', 'moved')]
    """
    matching = _Matching(before, after)
    _join_in_place(matching)
    _join_moved(matching)
    weights = Weights([*before.features.values(), *after.features.values()])
    _join_similar(matching, weights)
    _join_headings(matching)
    rules = tuple(_link(matching, number) for number in before.order if number in matching.to)
    return Links(rules, (*_splits(matching, weights), *_mergers(matching, weights)))


def _link(matching: _Matching, before: str) -> Link:
    after = matching.to[before]
    same = matching.a.words[before] == matching.b.words[after]
    return Link(before, after, Kind.of(before, after, same_words=same), round(matching.scores[before], 2))


def _join_in_place(matching: _Matching) -> None:
    for number, words in matching.a.masked.items():
        if matching.b.masked.get(number) == words:
            matching.join(number, number, 1.0)


def _join_moved(matching: _Matching) -> None:
    """Pairs texts that stand word for word under another number.

    Long texts that occur once come first; then texts above others that moved, then texts below those; then,
    among several equals, the one nearest in the document.
    """
    places: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for number in matching.free():
        places[matching.b.masked[number]].append(number)
    for take in (_only_place, _voted_place, _place_below, _nearest_place):
        votes = matching.votes()
        left = [number for number in matching.left() if matching.a.masked[number] in places]
        twins = Counter(matching.a.masked[number] for number in left)
        for number in left:
            words = matching.a.masked[number]
            free = [place for place in places[words] if place not in matching.taken]
            place = take(matching, number, free, votes, twins[words]) if free else None
            if place:
                matching.join(number, place, 1.0)


def _only_place(matching: _Matching, number: str, free: list[str], _votes: Votes, twins: int) -> str | None:
    is_long = len(matching.a.masked[number]) >= _SHORT
    return free[0] if is_long and twins == 1 and len(free) == 1 else None


def _voted_place(_m: _Matching, number: str, free: list[str], votes: Votes, _twins: int) -> str | None:
    return votes[number] if votes.get(number) in free else None


def _place_below(_m: _Matching, number: str, free: list[str], votes: Votes, _twins: int) -> str | None:
    below = [place for place in free if _follows(number, place, votes)]
    return below[0] if len(below) == 1 else None


def _nearest_place(matching: _Matching, number: str, free: list[str], votes: Votes, twins: int) -> str | None:
    """The nearest equal; a short text only below where its parent went, or as the one such title."""
    below = [place for place in free if _follows(number, place, votes)]
    if not below and len(matching.a.masked[number]) < _SHORT:
        is_only_title = twins == 1 and len(free) == 1 and "." not in number and "." not in free[0]
        return free[0] if is_only_title else None
    at = matching.a.order[number]
    return min(below or free, key=lambda place: abs(matching.b.order[place] - at))


def _follows(number: str, place: str, votes: Votes) -> bool:
    """Whether `place` is below the number that the number above has become; sections say too little."""
    up = parent(number)
    return "." in number and up is not None and votes.get(up) == parent(place)


def _join_similar(matching: _Matching, weights: Weights) -> None:
    """Pairs the most similar of what is left."""
    votes = matching.votes()
    pairs = [
        (found.score + _bonus(number, place, votes), found.score, number, place)
        for number, place, found in _candidates(matching, weights)
    ]
    pairs.sort(key=lambda pair: (-pair[0], sort_key(pair[2]), sort_key(pair[3])))
    for is_enough in (_is_sure, _is_like):
        for total, score, number, place in pairs:
            if number in matching.to or place in matching.taken:
                continue
            if is_enough(total, score, number, place, votes):
                matching.join(number, place, score)


def _is_sure(total: float, _score: float, _number: str, _place: str, _votes: Votes) -> bool:
    return total >= SURE


def _is_like(total: float, score: float, number: str, place: str, votes: Votes) -> bool:
    bonus = total - score
    if score >= LIKE or (score >= LIKE_NEAR and bonus > _PLACED):
        return True
    return score >= LIKE_IN_PLACE and number == place and _follows(number, place, votes)


def _bonus(number: str, place: str, votes: Votes) -> float:
    """What the place adds to a pair's score: the same number, below what is above now, heading to heading."""
    bonus = 0.12 if number == place else 0.0
    up, above = parent(number), parent(place)
    if up is not None and votes.get(up, up) == above:
        bonus += 0.10 if up in votes else 0.05
    if ("." in number) != ("." in place):
        bonus -= 0.15
    return bonus


def _candidates(matching: _Matching, weights: Weights) -> Iterator[tuple[str, str, Likeness]]:
    free = {number: matching.b.features[number] for number in matching.free()}
    index = Index(free, weights)
    for number in matching.left():
        features = matching.a.features[number]
        near = index.nearest(features, CANDIDATES)
        if number in free and number not in near:
            near.append(number)
        for place in near:
            yield number, place, _likeness(matching, number, place, weights)


def _likeness(matching: _Matching, number: str, place: str, weights: Weights) -> Likeness:
    """How alike two texts are; a title inside a longer text does not make the two alike."""
    found = likeness(matching.a.features[number], matching.b.features[place], weights)
    if min(len(matching.a.masked[number]), len(matching.b.masked[place])) <= _TITLE:
        return Likeness(found.dice, found.dice)
    return found


def _join_headings(matching: _Matching) -> None:
    """A renamed chapter is the one its rules are in now."""
    for number, place in matching.votes().items():
        if "." in number or "." in place or number in matching.to or place in matching.taken:
            continue
        if number in matching.a.order and place in matching.b.order:
            matching.join(number, place, _likeness_of_titles(matching, number, place))


def _likeness_of_titles(matching: _Matching, number: str, place: str) -> float:
    """The share of words two titles have in common."""
    one, other = set(matching.a.masked[number]), set(matching.b.masked[place])
    return len(one & other) / max(len(one | other), 1)


def _splits(matching: _Matching, weights: Weights) -> Iterator[Link]:
    """New rules made of what an old rule lost."""
    lost = {
        number: features - matching.b.features[matching.to[number]] if number in matching.to else features
        for number, features in matching.a.features.items()
        if number not in matching.to or matching.scores[number] < 1.0
    }
    index = Index(lost, weights)
    for place in matching.free():
        features = matching.b.features[place]
        if len(matching.b.masked[place]) <= _SHORT:
            continue
        for number in dict.fromkeys([*_rewritten_before(matching, place), *index.nearest(features, 1)]):
            share = weights.common(features, lost[number]) / weights.total(features)
            whole = weights.common(features, matching.a.features[number]) / weights.total(features)
            beside = number in _rewritten_before(matching, place)
            if share >= PART or (beside and share >= PART_BESIDE and whole >= PART_OF_WHOLE):
                yield Link(number, place, Kind.SPLIT, round(max(share, whole if beside else 0.0), 2))
                break


def _rewritten_before(matching: _Matching, place: str) -> tuple[str, ...]:
    """The old rule whose rewritten text is the nearest one before `place`, among the rules beside it."""
    at = matching.b.order[place]
    numbers = list(matching.b.order)
    for number in reversed(numbers[max(0, at - _NEAR) : at]):
        if parent(number) == parent(place) and number in matching.taken:
            before = matching.taken[number]
            return (before,) if matching.scores[before] < REWRITTEN else ()
    return ()


def _mergers(matching: _Matching, weights: Weights) -> Iterator[Link]:
    """Old rules that are part of what a rule gained."""
    gained = {
        place: features - matching.a.features[matching.taken[place]] if place in matching.taken else features
        for place, features in matching.b.features.items()
        if place not in matching.taken or matching.scores[matching.taken[place]] < 1.0
    }
    index = Index(gained, weights)
    for number in matching.left():
        features = matching.a.features[number]
        if len(matching.a.masked[number]) < _SHORT + 1:
            continue
        for place in index.nearest(features, 1):
            share = weights.common(features, gained[place]) / weights.total(features)
            if share >= PART:
                yield Link(number, place, Kind.MERGED, round(share, 2))
