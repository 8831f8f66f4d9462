"""Turns the plans of a program into the syntax tree of one Python function: `step(s, e, p, t, fuel, room)`.

`s` and `e` hold the given facts (static, and of this step), `p` the state before, `t` the step's number.
`fuel` bounds how many facts the joins may visit, `room` how many facts one relation may get. The function
returns the new state, a tuple laid out by :mod:`kb.inference.layout`. Every fact is a key of a dictionary;
its value is `(clause number, step, bindings...)`, so that a proof can be told later without having been
built now.

A relation is made afresh unless nothing it reads has changed since the step before: then it is the same
object.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.inference import syntax as py
from kb.inference.code_relation import RelationCode
from kb.inference.expand import Guarded, Node
from kb.inference.layout import Layout
from kb.inference.plan import FULL, Relation, reads
from kb.inference.records import Sort
from kb.inference.strata import Group
from kb.inference.syntax import Block


@dataclass(frozen=True)
class Generator:
    """What the code of a program is generated from: its groups of relations in order, with their clauses."""

    layout: Layout
    groups: tuple[tuple[Group, tuple[Guarded, ...]], ...]
    relations: RelationCode

    def module(self) -> ast.Module:
        """The module that defines the step function."""
        body = self._opening()
        for group, clauses in self.groups:
            body.append(self._group(group, clauses))
        body.append(ast.Return(py.pair(self._closing()), **py.AT))
        return py.function("step", ("s", "e", "p", "t", "fuel", "room"), body)

    def previous_names(self) -> tuple[str, ...]:
        """The names under which a step finds the state before it, in the order of the state."""
        layout = self.layout
        relations = tuple("p" + each[1:] for each in layout.state_names)
        changed = tuple(f"c{layout.numbers[node]}" for node in self._watched())
        events = tuple(f"q{number}" for number, _ in enumerate(layout.given[Sort.EVENT]))
        return (*relations, *changed, *events, "size")

    def _closing(self) -> list[ast.expr]:
        layout = self.layout
        relations = [py.name(each) for each in layout.state_names]
        changed = [
            py.compare(py.name(layout.now(node)), ast.IsNot(), py.name(layout.before(node)))
            for node in self._watched()
        ]
        events = [py.name(f"e{number}") for number, _ in enumerate(layout.given[Sort.EVENT])]
        return [*relations, *changed, *events, py.name("size")]

    def _watched(self) -> list[Node]:
        return [node for node in self.layout.nodes if node in self.layout.watched]

    def _opening(self) -> Block:
        static, event = self.layout.given_names(Sort.STATIC), self.layout.given_names(Sort.EVENT)
        block = [py.unpack(self.previous_names(), py.name("p"))]
        if static:
            block.append(py.unpack(static, py.name("s")))
        if event:
            block.append(py.unpack(event, py.name("e")))
        return block

    def _group(self, group: Group, clauses: tuple[Guarded, ...]) -> ast.stmt:
        """A group of relations: as they were when nothing they read has changed, else made."""
        layout = self.layout
        keep = [
            py.assign(layout.now(node, form), py.name(layout.before(node, form)))
            for node in group.nodes
            for form in layout.forms_of(node)
        ]
        return py.when(self._unchanged(group, clauses), keep, self.relations.group(group, clauses))

    def _unchanged(self, group: Group, clauses: Iterable[Guarded]) -> ast.expr:
        """Whether everything these clauses read is what it was in the step before; never in the first."""
        tests: list[ast.expr] = [py.name("t")]
        for relation in dict.fromkeys(self._read(group, clauses)):
            node = relation.node
            if relation.tense == Sort.EVENT:
                number = self.layout.given_numbers[Sort.EVENT, node.predicate]
                tests.append(py.compare(py.name(f"e{number}"), ast.Is(), py.name(f"q{number}")))
            elif node not in self.layout.numbers or relation.tense == Sort.STATIC:
                continue
            elif relation.tense == "before":
                tests.append(py.negate(py.name(f"c{self.layout.numbers[node]}")))
            elif node not in group.nodes:
                now, before = self.layout.now(node, FULL), self.layout.before(node, FULL)
                tests.append(py.compare(py.name(now), ast.Is(), py.name(before)))
        return py.both(tests)

    def _read(self, group: Group, clauses: Iterable[Guarded]) -> Iterator[Relation]:
        for each in clauses:
            for relation, _ in reads(self.relations.plans[each.index]):
                yield relation
        for node in group.nodes:
            for part in self.relations.parts.get(node, ()):
                yield Relation("now", part)
