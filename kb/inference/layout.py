"""Where everything lives in a step: the names of relations in the generated code and their place in a state.

A state is a tuple. Names are made of numbers (`n3` is the third relation now, `n3_by0` its index), so that
nothing a rule's author wrote ever becomes a name in the code.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kb.inference.expand import Expanded, Node
from kb.inference.plan import BY_FIRST, BY_SECOND, DELTA, FULL, Operation, Relation, reads
from kb.inference.records import Sort

FORMS = (FULL, BY_FIRST, BY_SECOND)
EMPTY = "E"
"""The name of the one empty relation."""
_STEMS = {"static": "s", "event": "e", "now": "n", "before": "p", DELTA: "d"}


@dataclass(frozen=True)
class Layout:
    """Which relations exist, and in which forms each is kept."""

    nodes: tuple[Node, ...]
    """Relations made in a step, numbered by their position."""
    given: dict[str, tuple[str, ...]]
    """Static and event predicates that are read, by sort; numbered by their position."""
    forms: dict[Relation, tuple[str, ...]]
    """The forms kept: of relations made, of static and of event facts."""
    watched: frozenset[Node]
    """Relations that some clause reads `before`: whether they changed is part of the state."""
    numbers: dict[Node, int] = field(init=False)
    given_numbers: dict[tuple[str, str], int] = field(init=False)
    state_names: tuple[str, ...] = field(init=False)
    slots: dict[tuple[Node, str], int] = field(init=False)

    def __post_init__(self) -> None:
        numbers = {node: number for number, node in enumerate(self.nodes)}
        object.__setattr__(self, "numbers", numbers)
        given = {(sort, name): n for sort, names in self.given.items() for n, name in enumerate(names)}
        object.__setattr__(self, "given_numbers", given)
        names: list[str] = []
        slots: dict[tuple[Node, str], int] = {}
        for node in self.nodes:
            for form in self.forms[Relation("now", node)]:
                slots[node, form] = len(names)
                names.append(self.name(Relation("now", node), form))
        object.__setattr__(self, "state_names", tuple(names))
        object.__setattr__(self, "slots", slots)

    def name(self, relation: Relation, form: str) -> str:
        """The name of a relation's form in the generated code."""
        if relation.tense in (Sort.STATIC, Sort.EVENT):
            number = self.given_numbers[relation.tense, relation.node.predicate]
        else:
            number = self.numbers[relation.node]
        stem = f"{_STEMS[relation.tense]}{number}"
        return stem if form == FULL else f"{stem}_{form}"

    def read(self, relation: Relation, form: str) -> str:
        """The name of what a clause reads; a state predicate that no rule concludes is empty."""
        if relation.tense not in (Sort.STATIC, Sort.EVENT) and relation.node not in self.numbers:
            return EMPTY
        return self.name(relation, form)

    def now(self, node: Node, form: str = FULL) -> str:
        """The name of a relation made in this step."""
        return self.name(Relation("now", node), form)

    def before(self, node: Node, form: str = FULL) -> str:
        """The name of a relation as it was in the step before."""
        return self.name(Relation("before", node), form)

    def forms_of(self, node: Node) -> tuple[str, ...]:
        """The forms in which a relation made in a step is kept."""
        return self.forms[Relation("now", node)]

    def indexes(self, node: Node) -> tuple[str, ...]:
        """The forms of a relation besides the full one."""
        return tuple(form for form in self.forms_of(node) if form != FULL)

    def given_names(self, sort: Sort) -> tuple[str, ...]:
        """The names of all given facts of one sort, in the order they are handed over."""
        return tuple(
            self.name(Relation(sort.value, Node(predicate)), form)
            for predicate in self.given[sort]
            for form in self.forms[Relation(sort.value, Node(predicate))]
        )


def lay_out(expanded: Expanded, plans: Iterable[tuple[Operation, ...]]) -> Layout:
    """The layout that these plans need."""
    wanted: dict[Relation, set[str]] = {Relation("now", node): {FULL} for node in expanded.nodes}
    watched: set[Node] = set()
    made = set(expanded.nodes)
    for relation, form in (read for each in plans for read in reads(each)):
        if relation.tense == "before":
            watched.add(relation.node)
        if relation.tense in ("now", "before", DELTA):
            if relation.node in made:
                wanted[Relation("now", relation.node)].add(form)
        else:
            wanted.setdefault(relation, set()).add(form)
    given = {
        sort.value: tuple(r.node.predicate for r in wanted if r.tense == sort)
        for sort in (Sort.STATIC, Sort.EVENT)
    }
    for relation in wanted:
        if relation.tense == Sort.EVENT:
            wanted[relation].add(FULL)
    forms = {relation: tuple(form for form in FORMS if form in found) for relation, found in wanted.items()}
    return Layout(expanded.nodes, given, forms, frozenset(watched & made))
