"""A problem in a rule set: where, and what it is in one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kb.errors import Place, near_matches


@dataclass(frozen=True, slots=True)
class Problem:
    """Where something is wrong, and what."""

    place: Place
    message: str


def suggestion(word: str, known: Iterable[str]) -> str:
    """The near matches of a word as the end of a message, or nothing.

    >>> suggestion("contoller", ["controller", "owner"])
    "; did you mean 'controller'?"
    """
    near = near_matches(word, known)
    return f"; did you mean {' or '.join(repr(each) for each in near)}?" if near else ""
