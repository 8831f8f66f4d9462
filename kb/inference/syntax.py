"""Small builders of Python syntax trees. Names come from the caller and must be its own, never a rule's."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from kb.inference.records import Value

Block = list[ast.stmt]


def name(identifier: str) -> ast.expr:
    """A variable that is read.

    >>> ast.unparse(name("n1"))
    'n1'
    """
    return ast.Name(identifier, ast.Load())


def constant(value: Value | None) -> ast.expr:
    """A constant: whatever characters it has, it stays data.

    >>> ast.unparse(constant("'); import os"))
    '"\\'); import os"'
    """
    return ast.Constant(value)


def pair(items: Sequence[ast.expr]) -> ast.expr:
    """A tuple display."""
    return ast.Tuple(list(items), ast.Load())


def assign(target: str, value: ast.expr) -> ast.stmt:
    """`target = value`."""
    return ast.Assign([ast.Name(target, ast.Store())], value)


def unpack(targets: Sequence[str], value: ast.expr) -> ast.stmt:
    """`(a, b, ...) = value`."""
    return ast.Assign([ast.Tuple([ast.Name(each, ast.Store()) for each in targets], ast.Store())], value)


def put(mapping: str, key: ast.expr, value: ast.expr) -> ast.stmt:
    """`mapping[key] = value`."""
    return ast.Assign([ast.Subscript(name(mapping), key, ast.Store())], value)


def call(function: ast.expr, *arguments: ast.expr) -> ast.expr:
    """`function(arguments)`."""
    return ast.Call(function, list(arguments), [])


def method(owner: ast.expr, attribute: str, *arguments: ast.expr) -> ast.expr:
    """`owner.attribute(arguments)`."""
    return call(ast.Attribute(owner, attribute, ast.Load()), *arguments)


def do(value: ast.expr) -> ast.stmt:
    """An expression as a statement."""
    return ast.Expr(value)


def compare(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> ast.expr:
    """`left operator right`."""
    return ast.Compare(left, [operator], [right])


def both(tests: Iterable[ast.expr]) -> ast.expr:
    """All tests joined by `and`; True when there is none."""
    return _joined(ast.And(), list(tests), True)


def either(tests: Iterable[ast.expr]) -> ast.expr:
    """All tests joined by `or`; False when there is none."""
    return _joined(ast.Or(), list(tests), False)


def _joined(operator: ast.boolop, tests: list[ast.expr], empty: bool) -> ast.expr:
    if not tests:
        return ast.Constant(empty)
    return tests[0] if len(tests) == 1 else ast.BoolOp(operator, tests)


def negate(test: ast.expr) -> ast.expr:
    """`not test`."""
    return ast.UnaryOp(ast.Not(), test)


def when(test: ast.expr, then: Block, otherwise: Block | None = None) -> ast.stmt:
    """`if test: then else: otherwise`."""
    return ast.If(test, then, otherwise or [])


def each(targets: Sequence[str], values: ast.expr, body: Block) -> ast.stmt:
    """`for target in values: body`; several targets are unpacked."""
    names: list[ast.expr] = [ast.Name(target, ast.Store()) for target in targets]
    target = names[0] if len(names) == 1 else ast.Tuple(names, ast.Store())
    return ast.For(target, values, body, [])


def subtract(target: str, value: ast.expr) -> ast.stmt:
    """`target -= value`."""
    return ast.AugAssign(ast.Name(target, ast.Store()), ast.Sub(), value)


def add(target: str, value: ast.expr) -> ast.stmt:
    """`target += value`."""
    return ast.AugAssign(ast.Name(target, ast.Store()), ast.Add(), value)


def function(identifier: str, parameters: Sequence[str], body: Block) -> ast.Module:
    """A module with one function."""
    arguments = ast.arguments(
        posonlyargs=[],
        args=[ast.arg(parameter) for parameter in parameters],
        vararg=None,
        kwonlyargs=[],
        kw_defaults=[],
        kwarg=None,
        defaults=[],
    )
    definition = ast.FunctionDef(identifier, arguments, body, [])
    return ast.fix_missing_locations(ast.Module([definition], []))


def empty_dict() -> ast.expr:
    """`{}`."""
    return ast.Dict([], [])
