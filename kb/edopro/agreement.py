"""Whether a card's script does to control what the card's text says, and its languages say the same.

A difference is no verdict: it is a place to read. The script may be right and the text old, the change may be
scripted in another card's file, or a part of the script was not understood, which the fact then says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from kb.edopro.records import ControlFact, Kind, Lasting, ScriptFacts
from kb.edopro.texts import WHILE, Said, said

_MOVES: Final = frozenset({Kind.TAKE, Kind.GIVE, Kind.MOVE, Kind.SWAP, Kind.RETURN, Kind.RESTORE})
_MATCHES: Final[Mapping[Kind, frozenset[Kind]]] = {
    Kind.TAKE: frozenset({Kind.TAKE, Kind.MOVE}),
    Kind.GIVE: frozenset({Kind.GIVE, Kind.MOVE}),
    Kind.SWAP: frozenset({Kind.SWAP}),
    Kind.MOVE: frozenset({Kind.TAKE, Kind.GIVE, Kind.MOVE}),
    Kind.RETURN: frozenset({Kind.RETURN, Kind.RESTORE}),
    Kind.LOCK: frozenset({Kind.LOCK}),
}
_WHILES: Final = frozenset({Lasting.WHILE_EQUIPPED, Lasting.WHILE_CONDITION, Lasting.WHILE_SOURCE})
_FOR_GOOD: Final = ""


class Differs(StrEnum):
    """In what text and script, or two languages, differ. The first are the most serious."""

    NOT_IN_SCRIPT = "not in script"
    DURATION = "duration"
    NOT_IN_TEXT = "not in text"
    LANGUAGES = "languages"
    ELSEWHERE = "in another script"


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: what the text in `language` says, and what the script does, either may be missing.

    `other` is the card whose text speaks of it, or whose script does it, where it is another one; between
    languages, the one that does not say it.
    """

    differs: Differs
    language: str
    said: Said | None = None
    fact: ControlFact | None = None
    other: str = ""

    @property
    def is_certain(self) -> bool:
        """Whether the script's part was understood; True where there is none."""
        return self.fact is None or self.fact.is_certain


@dataclass(frozen=True, slots=True)
class CardAgreement:
    """A card's text in each language beside its script."""

    card: str
    name: str
    script: str
    said: Mapping[str, tuple[Said, ...]] = field(hash=False)
    facts: tuple[ControlFact, ...]
    differences: tuple[Difference, ...]

    @property
    def agrees(self) -> bool:
        """Whether nothing differs."""
        return not self.differences

    @property
    def rank(self) -> tuple[int, str]:
        """The most serious difference first; uncertain ones after certain ones of their kind."""
        order = list(Differs)
        worst = min((2 * order.index(d.differs) + (not d.is_certain) for d in self.differences), default=99)
        return worst, self.card


@dataclass(frozen=True, slots=True)
class CardText:
    """A card's name and its text by language; `names` are its name in every language.

    `stays` says whether the card stays on the field when it has been used, as Equip and Continuous cards do;
    None when the file does not say.
    """

    card: str
    name: str
    texts: Mapping[str, str] = field(hash=False)
    stays: bool | None = None
    names: tuple[str, ...] = ()


def agreement(text: CardText, script: ScriptFacts, languages: Iterable[str] = ("en",)) -> CardAgreement:
    """The card's text and script side by side; the first of `languages` is compared with the script.

    The others are compared with the first. A language in which the card has no text is left out.

    >>> card = CardText("1", "Lantern", {"en": "Target 1 monster; take control of it."})
    >>> [(each.differs.value, each.said.words) for each in agreement(card, ScriptFacts("c1.lua")).differences]
    [('not in script', 'take control')]
    """
    spoken = {
        language: said(text.texts[language], language)
        for language in languages
        if text.texts.get(language, "").strip()
    }
    facts = tuple(script.of(*_MOVES, Kind.LOCK))
    found: list[Difference] = []
    first = next(iter(spoken), None)
    if first is not None:
        found += _with_script(first, spoken[first], facts, stays=text.stays is not False)
        found += _between(first, spoken)
    return CardAgreement(text.card, text.name, script.name, spoken, facts, tuple(found))


