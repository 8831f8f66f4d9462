"""Where the patterns of the lexicon stand in a text.

From left to right, the pattern that takes the most words wins, then the one that ends soonest; words it takes
count once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kb.translation.patterns import Pattern

_STOPS: Final = frozenset('.;:()[]!?●•«»"')
_OPENERS: Final = _STOPS | {",", "—", "–", "y", "et", "and", "pero", "mais", "but"}  # A clause begins after.


def best_fit(
    candidates: Sequence[Pattern], words: Sequence[str], at: int, taken: set[int]
) -> tuple[tuple[int, ...], list[Pattern]] | None:
    """The places of the words of the best pattern from the word `at` on, and all patterns that take those.

    `candidates` begin with that word, the longest first; words in `taken` stand for something already.
    """
    fitting: dict[tuple[int, ...], list[Pattern]] = {}
    opening = at == 0 or words[at - 1] in _OPENERS
    longest = 0
    for pattern in candidates:  # The longest come first.
        if pattern.size < longest:
            break
        if pattern.opens and not opening:
            continue
        if places := (at,) if pattern.size == 1 else _places(pattern, words, at, taken):
            fitting.setdefault(places, []).append(pattern)
            longest = pattern.size
    if not fitting:
        return None
    best = (
        min(fitting, key=lambda places: (-len(places), places[-1]))
        if len(fitting) > 1
        else next(iter(fitting))
    )
    found = fitting[best]
    if len(found) > 1:
        closeness = [_closeness(pattern, words[at]) for pattern in found]
        found = [each for each, close in zip(found, closeness, strict=True) if close == max(closeness)]
    return best, found


def _closeness(pattern: Pattern, word: str) -> int:
    return pattern.first.closeness(word) - (not all(pattern.takes))


def _places(pattern: Pattern, words: Sequence[str], at: int, taken: set[int]) -> tuple[int, ...]:
    """Where the words of `pattern` are, whose first is the word `at`; empty when it does not fit."""
    places = [at]
    here = at + 1
    for gap, part in pattern.rest:
        for there in range(here, min(here + gap + 1, len(words))):
            word = words[there]
            if there not in taken and part.fits(word):
                break
            if word in _STOPS or (word == "," and not pattern.crosses_commas):
                return ()
        else:
            return ()
        places.append(there)
        here = there + 1
    return tuple(places)
