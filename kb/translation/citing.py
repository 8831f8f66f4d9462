"""Which rules two language versions cite: what one side of a rule cites and the other does not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.translation.records import Pair, Part, Text


def names_chapter(text: str, number: str) -> bool:
    """Whether `text` names a chapter by number and title, though no word for "rule" stands before it.

    >>> names_chapter("See 718, “Prototype Cards.”", "718"), names_chapter("exactly 100 cards", "100")
    (True, False)
    """
    return re.search(rf"(?<![\w.]){re.escape(number)}\s?[,，]\s?[“\"«‘]", text) is not None


@dataclass(frozen=True, slots=True)
class CitedOnOneSide:
    """The numbers that only one side of a pair cites, in the order they stand there; never both empty."""

    pair: Pair
    only_left: tuple[str, ...]
    only_right: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CitationsCompared:
    """How many rules there are in two versions, and where the citations of those they share differ."""

    left: int
    right: int
    paired: int
    differences: tuple[CitedOnOneSide, ...]


def compare_citations(pairs: Iterable[Pair]) -> CitationsCompared:
    """The rules of both sides that cite different numbers; headings and paragraphs between them do not count.

    >>> texts = Text("en", "See rules 9.1 and 100.2."), Text("fr", "Cf. règles 100.2 et 100.3.")
    >>> compare_citations([Pair("100.1", *texts)]).differences[0].only_right
    ('100.3',)
    """
    rules = [pair for pair in pairs if pair.part is Part.RULE and "~" not in pair.key]
    return CitationsCompared(
        left=sum(1 for pair in rules if pair.left),
        right=sum(1 for pair in rules if pair.right),
        paired=sum(1 for pair in rules if pair.left and pair.right),
        differences=tuple(_differences(rules)),
    )


def _differences(pairs: Iterable[Pair]) -> Iterator[CitedOnOneSide]:
    for pair in pairs:
        if pair.left and pair.right:
            left, right = _cited(pair.left), _cited(pair.right)
            only_left = {n for n in left.keys() - right.keys() if not names_chapter(pair.right.text, n)}
            only_right = {n for n in right.keys() - left.keys() if not names_chapter(pair.left.text, n)}
            if only_left or only_right:
                yield CitedOnOneSide(
                    pair, tuple(n for n in left if n in only_left), tuple(n for n in right if n in only_right)
                )


def _cited(side: Text) -> dict[str, None]:
    return dict.fromkeys(number for citation in side.cited for number in citation.numbers)