def _with_script(
    language: str, spoken: tuple[Said, ...], facts: tuple[ControlFact, ...], *, stays: bool
) -> Iterator[Difference]:
    # What such a text leaves unsaid: "return it" ends a change; a card that stays gives it up when it goes.
    unsaid = {Kind.RETURN} & {each.kind for each in spoken}
    may_end = {WHILE} if stays else set()
    for each in spoken:
        matching = [fact for fact in facts if fact.kind in _MATCHES[each.kind]]
        if not matching:
            # "return it at the End Phase" after "take control" is how long the taking lasts
            if each.kind is not Kind.RETURN or not any(_ends(fact) - {_FOR_GOOD} for fact in facts):
                yield Difference(Differs.NOT_IN_SCRIPT, language, each)
        elif each.kind is not Kind.LOCK and not any(
            _lasts_as_said(fact, each, may_end, is_returned=bool(unsaid)) for fact in matching
        ):
            yield Difference(Differs.DURATION, language, each, matching[0])
    for fact in facts:
        if not any(fact.kind in _MATCHES[each.kind] for each in spoken):
            yield Difference(Differs.NOT_IN_TEXT, language, None, fact)


def _lasts_as_said(fact: ControlFact, each: Said, may_end: set[str], *, is_returned: bool) -> bool:
    ends = _ends(fact)
    if not ends or each.until in ends:
        return True
    return each.until == _FOR_GOOD and (is_returned or bool(ends & may_end))


def _ends(fact: ControlFact) -> frozenset[str]:
    """When a change ends, in the words that texts are read with; empty when it is not known."""
    match fact.duration.kind:
        case Lasting.LASTING:
            return frozenset((_FOR_GOOD,))
        case Lasting.PHASE:
            return frozenset(fact.duration.phases)
        case Lasting.MIXED:
            return frozenset((*fact.duration.phases, _FOR_GOOD))
        case kind if kind in _WHILES:
            return frozenset((WHILE,))
    return frozenset()


def _between(first: str, spoken: Mapping[str, tuple[Said, ...]]) -> Iterator[Difference]:
    """What a language says and the first does not, or the other way round."""
    mine = {(each.kind, each.until) for each in spoken[first]}
    for language, others in spoken.items():
        if language == first:
            continue
        theirs = {(each.kind, each.until) for each in others}
        for each in spoken[first]:
            if (each.kind, each.until) not in theirs:
                yield Difference(Differs.LANGUAGES, first, each, other=language)
        for each in others:
            if (each.kind, each.until) not in mine:
                yield Difference(Differs.LANGUAGES, language, each, other=first)


def agreements(
    texts: Iterable[CardText], scripts: Iterable[ScriptFacts], languages: Iterable[str] = ("en",)
) -> tuple[CardAgreement, ...]:
    """Every card that has a text and a script, and whose text or script speaks of control; the worst first.

    Several scripts for one card, as for rules of another time, give a record each.
    """
    by_card = {text.card: text for text in texts}
    wanted, given = tuple(languages), tuple(scripts)
    own = {script.card: script.control for script in given if script.control}
    found: list[CardAgreement] = []
    mentions: dict[str, frozenset[str]] = {}
    for script in given:
        text = by_card.get(script.card.zfill(8)) if script.card else None
        whole = replace(script, control=own.get(script.alias, ())) if script.alias else script
        each = agreement(text, whole, wanted) if text is not None else None
        if each is not None and (each.facts or any(each.said.values())):
            found.append(each)
            mentions[each.card] = script.mentions
    return tuple(sorted(_across(found, mentions), key=_rank))


def _across(found: list[CardAgreement], mentions: Mapping[str, frozenset[str]]) -> Iterator[CardAgreement]:
    """The records, with what one card's text says and another's script does put together.

    The other script has to name the card, and to do what no words of its own card say.
    """
    lacking = [(each, d) for each in found for d in each.differences if d.differs is Differs.NOT_IN_SCRIPT]
    excess = [(each, d) for each in found for d in each.differences if d.differs is Differs.NOT_IN_TEXT]
    joined: dict[Difference, Difference] = {}
    for mine, lack in lacking:
        for theirs, more in excess:
            names = mine.card.lstrip("0") in mentions[theirs.card] and mine.card != theirs.card
            if names and lack.said and more.fact and more.fact.kind in _MATCHES[lack.said.kind]:
                joined[lack] = replace(lack, differs=Differs.ELSEWHERE, fact=more.fact, other=theirs.card)
                joined[more] = replace(more, differs=Differs.ELSEWHERE, said=lack.said, other=mine.card)
    for each in found:
        yield replace(each, differences=tuple(joined.get(d, d) for d in each.differences))


def _rank(each: CardAgreement) -> tuple[int, str]:
    return each.rank
