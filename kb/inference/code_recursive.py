"""The Python code of relations that feed each other: rounds from the facts that are new until there are none.

`x3` holds the facts that this round added to the third relation, `d3` those of the round before.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial

from kb.inference import syntax as py
from kb.inference.code_clause import ClauseCode
from kb.inference.code_parts import RelationParts
from kb.inference.expand import Guarded, Node
from kb.inference.strata import Group
from kb.inference.syntax import Block


def recursive(parts: RelationParts, group: Group, clauses: Sequence[Guarded]) -> Block:
    """The code of a group: what it reads outside, once every clause that feeds itself, then the rounds."""
    layout, inside = parts.layout, frozenset(group.nodes)
    numbers = [layout.numbers[node] for node in group.nodes]
    block = [statement for node in group.nodes for statement in parts.blank(node)]
    for each in clauses:
        if each.index not in parts.rounds:
            now = layout.now(each.target)
            block += parts.clause(each, now, (now,), partial(parts.index, each.target))
    merged = [(node, part) for node in group.nodes for part in parts.parts.get(node, ())]
    for node, part in merged:
        if part not in inside:
            block += parts.merge(part, layout.now(node), (layout.now(node),), parts.index_key(node))
    block += [py.assign(f"x{number}", py.empty_dict()) for number in numbers]
    for each in clauses:
        if each.index in parts.rounds:
            now = layout.now(each.target)
            block += parts.clause(each, now, (now,), partial(_grow, parts, each.target), inside)
    for node, part in merged:
        if part in inside:
            block += parts.merge(part, layout.now(node), (layout.now(node),), _grow_key(parts, node))
    new = [py.assign(f"d{number}", py.name(f"x{number}")) for number in numbers]
    some = py.either(py.name(f"d{number}") for number in numbers)
    block += [*new, py.loop(some, [*_round(parts, group, clauses), *new])]
    return [*block, *(statement for node in group.nodes for statement in parts.close(node))]


def _round(parts: RelationParts, group: Group, clauses: Sequence[Guarded]) -> Block:
    """One round: every way in which a clause can use a fact that the round before added."""
    layout, inside = parts.layout, frozenset(group.nodes)
    block: Block = [py.assign(f"x{layout.numbers[node]}", py.empty_dict()) for node in group.nodes]
    for each in clauses:
        now = layout.now(each.target)
        for operations in parts.rounds.get(each.index, ()):
            code = ClauseCode(layout, each, inside, parts.bare)
            block += code.write(operations, now, (now,), partial(_grow, parts, each.target))
    for node in group.nodes:
        for part in parts.parts.get(node, ()):
            if part in inside:
                new = f"d{layout.numbers[part]}"
                block += parts.merge(part, layout.now(node), (layout.now(node),), _grow_key(parts, node), new)
    return block


def _grow(parts: RelationParts, node: Node, terms: Sequence[ast.expr]) -> Block:
    """What follows a new fact inside a recursion: it is indexed, and new for the next round."""
    value = py.item(parts.layout.now(node), py.name("k"))
    return [*parts.index(node, terms), py.put(f"x{parts.layout.numbers[node]}", py.name("k"), value)]


def _grow_key(parts: RelationParts, node: Node) -> Block:
    """The same for the fact `k`, whose terms have no names."""
    return _grow(parts, node, [py.item("k", py.constant(0)), py.item("k", py.constant(1))])
