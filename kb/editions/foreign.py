"""How well a translation agrees with each edition, by what does not depend on the language.

A translation has no words in common with the register, but it cites the same rules, has about as many
sentences, uses the same numerals and is about as long; and a rule can only be cited in editions that have it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from kb.editions.model import Wording
from kb.editions.paragraphs import Paragraph
from kb.editions.register import Register
from kb.editions.wording import Facts

_CITES, _EXISTS, _SENTENCES, _NUMERALS, _LENGTH = 3.0, 1.0, 1.0, 1.0, 1.0
_WEIGHT: Final = _CITES + _EXISTS + _SENTENCES + _NUMERALS + _LENGTH
_CLOSE: Final = 1e-9
_LENGTHS: Final = (0.75, 1.8)
"""Between these, the number of words of a French or Spanish rule for one English word is not surprising."""
_SPACED_LANGUAGES: Final = frozenset({"en", "fr", "es", "de", "it", "pt"})


@dataclass(frozen=True, slots=True)
class Evidence:
    """One fact compared: what the text has, what the edition's wording has."""

    fact: str
    here: str
    there: str

    @property
    def agrees(self) -> bool:
        """Whether the two are the same."""
        return self.here == self.there

    def __str__(self) -> str:
        return f"{self.fact}: {self.here}" + ("" if self.agrees else f", not {self.there}")


@dataclass(frozen=True, slots=True)
class Rating:
    """How well a paragraph agrees with the wording of its number in one edition."""

    position: int
    wording: Wording
    score: float
    """Of all facts."""
    cites: float
    """Of what it cites alone: translators add and join sentences, but they do not make up citations."""
    agrees: bool


def compare_facts(register: Register, paragraph: Paragraph, facts: Facts) -> Iterator[Rating]:
    """A rating for each edition that has the paragraph's number."""
    for wording in register.wordings_of(paragraph.number or ""):
        same_cited = _overlap(facts.cited, wording.cited)
        sentences = _closeness(len(facts.sentences), len(wording.sentences))
        numerals = _overlap(facts.numerals, wording.numerals)
        length = _plausible_length(facts.words, wording.words, paragraph.language)
        countable = _SENTENCES * sentences + _NUMERALS * numerals + _LENGTH * length
        for position in range(wording.first, wording.last + 1):
            exist = _existing(register, facts.cited, position)
            cites = _CITES * same_cited + _EXISTS * exist
            score = (cites + countable) / _WEIGHT
            yield Rating(position, wording, score, cites / (_CITES + _EXISTS), score > 1 - _CLOSE)


def evidence_for(register: Register, facts: Facts, rating: Rating) -> tuple[Evidence, ...]:
    """What speaks for and against the edition of `rating`, in plain values."""
    wording = rating.wording
    since = _editions_with_all(register, facts.cited)
    compared = (
        ("cites", " ".join(facts.cited), " ".join(wording.cited)),
        ("sentences", str(len(facts.sentences)), str(len(wording.sentences))),
        ("numerals", " ".join(facts.numerals), " ".join(wording.numerals)),
    )
    found = tuple(Evidence(*each) for each in compared if each[1] or each[2])
    return (*found, Evidence("all cited rules exist in", since, since)) if since else found


def _editions_with_all(register: Register, numbers: Collection[str]) -> str:
    """The first and last edition that have every one of `numbers`; empty for none or no numbers."""
    positions = [
        position
        for position in range(len(register.editions))
        if numbers and all(register.wording(number, position) for number in numbers)
    ]
    return str(register.interval(positions[0], positions[-1])) if positions else ""


def _existing(register: Register, numbers: Collection[str], position: int) -> float:
    if not numbers:
        return 1.0
    return sum(register.wording(number, position) is not None for number in numbers) / len(numbers)


def _overlap(here: Collection[str], there: Collection[str]) -> float:
    """The share of values in both, of those in either; two empty collections agree.

    >>> _overlap(("1", "2"), ("2", "3")), _overlap((), ())
    (0.3333333333333333, 1.0)
    """
    either = {*here, *there}
    return len({*here} & {*there}) / len(either) if either else 1.0


def _closeness(here: int, there: int) -> float:
    most = max(here, there)
    return 1 - abs(here - there) / most if most else 1.0


def _plausible_length(here: int, there: int, language: str) -> float:
    if language not in _SPACED_LANGUAGES or not there:
        return 1.0
    return 1.0 if _LENGTHS[0] <= here / there <= _LENGTHS[1] else 0.0
