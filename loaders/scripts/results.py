"""What a script does with the number of cards whose control changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kb.edopro.records import Result
from loaders.scripts import nodes
from loaders.scripts.names import Names

if TYPE_CHECKING:
    from tree_sitter import Node

_COMPARE: Final = frozenset({"==", "~=", "<", ">", "<=", ">="})


def result_of(names: Names, call: Node) -> Result:
    """How the value of `call` is used."""
    node, parent = call, names.parents.get(call.id)
    while parent is not None and parent.type == "parenthesized_expression":
        node, parent = parent, names.parents.get(parent.id)
    if parent is None or parent.type in ("block", "chunk"):
        return Result.IGNORED
    if parent.type == "binary_expression":
        return _in_expression(parent)
    if parent.type == "unary_expression":
        return Result.TRUTH if nodes.operator(parent) == "not" else Result.KEPT
    if parent.type == "expression_list":
        return _kept(names, parent, call)
    is_condition = parent.child_by_field_name("condition")
    return Result.TRUTH if is_condition is not None and is_condition.id == node.id else Result.KEPT


def _in_expression(parent: Node) -> Result:
    sign = nodes.operator(parent)
    if sign in _COMPARE:
        return Result.COMPARED
    return Result.TRUTH if sign in ("and", "or") else Result.KEPT


def _kept(names: Names, values: Node, call: Node) -> Result:
    """How the variable that holds the number is used afterwards."""
    statement = names.parents.get(values.id)
    if statement is None or statement.type != "assignment_statement":
        return Result.KEPT
    targets = next((c for c in statement.named_children if c.type == "variable_list"), None)
    if targets is None or not targets.named_children:
        return Result.KEPT
    name = nodes.text(targets.named_children[0])
    uses = {
        result_of(names, use)
        for use in _uses_of(names, name, statement.end_byte)
        if any(d.value is not None and d.value.id == call.id for d in names.reaching(name, use.start_byte))
    }
    return next((r for r in (Result.TRUTH, Result.COMPARED) if r in uses), Result.KEPT)


def _uses_of(names: Names, name: str, start: int) -> list[Node]:
    function = names.function_at(start)
    root = function.node if function is not None else names.script.root
    inside = nodes.descend(root) if root is not None else ()
    return [n for n in inside if n.type == "identifier" and n.start_byte > start and nodes.text(n) == name]
