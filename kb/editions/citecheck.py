"""Which citations in a text are stale: the numbers were right in one edition, and carry other rules now."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from kb.editions.lookup import where_is
from kb.editions.model import Interval, Kind
from kb.editions.numbers import Citation, find_citations
from kb.editions.register import Register


@dataclass(frozen=True, slots=True)
class CitedRule:
    """One number cited in a text, as of one edition, and what it is in another.

    `kind` is what happened to the rule in between; it is None when the edition the text was written for has
    no such number, and `exists` says in which editions the number does exist.
    """

    number: str
    written: str
    line: int
    column: int
    after_word: bool
    """Whether a word for "rule" stands before it; a bare number may be an amount."""
    kind: Kind | None
    now: tuple[str, ...]
    score: float
    exists: tuple[Interval, ...] = ()

    @property
    def is_stale(self) -> bool:
        """Whether the citation has to change: the number is another rule's now, or no rule's."""
        return self.kind is None or self.now != (self.number,)

    def __str__(self) -> str:
        place = f"{self.line}:{self.column}: {self.number}"
        if self.kind is None:
            where = ", ".join(map(str, self.exists)) or "no known edition"
            return f"{place}: no such rule then; there is one in {where}"
        return f"{place}: {self.kind}, now {', '.join(self.now) or 'nowhere'} ({self.score:.2f})"


def cite_check(register: Register, text: str, as_of: str, to: str | None = None) -> tuple[CitedRule, ...]:
    """Every citation in `text`, which was written for the edition `as_of`, checked against the edition `to`.

    `to` is the newest edition unless given. A number without a word for "rule" before it is only taken for a
    citation when some edition has it. Raises :class:`kb.errors.NotFoundError` for an edition there is not.
    """
    target = to or register.newest.name
    start, end = register.position(as_of), register.position(target)
    starts = [0, *(at + 1 for at, char in enumerate(text) if char == "\n")]
    checked: dict[str, _Checked] = {}
    found: list[CitedRule] = []
    for citation, number in _numbers(register, text):
        if number not in checked:
            checked[number] = _check(register, number, start, end)
        line = bisect_right(starts, citation.start)
        column = citation.start - starts[line - 1] + 1
        each = checked[number]
        found.append(
            CitedRule(
                number,
                citation.written,
                line,
                column,
                citation.after_word,
                each.kind,
                each.now,
                each.score,
                each.exists,
            )
        )
    return tuple(found)


def _numbers(register: Register, text: str) -> Iterator[tuple[Citation, str]]:
    for citation in find_citations(text):
        for number in citation.numbers:
            if citation.after_word or register.wordings_of(number):
                yield citation, number


@dataclass(frozen=True, slots=True)
class _Checked:
    kind: Kind | None
    now: tuple[str, ...]
    score: float
    exists: tuple[Interval, ...]


def _check(register: Register, number: str, start: int, end: int) -> _Checked:
    if register.wording(number, start) is None:
        return _Checked(None, (), 0.0, existence(register, number))
    lineage = where_is(register, number, register.editions[start].name, register.editions[end].name)
    return _Checked(lineage.kind, lineage.numbers, lineage.score, ())


def existence(register: Register, number: str) -> tuple[Interval, ...]:
    """The editions that have a rule under this number, whatever rule."""
    runs: list[list[int]] = []
    for wording in register.wordings_of(number):
        if runs and runs[-1][1] == wording.first - 1:
            runs[-1][1] = wording.last
        else:
            runs.append([wording.first, wording.last])
    return tuple(register.interval(first, last) for first, last in runs)
