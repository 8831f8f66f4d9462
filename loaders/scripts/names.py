"""What a name stands for: its definitions that reach a use, functions by name, and who calls them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kb.edopro.records import At
from loaders.scripts import nodes
from loaders.scripts.tree import Script, position

if TYPE_CHECKING:
    from tree_sitter import Node

_BLOCKS: Final = frozenset({"block", "chunk"})
_NAMES: Final = frozenset({"identifier", "dot_index_expression"})


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A function of the script: its node, name (``s.target``, or ``inline 12``) and parameters."""

    node: Node
    name: str
    parameters: tuple[str, ...]

    def contains(self, start: int) -> bool:
        """Whether the byte offset `start` lies in it."""
        return self.node.start_byte <= start < self.node.end_byte


@dataclass(frozen=True, slots=True, eq=False)
class Definition:
    """One place that gives a name a value: ``value``, part `index` of it, or an item of it (`is_item`)."""

    start: int
    scope: tuple[int, int]
    block: tuple[int, int]
    value: Node | None
    index: int = 0
    parameter_of: Function | None = None
    is_item: bool = False


@dataclass(slots=True)
class Names:
    """The names of one script. Built once, then only read."""

    script: Script
    functions: list[Function] = field(default_factory=list)
    by_name: dict[str, list[Function]] = field(default_factory=lambda: defaultdict(list))
    by_node: dict[int, Function] = field(default_factory=dict)
    definitions: dict[str, list[Definition]] = field(default_factory=lambda: defaultdict(list))
    calls: list[Node] = field(default_factory=list)
    loops: list[Node] = field(default_factory=list)
    parents: dict[int, Node] = field(default_factory=dict)
    _callers: dict[str, list[Node]] = field(default_factory=lambda: defaultdict(list))
    _uses: dict[str, list[Node]] = field(default_factory=lambda: defaultdict(list))

    def at(self, node: Node) -> At:
        """Where `node` begins."""
        return position(self.script.source, node.start_byte)

    def function_at(self, start: int) -> Function | None:
        """The innermost function around a byte offset."""
        inside = [function for function in self.functions if function.contains(start)]
        return max(inside, key=lambda function: function.node.start_byte, default=None)

    def functions_at(self, start: int) -> list[Function]:
        """All functions around a byte offset, the innermost first."""
        inside = [function for function in self.functions if function.contains(start)]
        return sorted(inside, key=lambda function: -function.node.start_byte)

    def reaching(self, name: str, use: int) -> list[Definition]:
        """The definitions of `name` that may hold at the byte offset `use`, the nearest first."""
        found: list[Definition] = []
        visible = [d for d in self.definitions.get(name, ()) if d.scope[0] <= use < d.scope[1]]
        if visible:  # an inner variable hides the outer ones of its name
            inner = max(d.scope[0] for d in visible)
            visible = [d for d in visible if d.scope[0] == inner] if len(visible) > 1 else visible
        for each in sorted((d for d in visible if d.start <= use), key=lambda d: -d.start):
            found.append(each)
            if each.block[0] <= use < each.block[1]:
                break
        loops = [loop for loop in self.loops if loop.start_byte <= use < loop.end_byte]
        later = (d for d in visible if d.start > use)
        found += [d for d in later if any(_holds(loop, d.start) for loop in loops)]
        return found

    def callers(self, function: Function) -> list[Node]:
        """The calls of a named function of this script."""
        return self._callers.get(function.name, [])

    def uses(self, name: str) -> list[Node]:
        """The places where a function is named without being called or declared there."""
        return self._uses.get(name, [])

    def resolve(self, node: Node) -> list[Function]:
        """The functions an expression may stand for; empty when it is none of this script."""
        node = nodes.bare(node)
        if node.id in self.by_node:
            return [self.by_node[node.id]]
        if node.type in _NAMES:
            return list(self.by_name.get(nodes.text(node), ()))
        if node.type == "binary_expression":
            return [f for each in nodes.alternatives(node) if each.id != node.id for f in self.resolve(each)]
        return []

    def callee(self, call: Node) -> str:
        """The called function as written, with a local alias (``local take=Duel.GetControl``) put back."""
        named = call.child_by_field_name("name")
        if named is None:
            return ""
        if named.type == "identifier":
            return self.alias(named)
        member = nodes.member(named)
        if member is None:
            return nodes.text(named)
        table, name = member
        return f"{self._table(table)}.{name}".replace("Auxiliary.", "aux.")

    def _table(self, table: Node) -> str:
        """A table of functions as written, with a local alias (``local D=Duel``) put back."""
        written = nodes.text(table)
        for each in self.reaching(written, table.start_byte):
            if each.value is not None and each.value.type == "identifier":
                return nodes.text(each.value)
        return written

    def is_redefined(self, function: str) -> bool:
        """Whether the script itself gives ``Duel.GetControl``, or ``Duel``, another meaning somewhere."""
        for name in {function, function.partition(".")[0]}:
            given = self.definitions.get(name, ())
            if name in self.by_name or any(_is_other(each, name) for each in given):
                return True
        return False

    def alias(self, named: Node) -> str:
        """A name, or what a local name was made to stand for."""
        written = nodes.text(named)
        for each in self.reaching(written, named.start_byte):
            member = nodes.member(each.value) if each.value is not None else None
            if member is not None:
                return f"{self._table(member[0])}.{member[1]}"
        return written


