"""The engine constants an expression is made of, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kb.edopro.records import UNKNOWN
from loaders.scripts import nodes
from loaders.scripts.names import Definition, Names

if TYPE_CHECKING:
    from tree_sitter import Node

_DEEPEST: Final = 8


def constants(names: Names, node: Node, depth: int = 0) -> set[str]:
    """The names; `UNKNOWN` among them where a part is not known."""
    node = nodes.bare(node)
    if depth > _DEEPEST:
        return {UNKNOWN}
    match node.type:
        case "identifier":
            written = nodes.text(node)
            return {written} if written.isupper() else _defined_constants(names, node, depth)
        case "number":
            return {nodes.text(node)}
        case "binary_expression":
            found: set[str] = set()
            options = nodes.alternatives(node)
            for option in options if len(options) > 1 else nodes.operands(node) or ():
                found |= constants(names, option, depth + 1)
            return found
    return {UNKNOWN}


def _defined_constants(names: Names, node: Node, depth: int) -> set[str]:
    found: set[str] = set()
    for each in names.reaching(nodes.text(node), node.start_byte):
        for value in _values(names, each):
            found |= {UNKNOWN} if value is None else constants(names, value, depth + 1)
    return found or {UNKNOWN}


def _values(names: Names, each: Definition) -> list[Node | None]:
    if each.parameter_of is not None:
        function = each.parameter_of
        return [nodes.argument(call, each.index) for call in names.callers(function)] or [None]
    if each.is_item and each.value is not None and each.index == 1 and each.value.type == "function_call":
        table = nodes.argument(each.value, 0)
        if table is not None and table.type == "table_constructor":
            return [child.child_by_field_name("value") for child in table.named_children]
    return [None if each.is_item or each.index else each.value]
