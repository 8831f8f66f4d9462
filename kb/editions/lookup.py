"""Where a rule went, and where it came from: the links between consecutive editions, followed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kb.editions.model import History, Hop, Kind, Lineage, Link, Period
from kb.editions.numbers import sort_key
from kb.editions.register import Register
from kb.editions.storage import documents_in, read_register
from kb.errors import NotFoundError
from kb.ontology_files import ontology_root

_TURNED = {Kind.SPLIT: Kind.MERGED, Kind.MERGED: Kind.SPLIT}


def known_documents(folder: Path | None = None) -> tuple[str, ...]:
    """The documents with a register in `folder`, by default the packaged ones.

    >>> known_documents()
    ('mtg-cr', 'rift-cr')
    """
    return documents_in(folder or _packaged())


@cache
def register_of(document: str, folder: Path | None = None) -> Register:
    """The register of a document in `folder`, by default the packaged one.

    Raises :class:`kb.errors.NotFoundError` for a document without one, :class:`kb.errors.LoadError` for a
    file that is no register.
    """
    known = known_documents(folder)
    if document not in known:
        raise NotFoundError("register of editions for", document, known, show_all=True)
    return read_register(folder or _packaged(), document)


def _packaged() -> Path:
    return ontology_root() / "editions"


def where_is(register: Register, number: str, from_: str, to: str) -> Lineage:
    """Where the rule that has `number` in edition `from_` is in edition `to`, earlier or later.

    Editions are named, or given by a date on which they were in force. Raises
    :class:`kb.errors.NotFoundError` for an edition or a number there is not.
    """
    start, end = register.position(from_), register.position(to)
    wording = register.require(number, start)
    steps = _Steps(register, forward=end >= start)
    hops: list[Hop] = []
    current: tuple[str, ...] = (number,)
    score = 1.0
    for at in steps.positions(start, end):
        followed = [steps.hop(each, at) for each in current]
        hops.extend(hop for hop in followed if hop.kind is not Kind.SAME)
        score = min(score, followed[0].score)
        current = _numbers_after(followed)
        if not current:
            break
    after = register.wording(current[0], end) if current else None
    same = after is not None and after.hash == wording.hash
    names = register.editions[start].name, register.editions[end].name
    kind = _overall(number, current, hops, same_words=same)
    return Lineage(register.document, number, *names, current, kind, score, tuple(hops))


def _numbers_after(hops: list[Hop]) -> tuple[str, ...]:
    """The numbers after these hops: what carries the subject first, then the parts."""
    main = [hop.number_after for hop in hops if hop.number_after]
    return tuple(dict.fromkeys([*main, *(part for hop in hops for part in hop.parts)]))


def _overall(number: str, current: tuple[str, ...], hops: list[Hop], *, same_words: bool) -> Kind:
    if not current:
        return hops[-1].kind
    if len(current) > 1:
        return Kind.SPLIT
    if any(hop.kind is Kind.MERGED for hop in hops):
        return Kind.MERGED
    return Kind.of(number, current[0], same_words=same_words)


def history(register: Register, number: str, edition: str | None = None) -> History:
    """Every number a rule had, from the first edition that has it to the last, and every change.

    `number` is that of `edition`, by default the newest. Raises :class:`kb.errors.NotFoundError` for an
    edition or a number there is not.
    """
    at = register.position(edition or register.newest.name)
    register.require(number, at)
    numbers = {at: number}
    hops: list[Hop] = []
    for forward, end in ((False, 0), (True, len(register.editions) - 1)):
        steps = _Steps(register, forward=forward)
        current = number
        for position in steps.positions(at, end):
            hop = steps.hop(current, position)
            if hop.kind is not Kind.SAME:
                hops.append(hop)
            successor = steps.successor(current, position)
            if successor is None:
                break
            current = successor
            numbers[position + (1 if forward else -1)] = current
    ordered = sorted(
        (_as_forward(hop, register) for hop in hops), key=lambda hop: register.position(hop.before)
    )
    periods = tuple(_periods(register, numbers))
    return History(register.document, number, register.editions[at].name, periods, tuple(ordered))


def _as_forward(hop: Hop, register: Register) -> Hop:
    """A hop from the later to the earlier edition, told the usual way round."""
    if register.position(hop.before) <= register.position(hop.after):
        return hop
    kind = _TURNED.get(hop.kind, hop.kind)
    return Hop(hop.after, hop.before, hop.number_after, hop.number_before, kind, hop.score, hop.parts)


def _periods(register: Register, numbers: dict[int, str]) -> Iterator[Period]:
    positions = sorted(numbers)
    start = 0
    for at in range(1, len(positions) + 1):
        if at == len(positions) or numbers[positions[at]] != numbers[positions[start]]:
            run = positions[start:at]
            number = numbers[run[0]]
            wordings = {wording.hash for each in run if (wording := register.wording(number, each))}
            yield Period(number, register.interval(run[0], run[-1]), len(wordings))
            start = at


@dataclass(frozen=True, slots=True)
class _Tables:
    """The links of one change of edition, by the number one starts from."""

    main: dict[str, Link]
    parts: dict[str, tuple[Link, ...]]
    joins: dict[str, tuple[Link, ...]]
    taken: frozenset[str]


class _Steps:
    """Follows single changes of edition in one direction."""

    def __init__(self, register: Register, *, forward: bool) -> None:
        self._register = register
        self._forward = forward

    def positions(self, start: int, end: int) -> range:
        return range(start, end, 1 if self._forward else -1)

    def hop(self, number: str, position: int) -> Hop:
        """What happens to `number` between the edition at `position` and the next one in this direction."""
        after, tables = self._next(position)
        names = self._register.editions[position].name, self._register.editions[after].name
        split = tables.parts.get(number, ())
        parts = tuple(link.after for link in split)
        if main := tables.main.get(number):
            return Hop(*names, number, main.after, Kind.SPLIT if parts else main.kind, main.score, parts)
        if self.successor(number, position):
            return Hop(*names, number, number, Kind.SPLIT if parts else Kind.SAME, 1.0, parts)
        if split:
            return Hop(*names, number, parts[0], Kind.SPLIT, split[0].score, parts[1:])
        if joined := tables.joins.get(number):
            return Hop(*names, number, joined[0].after, Kind.MERGED, joined[0].score)
        ends = Kind.GONE if self._forward else Kind.NEW
        complete = self._register.editions[after].complete
        return Hop(*names, number, None, ends if complete else Kind.UNKNOWN, 0.0)

    def successor(self, number: str, position: int) -> str | None:
        """The number that carries the rule on, if one does; a part of a split or a merged rule does not."""
        after, tables = self._next(position)
        if main := tables.main.get(number):
            return main.after
        return number if number not in tables.taken and self._stayed(number, position, after) else None

    def _next(self, position: int) -> tuple[int, _Tables]:
        after = position + (1 if self._forward else -1)
        return after, _tables(self._register, min(position, after), self._forward)

    def _stayed(self, number: str, position: int, after: int) -> bool:
        before = self._register.wording(number, position)
        there = self._register.wording(number, after)
        return before is not None and there is not None and before.hash == there.hash


@cache
def _tables(register: Register, change: int, forward: bool) -> _Tables:
    links = register.changes[change]
    turned = [link if forward else _turned(link) for link in (*links.rules, *links.parts)]
    main = {link.before: link for link in turned if link.kind not in (Kind.SPLIT, Kind.MERGED)}
    parts = _grouped(link for link in turned if link.kind is Kind.SPLIT)
    joins = _grouped(link for link in turned if link.kind is Kind.MERGED)
    return _Tables(main, parts, joins, frozenset(link.after for link in main.values()))


def _turned(link: Link) -> Link:
    return Link(link.after, link.before, _TURNED.get(link.kind, link.kind), link.score)


def _grouped(links: Iterator[Link]) -> dict[str, tuple[Link, ...]]:
    found: dict[str, list[Link]] = {}
    for link in links:
        found.setdefault(link.before, []).append(link)
    return {
        number: tuple(sorted(each, key=lambda link: sort_key(link.after))) for number, each in found.items()
    }
