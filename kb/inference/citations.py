"""Which numbers to cite for a rule in one edition: those that hold there, else the nearest ones, labelled."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kb.inference.editions import covers, edition_key
from kb.inference.records import Citation, Rule, Validity

_GAME_OF_PREFIX = {"mtg": "mtg", "ygo": "ygo", "edopro": "ygo", "rift": "riftbound"}
"""A document's name begins with its game; the EDOPro engine plays Yu-Gi-Oh!."""


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
