"""The effects a script makes: fields set on them, clones, and the functions behind each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kb.edopro.records import UNKNOWN, EffectFact
from loaders.scripts import nodes
from loaders.scripts.constants import constants
from loaders.scripts.names import Definition, Function, Names

if TYPE_CHECKING:
    from tree_sitter import Node

ROLES: Final = {
    "SetTarget": "target",
    "SetOperation": "operation",
    "SetCondition": "condition",
    "SetCost": "cost",
    "SetValue": "value",
}
_MAKERS: Final = frozenset({"Effect.CreateEffect", "Effect.GlobalEffect"})
_REGISTERS: Final = frozenset({"RegisterEffect"})
_DEEPEST: Final = 8


@dataclass(slots=True, eq=False)
class Effect:
    """One effect as the script builds it: its setter calls by name, and where it is registered."""

    node: Node
    name: str
    setters: dict[str, list[Node]] = field(default_factory=dict)
    registered: list[Node] = field(default_factory=list)
    clone_of: str = ""

    def given(self, setter: str, index: int = 0) -> list[Node]:
        """The arguments at `index` of every call of a setter; more than one where branches differ."""
        found = (nodes.argument(call, index) for call in self.setters.get(setter, ()))
        return [node for node in found if node is not None]


@dataclass(slots=True)
class Effects:
    """All effects of a script, and which functions belong to which."""

    names: Names
    all: list[Effect] = field(default_factory=list)
    by_function: dict[int, list[tuple[Effect, str]]] = field(default_factory=lambda: defaultdict(list))

    def constant_names(self, node: Node, depth: int = 0) -> tuple[str, ...]:
        """The engine constants an expression is made of; `UNKNOWN` among them where it is not known."""
        return tuple(sorted(constants(self.names, node, depth)))

    def roles_of(self, function: Function, seen: frozenset[int] = frozenset()) -> list[tuple[Effect, str]]:
        """The effects that a function works for, as their own function or called by one."""
        if function.node.id in seen or len(seen) > _DEEPEST:
            return []
        found = list(self.by_function.get(function.node.id, ()))
        around = [*self.names.callers(function), *self.names.uses(function.name)]
        starts = [node.start_byte for node in around] + [function.node.start_byte - 1]
        for start in starts:
            outer = self.names.function_at(start)
            if outer is not None and not outer.name.endswith("initial_effect"):
                found += self.roles_of(outer, seen | {function.node.id})
        return list(dict.fromkeys(found))

    def holders(self, function: Function) -> list[Node]:
        """The cards that the effects of a function are registered on: whom ``e:GetHandler()`` stands for."""
        found: dict[int, Node] = {}
        for effect, _ in self.by_function.get(function.node.id) or self.roles_of(function):
            for call in effect.registered:
                called = nodes.method(call)
                made = nodes.argument(effect.node, 0)
                node = called[0] if called else made
                if node is not None:
                    found[node.id] = node
        return list(found.values())

    def targets(self) -> dict[int, list[Function]]:
        """For each function, the functions in which targets of its effects were chosen."""
        found: dict[int, list[Function]] = {}
        for function in self.names.functions:
            chosen: dict[int, Function] = {}
            for effect, _ in self.roles_of(function):
                for each in self.functions_of(effect, "target", "cost", "helper"):
                    chosen |= {each.node.id: each}
            found[function.node.id] = list(chosen.values())
        return found

    def functions_of(self, effect: Effect, *roles: str) -> list[Function]:
        """The functions of an effect with one of the roles; all of them when none is named."""
        found: list[Function] = []
        for setter, role in ROLES.items():
            if not roles or role in roles:
                for node in effect.given(setter):
                    found += self.names.resolve(node)
        if not roles or "helper" in roles:
            found += [f for call in effect.setters.get("helper", ()) for f in _passed(self.names, call)]
        return found

    def fact(self, effect: Effect) -> EffectFact:
        """The effect as a record."""
        fields = {
            "types": "SetType", "codes": "SetCode", "categories": "SetCategory", "properties": "SetProperty",
            "ranges": "SetRange",
        }  # fmt: skip
        read = {name: self._names_in(effect, setter) for name, setter in fields.items()}
        functions = [
            (
                role,
                nodes.text(node) if node.type != "function_definition" else self.names.by_node[node.id].name,
            )
            for setter, role in ROLES.items()
            for node in effect.given(setter)
            if role != "value" or self.names.resolve(node)
        ]
        functions += [("helper", function.name) for function in self.functions_of(effect, "helper")]
        unknown = tuple(name for name, values in read.items() if UNKNOWN in values)
        on = tuple(dict.fromkeys(_registered_on(call) for call in effect.registered))
        return EffectFact(
            effect.name, self.names.at(effect.node), **read, functions=tuple(functions),
            registered_on=on, clone_of=effect.clone_of, unknown=unknown,
        )  # fmt: skip

    def _names_in(self, effect: Effect, setter: str) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for node in effect.given(setter):
            found |= dict.fromkeys(self.constant_names(node))
        return tuple(found)


def _registered_on(call: Node) -> str:
    called = nodes.method(call)
    return nodes.text(called[0]) if called else "the duel"


def effects_of(names: Names) -> Effects:
    """The effects of a script."""
    effects = Effects(names)
    setters = _setters(names)
    made: dict[int, Effect] = {}
    for call in names.calls:
        origin = _origin(names, call)
        if origin is None:
            continue
        name, definition = _assigned(names, call)
        effect = Effect(call, name, clone_of=origin)
        if origin:
            _copy(names, effect, call, made)
        if definition is not None:
            _collect(names, effect, definition, setters.get(name, ()))
        made[call.id] = effect
        effects.all.append(effect)
    effects.all += _helpers(names)
    for effect in effects.all:
        _index(effects, effect)
    return effects


def _origin(names: Names, call: Node) -> str | None:
    """Empty for a new effect, the source's name for a clone, None for another call."""
    if names.callee(call) in _MAKERS:
        return ""
    called = nodes.method(call)
    if called and called[1] == "Clone" and called[0].type == "identifier" and not nodes.arguments(call):
        source = nodes.text(called[0])
        reaching = names.reaching(source, call.start_byte)
        values = [each.value for each in reaching if each.value is not None]
        makes = (value for value in values if value.type == "function_call" and value.id != call.id)
        return source if any(_origin(names, value) is not None for value in makes) else None
    return None


