"""Riftbound: playing, moving, attaching, and abilities."""

from __future__ import annotations

from kb.scenario.records import Event
from machine.common import Machine
from machine.things import Thing


class BoardPlay(Machine):
    """Everything but battlefields."""

    moved: set[str]
    sweeping: set[str]
    """The battlefields at which hidden cards are looked at."""
    stands_in: dict[str, str]
    orphans: set[str]

    def __init__(self, *given: object) -> None:
        self.sweeping = set()
        super().__init__(*given)  # type: ignore[arg-type]

    def controllable(self, thing: Thing) -> bool:
        raise NotImplementedError

    def players_at(self, site: str) -> set[str]:
        raise NotImplementedError

    # --- zones ------------------------------------------------------------------------------------------

    def put(self, thing: Thing, zone: str, base: str | None = None, *, keeps_effects: bool = False) -> None:
        was = self.in_play(thing)
        if thing.is_token and zone != "chain" and not zone.startswith(("base:", "battlefield:")):
            zone = "ceased"  # 186.1
        super().put(thing, zone, base, keeps_effects=keeps_effects)
        if was or self.in_play(thing):
            self.moved.add(thing.id)  # 124

    def relocate(self, thing: Thing, zone: str) -> None:
        """A move or recall: the same object elsewhere, with what is attached to it (446.1, 719.3)."""
        thing.zone = zone
        for other in self.things.values():
            if other.host == thing.id:
                self.relocate(other, zone)

    def _place(self, event: Event) -> str | None:
        """The zone an event names; a battlefield named there is the zone at it."""
        to = event.text("to")
        return f"battlefield:{to}" if to in self.things else to

    def on_play(self, event: Event) -> None:
        thing, player = self.things[str(event.text("card"))], str(event.text("player"))
        zone = self._place(event) or f"base:{player}"
        site = zone.partition(":")[2] if zone.startswith("battlefield:") else None
        if site is not None and len(self.players_at(site) - {player}) > 1 and "unit" in thing.kinds:
            zone = f"base:{player}"  # 457.2.a (1.3)
        if thing.zone != "ceased":
            self.put(thing, zone, player)  # 191.1, 355.2

    def on_cast(self, event: Event) -> None:
        player = str(event.text("player"))
        self.put(self.things[str(event.text("card"))], "chain", player)  # 191.2

    def on_resolve(self, event: Event) -> None:
        thing = self.things[str(event.text("what"))]
        if thing.zone != "chain":
            return
        if "spell" in thing.kinds:
            self.put(thing, "trash")  # 359.3.d
        else:
            self.put(thing, f"base:{thing.controller}", thing.base)  # 359.2.c

    def on_counter(self, event: Event) -> None:
        thing = self.things[str(event.text("what"))]
        if thing.zone == "chain":
            self.put(thing, "trash")  # 425.1.a

    def on_hide(self, event: Event) -> None:
        thing = self.things[str(event.text("card"))]
        self.put(thing, f"facedown:{event.text('battlefield')}", str(event.text("player")))  # 421.1, 191.1

    def on_kill(self, event: Event) -> None:
        for thing in self.reach(event):
            if self.in_play(thing):
                self.put(thing, "trash")  # 323.5, 056.2

    on_destroy = on_kill

    def on_banish(self, event: Event) -> None:
        for thing in self.reach(event):
            if thing.zone != "ceased":
                self.put(thing, "banishment")

    def on_move(self, event: Event) -> None:
        for thing in self.reach(event):
            if thing.zone != "ceased":
                self.put(thing, str(event.text("to")))  # 056.2

    def on_create_token(self, event: Event) -> None:
        creator = str(event.text("creator"))
        under = event.text("under") or creator
        token = self.make(event, owner=creator, is_token=True)  # 182, 183
        zone = self._place(event) or f"base:{under}"
        site = zone.partition(":")[2] if zone.startswith("battlefield:") else None
        if site is not None and len(self.players_at(site) - {under}) > 1:
            zone = f"base:{under}"  # 457.2.a (1.3)
        self.put(token, zone, under)

    def on_move_unit(self, event: Event) -> None:
        zone = str(self._place(event))
        site = zone.partition(":")[2] if zone.startswith("battlefield:") else None
        for unit in self.reach(event, "unit"):
            if not self.in_play(unit):
                continue
            others = self.players_at(site) - {str(unit.controller)} if site is not None else set()
            self.relocate(unit, f"base:{unit.controller}" if len(others) > 1 else zone)  # 446.1; 442.2.c

    def on_recall(self, event: Event) -> None:
        for unit in self.reach(event, "unit"):
            if self.in_play(unit):
                self.relocate(unit, self._place(event) or f"base:{unit.controller}")  # 453

    def on_attach(self, event: Event) -> None:
        gear, host = self.things[str(event.text("what"))], self.things[str(event.text("to"))]
        if not self.in_play(gear) or not self.in_play(host):
            return  # 434.1
        if gear.host != host.id:
            self.join(gear, host.id, 1000 + self.now)
        self.relocate(gear, str(host.zone))  # 434.4

    # --- turns --------------------------------------------------------------------------------------------

    def on_end_turn(self, event: Event) -> None:
        self.end_of_turn()  # 317.2.c

    def on_begin_step(self, event: Event) -> None:
        if event.text("step") != "beginning" or self.active is None:
            return
        for thing in list(self.things.values()):
            is_temporary = thing.properties.get("temporary") is True and self.in_play(thing)
            if is_temporary and thing.controller == self.active:
                self.put(thing, "trash")  # 816.1.b

    def on_leave_game(self, event: Event) -> None:
        player = str(event.text("player"))
        self.left.add(player)
        for thing in self.things.values():
            if thing.is_ability and thing.controller == player:
                thing.controller = None
                self.orphans.add(thing.id)
            elif "battlefield" in thing.kinds or thing.zone == "ceased":
                continue
            elif thing.owner == player:
                self.put(thing, "outside_game")  # 652.2.b
            elif thing.controller == player:
                self.put(thing, "trash" if thing.zone == "chain" else "banishment")  # 652.1, 652.4
        self.effects = [effect for effect in self.effects if effect.to != player]

    # --- control effects -----------------------------------------------------------------------------------

    def on_gain_control(self, event: Event) -> None:
        player, until = str(event.text("player")), event.until()
        if not self.is_so(until, player):
            return
        for thing in self.reach(event, "of"):
            if self.controllable(thing):
                self.begin_effect(thing, event, player, until)  # 477.1.a

    def on_exchange_control(self, event: Event) -> None:
        one, other = (self.things[name] for name in event.many("of"))
        if one.controller == other.controller or not (self.controllable(one) and self.controllable(other)):
            return
        if self.is_so(event.until(), None):
            self.begin_effect(one, event, str(other.controller), event.until())
            self.begin_effect(other, event, str(one.controller), event.until())

    def on_return_control(self, event: Event) -> None:
        for thing in self.reach(event, "of"):
            if self.controllable(thing) and thing.owner is not None:
                self.begin_effect(thing, event, thing.owner)

    # --- abilities -----------------------------------------------------------------------------------------

    def _ability(self, event: Event, player: str | None) -> None:
        made = self.make(event, is_ability=True)
        made.properties["source"] = event.text("source")
        if player in self.left:
            self.orphans.add(made.id)
        else:
            made.controller = player

    def on_activate(self, event: Event) -> None:
        self._ability(event, event.text("player"))  # 191.4

    def on_trigger(self, event: Event) -> None:
        source = self.things[str(event.text("source"))]
        if event.text("chooser") is not None:
            self._ability(event, event.text("chooser"))  # 190.6.c
        elif "battlefield" in source.kinds:
            self._trigger_of_site(event, source)
        elif event.text("cause") == "lost_control":
            self._ability(event, source.former)
        elif source.controller is not None:
            self._ability(event, source.controller)  # 191.4
        else:
            self._ability(event, source.owner if event.text("functions_in") else source.former)

    def _trigger_of_site(self, event: Event, source: Thing) -> None:
        self.refresh()
        holder = self.holder_of(source.id)
        self._ability(event, holder)  # 190.6.a
        if holder is None and self.active is not None:
            self.stands_in[str(event.text("id"))] = self.active  # 190.6.b

    def holder_of(self, site: str) -> str | None:
        """The player who controls a battlefield."""
        return self.sites[site].holder  # type: ignore[attr-defined,no-any-return]

    def on_delayed_trigger(self, event: Event) -> None:
        maker = self.things[str(event.text("created_by"))]
        former = None if maker.is_ability else maker.former
        self._ability(event, maker.controller or former)  # 191.4
