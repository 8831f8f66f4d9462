"""Words that several verbs about editions say."""

from __future__ import annotations

from kb.cli import edition_messages as m
from kb.editions.model import Interval


def interval_name(interval: Interval, language: str) -> str:
    """Consecutive editions in words.

    >>> interval_name(Interval("2010-02-01", "2010-04-23"), "en")
    '2010-02-01 to 2010-04-23'
    """
    if interval.first == interval.last:
        return interval.first
    return m.INTERVAL.say(language, first=interval.first, last=interval.last)


def colon(language: str) -> str:
    """A colon as a language sets it after a word: French puts a no-break space before it."""
    return "\u00a0:" if language == "fr" else ":"
