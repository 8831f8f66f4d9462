"""A script's syntax tree, or the reason why there is none. Nothing a file holds makes this fail or hang."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from kb.edopro.records import At, Problem
from kb.errors import MissingExtraError

if TYPE_CHECKING:
    from tree_sitter import Node, Parser, Tree

try:
    import tree_sitter
    import tree_sitter_lua
except ImportError:  # pragma: no cover - the test of the optional part removes the package
    tree_sitter = None  # type: ignore[assignment]

MOST_BYTES: Final = 200_000
"""The longest real script has half of it."""
MOST_CALLS: Final = 300
"""Calls that are followed up, each at a cost that grows with the script."""
MOST_DEPTH: Final = 150
"""Nesting of syntax nodes; real scripts stay below 60."""


_FOLLOWED: Final = re.compile(
    rb"GetControl\b|SwapControl|SpecialSummon|MoveToField|RegisterEffect|CreateEffect"
)


@dataclass(frozen=True, slots=True)
class Script:
    """A parsed script: its name, bytes and tree; `root` is None when it was not parsed."""

    name: str
    source: bytes
    root: Node | None
    problems: tuple[Problem, ...] = ()
    tree: Tree | None = None


@cache
def _parser() -> Parser:
    if tree_sitter is None:
        raise MissingExtraError("tree-sitter", "edopro")
    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_lua.language()))


def parse(source: bytes, name: str) -> Script:
    """The script in `source`, or a script without a tree and the reason.

    Raises `MissingExtraError` where tree-sitter is not installed.

    >>> parse(b"local a=1", "a.lua").problems
    ()
    >>> [problem.rule for problem in parse(b"local a=", "a.lua").problems]
    ['SCR001']
    """
    parser = _parser()
    if len(source) > MOST_BYTES:
        return _unread(source, name, f"{len(source)} bytes, at most {MOST_BYTES} are read")
    followed = len(_FOLLOWED.findall(source))
    if followed > MOST_CALLS:
        return _unread(source, name, f"{followed} calls to follow, at most {MOST_CALLS} are")
    if b"\0" in source:
        line = source.count(b"\n", 0, source.index(b"\0")) + 1
        return _unread(source, name, "a NUL byte: not a text file", line)
    try:
        source.decode("utf-8")
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        return _unread(source, name, "not UTF-8", line)
    tree = parser.parse(source)
    root = tree.root_node
    deep = _too_deep(root)
    if deep is not None:
        detail = f"nested more than {MOST_DEPTH} deep"
        return Script(name, source, None, (Problem("SCR002", _at(source, deep), detail),))
    problems = tuple(_errors(source, root)) if root.has_error else ()
    return Script(name, source, None if problems else root, problems, tree)


def _unread(source: bytes, name: str, detail: str, line: int = 1) -> Script:
    return Script(name, source, None, (Problem("SCR002", At(line, 1), detail),))


def position(source: bytes, offset: int) -> At:
    """Line and column of a byte offset, the column counted in letters.

    >>> position("a\\né b".encode(), 5)
    At(line=2, column=3)
    """
    start = source.rfind(b"\n", 0, offset) + 1
    column = len(source[start:offset].decode("utf-8", "replace")) + 1
    return At(source.count(b"\n", 0, offset) + 1, column)


def source_line(source: bytes, number: int) -> str:
    """The words on a line, 500 bytes at most; empty where there is no such line.

    >>> source_line(b"one\\n  two", 2)
    'two'
    """
    lines = source.split(b"\n")
    return lines[number - 1][:500].decode("utf-8", "replace").strip() if number <= len(lines) else ""


def _at(source: bytes, node: Node) -> At:
    return position(source, node.start_byte)


def _too_deep(root: Node) -> Node | None:
    """The first node below the depth that is read; walked without recursion."""
    cursor, depth = root.walk(), 0
    while True:
        if cursor.goto_first_child():
            depth += 1
            if depth > MOST_DEPTH:
                return cursor.node
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return None
            depth -= 1


def _errors(source: bytes, root: Node) -> list[Problem]:
    """The outermost syntax errors, at most ten."""
    found: list[Problem] = []
    stack = [root]
    while stack and len(found) < 10:
        node = stack.pop()
        if node.is_missing:
            found.append(Problem("SCR001", _at(source, node), f"{node.type!r} is missing"))
        elif node.is_error:
            text = source[node.start_byte : node.start_byte + 40].decode("utf-8", "replace").split("\n")[0]
            found.append(Problem("SCR001", _at(source, node), f"not Lua: {text!r}"))
        elif node.has_error:
            stack.extend(reversed(node.children))
    return found
