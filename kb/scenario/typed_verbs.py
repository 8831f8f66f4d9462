"""The verbs used most, as methods with their fields written out, for editors and readers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Self, TypeAlias

from kb.scenario.records import Until

Ids: TypeAlias = str | Iterable[str]


class TypedVerbs:
    """What a builder inherits: each method adds one event and gives a new builder."""

    __slots__ = ()

    @abstractmethod
    def event(self, verb: str, **fields: object) -> Self:
        """Adds an event. Fields given as None are left out."""

    def gain_control(
        self,
        player: str,
        of: Ids,
        *,
        until: str | Until = "indefinite",
        by: str | None = None,
        note: str | None = None,
    ) -> Self:
        """An effect tries to give a player control of objects."""
        return self.event("gain_control", player=player, of=_ids(of), until=until, by=by, note=note)

    def exchange_control(
        self,
        first: str,
        second: str,
        *,
        by: str | None = None,
        until: str | Until = "indefinite",
        note: str | None = None,
    ) -> Self:
        """An effect tries to exchange control of two objects."""
        return self.event("exchange_control", of=[first, second], by=by, until=until, note=note)

    def return_control(self, of: Ids, *, by: str | None = None, note: str | None = None) -> Self:
        """An effect gives objects back to their owners' control."""
        return self.event("return_control", of=_ids(of), by=by, note=note)

    def attach(self, what: str, to: str, *, note: str | None = None) -> Self:
        """Something becomes attached or equipped."""
        return self.event("attach", what=what, to=to, note=note)

    def cast(self, player: str, card: str, *, targets: Ids = (), note: str | None = None) -> Self:
        """A player casts a spell."""
        return self.event("cast", player=player, card=card, targets=_ids(targets) or None, note=note)

    def resolve(self, what: str, *, enters_under: str | None = None, note: str | None = None) -> Self:
        """A spell, ability or chain link resolves."""
        return self.event("resolve", what=what, enters_under=enters_under, note=note)

    def activate(
        self, player: str, source: str | None = None, *, id: str | None = None, text: str | None = None
    ) -> Self:
        """A player activates an ability, which `id` names."""
        return self.event("activate", id=id, player=player, source=source, text=text)

    def trigger(
        self,
        id: str,
        source: str | None = None,
        *,
        functions_in: str | None = None,
        cause: str | None = None,
        chooser: str | None = None,
        text: str | None = None,
    ) -> Self:
        """An ability of a source triggers; `id` names it."""
        parts = {"functions_in": functions_in, "cause": cause, "chooser": chooser, "text": text}
        return self.event("trigger", id=id, source=source, **parts)

    def create_token(
        self,
        id: str,
        creator: str,
        *,
        kind: str | None = None,
        under: str | None = None,
        name: str | None = None,
        to: str | None = None,
    ) -> Self:
        """A player creates a token, which `id` names; in Riftbound it may arrive at the place `to`."""
        return self.event("create_token", id=id, name=name, creator=creator, under=under, kind=kind, to=to)

    def destroy(self, *what: str, note: str | None = None) -> Self:
        """Objects are destroyed."""
        return self.event("destroy", what=what, note=note)

    def move(self, what: Ids, to: str, *, under: str | None = None, note: str | None = None) -> Self:
        """Objects go to a zone."""
        return self.event("move", what=_ids(what), to=to, under=under, note=note)

    def begin_turn(self, player: str) -> Self:
        """A player's turn begins."""
        return self.event("begin_turn", player=player)

    def end_turn(self, player: str | None = None) -> Self:
        """A turn ends."""
        return self.event("end_turn", player=player)

    def end_phase(self, player: str | None = None) -> Self:
        """The End Phase of a Yu-Gi-Oh! turn takes place."""
        return self.event("end_phase", player=player)

    def leave_game(self, player: str) -> Self:
        """A player leaves the game."""
        return self.event("leave_game", player=player)

    def move_unit(self, player: str, unit: Ids, to: str) -> Self:
        """A player moves units to a battlefield or base."""
        return self.event("move_unit", player=player, unit=_ids(unit), to=to)

    def open_showdown(self, battlefield: str, kind: str = "non-combat") -> Self:
        """A showdown opens at a battlefield."""
        return self.event("open_showdown", battlefield=battlefield, kind=kind)

    def close_showdown(self, battlefield: str) -> Self:
        """The showdown at a battlefield closes."""
        return self.event("close_showdown", battlefield=battlefield)


def _ids(given: Ids) -> str | list[str]:
    return given if isinstance(given, str) else list(given)
