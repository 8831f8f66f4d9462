"""The states of a history, and questions to them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kb.errors import LimitError, NotFoundError
from kb.inference.expand import Expanded, Guarded, Node
from kb.inference.facts import Facts, Indexer, Limits, Row, StepFacts
from kb.inference.layout import DUE, Layout
from kb.inference.plan import BY_FIRST, BY_SECOND, FULL, Relation
from kb.inference.records import Predicate, Sort, Value

State = tuple[Any, ...]


@dataclass(frozen=True)
class Compiled:
    """What came of compiling the rules: the functions that make states and views, and their layout."""

    expanded: Expanded
    layout: Layout
    step: Callable[..., State] = field(repr=False)
    view: Callable[..., State] = field(repr=False)
    start: State = field(repr=False)
    start_view: State = field(repr=False)
    anchored: frozenset[str] = field(repr=False)
    """The predicates whose facts last, or rest on each other: their reason is that of the first step."""
    persisting: frozenset[int] = field(repr=False)
    """The numbers of the clauses that only say that a fact stays."""
    declared: dict[str, Predicate] = field(repr=False)
    statics: Indexer = field(repr=False)
    events: Indexer = field(repr=False)
    has_reasons: bool = True
    """Whether facts carry what made them."""
    needed: frozenset[str] | None = None
    """The predicates that can be asked about; None when that is all."""

    @property
    def clauses(self) -> tuple[Guarded, ...]:
        """The clauses by the number that facts carry."""
        return self.expanded.clauses

    @cached_property
    def due(self) -> int | None:
        """The place in a state of what is due; None when nothing ever is."""
        return self.layout.slots.get((Node(DUE), FULL))

    @cached_property
    def places(self) -> dict[tuple[str, str], tuple[bool, int]]:
        """For each predicate and form that is kept: whether it is in states or views, and its place there."""
        layout = self.layout
        kept = ((True, layout.slots), (False, layout.view_slots))
        return {
            (node.predicate, form): (is_core, slot)
            for is_core, slots in kept
            for (node, form), slot in slots.items()
            if node.rule is None
        }

    def bounded(self, make: Callable[..., State], limits: Limits, label: int, *given: Any) -> State:
        """A state or view, made within the limits.

        Raises :class:`~kb.errors.LimitError` naming the rule that has too much to combine.
        """
        try:
            made = make(*given, limits.joins, limits.facts)
        except OverflowError as overflow:
            index, visiting = overflow.args
            detail = f"at event {label}, rule {self.clauses[index].rule.id!r} has too much to combine"
            if visiting:
                raise LimitError("facts visited in one step", limits.joins, detail) from None
            raise LimitError("facts of one relation", limits.facts, detail) from None
        if made[-1] > limits.facts:
            raise LimitError("facts in one state", limits.facts, f"at event {label}")
        return made


@dataclass
class Run:
    """The states of a history. An index counts steps, settling steps included.

    What later steps do not need is made when it is first asked for, up to the step that is asked about.
    """

    program: Compiled
    facts: Facts
    limits: Limits
    static: tuple[Any, ...] = field(repr=False)
    states: list[State] = field(default_factory=list, repr=False)
    given: list[StepFacts] = field(default_factory=list, repr=False)
    events: list[tuple[Any, ...]] = field(default_factory=list, repr=False)
    views: list[State] = field(default_factory=list, repr=False)
    settled: dict[int, int] = field(default_factory=dict)
    _alone: dict[int, State] = field(default_factory=dict, repr=False)
    _lookup: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict, repr=False)

    @property
    def last(self) -> int:
        """The index of the last state."""
        return len(self.states) - 1

    def add(self, state: State, given: StepFacts, events: tuple[Any, ...]) -> None:
        """Adds the state that a step made, with the facts of the step, and those as indexes."""
        self.states.append(state)
        self.given.append(given)
        self.events.append(events)

    def step_of(self, label: int) -> int:
        """The index of the state that an event led to, once everything due was done."""
        if label not in self.settled:
            raise NotFoundError("event", str(label), map(str, self.settled))
        return self.settled[label]

    def label_of(self, index: int) -> int:
        """The label of the event whose step (or settling step) made a state."""
        return self.given[index].label

    def is_settling(self, index: int) -> bool:
        """Whether a state was made without an event, because something was due."""
        return index > 0 and self.given[index].label == self.given[index - 1].label

    def provenance(self, predicate: str, args: Sequence[Value], index: int) -> tuple[Any, ...] | None:
        """`(clause number, step, bindings...)` of a state fact, or None when it does not hold.

        The step is the first from which the fact has held without a break; the clause and the bindings are
        those that made it then. Raises ValueError for a program without reasons.
        """
        if not self.program.has_reasons:
            raise ValueError("this program keeps no reasons")
        found = self.relation(Node(predicate), index).get(args[0] if len(args) == 1 else tuple(args))
        return found if isinstance(found, tuple) else None

    def holds(self, predicate: str, args: Sequence[Value], index: int) -> bool:
        """Whether a fact holds in a state; static and event facts count too."""
        return (args[0] if len(args) == 1 else tuple(args)) in self.relation(Node(predicate), index)

    def seconds(self, predicate: str, first: Value, index: int) -> Sequence[Value]:
        """The second terms of the facts of a predicate in a state that have this first term."""
        place = self.program.places.get((predicate, BY_FIRST))
        if place is None:
            return self._index(predicate, index, BY_FIRST).get(first, ())
        is_core, slot = place
        state = self.states[index] if is_core else self._view(index)
        found: Sequence[Value] = state[slot].get(first, ())
        return found

    def rows(self, predicate: str, index: int) -> Collection[Row]:
        """All facts of a predicate in a state, as tuples."""
        relation = self.relation(Node(predicate), index)
        return tuple(relation) if self._arity(predicate) == 2 else tuple((key,) for key in relation)

    def match(
        self, predicate: str, index: int, first: Value | None = None, second: Value | None = None
    ) -> list[Row]:
        """The facts of a predicate in a state with these terms; None stands for anything."""
        relation = self.relation(Node(predicate), index)
        if self._arity(predicate) == 1:
            if first is None:
                return [(key,) for key in relation]
            return [(first,)] if first in relation else []
        if first is not None and second is not None:
            return [(first, second)] if (first, second) in relation else []
        if first is not None:
            return [(first, other) for other in self._index(predicate, index, BY_FIRST).get(first, ())]
        if second is not None:
            return [(other, second) for other in self._index(predicate, index, BY_SECOND).get(second, ())]
        return list(relation)

    def read(self, relation: Relation, index: int) -> dict[Any, Any]:
        """The facts of any relation, parts included, as a clause of the step at `index` reads it."""
        at = index - 1 if relation.tense == "before" else index
        return self.relation(relation.node, at) if at >= 0 else {}

    def relation(self, node: Node, index: int) -> dict[Any, Any]:
        """The facts of a relation in a state, keyed by their only term or by the pair."""
        found = self._kept(node, index, FULL)
        return self._given(node.predicate, index) if found is None else found

    def _arity(self, predicate: str) -> int:
        return self.program.declared[predicate].arity

    def _kept(self, node: Node, index: int, form: str) -> dict[Any, Any] | None:
        """A form of a relation, for the view made now if it has to be; None if none is kept."""
        layout = self.program.layout
        slot = layout.slots.get((node, form))
        if slot is not None:
            found: dict[Any, Any] = self.states[index][slot]
            return found
        slot = layout.view_slots.get((node, form))
        if slot is not None:
            viewed: dict[Any, Any] = self._view(index)[slot]
            return viewed
        return None

    def _view(self, index: int) -> State:
        at = range(len(self.states))[index]
        if not self.program.has_reasons:
            return self._view_alone(at)
        while len(self.views) <= at:
            number = len(self.views)
            before = self.states[number - 1] if number else self.program.start
            view = self.views[-1] if number else self.program.start_view
            given = (self.static, self.events[number], before, self.states[number], view, number)
            self.views.append(
                self.program.bounded(self.program.view, self.limits, self.label_of(number), *given)
            )
        return self.views[at]

    def _view_alone(self, at: int) -> State:
        """The view of one state, made from nothing: without reasons, no view before it matters."""
        if at not in self._alone:
            before = self.states[at - 1] if at else self.program.start
            given = (self.static, self.events[at], before, self.states[at], self.program.start_view, 0)
            self._alone[at] = self.program.bounded(self.program.view, self.limits, self.label_of(at), *given)
        return self._alone[at]

    def complete(self) -> Run:
        """This run, with everything made that else would be made when asked for; raises what that raises."""
        if self.states:
            self._view(self.last)
        return self

    def _given(self, predicate: str, index: int) -> dict[Any, Any]:
        declared = self.program.declared.get(predicate)
        if declared is None:
            raise NotFoundError("predicate", predicate, self.program.declared)
        if declared.sort is Sort.STATE:
            if self.program.needed is not None and predicate not in self.program.needed:
                raise ValueError(f"this program was not made for {predicate}")
            return {}
        at = 0 if declared.sort is Sort.STATIC else index
        kept = self._lookup.setdefault((predicate, at), {})
        if FULL not in kept:
            rows: Iterable[Row] = self._table(declared, index)
            kept[FULL] = dict.fromkeys(rows if declared.arity == 2 else (row[0] for row in rows))
        found: dict[Any, Any] = kept[FULL]
        return found

    def _table(self, declared: Predicate, index: int) -> Collection[Row]:
        if declared.sort is Sort.STATIC:
            return self.facts.static.get(declared.name, ())
        return self.given[index].events.get(declared.name, ())

    def _index(self, predicate: str, index: int, form: str) -> dict[Any, list[Value]]:
        found = self._kept(Node(predicate), index, form)
        if found is not None:
            return found
        declared = self.program.declared[predicate]
        at = 0 if declared.sort is Sort.STATIC else index
        kept = self._lookup.setdefault((predicate, at), {})
        if form not in kept:
            here, there = (0, 1) if form == BY_FIRST else (1, 0)
            made: dict[Any, list[Value]] = {}
            for pair in self.relation(Node(predicate), index):
                made.setdefault(pair[here], []).append(pair[there])
            kept[form] = made
        indexed: dict[Any, list[Value]] = kept[form]
        return indexed
