"""The Python code of a relation most of which stays: that of the step before, copied when something goes
or comes.

What ends facts is few against what stays, so the facts that go are looked up from what ends them wherever
an index allows it, and the indexes are changed where facts went or came.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from kb.inference import syntax as py
from kb.inference.code_clause import full_name
from kb.inference.code_parts import RelationParts
from kb.inference.expand import Guarded, Node
from kb.inference.layout import EMPTY
from kb.inference.persist import Persistence
from kb.inference.plan import BY_FIRST, BY_SECOND, FULL, Test
from kb.inference.records import Term, Variable
from kb.inference.syntax import Block


def lasting(parts: RelationParts, node: Node, clauses: Iterable[Guarded]) -> Block:
    """The code of a relation some of whose clauses only say that its facts stay.

    `gone` holds the facts that go, `new` those that come.
    """
    layout = parts.layout
    now, before = layout.now(node), layout.before(node)
    keeping = [parts.persisting[each.index] for each in clauses if each.index in parts.persisting]
    block = [
        py.assign(now, py.name(before)),
        py.assign("gone", py.pair(())),
        *_drop(parts, node, keeping),
        py.assign("new", py.empty_dict()),
    ]
    for each in clauses:
        if each.index not in parts.persisting:
            block += parts.clause(each, "new", (now, "new"), lambda _: [])
    for part in parts.parts.get(node, ()):
        block += parts.merge(part, "new", (now, "new"), [])
    joined = py.binary(py.name(now), ast.BitOr(), py.name("new"))
    block.append(py.when(py.name("new"), [py.assign(now, joined)]))
    indexes = layout.indexes(node)
    same = [py.assign(layout.now(node, form), py.name(layout.before(node, form))) for form in indexes]
    changed = [statement for form in indexes for statement in _reindex(parts, node, form)]
    unchanged = py.compare(py.name(now), ast.Is(), py.name(before))
    return [*block, py.when(unchanged, same or [py.nothing()], [*changed, parts.count(node)])]


def _drop(parts: RelationParts, node: Node, keeping: Sequence[Persistence]) -> Block:
    """Drops what no persisting clause keeps; the relation stays the same object if nothing goes."""
    if any(not each.tests for each in keeping):
        return []
    before = parts.layout.before(node)
    looked_up = _look_up(parts, node, keeping[0]) if len(keeping) == 1 else None
    work = _look_through(parts, node, keeping) if looked_up is None else looked_up
    return [py.when(py.both([py.name(before), *_endings(parts, keeping)]), work)]


def _endings(parts: RelationParts, keeping: Sequence[Persistence]) -> list[ast.expr]:
    """A quick look: with nothing in any of the relations that end facts, every fact stays."""
    tests = keeping[0].tests
    if len(keeping) > 1 or not all(isinstance(test, Test) and test.negated for test in tests):
        return []
    endings = dict.fromkeys(full_name(parts.layout, test) for test in tests if isinstance(test, Test))
    return [py.either(py.name(ending) for ending in endings)]


def _look_through(parts: RelationParts, node: Node, keeping: Sequence[Persistence]) -> Block:
    """Looks at every fact whether some clause keeps it."""
    now, before = parts.layout.now(node), parts.layout.before(node)
    stays = py.either(py.both(parts.tests(each)) for each in keeping)
    keep: Block = [py.put("kept", py.name("k"), py.name("w"))]
    drop: Block = [py.do(py.method(py.name("gone"), "append", py.name("k")))]
    loop = py.each(
        ["k", "w"],
        py.method(py.name(before), "items"),
        [parts.open_key(keeping[0]), py.when(stays, keep, drop)],
    )
    left = py.assign(now, py.either([py.name("kept"), py.name(EMPTY)]))
    begin: Block = [py.assign("kept", py.empty_dict()), py.assign("gone", py.empty_list())]
    return [*begin, loop, py.when(py.name("gone"), [left])]


def _look_up(parts: RelationParts, node: Node, keeping: Persistence) -> Block | None:
    """Looks the facts that go up from what ends them; None where no index leads to them."""
    now, before = parts.layout.now(node), parts.layout.before(node)
    block: Block = [py.assign("gone", py.empty_dict())]
    for test in keeping.tests:
        ended = _ended_by(parts, node, keeping, test) if isinstance(test, Test) and test.negated else None
        if ended is None:
            return None
        block += ended
    delete = py.each(["k"], py.name("gone"), [py.delete(now, py.name("k"))])
    left = py.assign(now, py.either([py.name(now), py.name(EMPTY)]))
    copy = py.assign(now, py.method(py.name(before), "copy"))
    return [*block, py.when(py.name("gone"), [copy, delete, left])]


def _ended_by(parts: RelationParts, node: Node, keeping: Persistence, test: Test) -> Block | None:
    """Notes the facts that one relation ends."""
    places = {variable: place for place, variable in enumerate(keeping.names)}
    targets: list[str] = []
    checks: list[ast.expr] = []
    bound: list[int] = []
    for number, term in enumerate(test.key):
        place = _place(term, places)
        if place is not None and place not in bound:
            targets.append(f"k{place}")
            bound.append(place)
            continue
        targets.append(f"h{number}")
        same = py.constant(term) if not isinstance(term, Variable) else py.name(f"k{place}")
        checks.append(py.compare(py.name(f"h{number}"), ast.Eq(), same))
    if not bound or (test.form == FULL and len(test.key) == 0):
        return None
    found = _note(parts, node, len(keeping.names), bound)
    if found is None:
        return None
    source = py.name(parts.layout.read(test.relation, test.form))
    return [py.each(targets, source, [py.when(py.both(checks), found)] if checks else found)]


def _place(term: Term, places: dict[str, int]) -> int | None:
    return places.get(term.name) if isinstance(term, Variable) else None


def _note(parts: RelationParts, node: Node, arity: int, bound: Sequence[int]) -> Block | None:
    """Puts the facts with these terms into `gone`."""
    before = py.name(parts.layout.before(node))
    if len(bound) == arity:
        key = py.name("k0") if arity == 1 else py.pair([py.name("k0"), py.name("k1")])
        note = py.put("gone", py.name("k"), py.constant(True))
        return [py.assign("k", key), py.when(py.compare(py.name("k"), ast.In(), before), [note])]
    form = BY_FIRST if bound[0] == 0 else BY_SECOND
    if form not in parts.layout.indexes(node):
        return None
    other = "k1" if bound[0] == 0 else "k0"
    index = py.name(parts.layout.before(node, form))
    rows = py.method(index, "get", py.name(f"k{bound[0]}"), py.pair(()))
    pair = py.pair([py.name("k0"), py.name("k1")])
    return [py.each([other], rows, [py.put("gone", pair, py.constant(True))])]


def _reindex(parts: RelationParts, node: Node, form: str) -> Block:
    """The index of the step before, changed where facts went or came."""
    index = parts.layout.now(node, form)
    here, there = (py.name("k0"), py.name("k1")) if form == BY_FIRST else (py.name("k1"), py.name("k0"))
    less = py.assign("rest", py.call(py.name("without"), py.item(index, here), there))
    shrink = py.when(py.name("rest"), [py.put(index, here, py.name("rest"))], [py.delete(index, here)])
    held = py.method(py.name(index), "get", here, py.empty_list())
    more = py.put(index, here, py.binary(held, ast.Add(), py.listed(there)))
    return [
        py.assign(index, py.method(py.name(parts.layout.before(node, form)), "copy")),
        py.each(["k0", "k1"], py.name("gone"), [less, shrink]),
        py.each(["k0", "k1"], py.name("new"), [more]),
    ]
