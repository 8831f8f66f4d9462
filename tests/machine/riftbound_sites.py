"""Riftbound: who is where, and what that does to the battlefields."""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.scenario.records import Event, Scenario
from machine.riftbound_play import BoardPlay
from machine.things import Thing


@dataclass(slots=True)
class Site:
    """A battlefield: who controls it, who contests it, and what goes on there."""

    holder: str | None = None
    contested: bool = False
    by: set[str] = field(default_factory=set)
    is_fighting: bool = False
    is_combat: bool = False
    is_staged: bool = False
    scored: set[str] = field(default_factory=set)
    conqueror: str | None = None
    result: str | None = None
    present: set[str] = field(default_factory=set)
    """The players with units there when it was last looked at."""


class Battlefields(BoardPlay):
    """The battlefields: contested, fought over, established, lost, scored."""

    def prepare(self, situation: Scenario) -> None:
        self.sites: dict[str, Site] = {}
        self.stood: dict[str, tuple[str | None, str | None]] = {}
        """Where each unit stood, and under whom, when the battlefields were last looked at."""
        self.moved: set[str] = set()
        self.settled: dict[str, set[str]] = {}
        """The battlefields whose control this event decides, and the players who have units left there."""
        self.cleaning: str | None = None
        self.focus: set[tuple[str, str]] = set()
        self.stands_in: dict[str, str] = {}
        self.orphans: set[str] = set()
        for thing in self.things.values():
            if "battlefield" in thing.kinds:
                self.sites[thing.id] = Site(thing.base, thing.properties.get("contested") is True)

    def apply(self, event: Event) -> None:
        self.settled, self.cleaning, self.focus = {}, None, set()
        super().apply(event)

    # --- who controls, and who is where --------------------------------------------------------------------

    def in_play(self, thing: Thing) -> bool:
        zone = thing.zone or ""
        name = zone.partition(":")[0]
        return name in ("base", "facedown", "battlefield_zone", "legend_zone") or zone.startswith(
            "battlefield:"
        )

    def controllable(self, thing: Thing) -> bool:
        return thing.zone == "chain" or (self.in_play(thing) and thing.id not in self.sites)  # 191.1-3, 192

    def controller_of(self, thing: Thing) -> str | None:
        if thing.is_ability:
            return thing.controller
        if not self.controllable(thing):
            return None
        effect = self.deciding(thing)  # 477.1.a, 480.3
        if effect is None:
            return thing.base  # 191.3
        return effect.to if effect.source is None else self.controller_of(self.things[effect.source])

    def site_of(self, thing: Thing) -> str | None:
        """The battlefield a unit is at."""
        zone = thing.zone or ""
        return zone.partition(":")[2] if zone.startswith("battlefield:") and "unit" in thing.kinds else None

    def units_at(self, site: str) -> list[Thing]:
        return [thing for thing in self.things.values() if self.site_of(thing) == site]

    def players_at(self, site: str) -> set[str]:
        return {unit.controller for unit in self.units_at(site) if unit.controller is not None}

    # --- battlefields --------------------------------------------------------------------------------------

    def refresh(self) -> None:
        super().refresh()
        is_start = not self.stood and not self.now
        arrived = {} if is_start else self._arrivals()
        for name, site in self.sites.items():
            self._look_at(name, site, arrived.get(name, set()), is_start)
        units = [thing for thing in self.things.values() if "unit" in thing.kinds]
        self.stood = {unit.id: (self.site_of(unit), unit.controller) for unit in units}
        self.moved, self.settled, self.cleaning = set(), {}, None

    def _arrivals(self) -> dict[str, set[str]]:
        """At each battlefield, the players whose units came there, or came under them there (190.3.a)."""
        found: dict[str, set[str]] = {}
        for thing in self.things.values():
            site = self.site_of(thing)
            if site is None or thing.controller is None:
                continue
            if thing.id in self.moved or self.stood.get(thing.id) != (site, thing.controller):
                found.setdefault(site, set()).add(thing.controller)
        return found

    def _look_at(self, name: str, site: Site, arrived: set[str], is_start: bool) -> None:
        before, now = site.present, self.players_at(name)
        site.present = now
        if is_start:
            return
        held = site.holder
        if name in self.settled:
            self._decide(site, self.settled[name])
            return
        gone = any(player in before and player not in now for player in site.by)
        if site.contested and gone and not site.is_fighting:
            site.contested, site.by = False, set()  # 190.3.b, 323.8.a
        elif not site.contested:
            site.by = {player for player in arrived if player != held}  # 190.3.a.1
            site.contested = bool(site.by)
        if held is not None and self._loses(site, now):
            site.holder = None
        if self.cleaning is not None and site.contested:
            site.is_staged = True  # 323.8

    def _loses(self, site: Site, now: set[str]) -> bool:
        if site.holder in self.left:
            return True  # 652.1
        if site.holder in now:
            return False
        if self.edition <= "1.2":
            return not site.contested  # 184.3.c, 184.4.c (1.2)
        return self.cleaning == "open" and not site.is_fighting  # 190.4.c, 323.6

    def _decide(self, site: Site, remaining: set[str]) -> None:
        """Control at the end of a Combat, or of a Showdown with at most one player there (190.4, 466.5)."""
        held, attackers = site.holder, site.by & remaining
        if len(remaining) > 1:  # the attackers are recalled: 466.1.a.2
            defenders = remaining - attackers
            winner = next(iter(defenders), None) if attackers and len(defenders) < 2 else held
        else:
            winner = next(iter(remaining), None)  # 466.5.b: nobody
        site.conqueror = None
        if winner is not None and winner != held and (attackers or len(remaining) < 2):
            if winner not in site.scored:
                site.conqueror = winner  # 469.1, 470
            site.scored.add(winner)
        site.holder = winner
        site.contested, site.by = False, set()  # 190.3.b
        site.is_fighting = site.is_combat = site.is_staged = False
        site.result = None

    def put_right(self, loose: set[str]) -> bool:
        if not self.sweeping:
            return False
        swept = [one for one in self.things.values() if self._is_exposed(one)]
        self.sweeping = set()
        for thing in swept:
            self.put(thing, "trash")  # 107.3.d, 323.7, 466.5.c
        return bool(swept)

    def _is_exposed(self, thing: Thing) -> bool:
        """Whether a hidden card lies at a battlefield that its controller does not control."""
        name, _, site = (thing.zone or "").partition(":")
        return name == "facedown" and site in self.sweeping and self.sites[site].holder != thing.controller

    def on_contest(self, event: Event) -> None:
        site, player = self.sites[str(event.text("battlefield"))], str(event.text("player"))
        if not site.contested and site.holder != player:
            site.contested, site.by = True, {player}
            site.present = site.present - {player}

    def on_open_showdown(self, event: Event) -> None:
        name = str(event.text("battlefield"))
        site = self.sites[name]
        site.is_fighting, site.is_staged, site.result = True, False, None
        site.is_combat = site.is_combat or event.text("kind") == "combat"
        self.focus = {(name, player) for player in site.by}  # 345

    def on_close_showdown(self, event: Event) -> None:
        name = str(event.text("battlefield"))
        here = self.players_at(name)
        if not self.sites[name].is_combat and len(here) < 2:
            self.settled[name] = here  # 348.2.a
            self.sweeping.add(name)

    def on_combat_end(self, event: Event) -> None:
        name = str(event.text("battlefield"))
        site, here = self.sites[name], self.units_at(name)
        lived = set(event.many("survivors")) if "survivors" in event.fields else {unit.id for unit in here}
        rest = {str(unit.controller) for unit in here if unit.id in lived}
        self.settled[name], no_result = rest, len(rest) != 1
        self.sweeping.add(name)
        for unit in here:
            if unit.id not in lived:
                self.put(unit, "trash")  # 323.5
            elif len(rest) > 1 and unit.controller in site.by:
                self.relocate(unit, f"base:{unit.controller}")  # 466.1.a.2
        self.refresh()
        site.result = "no result" if no_result else None  # 466.3.d

    def on_cleanup(self, event: Event) -> None:
        self.cleaning = "closed" if event.text("state") == "closed" else "open"
        self.sweeping |= set(self.sites)
        going = [(one, home) for one in self.things.values() if (home := self._home_of(one)) is not None]
        for thing, home in going:
            self.relocate(thing, home)

    def _home_of(self, thing: Thing) -> str | None:
        """The base to which a cleanup recalls what is where it cannot stay (323.7)."""
        name, _, place = (thing.zone or "").partition(":")
        if thing.controller is None or thing.host is not None:
            return None
        strays = name == "base" and place != thing.controller
        loose = name == "battlefield" and "gear" in thing.kinds and "unit" not in thing.kinds
        return f"base:{thing.controller}" if strays or loose else None

    def on_hold(self, event: Event) -> None:
        site, player = self.sites[str(event.text("battlefield"))], str(event.text("player"))
        self.refresh()
        if site.holder == player:
            site.scored.add(player)  # 469.2

    def on_note(self, event: Event) -> None:
        super().on_note(event)
        told = event.fields.get("conquered")
        if isinstance(told, dict):
            self.sites[told["battlefield"]].scored.add(told["player"])

    def on_begin_turn(self, event: Event) -> None:
        self.end_of_turn()  # 317.2.c
        self.active = event.text("player")
        for site in self.sites.values():
            site.scored, site.conqueror = set(), None  # 470
