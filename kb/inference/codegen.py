"""Turns the plans of a program into the syntax tree of two Python functions.

`step(s, e, p, t, fuel, room)` makes the core of the next state. `s` and `e` hold the given facts (static,
and of this step), `p` the state before, `t` the step's number. `fuel` bounds how many facts the joins may
visit, `room` how many facts one relation may get. `view(s, e, p, n, v, t, fuel, room)` makes the
relations that no later step needs, from the states before and now and the view before.

Both return tuples laid out by :mod:`kb.inference.layout`. Every fact is a key of a dictionary; its value
is `(clause number, step, bindings...)`, so that a proof can be told later without having been built now.
A relation whose facts are those of the step before is the same object, and what reads nothing new is not
made again.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from kb.inference import syntax as py
from kb.inference.code_parts import MASK, RelationParts
from kb.inference.code_relation import make_group, nothing, only_after
from kb.inference.expand import Guarded
from kb.inference.layout import Layout
from kb.inference.plan import Relation, reads
from kb.inference.records import Sort
from kb.inference.strata import Group
from kb.inference.syntax import Block

SIZE: Final = "size"
"""The name of the number of facts of a state."""
LATE: Final = "late"
"""The name of the number that says which events happened in the step before."""


@dataclass(frozen=True)
class Generator:
    """What the code of a program is generated from: its groups of relations in order, with their clauses."""

    layout: Layout
    groups: tuple[tuple[Group, tuple[Guarded, ...]], ...]
    relations: RelationParts

    def module(self) -> ast.Module:
        """The module that defines both functions."""
        return ast.Module([self._step(), self._view()], [])

    def anchored(self) -> frozenset[str]:
        """The predicates whose facts last, or rest on each other."""
        recursive = (node.predicate for group, _ in self.groups if group.recursive for node in group.nodes)
        return self.relations.lasting.union(recursive)

    def _step(self) -> ast.stmt:
        body: Block = [py.unpack(self.state_names("p"), py.name("p")), *self._given()]
        body += [self._group(group, clauses) for group, clauses in self.groups if self._is_core(group)]
        body.append(py.give(py.pair(self._state())))
        return py.function("step", ("s", "e", "p", "t", "fuel", "room"), body)

    def _view(self) -> ast.stmt:
        body: Block = [
            py.unpack(self.state_names("p"), py.name("p")),
            # What the state now has besides its relations is not needed here.
            py.unpack([name if name[0] == "n" else "unused" for name in self.state_names("n")], py.name("n")),
            py.unpack(self.view_names("p"), py.name("v")),
            *self._given(),
        ]
        body += [self._group(group, clauses) for group, clauses in self.groups if not self._is_core(group)]
        body.append(py.give(py.pair([py.name(each) for each in self.view_names("n")])))
        return py.function("view", ("s", "e", "p", "n", "v", "t", "fuel", "room"), body)

    def _is_core(self, group: Group) -> bool:
        return group.nodes[0] in self.layout.core

    def state_names(self, stem: str) -> tuple[str, ...]:
        """The names of everything in a state, before (`p`) or now (`n`), in its order.

        After the relations: which of them changed in that step, the facts of its event and its kind, and the
        number of facts.
        """
        layout = self.layout
        relations = tuple(_renamed(layout.now(*key), stem) for key in layout.slots)
        changed = tuple(f"c{layout.numbers[node]}" for node in layout.watched)
        events = tuple(f"q{number}" for number, _ in enumerate(layout.given[Sort.EVENT]))
        return (*relations, *changed, *events, LATE, SIZE)

    def view_names(self, stem: str) -> tuple[str, ...]:
        """The names of everything in a view, before (`p`) or now (`n`), in its order."""
        layout = self.layout
        return (*(_renamed(layout.now(*key), stem) for key in layout.view_slots), SIZE)

    def _state(self) -> list[ast.expr]:
        layout = self.layout
        changed = [
            py.compare(py.name(layout.now(node)), ast.IsNot(), py.name(layout.before(node)))
            for node in layout.watched
        ]
        relations = [py.name(layout.now(*key)) for key in layout.slots]
        events = [py.name(f"e{number}") for number, _ in enumerate(layout.given[Sort.EVENT])]
        return [*relations, *changed, *events, py.name(MASK), py.name(SIZE)]

    def _given(self) -> Block:
        static, event = self.layout.given_names(Sort.STATIC), self.layout.given_names(Sort.EVENT)
        block = [py.unpack((*event, MASK), py.name("e"))]
        return [py.unpack(static, py.name("s")), *block] if static else block

    def _group(self, group: Group, clauses: tuple[Guarded, ...]) -> ast.stmt:
        """A group of relations: empty, or as they were when nothing they read has changed, else made."""
        make = make_group(self.relations, group, clauses)
        keep = [statement for node in group.nodes for statement in self.relations.keep(node)]
        bits = only_after(self.relations, group, clauses)
        if bits is None:
            return py.when(self._unchanged(group, clauses), keep, make)
        happens = py.binary(py.name(MASK), ast.BitAnd(), py.constant(bits))
        return py.when(happens, make, nothing(self.relations, group))

    def _unchanged(self, group: Group, clauses: Iterable[Guarded]) -> ast.expr:
        """Whether everything these clauses read is what it was in the step before; never in the first."""
        tests: list[ast.expr] = [py.name("t")]
        waiting = [each for each in clauses if each.index in self.relations.bits]
        if waiting:
            # A clause whose event happened neither now nor in the step before says nothing, then and now.
            lately = py.binary(py.name(MASK), ast.BitOr(), py.name(LATE))
            bits = py.constant(self.relations.any_bit(waiting))
            tests.append(py.negate(py.binary(lately, ast.BitAnd(), bits)))
        others = [each for each in clauses if each.index not in self.relations.bits]
        for relation in dict.fromkeys(self._read(group, others)):
            node = relation.node
            if relation.tense == Sort.EVENT:
                number = self.layout.given_numbers[Sort.EVENT, node.predicate]
                tests.append(py.compare(py.name(f"e{number}"), ast.Is(), py.name(f"q{number}")))
            elif node not in self.layout.numbers or relation.tense == Sort.STATIC:
                continue
            elif relation.tense == "before":
                tests.append(py.negate(py.name(f"c{self.layout.numbers[node]}")))
            elif node not in group.nodes:
                now, before = self.layout.now(node), self.layout.before(node)
                tests.append(py.compare(py.name(now), ast.Is(), py.name(before)))
        return py.both(tests)

    def _read(self, group: Group, clauses: Iterable[Guarded]) -> Iterator[Relation]:
        for each in clauses:
            for relation, _ in reads(self.relations.plans[each.index]):
                yield relation
        for node in group.nodes:
            for part in self.relations.parts.get(node, ()):
                yield Relation("now", part)


def _renamed(name: str, stem: str) -> str:
    return stem + name[1:]
