"""The effects a script puts on cards after their control changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from loaders.scripts import nodes
from loaders.scripts.cards import CardReader
from loaders.scripts.effects import Effects
from loaders.scripts.names import Definition, Function
from loaders.scripts.nodes import root

if TYPE_CHECKING:
    from tree_sitter import Node

_OPERATIONS: Final = frozenset(
    {"Duel.GetControl", "Duel.SwapControl", "Duel.Destroy", "Duel.SendtoGrave", "Duel.SendtoHand",
     "Duel.SendtoDeck", "Duel.Remove", "Duel.Release", "Duel.SpecialSummon", "Duel.ChangePosition",
     "Duel.Draw", "Duel.DiscardHand"}
)  # fmt: skip
"""What gives `Duel.GetOperatedGroup` other cards to return."""
_MEMBERS: Final = frozenset({"GetFirst", "GetNext"})


class FollowUps:
    """Finds the effects registered on the cards that a call moved."""

    def __init__(self, effects: Effects, cards: CardReader) -> None:
        self.effects = effects
        self.names = effects.names
        self.cards = cards

    def after(self, call: Node) -> list[tuple[str, Node]]:
        """Code and registering call of each, in the order of the effects."""
        inside = self.names.function_at(call.start_byte)
        moved = nodes.arguments(call)[: 2 if "Swap" in self.names.callee(call) else 1]
        found: list[tuple[str, Node]] = []
        for effect in self.effects.all:
            for registered in effect.registered:
                called = nodes.method(registered)
                if called is None or inside is None or not self._comes_after(registered, call, inside):
                    continue
                if self._is_moved(called[0], moved, call, inside):
                    codes = {c for n in effect.given("SetCode") for c in self.effects.constant_names(n)}
                    found += [(code, registered) for code in sorted(codes)]
        return found

    def _comes_after(self, registered: Node, call: Node, inside: Function) -> bool:
        if inside.contains(registered.start_byte):
            return registered.start_byte > call.end_byte
        helper = self.names.function_at(registered.start_byte)
        calls = self.names.callers(helper) if helper is not None else []
        return any(inside.contains(c.start_byte) and c.start_byte > call.end_byte for c in calls)

    def _is_moved(self, receiver: Node, moved: list[Node], call: Node, inside: Function) -> bool:
        if receiver.type == "function_call":
            called = nodes.method(receiver)
            return bool(called and called[1] in _MEMBERS) and self._is_same(called[0], moved)  # type: ignore[index]
        if inside.contains(receiver.start_byte) and self._is_same(receiver, moved):
            return True
        return any(
            self._is_defined_by(each, moved, call, inside)
            for each in self.names.reaching(nodes.text(receiver), receiver.start_byte)
        )

    def _is_same(self, node: Node, moved: list[Node]) -> bool:
        """Whether `node` is one of the arguments: the same words, with the same variable behind them."""
        written = nodes.text(node)
        return any(
            nodes.text(each) == written and self._variables(each) == self._variables(node) for each in moved
        )

    def _variables(self, node: Node) -> set[int]:
        """The definitions behind the names in an expression, by where they are."""
        return {
            definition.start
            for each in nodes.descend(node)
            if each.type == "identifier"
            for definition in self.names.reaching(nodes.text(each), each.start_byte)
        }

    def _is_defined_by(self, each: Definition, moved: list[Node], call: Node, inside: Function) -> bool:
        value = each.value
        if value is not None and (each.is_item or _gives_member(value)):
            inner = [n for n in nodes.descend(value) if n.type == "identifier"]
            if any(self._is_same(n, moved) or self._is_operated(n, call) for n in inner):
                return True
        if value is not None and self._is_labelled_target(value, moved):
            return True
        function = each.parameter_of
        return function is not None and self._is_passed(function, each.index, moved, call, inside)

    def _is_labelled_target(self, value: Node, moved: list[Node]) -> bool:
        """Whether ``e:GetLabelObject()`` gives one of the targets that move, as the target function said."""
        called = nodes.method(value) if value.type == "function_call" else None
        if called is None or called[1] != "GetLabelObject":
            return False
        if not any("target" in self.cards.cards(each).words for each in moved):
            return False
        functions = [
            target
            for function in self.names.functions_at(value.start_byte)
            for target in self.cards.targets.get(function.node.id, ())
        ]
        inside = [call for call in self.names.calls if any(f.contains(call.start_byte) for f in functions)]
        targets = {root(each) for call in inside for each in self._given(call, "SetTargetCard")}
        return any(root(each) in targets for call in inside for each in self._given(call, "SetLabelObject"))

    def _given(self, call: Node, name: str) -> list[Node]:
        """The first argument of a call of a function or method with that name."""
        called = nodes.method(call)
        written = called[1] if called else self.names.callee(call).rpartition(".")[2]
        first = nodes.argument(call, 0)
        return [first] if written == name and first is not None else []

    def _is_operated(self, node: Node, call: Node) -> bool:
        """Whether a name holds ``Duel.GetOperatedGroup()`` of this very call."""
        for each in self.names.reaching(nodes.text(node), node.start_byte):
            value = each.value
            if value is None or value.type != "function_call" or value.start_byte < call.end_byte:
                continue
            if self.names.callee(value) == "Duel.GetOperatedGroup" and not self._operates(call, value):
                return True
        return False

    def _operates(self, after: Node, before: Node) -> bool:
        return any(
            after.end_byte < each.start_byte < before.start_byte and self.names.callee(each) in _OPERATIONS
            for each in self.names.calls
        )

    def _is_passed(
        self, function: Function, index: int, moved: list[Node], call: Node, inside: Function
    ) -> bool:
        for outer in self.names.callers(function):
            passed = nodes.argument(outer, index)
            is_later = inside.contains(outer.start_byte) and outer.start_byte > call.end_byte
            if passed is not None and is_later and self._is_same(passed, moved):
                return True
        looped = self.cards.looped_group(function)
        return looped is not None and self._is_same(looped, moved)


def _gives_member(value: Node) -> bool:
    called = nodes.method(value) if value.type == "function_call" else None
    return called is not None and called[1] in _MEMBERS
