"""Which numbers to cite for a rule in one edition: those that hold there, else the nearest ones, labelled."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from kb.inference.editions import covers, edition_key
from kb.inference.records import Citation, Rule, Validity

_GAME_OF_PREFIX = {"mtg": "mtg", "ygo": "ygo", "edopro": "ygo", "ocgcore": "ygo", "rift": "riftbound"}
"""A document's name begins with its game; the EDOPro engine, whose core is ocgcore, plays Yu-Gi-Oh!."""


class Fit(StrEnum):
    """How the edition of a citation relates to the edition that was asked for."""

    HOLDS = "holds"
    EARLIER = "earlier"
    LATER = "later"
    OTHER_DOCUMENT = "other document"


@dataclass(frozen=True, slots=True)
class CitedNumbers:
    """Numbers of one document as they stand in `edition`.

    They stand so from `first` to `last`, both included; None leaves that end open.
    """

    document: str
    edition: str
    numbers: tuple[str, ...]
    first: str | None
    last: str | None
    fit: Fit


def citations_for(rule: Rule, document: str, edition: str) -> tuple[CitedNumbers, ...]:
    """What a rule cites when it is used under an edition of a document.

    Of that document: the citations that hold in the edition; when none does, those of the nearest earlier
    edition; when there is none either, those of the nearest later one. Of other documents on the same game
    (rulings, guides): every citation, each under its own edition. Documents on other games are left out.

    >>> from kb.inference.records import RuleKind
    >>> old = Citation("mtg-cr", "2010-02-01", "2019-06-14", ("110.5a",))
    >>> new = Citation("mtg-cr", "2019-07-12", None, ("111.2",))
    >>> rule = Rule("token", RuleKind.DEFINITION, ("mtg",), cites=(old, new))
    >>> [(cited.numbers, cited.fit.value) for cited in citations_for(rule, "mtg-cr", "2015-03-27")]
    [(('110.5a',), 'holds')]
    >>> [(cited.edition, cited.fit.value) for cited in citations_for(rule, "mtg-cr", "1999-04-23")]
    [('2010-02-01', 'later')]
    >>> ruling = Citation("ygo-rulings-goat", "undated", "undated", ("SWAP",))
    >>> rule = Rule("swap", RuleKind.DEFAULT, ("ygo",), cites=(ruling,))
    >>> [(cited.edition, cited.fit.value) for cited in citations_for(rule, "ygo-tcg", "2024")]
    [('undated', 'other document')]
    """
    own = [citation for citation in rule.cites if citation.document == document]
    others = [
        _cited(citation, citation.last or citation.first or edition, Fit.OTHER_DOCUMENT)
        for citation in rule.cites
        if citation.document != document and game_of(citation.document) == game_of(document)
    ]
    return (*_of_document(own, edition), *others)


def merged(citations: Iterable[CitedNumbers]) -> tuple[CitedNumbers, ...]:
    """The citations with the numbers of one document and edition together, in the order of the numbers.

    What is merged stands so only from the latest of the beginnings to the earliest of the ends.

    >>> one = CitedNumbers("mtg-cr", "2026-08-07", ("613.7",), "2009-10-01", None, Fit.HOLDS)
    >>> two = CitedNumbers("mtg-cr", "2026-08-07", ("110.2",), "2019-07-12", None, Fit.HOLDS)
    >>> [(each.numbers, each.first) for each in merged([one, two])]
    [(('110.2', '613.7'), '2019-07-12')]
    """
    together: dict[tuple[str, str], CitedNumbers] = {}
    for each in citations:
        key = (each.document, each.edition)
        have = together.get(key)
        together[key] = each if have is None else _both(have, each)
    return tuple(together.values())


def _both(one: CitedNumbers, other: CitedNumbers) -> CitedNumbers:
    numbers = sorted({*one.numbers, *other.numbers}, key=_reading_order)
    firsts = [each.first for each in (one, other) if each.first is not None]
    lasts = [each.last for each in (one, other) if each.last is not None]
    return CitedNumbers(
        one.document,
        one.edition,
        tuple(numbers),
        max(firsts, key=edition_key, default=None),
        min(lasts, key=edition_key, default=None),
        one.fit,
    )


def _reading_order(number: str) -> list[tuple[int, str]]:
    """Digits by value, the rest as text: 613.7 before 613.10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.findall(r"\d+|\D+", number)]


def game_of(document: str) -> str | None:
    """The game a document is about, by its name; None when the name does not tell.

    >>> game_of("rift-cr"), game_of("edopro-guide"), game_of("notes")
    ('riftbound', 'ygo', None)
    """
    return _GAME_OF_PREFIX.get(document.partition("-")[0])


def _of_document(citations: list[Citation], edition: str) -> list[CitedNumbers]:
    held = [each for each in citations if covers(Validity(each.document, each.first, each.last), edition)]
    if held:
        return [_cited(each, edition, Fit.HOLDS) for each in held]
    asked = edition_key(edition)
    ends = {each.last for each in citations if each.last is not None and edition_key(each.last) < asked}
    if ends:
        nearest = max(ends, key=edition_key)
        return [_cited(each, nearest, Fit.EARLIER) for each in citations if each.last == nearest]
    starts = {each.first for each in citations if each.first is not None}
    if not starts:
        return []
    nearest = min(starts, key=edition_key)
    return [_cited(each, nearest, Fit.LATER) for each in citations if each.first == nearest]


def _cited(citation: Citation, edition: str, fit: Fit) -> CitedNumbers:
    return CitedNumbers(citation.document, edition, citation.numbers, citation.first, citation.last, fit)
