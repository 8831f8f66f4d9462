"""The Python code of one clause: a loop for each scan, a test for each check, and the conclusion inside."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.inference import syntax as py
from kb.inference.expand import Guarded, Node
from kb.inference.layout import Layout
from kb.inference.plan import FULL, HIDDEN, Compute, Operation, Scan, Test
from kb.inference.records import Aggregate, Comparison, Term, Variable
from kb.inference.syntax import Block

_OPERATORS: Mapping[str, type[ast.cmpop]] = {
    "=": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
}


@dataclass(frozen=True, slots=True)
class ClauseCode:
    """Writes one clause. `inside` are the relations that grow while the clause runs.

    With `bare`, facts carry no reasons.
    """

    layout: Layout
    guarded: Guarded
    inside: frozenset[Node] = frozenset()
    bare: bool = False

    @property
    def names(self) -> dict[str, str]:
        """The Python names of the clause's variables, of our own making."""
        found = {name: f"v{number}" for number, name in enumerate(self.guarded.clause.variables)}
        return {**found, **{f"{HIDDEN}{number}": f"h{number}" for number in range(2)}}

    def write(
        self,
        operations: Sequence[Operation],
        target: str,
        known: Sequence[str],
        then: Callable[[Sequence[ast.expr]], Block],
    ) -> Block:
        """Puts each conclusion that is in none of `known` into `target`, with its provenance; does
        `then` with its terms.

        In `then`, `k` is the conclusion.
        """
        names = self.names
        head = [self.term(term, names) for term in self.guarded.clause.head.terms]
        key = head[0] if len(head) == 1 else py.pair(head)
        after = then(head)
        tail: Block
        if self.bare and not after and tuple(known) == (target,):
            tail = [py.put(target, key, py.none())]
        else:
            fresh = py.both(py.compare(py.name("k"), ast.NotIn(), py.name(each)) for each in known)
            put = py.put(target, py.name("k"), self._reason(names))
            tail = [py.assign("k", key), py.when(fresh, [put, *after])]
        block = self._operations(operations, tail, names, 0)
        if sum(isinstance(operation, Scan) for operation in operations) > 1:
            full = py.compare(py.call(py.name("len"), py.name(target)), ast.Gt(), py.name("room"))
            block.append(py.when(full, [self._stop()]))
        # In most steps most relations are empty: no loop is begun that must find nothing in the end.
        needed = dict.fromkeys(self._needed(operations))
        return [py.when(py.both(map(py.name, needed)), block)] if len(needed) > 1 else block

    def _reason(self, names: Mapping[str, str]) -> ast.expr:
        """What a fact carries."""
        if self.bare:
            return py.none()
        bindings = [py.name(names[variable]) for variable in self.guarded.names]
        return py.pair([py.constant(self.guarded.index), py.name("t"), *bindings])

    def _needed(self, operations: Sequence[Operation]) -> Iterator[str]:
        """The relations without a fact in which the clause concludes nothing."""
        for operation in operations:
            if isinstance(operation, Scan) or (isinstance(operation, Test) and not operation.negated):
                yield self.layout.read(operation.relation, operation.form)

    def _stop(self) -> ast.stmt:
        return py.do(py.call(py.name("stop"), py.constant(self.guarded.index), py.name("fuel")))

    def _operations(
        self, operations: Sequence[Operation], tail: Block, names: Mapping[str, str], depth: int
    ) -> Block:
        """Wraps the tail into the operations, the last one innermost; `depth` counts loops around them."""
        depths = []
        for operation in operations:
            depths.append(depth)
            depth += isinstance(operation, Scan)
        block = tail
        for operation, level in zip(reversed(operations), reversed(depths), strict=True):
            if isinstance(operation, Scan):
                block = self._scan(operation, block, names, level)
            elif isinstance(operation, Compute):
                block = self._compute(operation, block, names, level)
            else:
                block = [py.when(self.test(operation, names), block)]
        return block

    def _scan(self, scan: Scan, body: Block, names: Mapping[str, str], level: int) -> Block:
        values: ast.expr = py.name(self.layout.read(scan.relation, scan.form))
        if scan.key is not None:
            values = py.method(values, "get", self.term(scan.key, names), py.pair(()))
        elif scan.relation.tense == "now" and scan.relation.node in self.inside:
            # A dictionary must not grow while it is run over.
            values = py.call(py.name("list"), values)
        targets = [names[variable] for variable in scan.binds]
        if scan.same:
            targets.append("twin")
            body = [py.when(py.compare(py.name(targets[0]), ast.Eq(), py.name("twin")), body)]
        if level == 0 and not self.inside:
            return [py.each(targets, values, body)]
        # What inner loops visit is paid for, so that no rule can run for ever.
        rows = f"r{level}"
        spent = py.compare(py.name("fuel"), ast.Lt(), py.constant(0))
        return [
            py.assign(rows, values),
            py.subtract("fuel", py.call(py.name("len"), py.name(rows))),
            py.when(spent, [self._stop()]),
            py.each(targets, py.name(rows), body),
        ]

    def _compute(self, compute: Compute, body: Block, names: Mapping[str, str], level: int) -> Block:
        condition = compute.condition
        block: Block = []
        if isinstance(condition, Aggregate):
            block, value = self._aggregate(condition, compute, names, level)
        else:
            numbers = [self.term(condition.left, names), self.term(condition.right, names)]
            function = py.name("plus" if condition.operator == "+" else "minus")
            value = py.call(function, py.constant(self.guarded.index), *numbers)
        result = condition.result
        if isinstance(result, Variable) and not compute.checks:
            return [*block, py.assign(names[result.name], value), *body]
        if isinstance(result, Variable) and result.is_anonymous:
            return [*block, *body]
        return [*block, py.when(py.compare(self.term(result, names), ast.Eq(), value), body)]

    def _aggregate(
        self, condition: Aggregate, compute: Compute, names: Mapping[str, str], level: int
    ) -> tuple[Block, ast.expr]:
        """Collects what is counted in a dictionary, and the expression of its value."""
        found = f"a{self.guarded.clause.body.index(condition)}"
        counted = py.name(names[condition.counted.name])
        key = counted
        value = py.call(py.name("len"), py.name(found))
        if condition.function == "sum":
            key = py.pair([py.name(names[member]) for member in compute.members])
            value = py.call(py.name("total"), py.constant(self.guarded.index), py.name(found))
        collect = self._operations(compute.inner, [py.put(found, key, counted)], names, level + 1)
        return [py.assign(found, py.empty_dict()), *collect], value

    def test(self, test: Operation, names: Mapping[str, str]) -> ast.expr:
        """A check that binds nothing, as an expression."""
        if isinstance(test, Comparison):
            return self._comparison(test, names)
        assert isinstance(test, Test)
        relation = py.name(self.layout.read(test.relation, test.form))
        if not test.key:
            return py.negate(relation) if test.negated else relation
        terms = [self.term(term, names) for term in test.key]
        key = terms[0] if len(terms) == 1 else py.pair(terms)
        return py.compare(key, ast.NotIn() if test.negated else ast.In(), relation)

    def _comparison(self, test: Comparison, names: Mapping[str, str]) -> ast.expr:
        left, right = self.term(test.left, names), self.term(test.right, names)
        compared = py.compare(left, _OPERATORS[test.operator](), right)
        if test.operator in ("=", "!="):
            return compared
        # Only whole numbers have an order; words must not be compared by spelling.
        classes = [py.attribute(self.term(term, names), "__class__") for term in (test.left, test.right)]
        numbers = ast.Compare(classes[0], [ast.Is(), ast.Is()], [py.name("int"), classes[1]], **py.AT)
        wrong = py.call(py.name("unordered"), left, py.constant(test.operator), right)
        return ast.IfExp(numbers, compared, wrong, **py.AT)

    def term(self, term: Term, names: Mapping[str, str]) -> ast.expr:
        """A term as an expression."""
        return py.name(names[term.name]) if isinstance(term, Variable) else py.constant(term)


def full_name(layout: Layout, test: Test) -> str:
    """The name of a relation that a test reads, in a form whose emptiness is that of the relation."""
    return layout.read(test.relation, FULL if test.relation.tense == "event" else test.form)
