"""What a card's text says of control: phrases found by expressions kept as data.

The expressions are in ``ontology/edopro/phrases.yaml``, by language. They read the words of cards as they
are printed; a language that the file does not have says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

import yaml

from kb.edopro.records import Kind
from kb.ontology_files import ontology_root

LANGUAGES: Final = ("en", "fr", "es")
WHILE: Final = "while"
_KINDS: Final = (Kind.LOCK, Kind.RETURN, Kind.SWAP, Kind.GIVE, Kind.TAKE, Kind.MOVE)
"""In this order: a stretch of text that one kind has taken is not read as another."""
_SPEAKS: Final = re.compile(r"contr[oô]l|poss?es", re.IGNORECASE)
_OTHER_WAY: Final = {Kind.TAKE: Kind.GIVE}


@dataclass(frozen=True, slots=True, order=True)
class Said:
    """One thing a text says of control.

    `until` is a phase (``PHASE_END``), ``while``, or empty when it is for good; `words` are the phrase's, and
    `start` is where they begin in the text.
    """

    start: int
    kind: Kind
    until: str
    words: str


@dataclass(frozen=True, slots=True)
class _Phrases:
    breaks: re.Pattern[str]
    ignored: tuple[re.Pattern[str], ...]
    kinds: Mapping[Kind, tuple[re.Pattern[str], ...]]
    until: Mapping[str, re.Pattern[str]]


def said(text: str, language: str) -> tuple[Said, ...]:
    """What `text` says of control, in its order; nothing for a language without phrases.

    >>> for each in said("Target 1 monster; take control of it until the End Phase.", "en"):
    ...     print(each.kind.value, each.until)
    take PHASE_END
    >>> [each.kind.value for each in said("Échangez le contrôle de ces monstres.", "fr")]
    ['swap']
    >>> said("Destroy all monsters you control.", "en")
    ()
    """
    if language not in LANGUAGES or not _SPEAKS.search(text):
        return ()
    phrases = _phrases()[language]
    taken = [match.span() for pattern in phrases.ignored for match in pattern.finditer(text)]
    found: list[Said] = []
    for kind in _KINDS:
        for pattern in phrases.kinds[kind]:
            for match in pattern.finditer(text):
                if any(match.start() < end and start < match.end() for start, end in taken):
                    continue
                taken.append(match.span())
                found.append(_said(text, phrases, kind, match))
    return tuple(sorted(found))


def _said(text: str, phrases: _Phrases, kind: Kind, match: re.Match[str]) -> Said:
    is_other = match.groupdict().get("other") is not None
    kind = _OTHER_WAY.get(kind, kind) if is_other else kind
    clause = text[slice(*_clause(text, phrases, match))]
    until = next((name for name, pattern in phrases.until.items() if pattern.search(clause)), "")
    return Said(match.start(), kind, until, match[0])


def _clause(text: str, phrases: _Phrases, match: re.Match[str]) -> tuple[int, int]:
    """The stretch between the breaks around a phrase."""
    start = max((each.end() for each in phrases.breaks.finditer(text, 0, match.start())), default=0)
    end = next((each.start() for each in phrases.breaks.finditer(text, match.end())), len(text))
    return start, end


@cache
def _phrases() -> Mapping[str, _Phrases]:
    read = yaml.safe_load((ontology_root() / "edopro" / "phrases.yaml").read_text("utf-8"))
    return {language: _compiled(given) for language, given in read.items()}


def _compiled(given: Mapping[str, object]) -> _Phrases:
    kinds = {kind: tuple(_expressions(given[kind.value])) for kind in _KINDS}
    until = given["until"]
    assert isinstance(until, dict)
    return _Phrases(
        _expression(given["breaks"]),
        tuple(_expressions(given["not"])),
        kinds,
        {name: _expression(pattern) for name, pattern in until.items()},
    )


def _expressions(given: object) -> Iterator[re.Pattern[str]]:
    assert isinstance(given, list)
    return (_expression(each) for each in given)


def _expression(given: object) -> re.Pattern[str]:
    return re.compile(str(given), re.IGNORECASE)
