"""Lint: the owner asked where the controller matters, and an owner that is a card used as a player."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from kb.edopro.findings import Finding
from kb.edopro.records import UNKNOWN
from loaders.scripts import nodes
from loaders.scripts.facts import is_effect_expression
from loaders.scripts.players import players

if TYPE_CHECKING:
    from tree_sitter import Node

    from loaders.scripts.checks import Checks

_OWNED: Final = re.compile(rb"(?i)--[^\n]*\bown(?:s|ed|er)?\b")


class OwnerChecks:
    """The checks on calls of ``GetOwner`` and ``IsOwner``."""

    def __init__(self, base: Checks) -> None:
        self.base = base
        self.names, self.effects, self.reader = base.names, base.effects, base.reader
        self.source = base.source

    def at(self, call: Node) -> Iterator[Finding]:
        """The findings at a call."""
        called = nodes.method(call)
        if called is None:
            return
        receiver, method = called
        is_effect = method == "GetOwner" and is_effect_expression(self.names, self.effects, receiver)
        parent = self.names.parents.get(call.id)
        if is_effect and parent is not None and self._is_player_test(parent, call):
            yield self.base.finding("CTL011", call, asked=nodes.text(call), given="Card", used="player")
        elif method == "GetOwner" and not is_effect and self._is_card_use(parent):
            if nodes.text(receiver) in ("c", "tc", "chkc", "sc"):
                yield self.base.finding("CTL011", call, asked=nodes.text(call), given="player", used="Card")
        elif not is_effect and self._asks_about_side(call, receiver, parent):
            yield self.base.finding("CTL004", call, asked=nodes.text(call))

    def _is_player_test(self, parent: Node, call: Node) -> bool:
        """Whether the value is compared with a player, or is ``1-x``."""
        sides = nodes.operands(parent) if parent.type == "binary_expression" else None
        if sides is None:
            return False
        if nodes.operator(parent) == "-":
            return nodes.text(sides[0]) == "1"
        other = sides[1] if sides[0].id == call.id else sides[0]
        known = players(self.names, other)
        return nodes.operator(parent) in ("==", "~=") and UNKNOWN not in known

    def _is_card_use(self, parent: Node | None) -> bool:
        return parent is not None and parent.type == "method_index_expression"

    def _asks_about_side(self, call: Node, receiver: Node, parent: Node | None) -> bool:
        """Whether the owner is asked to find out on whose side a card is that will be taken or given.

        Looking for the own card on the opponent's side, to get it back, is a question about the owner.
        """
        lost = self._losers(call)
        if (
            not lost
            or _OWNED.search(self.source)
            or nodes.text(receiver) in ("e:GetHandler()", "c:GetHandler()")
        ):
            return False
        inside = self.names.function_at(call.start_byte)
        others = [
            each
            for each in self.names.calls
            if each.id != call.id and inside is not None and inside.contains(each.start_byte)
            and (method := nodes.method(each)) and method[1] in ("IsOwner", "GetOwner")
        ]  # fmt: skip
        return not others and self._asked_player(call, parent) == lost

    def _asked_player(self, call: Node, parent: Node | None) -> frozenset[str]:
        """The player that the owner is compared with: ``IsOwner(1-tp)``, ``GetOwner()~=tp``."""
        method = nodes.method(call)
        nobody: frozenset[str] = frozenset()
        if method and method[1] == "IsOwner":
            player = nodes.argument(call, 0)
            return players(self.names, player) if player is not None else nobody
        sides = nodes.operands(parent) if parent is not None and parent.type == "binary_expression" else None
        if parent is None or sides is None or nodes.operator(parent) not in ("==", "~="):
            return nobody
        other = players(self.names, sides[1] if sides[0].id == call.id else sides[0])
        if nodes.operator(parent) == "==":
            return other
        return frozenset({"you": "opponent", "opponent": "you"}.get(player, UNKNOWN) for player in other)

    def _losers(self, call: Node) -> frozenset[str]:
        """Who loses control in the operations of the effects whose other functions are around the call."""
        lost: set[str] = set()
        for effect in self.base.effects_at(call):
            for function in self.effects.functions_of(effect, "operation"):
                if function.contains(call.start_byte):
                    continue
                for each in self.names.calls:
                    if function.contains(each.start_byte) and self.names.callee(each) == "Duel.GetControl":
                        lost |= set(self.reader.take(each).source)
        return frozenset(lost)
