"""Masks and counts: the whole numbers a script's expression may be."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import yaml

from kb.ontology_files import ontology_root
from loaders.scripts import nodes
from loaders.scripts.names import Definition, Names

if TYPE_CHECKING:
    from tree_sitter import Node

_MOST: Final = 16
_DEEPEST: Final = 12

Numbers = frozenset[int]


@dataclass(frozen=True, slots=True)
class MaskError:
    """A sum or difference of masks that is not their union or removal, and what it would have to be."""

    node: Node
    operator: str
    is_number: int
    would_be: int


@cache
def masks() -> dict[str, int]:
    """The engine's masks by name.

    >>> masks()["PHASE_END"], masks()["RESETS_STANDARD"] & masks()["RESET_CONTROL"]
    (512, 0)
    """
    text = (ontology_root() / "edopro" / "masks.yaml").read_text("utf-8")
    read: dict[str, int] = yaml.safe_load(text)
    return read


def numbers(names: Names, node: Node, depth: int = 0) -> Numbers | None:
    """The numbers `node` may be, as Lua reckons; None when one of them is not known."""
    node = nodes.bare(node)
    if depth > _DEEPEST:
        return None
    match node.type:
        case "number":
            return _literal(nodes.text(node))
        case "nil":
            return frozenset((0,))
        case "identifier":
            return _named(names, node, depth)
        case "unary_expression":
            return _unary(names, node, depth)
        case "binary_expression":
            return _binary(names, node, depth)
    return None


def _literal(written: str) -> Numbers | None:
    try:
        return frozenset((int(written, 0),))
    except ValueError:
        return None


def _named(names: Names, node: Node, depth: int) -> Numbers | None:
    name = nodes.text(node)
    if name in masks():
        return frozenset((masks()[name],))
    found: set[int] = set()
    definitions = names.reaching(name, node.start_byte)
    if not definitions:
        return None
    for each in definitions:
        for value in _given(names, each):
            values = numbers(names, value, depth + 1) if value is not None else None
            if values is None:
                return None
            found |= values
    return frozenset(found) if 0 < len(found) <= _MOST else None


def _given(names: Names, definition: Definition) -> list[Node | None]:
    """The expressions behind a definition: its value, or what the callers pass for a parameter."""
    if definition.is_item:
        return _items(definition.value, definition.index)
    function = definition.parameter_of
    if function is None:
        return [definition.value if definition.index == 0 else None]
    if names.uses(function.name) or not names.callers(function):
        return [None]
    return [nodes.argument(call, definition.index) for call in names.callers(function)]


def _items(value: Node | None, index: int) -> list[Node | None]:
    """The members of the table that ``for _,x in ipairs({a,b})`` walks over."""
    if value is None or value.type != "function_call" or index != 1:
        return [None]
    table = nodes.argument(value, 0)
    if table is None or table.type != "table_constructor":
        return [None]
    fields = (child for child in table.named_children if child.type == "field")
    return [child.child_by_field_name("value") for child in fields]


def _unary(names: Names, node: Node, depth: int) -> Numbers | None:
    operand = node.child_by_field_name("operand")
    values = numbers(names, operand, depth + 1) if operand is not None else None
    if values is None:
        return None
    match nodes.operator(node):
        case "~":
            return frozenset(~value for value in values)
        case "-":
            return frozenset(-value for value in values)
    return None


def _binary(names: Names, node: Node, depth: int) -> Numbers | None:
    sign, sides = nodes.operator(node), nodes.operands(node)
    if sides is None:
        return None
    if sign == "or":
        each = [numbers(names, option, depth + 1) for option in nodes.alternatives(node)]
        known = [values for values in each if values is not None]
        return frozenset().union(*known) if len(known) == len(each) else None
    left, right = (numbers(names, side, depth + 1) for side in sides)
    if left is None or right is None or len(left) * len(right) > _MOST:
        return None
    results = [_reckon(sign, a, b) for a in left for b in right]
    known_results = frozenset(result for result in results if result is not None)
    return known_results if results and None not in results else None


def _reckon(sign: str, a: int, b: int) -> int | None:
    match sign:
        case "+":
            return a + b
        case "-":
            return a - b
        case "|":
            return a | b
        case "&":
            return a & b
        case "~":
            return a ^ b
        case "*":
            return a * b
        case "<<" if 0 <= b < 64:
            return a << b
        case ">>" if 0 <= b < 64:
            return a >> b
    return None


def mask_error(names: Names, node: Node) -> MaskError | None:
    """The error when `node` adds masks that share a bit, or takes away one that is not there.

    Only names of masks count: ``1+1`` is arithmetic, ``RESET_EVENT+RESET_EVENT`` is not.
    """
    sides, sign = nodes.operands(node), nodes.operator(node)
    if sides is None or sign not in "+-":
        return None
    if not any(_is_mask(side) for side in sides) or any(_is_small(side) for side in sides):
        return None
    left, right = (numbers(names, side) for side in sides)
    if left is None or right is None or len(left) != 1 or len(right) != 1:
        return None
    (a,), (b,) = left, right
    would_be = a | b if sign == "+" else a & ~b
    is_number = a + b if sign == "+" else a - b
    return None if would_be == is_number else MaskError(node, sign, is_number, would_be)


def _is_mask(node: Node) -> bool:
    return any(each.type == "identifier" and nodes.text(each) in masks() for each in nodes.descend(node))


def _is_small(node: Node) -> bool:
    """Whether a side is a plain number: masks are moved by numbers (``LOCATION_X+1``) on purpose."""
    return nodes.bare(node).type == "number"


def bit_names(prefix: str, value: int) -> tuple[str, ...]:
    """The names of the single bits of `value` that begin with `prefix`, lowest first.

    >>> bit_names("PHASE_", 0x200)
    ('PHASE_END',)
    """
    single = {bit: name for name, bit in masks().items() if name.startswith(prefix) and bit.bit_count() == 1}
    return tuple(name for bit, name in sorted(single.items()) if value & bit)
