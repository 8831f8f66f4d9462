"""Where everything lives in a step: the names of relations in the generated code and their place in a state.

A state is a tuple. Names are made of numbers (`n3` is the third relation now, `n3_by0` its index), so that
nothing a rule's author wrote ever becomes a name in the code.

Relations are made in two stages. The *core* is what the next step needs: relations that some clause reads
`before`, `due`, and all that these need. The *view* is the rest, and is made only when somebody asks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from kb.inference.expand import Expanded, Node
from kb.inference.plan import BY_FIRST, BY_SECOND, DELTA, FULL, Operation, Relation, reads
from kb.inference.records import Sort

FORMS = (FULL, BY_FIRST, BY_SECOND)
EMPTY = "E"
"""The name of the one empty relation."""
DUE = "due"
_STEMS = {"static": "s", "event": "e", "now": "n", "before": "p", DELTA: "d"}


@dataclass(frozen=True)
class Layout:
    """Which relations exist, in which forms each is kept, and in which stage it is made."""

    nodes: tuple[Node, ...]
    """Relations made in a step, numbered by their position."""
    given: dict[str, tuple[str, ...]]
    """Static and event predicates that are read, by sort; numbered by their position."""
    forms: dict[Relation, tuple[str, ...]]
    """The forms kept: of relations made, of static and of event facts."""
    watched: tuple[Node, ...]
    """Relations that some clause reads `before`: whether they changed is part of the state."""
    core: frozenset[Node]

    @cached_property
    def numbers(self) -> dict[Node, int]:
        """The number of each relation made in a step."""
        return {node: number for number, node in enumerate(self.nodes)}

    @cached_property
    def given_numbers(self) -> dict[tuple[str, str], int]:
        """The number of each static and event predicate among those of its sort."""
        return {(sort, name): n for sort, names in self.given.items() for n, name in enumerate(names)}

    @cached_property
    def slots(self) -> dict[tuple[Node, str], int]:
        """The place of each form of a core relation in a state."""
        return self._places(self.core)

    @cached_property
    def view_slots(self) -> dict[tuple[Node, str], int]:
        """The place of each form of the other relations in a view."""
        return self._places(frozenset(self.nodes) - self.core)

    def _places(self, stage: frozenset[Node]) -> dict[tuple[Node, str], int]:
        kept = [(node, form) for node in self.nodes if node in stage for form in self.forms_of(node)]
        return {key: place for place, key in enumerate(kept)}

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
    made = set(expanded.nodes)
    wanted: dict[Relation, set[str]] = {Relation("now", node): {FULL} for node in expanded.nodes}
    watched: dict[Node, None] = {}
    for relation, form in (read for each in plans for read in reads(each)):
        if relation.tense in (Sort.STATIC, Sort.EVENT):
            wanted.setdefault(relation, set()).add(form)
        elif relation.node in made:
            wanted[Relation("now", relation.node)].add(form)
            if relation.tense == "before":
                watched[relation.node] = None
    for relation in wanted:
        if relation.tense == Sort.EVENT:
            wanted[relation].add(FULL)
    given = {
        sort.value: tuple(r.node.predicate for r in wanted if r.tense == sort)
        for sort in (Sort.STATIC, Sort.EVENT)
    }
    forms = {relation: tuple(form for form in FORMS if form in found) for relation, found in wanted.items()}
    roots = [node for node in (*watched, Node(DUE)) if node in made]
    return Layout(expanded.nodes, given, forms, tuple(watched), _needed(roots, expanded))


def _needed(roots: Iterable[Node], expanded: Expanded) -> frozenset[Node]:
    """The relations that these need in the same step, themselves included."""
    needs: dict[Node, list[Node]] = {}
    for edge in expanded.edges:
        needs.setdefault(edge.reader, []).append(edge.read)
    found: set[Node] = set()
    waiting = list(roots)
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += needs.get(node, ())
    return frozenset(found & set(expanded.nodes))
