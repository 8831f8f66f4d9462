"""The Python code that makes one relation, or several that feed each other, from their clauses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from kb.inference.code_lasting import lasting
from kb.inference.code_parts import RelationParts
from kb.inference.code_recursive import recursive
from kb.inference.expand import Guarded, Node
from kb.inference.strata import Group
from kb.inference.syntax import Block


def make_group(parts: RelationParts, group: Group, clauses: Sequence[Guarded]) -> Block:
    """The code that makes the relations of a group."""
    # Facts that stay keep the reason they had, so they come before facts that are made again.
    ordered = sorted(clauses, key=lambda each: each.index not in parts.persisting)
    if group.recursive:
        return recursive(parts, group, ordered)
    node = group.nodes[0]
    if node.rule is None and any(each.index in parts.persisting for each in clauses):
        return lasting(parts, node, ordered)
    return _fresh(parts, node, ordered)


def only_after(parts: RelationParts, group: Group, clauses: Sequence[Guarded]) -> int | None:
    """The bits of the events one of which has to happen for these relations to have any fact."""
    merged = any(parts.parts.get(node) for node in group.nodes)
    if merged or any(each.index not in parts.bits for each in clauses):
        return None
    return parts.any_bit(clauses)


def nothing(parts: RelationParts, group: Group) -> Block:
    """Relations without any fact."""
    return [statement for node in group.nodes for statement in [*parts.empty(node), parts.count(node)]]


def _fresh(parts: RelationParts, node: Node, clauses: Iterable[Guarded]) -> Block:
    """A relation made from nothing."""
    now = parts.layout.now(node)
    block = parts.blank(node)
    for each in clauses:
        block += parts.clause(each, now, (now,), partial(parts.index, node))
    for part in parts.parts.get(node, ()):
        block += parts.merge(part, now, (now,), parts.index_key(node))
    return [*block, *parts.close(node, alike=node.predicate not in parts.lasting)]
