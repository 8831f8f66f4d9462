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
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kb.inference import syntax as py
from kb.inference.expand import Expanded, Guarded, Node
from kb.inference.layout import Layout
from kb.inference.persist import Persistence
from kb.inference.plan import BY_FIRST, FULL, Compute, Operation, Relation, Scan, Test, binding_names, reads
from kb.inference.records import Aggregate, Comparison, Sort, Term, Variable
from kb.inference.strata import Group
from kb.inference.syntax import Block

EMPTY = "E"
_OPERATORS: Mapping[str, type[ast.cmpop]] = {
    "=": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
}


@dataclass(frozen=True)
class Generator:
    """What the code of one program is generated from."""

    expanded: Expanded
    layout: Layout
    groups: tuple[Group, ...]
    plans: Mapping[int, tuple[Operation, ...]]
    persisting: Mapping[int, Persistence]

    def module(self) -> ast.Module:
        """The module that defines the step function."""
        body = [*self._opening()]
        for group in self.groups:
            body += self._group(group)
        body.append(ast.Return(py.pair(self._closing())))
        return py.function("step", ("s", "e", "p", "t", "fuel", "room"), body)

    def previous_names(self) -> tuple[str, ...]:
        """The names under which a step finds the state before it, in the order of the state."""
        layout = self.layout
        relations = tuple("p" + each[1:] for each in layout.state_names)
        changed = tuple(f"c{self._number(node)}" for node in self._watched())
        events = tuple(f"q{number}" for number, _ in enumerate(layout.given[Sort.EVENT]))
        return (*relations, *changed, *events, "size")

    def _closing(self) -> list[ast.expr]:
        layout = self.layout
        relations = [py.name(each) for each in layout.state_names]
        changed = [
            py.compare(py.name(f"n{self._number(node)}"), ast.IsNot(), py.name(f"p{self._number(node)}"))
            for node in self._watched()
        ]
        events = [py.name(f"e{number}") for number, _ in enumerate(layout.given[Sort.EVENT])]
        return [*relations, *changed, *events, py.name("size")]

    def _watched(self) -> list[Node]:
        return [node for node in self.layout.nodes if node in self.layout.watched]

    def _number(self, node: Node) -> int:
        return self.layout.numbers[node]

    def _opening(self) -> Block:
        static, event = self.layout.given_names(Sort.STATIC), self.layout.given_names(Sort.EVENT)
        block = [py.unpack(self.previous_names(), py.name("p"))]
        if static:
            block.append(py.unpack(static, py.name("s")))
        if event:
            block.append(py.unpack(event, py.name("e")))
        return block

    # Groups of relations.

    def _group(self, group: Group) -> Block:
        clauses = [each for each in self.expanded.clauses if each.target in group.nodes]
        make = self._recursive(group, clauses) if group.recursive else self._single(group.nodes[0], clauses)
        keep = [
            py.assign(self._now(node, form), py.name(self._before(node, form)))
            for node in group.nodes
            for form in self._forms(node)
        ]
        return [py.when(self._unchanged(group, clauses), keep, make)]

    def _unchanged(self, group: Group, clauses: Iterable[Guarded]) -> ast.expr:
        """Whether everything these clauses read is what it was in the step before; never in the first."""
        seen: dict[Relation, None] = {}
        for each in clauses:
            seen.update(dict.fromkeys(relation for relation, _ in reads(self.plans[each.index])))
        for node in group.nodes:
            seen.update(dict.fromkeys(Relation("now", part) for part in self._parts(node)))
        tests: list[ast.expr] = [py.name("t")]
        for relation in seen:
            if relation.tense in ("now", "before") and relation.node not in self.layout.numbers:
                continue
            if relation.tense == "event":
                number = self.layout.given[Sort.EVENT].index(relation.node.predicate)
                tests.append(py.compare(py.name(f"e{number}"), ast.Is(), py.name(f"q{number}")))
            elif relation.tense == "before":
                tests.append(py.negate(py.name(f"c{self._number(relation.node)}")))
            elif relation.tense == "now" and relation.node not in group.nodes:
                now, before = self._now(relation.node, FULL), self._before(relation.node, FULL)
                tests.append(py.compare(py.name(now), ast.Is(), py.name(before)))
        return py.both(tests)

    def _parts(self, node: Node) -> list[Node]:
        """The parts that belong to a predicate's relation."""
        if node.rule is not None:
            return []
        return [
            part for part in self.layout.nodes if part.predicate == node.predicate and part.rule is not None
        ]

    def _single(self, node: Node, clauses: list[Guarded]) -> Block:
        """A relation that does not feed itself."""
        keeping = [self.persisting[each.index] for each in clauses if each.index in self.persisting]
        if not keeping or node.rule is not None:
            return self._fresh(node, clauses)
        now, before = self._now(node, FULL), self._before(node, FULL)
        block = [
            py.assign(now, py.name(before)),
            *self._keep(node, keeping),
            py.assign("new", py.empty_dict()),
        ]
        for each in clauses:
            if each.index not in self.persisting:
                block += self._clause(each, "new", (now, "new"), False, frozenset())
        for part in self._parts(node):
            block += self._merge(part, "new", (now, "new"), ())
        joined = ast.BinOp(py.name(now), ast.BitOr(), py.name("new"))
        block.append(py.when(py.name("new"), [py.assign(now, joined)]))
        indexes = [form for form in self._forms(node) if form != FULL]
        same = [py.assign(self._now(node, form), py.name(self._before(node, form))) for form in indexes]
        rebuilt = [statement for form in indexes for statement in self._rebuild(node, form)]
        changed = [*rebuilt, *self._count(node)]
        unchanged = py.compare(py.name(now), ast.Is(), py.name(before))
        block.append(py.when(unchanged, same or [ast.Pass()], changed))
        return block

    def _fresh(self, node: Node, clauses: list[Guarded]) -> Block:
        block = [py.assign(self._now(node, form), py.empty_dict()) for form in self._forms(node)]
        now = self._now(node, FULL)
        for each in self._lasting_first(clauses):
            if each.index in self.persisting:
                block += self._copy_kept(node, self.persisting[each.index])
            else:
                block += self._clause(each, now, (now,), True, frozenset())
        for part in self._parts(node):
            block += self._merge(part, now, (now,), self._indexes(node))
        return [*block, *self._empty_if_none(node), *self._count(node)]

    def _recursive(self, group: Group, clauses: list[Guarded]) -> Block:
        """Relations that feed each other: once what they read outside, then rounds until nothing is new."""
        inside = frozenset(group.nodes)
        block = [
            py.assign(self._now(node, form), py.empty_dict())
            for node in group.nodes
            for form in self._forms(node)
        ]
        rounds: Block = [py.assign("grew", ast.Constant(False))]
        for each in self._lasting_first(clauses):
            now = self._now(each.target, FULL)
            if each.index in self.persisting:
                block += self._copy_kept(each.target, self.persisting[each.index])
            elif any(r.tense == "now" and r.node in inside for r, _ in reads(self.plans[each.index])):
                rounds += self._clause(each, now, (now,), True, inside)
            else:
                block += self._clause(each, now, (now,), True, frozenset())
        for node in group.nodes:
            for part in self._parts(node):
                merge = self._merge(
                    part, self._now(node, FULL), (self._now(node, FULL),), self._indexes(node), True
                )
                rounds += merge
        block += [py.assign("grew", ast.Constant(True)), ast.While(py.name("grew"), rounds, [])]
        for node in group.nodes:
            block += [*self._empty_if_none(node), *self._count(node)]
        return block

    def _lasting_first(self, clauses: list[Guarded]) -> list[Guarded]:
        """Facts that stay keep the reason they had, so they come before facts that are made again."""
        return sorted(clauses, key=lambda each: each.index not in self.persisting)

    def _keep(self, node: Node, keeping: list[Persistence]) -> Block:
        """Drops what no persisting clause keeps; the relation stays the same object if nothing goes."""
        now, before = self._now(node, FULL), self._before(node, FULL)
        names = [f"k{position}" for position in range(len(keeping[0].names))]
        stays = py.either(
            py.both(self._test(test, dict(zip(each.names, names, strict=True))) for test in each.tests)
            for each in keeping
        )
        if isinstance(stays, ast.Constant) or any(not each.tests for each in keeping):
            return []
        loop = py.each(
            ["k", "w"],
            py.method(py.name(before), "items"),
            [
                *(
                    [py.unpack(names, py.name("k"))]
                    if len(names) == 2
                    else [py.assign(names[0], py.name("k"))]
                ),
                py.when(stays, [py.put("kept", py.name("k"), py.name("w"))]),
            ],
        )
        gone = py.compare(
            py.call(py.name("len"), py.name("kept")), ast.NotEq(), py.call(py.name("len"), py.name(before))
        )
        replace = py.assign(now, ast.IfExp(py.name("kept"), py.name("kept"), py.name(EMPTY)))
        work = [py.assign("kept", py.empty_dict()), loop, py.when(gone, [replace])]
        return [py.when(py.both([py.name(before), self._may_lose(keeping)]), work)]

    def _may_lose(self, keeping: list[Persistence]) -> ast.expr:
        """A quick look: with nothing in any of the relations that end facts, every fact stays."""
        if len(keeping) == 1 and all(isinstance(test, Test) and test.negated for test in keeping[0].tests):
            killers = dict.fromkeys(
                self._read_name(test.relation, FULL if test.relation.tense == "event" else test.form)
                for test in keeping[0].tests
                if isinstance(test, Test)
            )
            return py.either(py.name(killer) for killer in killers)
        return ast.Constant(True)

    def _copy_kept(self, node: Node, keeping: Persistence) -> Block:
        """Copies what a persisting clause keeps, with the provenance it had."""
        names = [f"k{position}" for position in range(len(keeping.names))]
        tests = [self._test(test, dict(zip(keeping.names, names, strict=True))) for test in keeping.tests]
        before = self._read_name(keeping.relation, FULL)
        now = self._now(node, FULL)
        insert: Block = [py.put(now, py.name("k"), py.name("w")), *self._index_key(node, names)]
        fresh = py.compare(py.name("k"), ast.NotIn(), py.name(now))
        opened = py.unpack(names, py.name("k")) if len(names) == 2 else py.assign(names[0], py.name("k"))
        return [
            py.each(
                ["k", "w"],
                py.method(py.name(before), "items"),
                [opened, py.when(py.both([*tests, fresh]), insert)],
            )
        ]

    def _merge(
        self, part: Node, target: str, known: tuple[str, ...], indexes: Iterable[str], grows: bool = False
    ) -> Block:
        """Adds what a defeating rule concluded to the relation of its predicate."""
        node = Node(part.predicate)
        source = py.method(py.name(self._now(part, FULL)), "items")
        fresh = [py.compare(py.name("k"), ast.NotIn(), py.name(each)) for each in known]
        insert: Block = [py.put(target, py.name("k"), py.name("w"))]
        if tuple(indexes):
            insert += [py.unpack(("k0", "k1"), py.name("k")), *self._index_key(node, ["k0", "k1"])]
        if grows:
            insert.append(py.assign("grew", ast.Constant(True)))
        return [py.each(["k", "w"], source, [py.when(py.both(fresh), insert)])]

    # Clauses.

    def _clause(
        self, each: Guarded, target: str, known: tuple[str, ...], index: bool, inside: frozenset[Node]
    ) -> Block:
        """The loops of one clause, which put its conclusions into `target` unless they are in `known`."""
        names = {variable: f"v{number}" for number, variable in enumerate(each.clause.variables)}
        head = [self._term(term, names) for term in each.clause.head.terms]
        key = head[0] if len(head) == 1 else py.pair(head)
        bindings = [py.name(names[variable]) for variable in binding_names(each.clause)]
        value = py.pair([ast.Constant(each.index), py.name("t"), *bindings])
        insert: Block = [py.put(target, py.name("k"), value)]
        if index:
            insert += self._index_terms(each.target, head)
        if inside:
            insert.append(py.assign("grew", ast.Constant(True)))
        fresh = py.both(py.compare(py.name("k"), ast.NotIn(), py.name(each_known)) for each_known in known)
        tail: Block = [py.assign("k", key), py.when(fresh, insert)]
        return self._operations(self.plans[each.index], tail, names, each, target, inside)

    def _operations(
        self,
        operations: tuple[Operation, ...],
        tail: Block,
        names: Mapping[str, str],
        each: Guarded,
        target: str,
        inside: frozenset[Node],
        depth: int = 0,
    ) -> Block:
        depths = []
        for operation in operations:
            depths.append(depth)
            depth += isinstance(operation, Scan)
        block = tail
        for operation, level in zip(reversed(operations), reversed(depths), strict=True):
            if isinstance(operation, Scan):
                block = self._scan(operation, block, names, each, target, inside, level)
            elif isinstance(operation, Compute):
                block = self._compute(operation, block, names, each, target, inside, level)
            else:
                block = [py.when(self._test(operation, names), block)]
        return block

    def _scan(
        self,
        scan: Scan,
        body: Block,
        names: Mapping[str, str],
        each: Guarded,
        target: str,
        inside: frozenset[Node],
        level: int,
    ) -> Block:
        values: ast.expr = py.name(self._read_name(scan.relation, scan.form))
        if scan.key is not None:
            values = py.method(values, "get", self._term(scan.key, names), py.pair(()))
        if scan.relation.tense == "now" and scan.relation.node in inside:
            values = py.call(py.name("list"), values)
        targets = [names[variable] for variable in scan.binds]
        if scan.same:
            targets.append("twin")
            body = [py.when(py.compare(py.name(targets[0]), ast.Eq(), py.name("twin")), body)]
        if level == 0 and not inside:
            return [py.each(targets, values, body)]
        rows = f"r{level}"
        spent = py.compare(py.name("fuel"), ast.Lt(), ast.Constant(0))
        full = py.compare(py.call(py.name("len"), py.name(target)), ast.Gt(), py.name("room"))
        stop = py.do(py.call(py.name("stop"), ast.Constant(each.index), py.name("fuel")))
        return [
            py.assign(rows, values),
            py.subtract("fuel", py.call(py.name("len"), py.name(rows))),
            py.when(py.either([spent, full]), [stop]),
            py.each(targets, py.name(rows), body),
        ]

    def _compute(
        self,
        compute: Compute,
        body: Block,
        names: Mapping[str, str],
        each: Guarded,
        target: str,
        inside: frozenset[Node],
        level: int,
    ) -> Block:
        condition = compute.condition
        block: Block = []
        if isinstance(condition, Aggregate):
            found = f"a{each.clause.body.index(condition)}"
            block.append(py.assign(found, py.empty_dict()))
            counted = py.name(names[condition.counted.name])
            key = (
                counted
                if condition.function == "count"
                else py.pair([py.name(names[m]) for m in compute.members])
            )
            block += self._operations(
                compute.inner, [py.put(found, key, counted)], names, each, found, inside, level + 1
            )
            if condition.function == "count":
                value = py.call(py.name("len"), py.name(found))
            else:
                value = py.call(py.name("total"), ast.Constant(each.index), py.name(found))
        else:
            numbers = [self._term(condition.left, names), self._term(condition.right, names)]
            function = "plus" if condition.operator == "+" else "minus"
            value = py.call(py.name(function), ast.Constant(each.index), *numbers)
        result = condition.result
        if compute.checks:
            if isinstance(result, Variable) and result.is_anonymous:
                return [*block, *body]
            return [*block, py.when(py.compare(self._term(result, names), ast.Eq(), value), body)]
        assert isinstance(result, Variable)
        return [*block, py.assign(names[result.name], value), *body]

    def _test(self, test: Operation, names: Mapping[str, str]) -> ast.expr:
        """A check that binds nothing, as an expression."""
        if isinstance(test, Comparison):
            return self._comparison(test, names)
        assert isinstance(test, Test)
        relation = py.name(self._read_name(test.relation, test.form))
        if not test.key:
            return py.negate(relation) if test.negated else relation
        terms = [self._term(term, names) for term in test.key]
        key = terms[0] if len(terms) == 1 else py.pair(terms)
        return py.compare(key, ast.NotIn() if test.negated else ast.In(), relation)

    def _comparison(self, test: Comparison, names: Mapping[str, str]) -> ast.expr:
        left, right = self._term(test.left, names), self._term(test.right, names)
        compared = py.compare(left, _OPERATORS[test.operator](), right)
        if test.operator in ("=", "!="):
            return compared
        # Only whole numbers have an order; words must not be compared by spelling.
        classes = [
            ast.Attribute(self._term(term, names), "__class__", ast.Load())
            for term in (test.left, test.right)
        ]
        numbers = ast.Compare(classes[0], [ast.Is(), ast.Is()], [py.name("int"), classes[1]])
        wrong = py.call(py.name("unordered"), left, ast.Constant(test.operator), right)
        return ast.IfExp(numbers, compared, wrong)

    # Names and small pieces.

    def _term(self, term: Term, names: Mapping[str, str]) -> ast.expr:
        return py.name(names[term.name]) if isinstance(term, Variable) else py.constant(term)

    def _now(self, node: Node, form: str) -> str:
        return self.layout.name(Relation("now", node), form)

    def _before(self, node: Node, form: str) -> str:
        return self.layout.name(Relation("before", node), form)

    def _read_name(self, relation: Relation, form: str) -> str:
        """The name of what a clause reads; a state predicate that no rule concludes is empty."""
        if relation.tense in ("now", "before") and relation.node not in self.layout.numbers:
            return EMPTY
        return self.layout.name(relation, form)

    def _forms(self, node: Node) -> tuple[str, ...]:
        return self.layout.forms[Relation("now", node)]

    def _indexes(self, node: Node) -> tuple[str, ...]:
        return tuple(form for form in self._forms(node) if form != FULL)

    def _index_key(self, node: Node, names: list[str]) -> Block:
        return self._index_terms(node, [py.name(each) for each in names])

    def _index_terms(self, node: Node, terms: list[ast.expr]) -> Block:
        """Adds one fact to the indexes of a relation."""
        block: Block = []
        for form in self._indexes(node):
            here, there = (terms[0], terms[1]) if form == BY_FIRST else (terms[1], terms[0])
            listed = py.method(py.name(self._now(node, form)), "setdefault", here, ast.List([], ast.Load()))
            block.append(py.do(py.method(listed, "append", there)))
        return block

    def _rebuild(self, node: Node, form: str) -> Block:
        index, now = self._now(node, form), self._now(node, FULL)
        here, there = ("k0", "k1") if form == BY_FIRST else ("k1", "k0")
        listed = py.method(py.name(index), "setdefault", py.name(here), ast.List([], ast.Load()))
        loop = py.each(["k0", "k1"], py.name(now), [py.do(py.method(listed, "append", py.name(there)))])
        return [py.assign(index, py.empty_dict()), loop]

    def _empty_if_none(self, node: Node) -> Block:
        """All empty relations are one object, so that staying empty is no change."""
        empty = [py.assign(self._now(node, form), py.name(EMPTY)) for form in self._forms(node)]
        return [py.when(py.negate(py.name(self._now(node, FULL))), empty)]

    def _count(self, node: Node) -> Block:
        lengths = [
            py.call(py.name("len"), py.name(each))
            for each in (self._now(node, FULL), self._before(node, FULL))
        ]
        return [py.add("size", ast.BinOp(lengths[0], ast.Sub(), lengths[1]))]
