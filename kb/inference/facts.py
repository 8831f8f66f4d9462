"""What a program runs on: facts that never change, and the facts of each step; and the bounds of a run."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kb.errors import Place, RuleError, near_matches
from kb.inference.expand import Node
from kb.inference.layout import Layout
from kb.inference.plan import BY_FIRST, BY_SECOND, FULL, Relation
from kb.inference.records import Predicate, Sort, Value

Row = tuple[Value, ...]
Table = Mapping[str, Collection[Row]]
Index = Mapping[object, object]
EMPTY: Index = {}


@dataclass(frozen=True, slots=True)
class StepFacts:
    """The facts of one event; `label` is the caller's number for it."""

    label: int
    events: Table = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Facts:
    """A whole history: what never changes, and the events in order."""

    static: Table = field(default_factory=dict)
    steps: Sequence[StepFacts] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of a run; reaching one raises :class:`~kb.errors.LimitError`."""

    settling: int = 100
    """Steps without events, after one event, while something is due."""
    facts: int = 200_000
    """Facts of one state."""
    joins: int = 20_000_000
    """Facts that the conditions of all rules may visit in one step."""
    steps: int = 100_000
    """Steps of a run, settling steps included."""
    seconds: float = 120.0
    """Time of a run, looked at between steps."""


def check_tables(table: Table, sort: Sort, declared: Mapping[str, Predicate], where: str) -> None:
    """Raises :class:`~kb.errors.RuleError` for facts of a predicate not declared, or not of this sort.

    >>> declared = {"type": Predicate("type", Sort.STATIC, ("X", "T"))}
    >>> try:
    ...     check_tables({"typ": [("a", "b")]}, Sort.STATIC, declared, "static facts")
    ... except RuleError as error:
    ...     print(error.problem, error.near)
    facts of an undeclared predicate ('type',)
    """
    for name in table:
        predicate = declared.get(name)
        if predicate is None or predicate.sort is not sort:
            known = [each.name for each in declared.values() if each.sort is sort]
            problem = "facts of an undeclared predicate"
            if predicate is not None:
                problem = f"facts of a predicate declared {predicate.sort}, given as {sort} facts"
            expected = f"a declared {sort} predicate"
            near = near_matches(name, known)
            raise RuleError(Place(where, path=name), problem, found=name, expected=expected, near=near)


def check_rows(rows: Iterable[Row], predicate: Predicate, where: str) -> None:
    """Raises :class:`~kb.errors.RuleError` for a row of the wrong length, or with neither text nor number."""
    for row in rows:
        if not isinstance(row, tuple) or len(row) != predicate.arity:
            place = Place(where, path=predicate.name)
            problem = f"a fact of {predicate.name} takes {predicate.arity} values"
            raise RuleError(place, problem, found=row, expected=f"({', '.join(predicate.params)})")
        for value in row:
            if value.__class__ is not str and value.__class__ is not int:
                place = Place(where, path=predicate.name)
                raise RuleError(
                    place, "not a value of a fact", found=value, expected="a text or a whole number"
                )


class Indexer:
    """Turns the given facts of one sort into the tuple of indexes that the step function reads."""

    def __init__(self, layout: Layout, sort: Sort, declared: Mapping[str, Predicate]) -> None:
        self._declared = declared
        self._sort = sort
        self._forms: dict[str, tuple[tuple[int, str], ...]] = {}
        position = 0
        for name in layout.given[sort]:
            forms = layout.forms[Relation(sort.value, Node(name))]
            self._forms[name] = tuple(enumerate(forms, position))
            position += len(forms)
        self._blank: tuple[Index, ...] = (EMPTY,) * position

    def index(self, table: Table, where: str) -> tuple[Index, ...]:
        """The indexes of the predicates that some rule reads; the others are checked and left out."""
        found = list(self._blank)
        for name, rows in table.items():
            predicate = self._declared.get(name)
            if predicate is None or predicate.sort is not self._sort:
                check_tables(table, self._sort, self._declared, where)
                continue
            check_rows(rows, predicate, where)
            if not rows:
                continue
            for position, form in self._forms.get(name, ()):
                found[position] = _index(rows, form, predicate.arity)
        return tuple(found)


def _index(rows: Collection[Row], form: str, arity: int) -> Index:
    if form == FULL:
        return dict.fromkeys(rows) if arity == 2 else dict.fromkeys(row[0] for row in rows)
    here, there = (0, 1) if form == BY_FIRST else (1, 0)
    assert form in (BY_FIRST, BY_SECOND)
    found: dict[object, list[Value]] = {}
    for row in dict.fromkeys(rows):
        found.setdefault(row[here], []).append(row[there])
    return found