def _is_other(definition: Definition, name: str) -> bool:
    """Whether a definition gives a name something else than itself (``local Duel=Duel``)."""
    return definition.value is None or nodes.text(definition.value) != name


def _holds(loop: Node, start: int) -> bool:
    return loop.start_byte <= start < loop.end_byte


def names_of(script: Script) -> Names:
    """The names of a parsed script."""
    names = Names(script)
    if script.root is not None:
        _Walk(names).run(script.root)
    return names


class _Walk:
    """One pass over the tree that keeps the blocks around the node."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.blocks: list[tuple[int, int]] = []
        self.around: list[tuple[int, int]] = []

    def run(self, root: Node) -> None:
        """Visits every node. The depth is bounded by `loaders.scripts.tree.MOST_DEPTH`."""
        self._visit(root, (root.start_byte, root.end_byte), (root.start_byte, root.end_byte))

    def _visit(self, node: Node, block: tuple[int, int], function: tuple[int, int]) -> None:
        kind = node.type
        if kind in _BLOCKS:
            block = (node.start_byte, node.end_byte)
        elif kind in nodes.FUNCTIONS:
            function = (node.start_byte, node.end_byte)
            self._function(node)
        elif kind == "function_call":
            self._call(node)
        elif kind in nodes.LOOPS:
            self.names.loops.append(node)
            if kind == "for_statement":
                self._loop_variables(node)
        elif kind == "assignment_statement":
            self._assignment(node, block, function)
        for child in node.named_children:
            if child.type != "comment":
                self.names.parents[child.id] = node
                self._visit(child, block, function)

    def _function(self, node: Node) -> None:
        named = node.child_by_field_name("name")
        given = node.child_by_field_name("parameters")
        parameters = tuple(nodes.text(child) for child in given.named_children) if given else ()
        name = nodes.text(named).replace(":", ".") if named is not None else self._assigned_name(node)
        function = Function(node, name, parameters)
        self.names.functions.append(function)
        self.names.by_name[name].append(function)
        self.names.by_node[node.id] = function
        scope = (node.start_byte, node.end_byte)
        for index, parameter in enumerate(parameters):
            found = Definition(node.start_byte, scope, scope, None, index, function)
            self.names.definitions[parameter].append(found)

    def _assigned_name(self, node: Node) -> str:
        """``x`` for ``x=function``, else ``inline`` and the line."""
        values = self.names.parents.get(node.id)
        statement = self.names.parents.get(values.id) if values is not None else None
        if values is not None and statement is not None and statement.type == "assignment_statement":
            targets = next(c for c in statement.named_children if c.type == "variable_list").named_children
            sources = [child.id for child in values.named_children]
            at = sources.index(node.id) if node.id in sources else len(targets)
            if at < len(targets):
                return nodes.text(targets[at])
        at_ = self.names.at(node)
        return f"inline {at_.line}:{at_.column}"

    def _call(self, node: Node) -> None:
        self.names.calls.append(node)
        named = node.child_by_field_name("name")
        if named is not None and named.type in _NAMES:
            self.names._callers[nodes.text(named)].append(node)
        for child in nodes.arguments(node):
            if child.type in _NAMES:
                self.names._uses[nodes.text(child)].append(child)

    def _assignment(self, node: Node, block: tuple[int, int], function: tuple[int, int]) -> None:
        parent = self.names.parents.get(node.id)
        is_local = parent is not None and parent.type == "variable_declaration"
        targets = next((c.named_children for c in node.named_children if c.type == "variable_list"), [])
        values = next((c.named_children for c in node.named_children if c.type == "expression_list"), [])
        values = [value for value in values if value.type != "comment"]
        for index, target in enumerate(targets):
            value = values[index] if index < len(values) else values[-1] if values else None
            part = max(index - len(values) + 1, 0) if index >= len(values) else 0
            name = nodes.text(target)
            scope = (node.end_byte, block[1]) if is_local else self._scope(name, node, function)
            self.names.definitions[name].append(Definition(node.end_byte, scope, block, value, part))

    def _scope(self, name: str, node: Node, function: tuple[int, int]) -> tuple[int, int]:
        """The scope of the variable an assignment without ``local`` writes to."""
        known = [d for d in self.names.definitions.get(name, ()) if _within(d.scope, node.start_byte)]
        return max((d.scope for d in known), default=(0, len(self.names.script.source)))

    def _loop_variables(self, node: Node) -> None:
        clause = node.child_by_field_name("clause")
        if clause is None:
            return
        scope = (node.start_byte, node.end_byte)
        if clause.type == "for_numeric_clause":
            named = clause.child_by_field_name("name")
            targets, value = ([named] if named else []), None
        else:
            lists = {child.type: child for child in clause.named_children}
            targets = list(lists["variable_list"].named_children) if "variable_list" in lists else []
            value = lists["expression_list"].named_children[0] if "expression_list" in lists else None
        for index, target in enumerate(targets):
            found = Definition(node.start_byte, scope, scope, value, index, is_item=True)
            self.names.definitions[nodes.text(target)].append(found)


def _within(scope: tuple[int, int], start: int) -> bool:
    return scope[0] <= start < scope[1]
