"""Lint: cards sent away and brought back where their control should have changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from kb.edopro.findings import Finding
from loaders.scripts import nodes
from loaders.scripts.players import players
from loaders.scripts.values import masks, numbers

if TYPE_CHECKING:
    from tree_sitter import Node

    from loaders.scripts.checks import Checks

_AWAY: Final = frozenset(
    {"Duel.SendtoGrave", "Duel.SendtoHand", "Duel.SendtoDeck", "Duel.Remove", "Duel.Sendto", "Duel.Release"}
)
_BACK: Final = frozenset({"Duel.SpecialSummon", "Duel.SpecialSummonStep", "Duel.MoveToField", "Duel.Summon"})


class MovedChecks:
    """The check on cards that leave and come back in one function."""

    def __init__(self, base: Checks) -> None:
        self.base = base
        self.names, self.reader = base.names, base.reader

    def run(self) -> Iterator[Finding]:
        """A monster of the opponent's field sent away and Summoned to your side in one function."""
        if self.names.uses("Duel.GetControl"):
            return
        for back in self.names.calls:
            callee = self.names.callee(back)
            card = nodes.argument(back, 0)
            if callee not in _BACK or card is None:
                continue
            to = nodes.argument(back, 2 if callee == "Duel.MoveToField" else 3)
            if to is None or not players(self.names, to) <= {"you", "opponent"}:
                continue
            away = self._sent_away(card, back) if callee != "Duel.MoveToField" else None
            if away is not None or (callee == "Duel.MoveToField" and self._is_monster_zone(back)):
                where = away or back
                if self._crosses(card, players(self.names, to), back):
                    yield self.base.finding(
                        "CTL001", where, what=nodes.text(card), call=self.names.callee(where)
                    )  # fmt: skip

    def _is_monster_zone(self, call: Node) -> bool:
        place = nodes.argument(call, 3)
        values = numbers(self.names, place) if place is not None else None
        return values == frozenset((masks()["LOCATION_MZONE"],))

    def _sent_away(self, card: Node, back: Node) -> Node | None:
        inside = self.names.function_at(back.start_byte)
        for call in self.names.calls:
            if call.start_byte < back.start_byte and inside is not None and inside.contains(call.start_byte):
                first = nodes.argument(call, 0)
                if (
                    self.names.callee(call) in _AWAY
                    and first is not None
                    and nodes.text(first) == nodes.text(card)
                ):
                    return call
        return None

    def _crosses(self, card: Node, to: frozenset[str], back: Node) -> bool:
        """Whether the card was chosen on the field of the other player, and only there."""
        found = self.reader.cards.cards(card)
        sides = {side for each in found.selections for side in each.sides}
        return sides == {"opponent"} and to == {"you"}
