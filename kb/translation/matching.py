"""Where the patterns of the lexicon stand in a text.

From left to right, the pattern that takes the most words wins, then the one that ends soonest; words it takes
count once.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from kb.translation.patterns import Pattern, Word
from kb.translation.tokens import Token

_STOPS: Final = frozenset('.;:()[]!?●•«»"')
_OPENERS: Final = _STOPS | {",", "—", "–", "y", "et", "and", "pero", "mais", "but"}  # A clause begins after.


def best_fit(
    candidates: tuple[Pattern, ...], found: tuple[Token, ...], at: int, taken: set[int]
) -> tuple[tuple[int, ...], list[Pattern]] | None:
    """The places of the words of the best pattern from the token `at` on, and all patterns that take those.

    `candidates` begin with that word, the longest first; words in `taken` stand for something already.
    """
    fitting: defaultdict[tuple[int, ...], list[Pattern]] = defaultdict(list)
    opening = at == 0 or found[at - 1].word in _OPENERS
    longest = 0
    for pattern in candidates:  # The longest come first.
        if pattern.size < longest:
            break
        if (opening or not pattern.opens) and (places := _places(pattern, found, at, taken)):
            fitting[places].append(pattern)
            longest = pattern.size
    if not fitting:
        return None
    best = min(fitting, key=lambda places: (-len(places), places[-1]))
    closest = max(_closeness(pattern, found[at]) for pattern in fitting[best])
    return best, [pattern for pattern in fitting[best] if _closeness(pattern, found[at]) == closest]


def _closeness(pattern: Pattern, token: Token) -> int:
    first = pattern.parts[0]
    by_ending = any(isinstance(part, Word) and part.endings for part in pattern.parts)
    return first.closeness(token.word) - by_ending if isinstance(first, Word) else 0


def _places(pattern: Pattern, found: tuple[Token, ...], at: int, taken: set[int]) -> tuple[int, ...]:
    """Where the words of `pattern` are, whose first is the token `at`; empty when it does not fit."""
    places = [at]
    gap = 0
    here = at + 1
    for part in pattern.parts[1:]:
        if isinstance(part, int):
            gap = part
            continue
        there = _next(part, found, here, gap, taken, pattern.crosses_commas)
        if there is None:
            return ()
        places.append(there)
        here, gap = there + 1, 0
    return tuple(places)


def _next(
    part: Word, found: tuple[Token, ...], here: int, gap: int, taken: set[int], crosses: bool
) -> int | None:
    for at in range(here, min(here + gap + 1, len(found))):
        if at not in taken and part.fits(found[at]):
            return at
        if found[at].word in _STOPS or (found[at].word == "," and not crosses):
            return None
    return None
