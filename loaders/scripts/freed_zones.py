"""Whether a script makes room for what it takes: a zone is free when a card has just left it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from loaders.scripts import nodes
from loaders.scripts.cards import Cards
from loaders.scripts.control import ControlReader
from loaders.scripts.effects import Effect
from loaders.scripts.names import Function

if TYPE_CHECKING:
    from tree_sitter import Node

_LEAVES: Final = frozenset(
    {"Duel.Release", "Duel.SendtoGrave", "Duel.Remove", "Duel.Destroy", "Duel.SendtoHand", "Duel.SendtoDeck"}
)
_OWN_COST: Final = "Cost.Self"


def frees_zone(reader: ControlReader, effects: list[Effect], call: Node, to: tuple[str, ...]) -> bool:
    """Whether a card of the player who gets control leaves the field before `call`.

    As a cost, or earlier in the same function.
    """
    on_field = [
        effect
        for effect in effects
        if any("LOCATION_MZONE" in reader.effects.constant_names(node) for node in effect.given("SetRange"))
    ]
    costs = [nodes.text(cost) for effect in on_field for cost in effect.given("SetCost")]
    if "you" in to and any(cost.startswith(_OWN_COST) for cost in costs):
        return True
    inside = reader.names.function_at(call.start_byte)
    functions = [function for effect in effects for function in reader.effects.functions_of(effect, "cost")]
    for each in _leaving(reader, [*functions, *([inside] if inside else [])]):
        is_before = inside is None or not inside.contains(each.start_byte) or each.end_byte <= call.start_byte
        found = _cards_that_leave(reader, each)
        is_own = "you" in to and bool(on_field) and "this card" in found.words
        if is_before and (is_own or _is_on_side(found, to)):
            return True
    return False


def _leaving(reader: ControlReader, functions: list[Function]) -> Iterator[Node]:
    for each in reader.names.calls:
        if reader.names.callee(each) in _LEAVES and any(f.contains(each.start_byte) for f in functions):
            yield each


def _cards_that_leave(reader: ControlReader, call: Node) -> Cards:
    """The cards, with those that were added to their group."""
    moved = nodes.argument(call, 0)
    if moved is None:
        return Cards()
    found = reader.cards.cards(moved)
    for each in reader.names.calls:
        called = nodes.method(each)
        if called and called[1] in ("AddCard", "Merge") and nodes.text(called[0]) == nodes.text(moved):
            added = nodes.argument(each, 0)
            if added is not None and each.start_byte < call.start_byte:
                found.merge(reader.cards.cards(added))
    return found


def _is_on_side(found: Cards, to: tuple[str, ...]) -> bool:
    return any(each.sides and set(each.sides) <= set(to) for each in found.selections)
