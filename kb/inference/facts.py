"""What a program runs on: facts that never change, and the facts of each step; and the bounds of a run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final

from kb.errors import Place, RuleError, near_matches
from kb.inference.expand import Node
from kb.inference.layout import Layout
from kb.inference.plan import BY_FIRST, BY_SECOND, FULL, Relation
from kb.inference.records import Predicate, Sort, Value
from kb.inference.triggers import Kind

Row = tuple[Value, ...]
Table = Mapping[str, Collection[Row]]
Index = Mapping[object, object]
EMPTY: Index = {}
_ROWS: Final = {tuple}
_VALUES: Final = {str, int}
_MOST_KEPT: Final = 5000


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
    is_sound: bool = field(default=False, compare=False)
    """Whether every fact is known to be of a declared predicate, and to hold texts and whole numbers."""


class FactRows:
    """Collects facts by predicate, each once, in the order given."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[tuple[Value, ...], None]] = defaultdict(dict)

    def add(self, predicate: str, *args: Value) -> None:
        """Adds a fact."""
        self.rows[predicate][args] = None

    def frozen(self) -> dict[str, tuple[tuple[Value, ...], ...]]:
        """The facts by predicate."""
        return {predicate: tuple(rows) for predicate, rows in self.rows.items()}


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


def check_table(
    name: str, rows: Iterable[Row], sort: Sort, declared: Mapping[str, Predicate], where: str
) -> None:
    """Raises :class:`~kb.errors.RuleError` for facts that a program cannot use.

    The predicate has to be declared with this sort, each row of its length, each value a text or a number.

    >>> declared = {"type": Predicate("type", Sort.STATIC, ("X", "T"))}
    >>> try:
    ...     check_table("typ", [("a", "b")], Sort.STATIC, declared, "static facts")
    ... except RuleError as error:
    ...     print(error.problem, error.near)
    facts of an undeclared predicate ('type',)
    """
    place = Place(where, path=name)
    predicate = declared.get(name)
    if predicate is None or predicate.sort is not sort:
        problem = "facts of an undeclared predicate"
        if predicate is not None:
            problem = f"facts of a predicate declared {predicate.sort}, given as {sort} facts"
        near = near_matches(name, (each.name for each in declared.values() if each.sort is sort))
        raise RuleError(place, problem, found=name, expected=f"a declared {sort} predicate", near=near)
    for row in rows:
        if not isinstance(row, tuple) or len(row) != predicate.arity:
            problem = f"a fact of {name} takes {predicate.arity} values"
            raise RuleError(place, problem, found=row, expected=f"({', '.join(predicate.params)})")
        for value in row:
            if value.__class__ not in _VALUES:
                raise RuleError(
                    place, "not a value of a fact", found=value, expected="a text or a whole number"
                )


class Indexer:
    """Turns the given facts of one sort into the tuple of indexes that the step function reads."""

    def __init__(
        self,
        layout: Layout,
        sort: Sort,
        declared: Mapping[str, Predicate],
        bits: Mapping[Kind, int] | None = None,
    ) -> None:
        self._kept: dict[tuple[str, tuple[Row, ...]], tuple[Any, ...]] = {}
        self._declared = declared
        self._sort = sort
        arity = {each.name: each.arity for each in declared.values() if each.sort is sort}
        self._lengths = {name: {length} for name, length in arity.items()}
        self._forms: dict[str, list[tuple[int, Callable[[Collection[Row]], Index]]]] = {}
        self._bits: dict[str, dict[Value | None, int]] = {}
        for (name, last), bit in (bits or {}).items():
            self._bits.setdefault(name, {})[last] = bit
        # An event table ends with the bits of what happened; a static one has none.
        self._blank: list[Any] = [0] if sort is Sort.EVENT else []
        for name in layout.given[sort]:
            for form in layout.forms[Relation(sort.value, Node(name))]:
                place = len(self._blank) - (sort is Sort.EVENT)
                self._forms.setdefault(name, []).append((place, _INDEXERS[arity[name], form]))
                self._blank.insert(place, EMPTY)
        self.nothing: Final = tuple(self._blank)
        """The indexes of no facts at all."""

    def index(self, table: Table, where: str, *, is_sound: bool = False) -> tuple[Any, ...]:
        """The indexes of the predicates that some rule reads; the others are checked and left out.

        `is_sound` says that the facts need no checking.
        """
        if not table:
            return self.nothing
        if not is_sound:
            self._check(table, where)
        elif len(table) == 1 and self._sort is Sort.EVENT:
            return self._indexed_before(table)
        return self._index(table)

    def _indexed_before(self, table: Table) -> tuple[Any, ...]:
        """The indexes of an event, which are few and often the same."""
        [(name, rows)] = table.items()
        key = (name, tuple(rows))
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            found = self._kept[key] = self._index(table)
        return found

    def _index(self, table: Table) -> tuple[Any, ...]:
        found = self._blank.copy()
        for name, forms in self._forms.items():
            rows = table.get(name)
            if rows:
                for place, make in forms:
                    found[place] = make(rows)
        for name, bits in self._bits.items():
            rows = table.get(name)
            if rows:
                found[-1] |= bits.get(None, 0)
                for row in rows:
                    found[-1] |= bits.get(row[-1], 0)
        return tuple(found)

    def _check(self, table: Table, where: str) -> None:
        sound = _is_sound(table.values())
        for name, rows in table.items():
            lengths = self._lengths.get(name)
            if not sound or lengths is None or not {*map(len, rows)} <= lengths:
                check_table(name, rows, self._sort, self._declared, where)


def _is_sound(tables: Collection[Collection[Row]]) -> bool:
    """Whether every row is a tuple of texts and numbers: one look at all of them, for speed."""
    rows = [*chain.from_iterable(tables)]
    return {*map(type, rows)} <= _ROWS and {*map(type, chain.from_iterable(rows))} <= _VALUES


def _keys(rows: Collection[Row]) -> Index:
    return dict.fromkeys(chain.from_iterable(rows))


def _pairs(rows: Collection[Row]) -> Index:
    return _unique(rows)


def _unique(rows: Collection[Row]) -> dict[Any, Any]:
    return rows if isinstance(rows, dict) else dict.fromkeys(rows)


def _by_first(rows: Collection[Row]) -> Index:
    found: dict[object, list[Value]] = {}
    for here, there in _unique(rows):
        if here in found:
            found[here].append(there)
        else:
            found[here] = [there]
    return found


def _by_second(rows: Collection[Row]) -> Index:
    found: dict[object, list[Value]] = {}
    for there, here in _unique(rows):
        if here in found:
            found[here].append(there)
        else:
            found[here] = [there]
    return found


_INDEXERS: Final = {
    (1, FULL): _keys,
    (2, FULL): _pairs,
    (2, BY_FIRST): _by_first,
    (2, BY_SECOND): _by_second,
}
