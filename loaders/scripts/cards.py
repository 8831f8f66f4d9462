"""Which cards an expression means, and how the script found them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kb.edopro.records import UNKNOWN, Selection
from loaders.scripts import nodes
from loaders.scripts.names import Definition, Function, Names
from loaders.scripts.players import is_effect_function
from loaders.scripts.selections import SELECTIONS, selection

if TYPE_CHECKING:
    from tree_sitter import Node

_DEEPEST: Final = 12
_TARGETED: Final = frozenset(
    {"Duel.GetFirstTarget", "Duel.GetTargetCards", "Duel.GetChainInfo", "Duel.GetTargetsRelateToChain"}
)
_WORDS: Final = {
    "Duel.GetAttacker": "attacker",
    "Duel.GetAttackTarget": "attack target",
    "Duel.GetBattleMonster": "battling monster",
    "Duel.GetOperatedGroup": "operated cards",
    "Duel.CreateToken": "token",
}
_METHOD_WORDS: Final = {
    "GetEquipTarget": "equipped monster",
    "GetFirstCardTarget": "linked card",
    "GetCardTarget": "linked card",
    "GetBattleTarget": "battle target",
    "GetPreviousEquipTarget": "formerly equipped monster",
    "GetReasonCard": "reason card",
    "GetLabelObject": "labelled card",
    "GetColumnGroup": "cards in its column",
}
_SAME: Final = frozenset(
    {"GetFirst", "GetNext", "Filter", "Match", "Select", "FilterSelect", "RandomSelect", "Clone", "Sub",
     "Split", "Iter", "TakeatPos", "GetMaxGroup", "GetMinGroup", "Includes", "AddCard", "Merge", "Remove"}
)  # fmt: skip
_GROUP_HELPERS: Final = frozenset(
    {"aux.SelectUnselectGroup", "aux.Next", "ipairs", "pairs", "aux.SelectUnselectLoop"}
)


@dataclass(slots=True)
class Cards:
    """What is known of some cards: words for them, and the selections that found them."""

    words: set[str] = field(default_factory=set)
    selections: list[Selection] = field(default_factory=list)

    def merge(self, other: Cards) -> None:
        """Adds what another branch says."""
        self.words |= other.words
        self.selections += [each for each in other.selections if each not in self.selections]


class CardReader:
    """Reads card expressions.

    `targets` gives the functions where a function's targets were chosen, `holders` the cards on which the
    effects of a function are registered.
    """

    def __init__(
        self,
        names: Names,
        targets: dict[int, list[Function]],
        holders: Callable[[Function], list[Node]],
    ) -> None:
        self.names = names
        self.targets = targets
        self.holders = holders

    def cards(self, node: Node, depth: int = 0) -> Cards:
        """The cards `node` may be."""
        node = nodes.bare(node)
        if depth > _DEEPEST:
            return Cards({UNKNOWN})
        found = Cards()
        options = nodes.alternatives(node)
        if len(options) > 1:
            for option in options:
                if option.type not in ("nil", "false"):
                    found.merge(self.cards(option, depth + 1))
            return found
        match node.type:
            case "identifier":
                return self._named(node, depth)
            case "function_call":
                return self._call(node, depth)
            case "binary_expression" if nodes.operator(node) in ("+", "-", "and"):
                return self._joined(node, depth)
        return Cards({UNKNOWN})

    def _joined(self, node: Node, depth: int) -> Cards:
        sides, found = nodes.operands(node), Cards()
        if sides is None:
            return Cards({UNKNOWN})
        if nodes.operator(node) != "and":
            found.merge(self.cards(sides[0], depth + 1))
        if nodes.operator(node) != "-":
            found.merge(self.cards(sides[1], depth + 1))
        return found

    def _named(self, node: Node, depth: int) -> Cards:
        name, found = nodes.text(node), Cards()
        definitions = self.names.reaching(name, node.start_byte)
        for each in definitions:
            found.merge(self._defined(each, depth))
        if "new group" in found.words:
            found.words.discard("new group")
            found.merge(self._added(name, node, depth))
        return found if definitions and found.words else Cards({UNKNOWN})

    def _defined(self, each: Definition, depth: int) -> Cards:
        if each.parameter_of is not None:
            return self._parameter(each.parameter_of, each.index, depth)
        if each.value is None:
            return Cards({UNKNOWN})
        if each.value.type == "nil":
            return Cards()
        if each.index == 1 and self.names.callee(each.value) == "Duel.GetOperationInfo":
            return self._announced(each.value, depth)
        return self.cards(each.value, depth + 1)

    def _parameter(self, function: Function, index: int, depth: int) -> Cards:
        name = function.parameters[index]
        if index == 0 and function.name.endswith(".initial_effect"):
            return Cards({"this card"})
        if is_effect_function(function) and name == "eg":
            return Cards({"event cards"})
        found = Cards()
        for call in self.names.callers(function):
            passed = nodes.argument(call, index)
            if passed is not None:
                found.merge(self.cards(passed, depth + 1))
        looped = self.looped_group(function) if index == 0 else None
        if looped is not None:
            found.merge(self.cards(looped, depth + 1))
        return found if found.words else Cards({UNKNOWN})

    def looped_group(self, function: Function) -> Node | None:
        """The group in ``g:ForEach(function(tc) ... end)``."""
        around = self.names.parents.get(function.node.id)
        call = self.names.parents.get(around.id) if around is not None else None
        called = nodes.method(call) if call is not None and call.type == "function_call" else None
        return called[0] if called and called[1] == "ForEach" else None

    def _added(self, name: str, node: Node, depth: int) -> Cards:
        """What was put into a group that began empty, in the functions around its use."""
        found = Cards()
        inside = self.names.functions_at(node.start_byte)[-1:]
        for call in self.names.calls:
            called = nodes.method(call)
            if called and called[1] in ("AddCard", "Merge") and nodes.text(called[0]) == name:
                passed = nodes.argument(call, 0)
                if passed is not None and all(f.contains(call.start_byte) for f in inside):
                    found.merge(self.cards(passed, depth + 1))
        return found

    def _call(self, node: Node, depth: int) -> Cards:
        called = nodes.method(node)
        if called is not None:
            return self._method(called[0], called[1], depth)
        callee = self.names.callee(node)
        if callee in SELECTIONS:
            return Cards(
                {"target" if SELECTIONS[callee][4] else "chosen"}, [selection(self.names, node, callee)]
            )
        if callee in _TARGETED:
            return self._target_of(node)
        if callee in _WORDS:
            return Cards({_WORDS[callee]})
        first = nodes.argument(node, 0)
        if callee in _GROUP_HELPERS and first is not None:
            return self.cards(first, depth + 1)
        if callee in ("Group.CreateGroup", "Group.FromCards"):
            found = Cards()
            for passed in nodes.arguments(node):
                found.merge(self.cards(passed, depth + 1))
            return found if nodes.arguments(node) else Cards({"new group"})
        if callee == "Duel.GetFieldCard":
            return Cards({"chosen"})
        return self._returned(node, depth)

    def _returned(self, node: Node, depth: int) -> Cards:
        """The cards that a function of the script returns."""
        named = node.child_by_field_name("name")
        found = Cards()
        for function in self.names.resolve(named) if named is not None else ():
            for each in nodes.descend(function.node):
                if each.type == "return_statement" and self.names.function_at(each.start_byte) is function:
                    values = [child for child in each.named_children if child.type == "expression_list"]
                    if values and values[0].named_children:
                        found.merge(self.cards(values[0].named_children[0], depth + 1))
        return found if found.words else Cards({UNKNOWN})

    def _method(self, receiver: Node, name: str, depth: int) -> Cards:
        if name in ("GetHandler", "GetOwner"):
            if nodes.text(receiver) in ("re", "te"):
                return Cards({"triggering card"})
            return self._handler(receiver, depth) if name == "GetHandler" else Cards({"this card"})
        if name in _METHOD_WORDS:
            return Cards({_METHOD_WORDS[name]})
        return self.cards(receiver, depth + 1) if name in _SAME else Cards({UNKNOWN})

    def _handler(self, receiver: Node, depth: int) -> Cards:
        """The card that has the effect: this one, or the one on which the script registered it."""
        found = Cards()
        for function in self.names.functions_at(receiver.start_byte):
            for holder in self.holders(function):
                found.merge(self.cards(holder, depth + 4))
        return found if found.words else Cards({"this card"})

    def _target_of(self, node: Node) -> Cards:
        """The targets that the effect's target function chose."""
        found = Cards({"target"})
        for function in self.names.functions_at(node.start_byte):
            for target in self.targets.get(function.node.id, ()):
                found.merge(Cards(set(), self.selections_in(target)))
        return found

    def _announced(self, asked: Node, depth: int) -> Cards:
        """The cards that the effect's target function announced with the category that is asked for."""
        category, found = nodes.argument(asked, 1), Cards()
        targets = [
            t for f in self.names.functions_at(asked.start_byte) for t in self.targets.get(f.node.id, ())
        ]
        for call in self.names.calls:
            if self.names.callee(call) != "Duel.SetOperationInfo" or category is None:
                continue
            announced, cards = nodes.argument(call, 1), nodes.argument(call, 2)
            is_same = announced is not None and nodes.text(announced) == nodes.text(category)
            if is_same and cards is not None and any(t.contains(call.start_byte) for t in targets):
                found.merge(self.cards(cards, depth + 1))
        return found if found.words else Cards({UNKNOWN})

    def selections_in(self, function: Function) -> list[Selection]:
        """The targets chosen in a function."""
        inside = (call for call in self.names.calls if function.contains(call.start_byte))
        made = ((call, self.names.callee(call)) for call in inside)
        wanted = ("Duel.SelectTarget", "Duel.GetTargetGroup")
        return [selection(self.names, call, callee) for call, callee in made if callee in wanted]
