"""Small builders of Python syntax trees. Names come from the caller and must be its own, never a rule's."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Any

from kb.inference.records import Value

Block = list[ast.stmt]
AT: dict[str, Any] = {"lineno": 1, "col_offset": 0}
"""Where every node stands: the code has no text of its own, and Python asks for a place."""


def name(identifier: str) -> ast.expr:
    """A variable that is read.

    >>> ast.unparse(name("n1"))
    'n1'
    """
    return ast.Name(identifier, ast.Load(), **AT)


def _store(identifier: str) -> ast.Name:
    return ast.Name(identifier, ast.Store(), **AT)


def constant(value: Value) -> ast.expr:
    """A constant: whatever characters it has, it stays data.

    >>> ast.literal_eval(ast.unparse(constant("); import os; (")))
    '); import os; ('
    """
    return ast.Constant(value, **AT)


def none() -> ast.expr:
    """`None`."""
    return ast.Constant(None, **AT)


def pair(items: Sequence[ast.expr]) -> ast.expr:
    """A tuple display."""
    return ast.Tuple(list(items), ast.Load(), **AT)


def empty_dict() -> ast.expr:
    """`{}`."""
    return ast.Dict([], [], **AT)


def empty_list() -> ast.expr:
    """`[]`."""
    return ast.List([], ast.Load(), **AT)


def assign(target: str, value: ast.expr) -> ast.stmt:
    """`target = value`."""
    return ast.Assign([_store(target)], value, **AT)


def unpack(targets: Sequence[str], value: ast.expr) -> ast.stmt:
    """`(a, b, ...) = value`."""
    stored = ast.Tuple([_store(each) for each in targets], ast.Store(), **AT)
    return ast.Assign([stored], value, **AT)


def item(mapping: str, key: ast.expr) -> ast.expr:
    """`mapping[key]`."""
    return ast.Subscript(name(mapping), key, ast.Load(), **AT)


def put(mapping: str, key: ast.expr, value: ast.expr) -> ast.stmt:
    """`mapping[key] = value`."""
    return ast.Assign([ast.Subscript(name(mapping), key, ast.Store(), **AT)], value, **AT)


def delete(mapping: str, key: ast.expr) -> ast.stmt:
    """`del mapping[key]`."""
    return ast.Delete([ast.Subscript(name(mapping), key, ast.Del(), **AT)], **AT)


def listed(value: ast.expr) -> ast.expr:
    """`[value]`."""
    return ast.List([value], ast.Load(), **AT)


def nothing() -> ast.stmt:
    """`pass`."""
    return ast.Pass(**AT)


def call(function: ast.expr, *arguments: ast.expr) -> ast.expr:
    """`function(arguments)`."""
    return ast.Call(function, list(arguments), [], **AT)


def attribute(owner: ast.expr, identifier: str) -> ast.expr:
    """`owner.identifier`."""
    return ast.Attribute(owner, identifier, ast.Load(), **AT)


def method(owner: ast.expr, identifier: str, *arguments: ast.expr) -> ast.expr:
    """`owner.identifier(arguments)`."""
    return call(attribute(owner, identifier), *arguments)


def do(value: ast.expr) -> ast.stmt:
    """An expression as a statement."""
    return ast.Expr(value, **AT)


def compare(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.expr:
    """`left operator right`."""
    return ast.Compare(left, [operator], [right], **AT)


def both(tests: Iterable[ast.expr]) -> ast.expr:
    """All tests joined by `and`; True when there is none."""
    return _joined(ast.And(), list(tests), True)


def either(tests: Iterable[ast.expr]) -> ast.expr:
    """All tests joined by `or`; False when there is none."""
    return _joined(ast.Or(), list(tests), False)


def _joined(operator: ast.boolop, tests: list[ast.expr], empty: bool) -> ast.expr:
    if not tests:
        return ast.Constant(empty, **AT)
    return tests[0] if len(tests) == 1 else ast.BoolOp(operator, tests, **AT)


def negate(test: ast.expr) -> ast.expr:
    """`not test`."""
    return ast.UnaryOp(ast.Not(), test, **AT)


def when(test: ast.expr, then: Block, otherwise: Block | None = None) -> ast.stmt:
    """`if test: then else: otherwise`."""
    return ast.If(test, then, otherwise or [], **AT)


def each(targets: Sequence[str], values: ast.expr, body: Block) -> ast.stmt:
    """`for target in values: body`; several targets are unpacked."""
    names: list[ast.expr] = [_store(target) for target in targets]
    target = names[0] if len(names) == 1 else ast.Tuple(names, ast.Store(), **AT)
    return ast.For(target, values, body, [], **AT)


def loop(test: ast.expr, body: Block) -> ast.stmt:
    """`while test: body`."""
    return ast.While(test, body, [], **AT)


def subtract(target: str, value: ast.expr) -> ast.stmt:
    """`target -= value`."""
    return ast.AugAssign(_store(target), ast.Sub(), value, **AT)


def add(target: str, value: ast.expr) -> ast.stmt:
    """`target += value`."""
    return ast.AugAssign(_store(target), ast.Add(), value, **AT)


def binary(left: ast.expr, operator: ast.operator, right: ast.expr) -> ast.expr:
    """`left operator right`, of numbers or dictionaries."""
    return ast.BinOp(left, operator, right, **AT)


def give(value: ast.expr) -> ast.stmt:
    """`return value`."""
    return ast.Return(value, **AT)


def function(identifier: str, parameters: Sequence[str], body: Block) -> ast.stmt:
    """The definition of a function."""
    arguments = ast.arguments(
        posonlyargs=[],
        args=[ast.arg(parameter, **AT) for parameter in parameters],
        vararg=None,
        kwonlyargs=[],
        kw_defaults=[],
        kwarg=None,
        defaults=[],
    )
    return ast.FunctionDef(identifier, arguments, body, [], **AT)
