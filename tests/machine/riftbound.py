"""Riftbound as a state machine. Numbers are those of the Core Rules 1.4, or of the version in brackets."""

from __future__ import annotations

from machine.riftbound_sites import Battlefields, Site
from machine.things import Snapshot, Thing


class RiftMachine(Battlefields):
    """A game of Riftbound."""

    def snapshot(self) -> Snapshot:
        found = super().snapshot()
        found["focus"] = set(self.focus)
        fighting = any(site.is_fighting for site in self.sites.values())
        for name, site in self.sites.items():
            self._tell_site(name, site, found)
            if site.is_staged and self.active is not None and not fighting:
                found["decides"].add((name, self.active))  # 323.11
        found["stands_in"] = set(self.stands_in.items())
        for ability, player in self.stands_in.items():
            found["nobody"].add((ability,))  # 190.6.b
            found["decides"].add((ability, player))
        return found

    def _tell_site(self, name: str, site: Site, found: Snapshot) -> None:
        for flag, value in (("contested", site.contested), ("fighting", site.is_fighting)):
            if value:
                found[flag].add((name,))
        found["contested_by"] |= {(name, player) for player in site.by}
        found["scored"] |= {(name, player) for player in site.scored}
        if site.conqueror is not None:
            found["conquered_by"].add((name, site.conqueror))
        if site.result is not None:
            found["result"].add((name, site.result))
        if site.is_staged:
            found["staged"].add((name,))
        acting = site.holder or self.active
        if acting is not None:
            found["responsible"].add((name, acting))  # 190.6.a-b
        for unit in self.units_at(name):
            if unit.controller in site.by:
                found["attacks_at"].add((unit.id, name))  # 464.2.c.1
            if unit.controller is not None and site.by - {unit.controller}:
                found["defends_at"].add((unit.id, name))  # 464.2.c.2
        self._tell_holder(name, site, found)

    def _tell_holder(self, name: str, site: Site, found: Snapshot) -> None:
        here = self.players_at(name)
        if len(here) > 1 and site.is_staged:
            found["combat_staged"].add((name,))  # 323.9
        if site.holder is None:
            found["nobody"].add((name,))
            if not here:
                found["open_battlefield"].add((name,))  # 170.11
        else:
            for may in ("holds", "you", "may_activate", "may_play_at"):
                found[may].add((name, site.holder))  # 190.6.a, 190.6.d, 355.2.a
            if not any(one.zone == f"facedown:{name}" for one in self.things.values()):
                found["may_hide_at"].add((name, site.holder))  # 107.3.b-c
        for player in self.players:
            if len(here - {player}) < 2:
                found["may_move_to"].add((name, player))  # 442.2.a

    def tell(self, thing: Thing, found: Snapshot) -> None:
        super().tell(thing, found)
        player = thing.controller
        if thing.id in self.orphans:
            found["nobody"].add((thing.id,))
        if thing.zone == "ceased" or thing.id in self.sites:
            return
        if player is None:
            if thing.zone is not None and not thing.is_ability:
                found["nobody"].add((thing.id,))
            return
        found["you"].add((thing.id, player))  # 191
        if thing.is_ability:
            found["decides"].add((thing.id, player))
            return
        found["may_activate"].add((thing.id, player))  # 381
        found["enemy"] |= {(thing.id, other) for other in self.players if other != player}  # 740.2
        if (thing.zone or "").startswith("facedown:"):
            found["may_look"].add((thing.id, player))  # 128.4
        if self.in_play(thing) and "unit" in thing.kinds:
            found["may_equip"].add((thing.id, player))  # 818.1.c.2
        if any(other.host == thing.id for other in self.things.values()):
            found["decides"].add((thing.id, player))  # 719.5.a
