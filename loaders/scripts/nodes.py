"""Small questions about Lua syntax nodes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node

FUNCTIONS: Final = frozenset({"function_declaration", "function_definition"})
LOOPS: Final = frozenset({"for_statement", "while_statement", "repeat_statement"})


def text(node: Node) -> str:
    """The source of `node`."""
    return (node.text or b"").decode("utf-8", "replace")


def bare(node: Node) -> Node:
    """`node` without the parentheses around it."""
    while node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    return node


def arguments(call: Node) -> list[Node]:
    """The arguments of a call, comments left out."""
    given = call.child_by_field_name("arguments")
    return [child for child in given.named_children if child.type != "comment"] if given else []


def argument(call: Node, index: int) -> Node | None:
    """One argument of a call, None when it is not given or is the word nil."""
    given = arguments(call)
    found = given[index] if index < len(given) else None
    return None if found is None or found.type == "nil" else found


def operator(node: Node) -> str:
    """The operator of a unary or binary expression."""
    return next((child.type for child in node.children if not child.is_named), "")


def operands(node: Node) -> tuple[Node, Node] | None:
    """Both sides of a binary expression."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    return None if left is None or right is None else (left, right)


def descend(root: Node) -> Iterator[Node]:
    """`root` and all that is in it, in source order, without recursion."""
    cursor = root.walk()
    while True:
        assert cursor.node is not None
        yield cursor.node
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return


def alternatives(node: Node, *, is_option: bool = False) -> list[Node]:
    """The values `node` may have: both of ``c and a or b``, else `node` alone.

    With `is_option` the node is one side of an ``or``, where ``c and a`` stands for ``a``.
    """
    node = bare(node)
    sides = operands(node) if node.type == "binary_expression" else None
    if sides is not None and operator(node) == "or":
        return [each for side in sides for each in alternatives(side, is_option=True)]
    if sides is not None and operator(node) == "and" and is_option:
        return alternatives(sides[1], is_option=True)
    return [node]


def member(node: Node) -> tuple[Node, str] | None:
    """Table and name of ``table.name`` or ``table["name"]``."""
    table, name = node.child_by_field_name("table"), node.child_by_field_name("field")
    if table is None or name is None:
        return None
    if node.type == "dot_index_expression":
        return table, text(name)
    if node.type == "bracket_index_expression" and name.type == "string":
        content = name.child_by_field_name("content")
        return None if content is None else (table, text(content))
    return None


def method(call: Node) -> tuple[Node, str] | None:
    """Receiver and name of ``receiver:name(...)``."""
    named = call.child_by_field_name("name")
    if named is None or named.type != "method_index_expression":
        return None
    receiver, name = named.child_by_field_name("table"), named.child_by_field_name("method")
    return None if receiver is None or name is None else (receiver, text(name))


def root(node: Node) -> str:
    """The variable a chain of calls begins with: ``g`` for ``g:GetFirst()``."""
    while node.type == "function_call" and (called := method(node)):
        node = called[0]
    return text(node)
