"""Effects that set, lock or restore control."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from kb.edopro.records import UNKNOWN, ControlFact, Kind, Lasting
from loaders.scripts import nodes
from loaders.scripts.cards import CardReader, Cards
from loaders.scripts.durations import effect_duration
from loaders.scripts.effects import Effect, Effects
from loaders.scripts.players import opposite, players

if TYPE_CHECKING:
    from tree_sitter import Node

_SET: Final = "EFFECT_SET_CONTROL"
_CODES: Final = {
    "EFFECT_CANNOT_CHANGE_CONTROL": Kind.LOCK,
    "EFFECT_REMOVE_BRAINWASHING": Kind.RESTORE,
}
_LABELS: Final = frozenset({"GetLabel", "GetFlagEffectLabel"})


class SetEffects:
    """Reads the facts of effects; `around` adds what goes for every fact at a node."""

    def __init__(
        self, effects: Effects, cards: CardReader, around: Callable[[Node, ControlFact], ControlFact]
    ) -> None:
        self.effects = effects
        self.names = effects.names
        self.cards = cards
        self.around = around

    def facts(self) -> Iterator[ControlFact]:
        """The facts, in the order of the effects."""
        for effect in self.effects.all:
            codes = {code for node in effect.given("SetCode") for code in self.effects.constant_names(node)}
            if _SET in codes:
                yield self._set_effect(effect)
            for code, kind in _CODES.items():
                if code in codes:
                    yield self._plain_effect(effect, code, kind)

    def _set_effect(self, effect: Effect) -> ControlFact:
        to: frozenset[str] = frozenset()
        for node in (*effect.given("SetValue"), *self._set_later(effect)):
            to |= self._value_players(node)
        to = to or frozenset((UNKNOWN,))
        fact = self._plain_effect(effect, _SET, kind_of(to))
        source = tuple(sorted({opposite(player) for player in to}))
        unknown = (*fact.unknown, "to") if UNKNOWN in to else fact.unknown
        return replace(fact, to=tuple(sorted(to)), source=source, unknown=unknown)

    def _set_later(self, effect: Effect) -> Iterator[Node]:
        """The values that functions of other effects give this one, as ``e:GetLabelObject():SetValue(x)``."""
        holders = [
            other
            for other in self.effects.all
            if any(self._is_effect(node, effect) for node in other.given("SetLabelObject"))
        ]
        if not holders:
            return
        for call in self.names.calls:
            called = nodes.method(call)
            if called is None or called[1] != "SetValue" or not self._is_label_object(called[0]):
                continue
            around = self.names.functions_at(call.start_byte)
            owners = {id(each) for function in around for each, _ in self.effects.roles_of(function)}
            value = nodes.argument(call, 0)
            if value is not None and any(id(each) in owners for each in holders):
                yield value

    def _is_effect(self, node: Node, effect: Effect) -> bool:
        reaching = self.names.reaching(nodes.text(node), node.start_byte)
        return any(each.value is not None and each.value.id == effect.node.id for each in reaching)

    def _is_label_object(self, node: Node) -> bool:
        if node.type == "identifier":
            reaching = self.names.reaching(nodes.text(node), node.start_byte)
            return any(
                each.value is not None
                and each.value.type != "identifier"
                and self._is_label_object(each.value)
                for each in reaching
            )
        called = nodes.method(node) if node.type == "function_call" else None
        return called is not None and called[1] == "GetLabelObject"

    def _value_players(self, node: Node) -> frozenset[str]:
        """The player a value stands for: an expression, or what a value function returns."""
        functions = self.names.resolve(node)
        if not functions:
            label = nodes.method(node) if node.type == "function_call" else None
            return frozenset((UNKNOWN,)) if label and label[1] in _LABELS else players(self.names, node)
        found: frozenset[str] = frozenset()
        for function in functions:
            for each in nodes.descend(function.node):
                if each.type == "return_statement" and self.names.function_at(each.start_byte) is function:
                    for values in each.named_children:
                        if values.named_children:
                            found |= players(self.names, values.named_children[0])
        return found or frozenset((UNKNOWN,))

    def _plain_effect(self, effect: Effect, code: str, kind: Kind) -> ControlFact:
        what, unknown = Cards(), []
        types = {name for node in effect.given("SetType") for name in self.effects.constant_names(node)}
        for call in effect.registered:
            called = nodes.method(call)
            what.merge(self.cards.cards(called[0]) if called else Cards({"the duel"}))
        duration = effect_duration(self.names, effect, types, what)
        if "EFFECT_TYPE_EQUIP" in types:
            what.words = {"equipped monster"}
        elif "EFFECT_TYPE_FIELD" in types:
            what.words = {"linked card" if self._is_for_linked(effect) else "monsters on the field"}
        if UNKNOWN in what.words or not what.words:
            unknown.append("what")
        if duration.kind is Lasting.UNKNOWN:
            unknown.append("duration")
        fact = ControlFact(
            kind, self.names.at(effect.node), code, tuple(sorted(what.words)), duration=duration,
            selections=tuple(what.selections), unknown=tuple(unknown),
        )  # fmt: skip
        fact = self.around(effect.node, fact)
        return replace(fact, effects=(effect.name, *fact.effects))

    def _is_for_linked(self, effect: Effect) -> bool:
        """Whether an effect on the field is only for the cards that its own card is linked with."""
        given = effect.given("SetTarget")
        return bool(given) and all(
            nodes.text(node).endswith(".PersistentTargetFilter")
            or any(b"IsHasCardTarget" in (each.node.text or b"") for each in self.names.resolve(node))
            for node in given
        )


def kind_of(to: frozenset[str]) -> Kind:
    """The kind of a change of control by who gets it.

    >>> kind_of(frozenset(("you",))).value, kind_of(frozenset(("you", "opponent"))).value
    ('take', 'move')
    """
    if to == {"you"}:
        return Kind.TAKE
    if to == {"opponent"}:
        return Kind.GIVE
    return Kind.RETURN if to == {"owner"} else Kind.MOVE
