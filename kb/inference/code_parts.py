"""What the code of every relation has: its clauses, its indexes, and how it is begun and closed."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final

from kb.inference import syntax as py
from kb.inference.code_clause import ClauseCode
from kb.inference.expand import Guarded, Node
from kb.inference.layout import EMPTY, Layout
from kb.inference.persist import Persistence
from kb.inference.plan import BY_FIRST, FULL, Operation
from kb.inference.syntax import Block

Then = Callable[[Sequence[ast.expr]], Block]
"""Writes what follows a conclusion, from the terms of the conclusion."""
MASK: Final = "mask"
"""The name of the number that says which events happened."""


@dataclass(frozen=True)
class RelationParts:
    """What writing a relation is made of.

    `plans` are the operations of each clause by its number, `rounds` those of clauses that feed themselves:
    one tuple for each literal that may have new facts.
    """

    layout: Layout
    plans: Mapping[int, tuple[Operation, ...]]
    rounds: Mapping[int, tuple[tuple[Operation, ...], ...]]
    persisting: Mapping[int, Persistence]
    parts: Mapping[Node, Sequence[Node]]
    """The parts that belong to each predicate's relation."""
    bits: Mapping[int, int]
    """For each clause that waits for an event, by its number, the bit of that event."""
    lasting: frozenset[str]
    """The predicates some of whose clauses only say that a fact stays."""
    bare: bool = False
    """Whether facts carry no reasons."""

    def any_bit(self, clauses: Iterable[Guarded]) -> int:
        """The bits of the events that any of these clauses waits for."""
        return reduce(or_, (self.bits[each.index] for each in clauses), 0)

    def clause(
        self,
        each: Guarded,
        target: str,
        known: Sequence[str],
        then: Then,
        inside: frozenset[Node] = frozenset(),
    ) -> Block:
        """Puts what a clause concludes and `known` does not hold into `target`, and does `then`."""
        if each.index in self.persisting:
            return self.copy_kept(each.target, self.persisting[each.index])
        block = ClauseCode(self.layout, each, inside, self.bare).write(
            self.plans[each.index], target, known, then
        )
        if each.index not in self.bits:
            return block
        happens = py.binary(py.name(MASK), ast.BitAnd(), py.constant(self.bits[each.index]))
        return [py.when(happens, block)]

    def merge(self, part: Node, target: str, known: Sequence[str], then: Block, source: str = "") -> Block:
        """Adds what a defeating rule concluded to the relation of its predicate."""
        facts = py.method(py.name(source or self.layout.now(part)), "items")
        fresh = py.both(py.compare(py.name("k"), ast.NotIn(), py.name(each)) for each in known)
        insert: Block = [py.put(target, py.name("k"), py.name("w")), *then]
        return [py.each(["k", "w"], facts, [py.when(fresh, insert)])]

    def copy_kept(self, node: Node, keeping: Persistence) -> Block:
        """Copies what a persisting clause keeps, with the provenance it had."""
        now = self.layout.now(node)
        source = py.method(py.name(self.layout.read(keeping.relation, FULL)), "items")
        fresh = py.compare(py.name("k"), ast.NotIn(), py.name(now))
        insert: Block = [py.put(now, py.name("k"), py.name("w")), *self.index_key(node)]
        stays = py.when(py.both([*self.tests(keeping), fresh]), insert)
        return [py.each(["k", "w"], source, [self.open_key(keeping), stays])]

    def tests(self, keeping: Persistence) -> list[ast.expr]:
        """The tests that a fact has to pass to stay; its terms are `k0` and `k1`."""
        names = {variable: f"k{number}" for number, variable in enumerate(keeping.names)}
        code = ClauseCode(self.layout, keeping.guarded)
        return [code.test(test, names) for test in keeping.tests]

    def open_key(self, keeping: Persistence) -> ast.stmt:
        """Names the terms of the fact `k`."""
        if len(keeping.names) == 1:
            return py.assign("k0", py.name("k"))
        return py.unpack(("k0", "k1"), py.name("k"))

    def blank(self, node: Node) -> Block:
        """A relation with no facts yet."""
        return [
            py.assign(self.layout.now(node, form), py.empty_dict()) for form in self.layout.forms_of(node)
        ]

    def index(self, node: Node, terms: Sequence[ast.expr]) -> Block:
        """Adds a fact with these terms to the indexes of a relation."""
        block: Block = []
        for form in self.layout.indexes(node):
            here, there = (0, 1) if form == BY_FIRST else (1, 0)
            held = py.method(py.name(self.layout.now(node, form)), "setdefault", terms[here], py.empty_list())
            block.append(py.do(py.method(held, "append", terms[there])))
        return block

    def index_key(self, node: Node) -> Block:
        """Adds the fact `k` to the indexes of a relation."""
        return self.index(node, [py.item("k", py.constant(0)), py.item("k", py.constant(1))])

    def empty(self, node: Node) -> Block:
        """A relation with no facts at all."""
        return [py.assign(self.layout.now(node, form), py.name(EMPTY)) for form in self.layout.forms_of(node)]

    def close(self, node: Node, *, alike: bool = False) -> Block:
        """Makes what did not change the same object: all empty relations are one, and with `alike` also a
        relation with the facts of the step before. (Not where facts rest on each other: their reasons may
        have changed places, and a proof must not go in a circle.)
        """
        now, before = self.layout.now(node), self.layout.before(node)
        count = self.count(node)
        otherwise: Block = [count]
        if alike:
            keys = [py.method(py.name(each), "keys") for each in (now, before)]
            otherwise = [py.when(py.compare(keys[0], ast.Eq(), keys[1]), self.keep(node), [count])]
        return [py.when(py.negate(py.name(now)), [*self.empty(node), count], otherwise)]

    def keep(self, node: Node) -> Block:
        """A relation as it was in the step before."""
        layout = self.layout
        return [
            py.assign(layout.now(node, form), py.name(layout.before(node, form)))
            for form in layout.forms_of(node)
        ]

    def count(self, node: Node) -> ast.stmt:
        """Adds to the number of facts of the state what this relation has more than before."""
        lengths = [
            py.call(py.name("len"), py.name(each))
            for each in (self.layout.now(node), self.layout.before(node))
        ]
        return py.add("size", py.binary(lengths[0], ast.Sub(), lengths[1]))
