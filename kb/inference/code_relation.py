"""The Python code that makes one relation, or several that feed each other, from their clauses."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final

from kb.inference import syntax as py
from kb.inference.code_clause import ClauseCode, full_name
from kb.inference.expand import Guarded, Node
from kb.inference.layout import EMPTY, Layout
from kb.inference.persist import Persistence
from kb.inference.plan import BY_FIRST, FULL, Operation, Test
from kb.inference.strata import Group
from kb.inference.syntax import Block

MASK: Final = "mask"
"""The name of the number that says which events happened."""


@dataclass(frozen=True)
class RelationCode:
    """Writes relations.

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

    def group(self, group: Group, clauses: Sequence[Guarded]) -> Block:
        """The code that makes the relations of a group."""
        # Facts that stay keep the reason they had, so they come before facts that are made again.
        lasting = sorted(clauses, key=lambda each: each.index not in self.persisting)
        if group.recursive:
            return self._recursive(group, lasting)
        node = group.nodes[0]
        if node.rule is None and any(each.index in self.persisting for each in clauses):
            return self._lasting(node, lasting)
        return self._fresh(node, lasting)

    def only_after(self, group: Group, clauses: Sequence[Guarded]) -> int | None:
        """The bits of the events one of which has to happen for these relations to have any fact."""
        parts = any(self.parts.get(node) for node in group.nodes)
        if parts or any(each.index not in self.bits for each in clauses):
            return None
        return self.any_bit(clauses)

    def any_bit(self, clauses: Iterable[Guarded]) -> int:
        """The bits of the events that any of these clauses waits for."""
        return reduce(or_, (self.bits[each.index] for each in clauses), 0)

    def nothing(self, group: Group) -> Block:
        """Relations without any fact."""
        return [statement for node in group.nodes for statement in [*self._empty(node), self._count(node)]]

    def _fresh(self, node: Node, clauses: Iterable[Guarded]) -> Block:
        """A relation made from nothing."""
        now = self.layout.now(node)
        block = self._blank(node)
        for each in clauses:
            block += self._clause(each, now, (now,), self._index_key(node))
        for part in self.parts.get(node, ()):
            block += self._merge(part, now, (now,), self._index_key(node))
        return [*block, *self._close(node, alike=node.predicate not in self.lasting)]

    def _clause(
        self,
        each: Guarded,
        target: str,
        known: Sequence[str],
        then: Block,
        inside: frozenset[Node] = frozenset(),
    ) -> Block:
        if each.index in self.persisting:
            return self._copy_kept(each.target, self.persisting[each.index])
        block = ClauseCode(self.layout, each, inside).write(self.plans[each.index], target, known, then)
        if each.index not in self.bits:
            return block
        happens = py.binary(py.name(MASK), ast.BitAnd(), py.constant(self.bits[each.index]))
        return [py.when(happens, block)]

    def _lasting(self, node: Node, clauses: Iterable[Guarded]) -> Block:
        """A relation most of which stays: that of the step before, copied when something goes or comes."""
        now, before = self.layout.now(node), self.layout.before(node)
        keeping = [self.persisting[each.index] for each in clauses if each.index in self.persisting]
        block = [
            py.assign(now, py.name(before)),
            *self._keep(node, keeping),
            py.assign("new", py.empty_dict()),
        ]
        for each in clauses:
            if each.index not in self.persisting:
                block += self._clause(each, "new", (now, "new"), [])
        for part in self.parts.get(node, ()):
            block += self._merge(part, "new", (now, "new"), [])
        joined = py.binary(py.name(now), ast.BitOr(), py.name("new"))
        block.append(py.when(py.name("new"), [py.assign(now, joined)]))
        indexes = self.layout.indexes(node)
        same = [py.assign(self.layout.now(node, f), py.name(self.layout.before(node, f))) for f in indexes]
        rebuilt = [statement for form in indexes for statement in self._rebuild(node, form)]
        unchanged = py.compare(py.name(now), ast.Is(), py.name(before))
        block.append(py.when(unchanged, same or [ast.Pass(**py.AT)], [*rebuilt, self._count(node)]))
        return block

    def _keep(self, node: Node, keeping: Sequence[Persistence]) -> Block:
        """Drops what no persisting clause keeps; the relation stays the same object if nothing goes."""
        if any(not each.tests for each in keeping):
            return []
        now, before = self.layout.now(node), self.layout.before(node)
        stays = py.either(py.both(self._tests(each)) for each in keeping)
        loop = py.each(
            ["k", "w"],
            py.method(py.name(before), "items"),
            [self._open_key(keeping[0]), py.when(stays, [py.put("kept", py.name("k"), py.name("w"))])],
        )
        lengths = [py.call(py.name("len"), py.name(each)) for each in ("kept", before)]
        kept = ast.BoolOp(ast.Or(), [py.name("kept"), py.name(EMPTY)], **py.AT)
        gone = py.when(py.compare(lengths[0], ast.NotEq(), lengths[1]), [py.assign(now, kept)])
        work = [py.assign("kept", py.empty_dict()), loop, gone]
        return [py.when(py.both([py.name(before), *self._may_lose(keeping)]), work)]

    def _may_lose(self, keeping: Sequence[Persistence]) -> list[ast.expr]:
        """A quick look: with nothing in any of the relations that end facts, every fact stays."""
        tests = keeping[0].tests
        if len(keeping) > 1 or not all(isinstance(test, Test) and test.negated for test in tests):
            return []
        endings = dict.fromkeys(full_name(self.layout, test) for test in tests if isinstance(test, Test))
        return [py.either(py.name(ending) for ending in endings)]

    def _tests(self, keeping: Persistence) -> list[ast.expr]:
        """The tests that a fact has to pass to stay; its terms are `k0` and `k1`."""
        names = {variable: f"k{number}" for number, variable in enumerate(keeping.names)}
        code = ClauseCode(self.layout, keeping.guarded)
        return [code.test(test, names) for test in keeping.tests]

    def _open_key(self, keeping: Persistence) -> ast.stmt:
        if len(keeping.names) == 1:
            return py.assign("k0", py.name("k"))
        return py.unpack(("k0", "k1"), py.name("k"))

    def _copy_kept(self, node: Node, keeping: Persistence) -> Block:
        """Copies what a persisting clause keeps, with the provenance it had."""
        now = self.layout.now(node)
        source = py.method(py.name(self.layout.read(keeping.relation, FULL)), "items")
        fresh = py.compare(py.name("k"), ast.NotIn(), py.name(now))
        insert: Block = [py.put(now, py.name("k"), py.name("w")), *self._index_key(node)]
        stays = py.when(py.both([*self._tests(keeping), fresh]), insert)
        return [py.each(["k", "w"], source, [self._open_key(keeping), stays])]

    def _merge(self, part: Node, target: str, known: Sequence[str], then: Block, source: str = "") -> Block:
        """Adds what a defeating rule concluded to the relation of its predicate."""
        facts = py.method(py.name(source or self.layout.now(part)), "items")
        fresh = py.both(py.compare(py.name("k"), ast.NotIn(), py.name(each)) for each in known)
        insert: Block = [py.put(target, py.name("k"), py.name("w")), *then]
        return [py.each(["k", "w"], facts, [py.when(fresh, insert)])]

    def _recursive(self, group: Group, clauses: Sequence[Guarded]) -> Block:
        """Relations that feed each other: what they read outside, then rounds from the facts that are new.

        `d3` holds the facts that the last round added to the third relation, `x3` those of this round.
        """
        layout, inside = self.layout, frozenset(group.nodes)
        block = [statement for node in group.nodes for statement in self._blank(node)]
        for each in clauses:
            if each.index not in self.rounds:
                now = layout.now(each.target)
                block += self._clause(each, now, (now,), self._index_key(each.target))
        parts = [(node, part) for node in group.nodes for part in self.parts.get(node, ())]
        for node, part in parts:
            if part not in inside:
                block += self._merge(part, layout.now(node), (layout.now(node),), self._index_key(node))
        for number in self._numbers(group):
            block.append(py.assign(f"d{number}", py.call(py.name("dict"), py.name(f"n{number}"))))
        turn: Block = [py.assign(f"x{n}", py.empty_dict()) for n in self._numbers(group)]
        for each in clauses:
            now = layout.now(each.target)
            for operations in self.rounds.get(each.index, ()):
                code = ClauseCode(layout, each, inside)
                turn += code.write(operations, now, (now,), self._grow(each.target))
        for node, part in parts:
            if part in inside:
                new = f"d{layout.numbers[part]}"
                turn += self._merge(part, layout.now(node), (layout.now(node),), self._grow(node), new)
        turn += [py.assign(f"d{n}", py.name(f"x{n}")) for n in self._numbers(group)]
        block.append(py.loop(py.either(py.name(f"d{n}") for n in self._numbers(group)), turn))
        return [*block, *(statement for node in group.nodes for statement in self._close(node))]

    def _numbers(self, group: Group) -> list[int]:
        return [self.layout.numbers[node] for node in group.nodes]

    def _grow(self, node: Node) -> Block:
        """What follows a new fact inside a recursion: it is indexed, and new for the next round."""
        number = self.layout.numbers[node]
        value = py.item(self.layout.now(node), py.name("k"))
        return [*self._index_key(node), py.put(f"x{number}", py.name("k"), value)]

    # Beginning, indexing and closing.

    def _blank(self, node: Node) -> Block:
        return [
            py.assign(self.layout.now(node, form), py.empty_dict()) for form in self.layout.forms_of(node)
        ]

    def _index_key(self, node: Node) -> Block:
        """Adds the fact `k` to the indexes of a relation."""
        block: Block = []
        for form in self.layout.indexes(node):
            here, there = (0, 1) if form == BY_FIRST else (1, 0)
            keyed = py.item("k", py.constant(here))
            listed = py.method(py.name(self.layout.now(node, form)), "setdefault", keyed, py.empty_list())
            block.append(py.do(py.method(listed, "append", py.item("k", py.constant(there)))))
        return block

    def _rebuild(self, node: Node, form: str) -> Block:
        index = self.layout.now(node, form)
        here, there = ("k0", "k1") if form == BY_FIRST else ("k1", "k0")
        listed = py.method(py.name(index), "setdefault", py.name(here), py.empty_list())
        append = py.do(py.method(listed, "append", py.name(there)))
        loop = py.each(["k0", "k1"], py.name(self.layout.now(node)), [append])
        return [py.assign(index, py.empty_dict()), loop]

    def _empty(self, node: Node) -> Block:
        return [py.assign(self.layout.now(node, form), py.name(EMPTY)) for form in self.layout.forms_of(node)]

    def _close(self, node: Node, *, alike: bool = False) -> Block:
        """Makes what did not change the same object: all empty relations are one, and with `alike` also a
        relation with the facts of the step before. (Not where facts rest on each other: their reasons may
        have changed places, and a proof must not go in a circle.)
        """
        now, before = self.layout.now(node), self.layout.before(node)
        count = self._count(node)
        otherwise: Block = [count]
        if alike:
            keys = [py.method(py.name(each), "keys") for each in (now, before)]
            otherwise = [py.when(py.compare(keys[0], ast.Eq(), keys[1]), self.keep(node), [count])]
        return [py.when(py.negate(py.name(now)), [*self._empty(node), count], otherwise)]

    def keep(self, node: Node) -> Block:
        """A relation as it was in the step before."""
        layout = self.layout
        return [
            py.assign(layout.now(node, form), py.name(layout.before(node, form)))
            for form in layout.forms_of(node)
        ]

    def _count(self, node: Node) -> ast.stmt:
        lengths = [
            py.call(py.name("len"), py.name(each))
            for each in (self.layout.now(node), self.layout.before(node))
        ]
        return py.add("size", py.binary(lengths[0], ast.Sub(), lengths[1]))