def _assigned(names: Names, call: Node) -> tuple[str, Definition | None]:
    """The variable a new effect is put in."""
    parent = names.parents.get(call.id)
    statement = names.parents.get(parent.id) if parent is not None else None
    if statement is not None and statement.type == "assignment_statement":
        for name, definitions in names.definitions.items():
            for each in definitions:
                if each.value is not None and each.value.id == call.id and each.start == statement.end_byte:
                    return name, each
    return f"effect at {names.at(call)}", None


def _setters(names: Names) -> dict[str, list[tuple[str, Node]]]:
    """Calls by the effect's variable: ``e1:SetType(x)``, ``c:RegisterEffect(e1)``."""
    found: dict[str, list[tuple[str, Node]]] = defaultdict(list)
    for call in names.calls:
        called = nodes.method(call)
        if called and called[1].startswith("Set"):
            found[nodes.text(called[0])].append((called[1], call))
        name = called[1] if called else names.callee(call).rpartition(".")[2]
        if name in _REGISTERS and nodes.arguments(call):
            given = nodes.arguments(call)[0]
            if given.type == "function_call" and (inner := nodes.method(given)) and inner[1] == "Clone":
                given = inner[0]
            found[nodes.text(given)].append((name, call))
    return found


def _collect(
    names: Names, effect: Effect, definition: Definition, calls: list[tuple[str, Node]] | tuple[()]
) -> None:
    # A setter called again after registering changes a clone's fields, or the same effect for the next card.
    for setter, call in calls:
        if definition not in names.reaching(effect.name, call.start_byte):
            continue
        if setter in _REGISTERS:
            effect.registered.append(call)
            continue
        before = effect.setters.get(setter, [])
        same = [each for each in before if _same_block(names, each, call)]
        kept = [each for each in before if each not in same and not _is_overridden(names, each, call)]
        effect.setters[setter] = [*kept, call]


def _same_block(names: Names, first: Node, second: Node) -> bool:
    one, other = names.parents.get(first.id), names.parents.get(second.id)
    return one is not None and other is not None and one.id == other.id


def _is_overridden(names: Names, first: Node, second: Node) -> bool:
    """Whether `second` always runs after `first`: its block is around it."""
    block = names.parents.get(second.id)
    return block is not None and block.start_byte <= first.start_byte < block.end_byte


def _copy(names: Names, effect: Effect, call: Node, made: dict[int, Effect]) -> None:
    """Takes over the fields that the cloned effect had when it was cloned."""
    called = nodes.method(call)
    if called is None:
        return
    for each in names.reaching(nodes.text(called[0]), call.start_byte):
        source = made.get(each.value.id) if each.value is not None else None
        if source is not None:
            for setter, calls in source.setters.items():
                before = [c for c in calls if c.start_byte < call.start_byte]
                if before:
                    effect.setters[setter] = [*effect.setters.get(setter, []), *before]


def _helpers(names: Names) -> Iterator[Effect]:
    """Procedures that make effects out of functions: ``aux.AddEquipProcedure(c,nil,s.filter,...)``."""
    for call in names.calls:
        name = names.callee(call).replace(":", ".").rpartition(".")[2]
        if name.startswith("Add") and (nodes.method(call) is None or _passed(names, call)):
            yield Effect(call, f"{name} {names.at(call).line}", {"helper": [call]})


def _passed(names: Names, call: Node) -> list[Function]:
    """The functions among the arguments of a helper, in tables too."""
    found: list[Function] = []
    for argument in nodes.arguments(call):
        if argument.type == "table_constructor":
            values = (child.child_by_field_name("value") for child in argument.named_children)
            found += [f for value in values if value is not None for f in names.resolve(value)]
        else:
            found += names.resolve(argument)
    return found


def _index(effects: Effects, effect: Effect) -> None:
    for setter, role in ROLES.items():
        for node in effect.given(setter):
            for function in effects.names.resolve(node):
                effects.by_function[function.node.id].append((effect, role))
    for function in effects.functions_of(effect, "helper"):
        effects.by_function[function.node.id].append((effect, "helper"))
