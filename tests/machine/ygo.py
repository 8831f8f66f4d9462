"""Yu-Gi-Oh! as a state machine. The game has no numbered rules: comments name rulings or sentences of a page.

goat, edison: archived rulings of those formats by card; control: the wiki page on it; script: EDOPro.
"""

from __future__ import annotations

from itertools import permutations

from kb.scenario.records import Event, Scenario
from machine.things import Effect, Snapshot, Thing
from machine.ygo_effects import DuelEffects

FIELD = frozenset({"mzone", "szone", "fieldzone"})
ZONES = 5  # control: five Main Monster Zones and five Spell & Trap Zones


class DuelMachine(DuelEffects):
    """A Duel."""

    def prepare(self, situation: Scenario) -> None:
        self.room: dict[str, int] = {}
        """How many monsters fit on a player's side, where the situation says how many zones are free."""
        links = ((event.text("id"), event.text("source")) for event in situation.events)
        self.sources = {made: source for made, source in links if made and source}
        """The card behind each effect that is activated or triggered."""
        self.arrived = set(self.things)
        self.swapped: set[str] = set()
        self.away: dict[str, str | None] = {}
        """The monsters banished from the field, and who their base controller was."""

    def in_play(self, thing: Thing) -> bool:
        return thing.zone in FIELD  # control s1

    # --- whose side of the field ------------------------------------------------------------------------

    def claim(self, thing: Thing) -> str | None:
        """The player with whom control of a card belongs."""
        if not self.in_play(thing):
            return None  # control s12
        effect = self.deciding(thing)  # goat, edison "SNATCH STEAL": the later one prevails
        if effect is None:
            return thing.base  # control s1, s7
        return self.things[effect.source].base if effect.source is not None else effect.to

    def controller_of(self, thing: Thing) -> str | None:
        return thing.controller if thing.is_ability else self.claim(thing)

    def pauses(self, effect: Effect) -> bool:
        if effect.is_lasting:
            return False
        if effect.source is not None:
            return self.things[effect.source].negated  # goat "IMPERIAL ORDER"
        named = effect.by or ""
        source = self.things.get(self.sources.get(named, named))  # an effect stems from the card behind it
        return effect.until.kind == "while" and source is not None and source.negated  # edison "ALIEN HYPNO"

    def refresh(self) -> None:
        movers = [thing for thing in self.things.values() if self._would_change(thing)]
        stays = {thing.id for thing in movers if self.is_immune(thing)}  # control s9
        for name in stays if not self.gives_back() else ():
            self.things[name].base = self.things[name].controller  # edison "BOTANICAL LION": for good
            self.effects = [one for one in self.effects if one.on != name]
        leaving = [thing for thing in movers if thing.id not in stays and thing.id not in self.swapped]
        lost = self._crowded_out(leaving)
        for thing in self.things.values():
            if thing.id in stays or thing.id in lost or thing.is_ability:
                continue
            held = self.claim(thing)
            if held == thing.controller:
                continue
            if thing.controller is not None:
                thing.former = thing.controller
                thing.properties["in_extra_monster_zone"] = False  # wiki "Control": to a Main Monster Zone
            thing.controller = held
        self.arrived.clear()
        self.swapped = set()
        for name in lost:
            self.put(self.things[name], "gy")  # goat "SNATCH STEAL", edison "WINGED KURIBOH"
        if lost:
            self.refresh()

    def _would_change(self, thing: Thing) -> bool:
        if thing.is_ability or thing.id in self.arrived or thing.controller is None:
            return False
        return self.in_play(thing) and self.claim(thing) != thing.controller

    def _crowded_out(self, movers: list[Thing]) -> set[str]:
        """Those for whom there is no zone; when that depends on the order, nobody can say which."""
        if not movers:
            return set()
        ends = {frozenset(self._in_order(order)) for order in permutations(movers)}
        if len(ends) > 1:  # goat "REMOVE BRAINWASHING": a player chooses
            self.doubtful |= {thing.id for thing in movers if len({thing.id in end for end in ends}) > 1}
        return set(self._in_order(tuple(movers)))

    def _in_order(self, movers: tuple[Thing, ...]) -> set[str]:
        taken = {player: self.crowd(player) for player in self.players}
        lost = set()
        for thing in movers:
            to = str(self.claim(thing))
            if taken[to] >= self.room.get(to, ZONES):
                lost.add(thing.id)
            else:
                taken[to] += 1
            if self._takes_zone(thing):
                taken[str(thing.controller)] -= 1
        return lost

    def _takes_zone(self, thing: Thing) -> bool:
        return thing.zone == "mzone" and thing.properties.get("in_extra_monster_zone") is not True

    def crowd(self, player: str) -> int:
        """How many Main Monster Zones of a player are taken."""
        mine = [one for one in self.things.values() if one.controller == player and self._takes_zone(one)]
        return sum(int(str(one.properties.get("count", 1))) for one in mine)

    def is_full(self, player: str | None) -> bool:
        return player is not None and self.crowd(player) >= self.room.get(player, ZONES)

    def is_immune(self, thing: Thing) -> bool:
        """Whether a monster's own text keeps its control from changing (goat "BLINDLY LOYAL GOBLIN")."""
        text = thing.properties.get("cannot_change_control")
        if thing.negated or not text:
            return False
        return text is True or not thing.face_down

    # --- what the game does by itself ----------------------------------------------------------------------

    def put_right(self, loose: set[str]) -> bool:
        gone = {one.id for one in self.things.values() if self._cannot_stay(one, loose)}
        for name in gone:
            self.put(self.things[name], "gy")
        return self._restore() or bool(gone)

    def _cannot_stay(self, thing: Thing, loose: set[str]) -> bool:
        if thing.zone == "xyz_material":
            return thing.id in loose  # the Xyz Monster left: 2011 Xyz notice
        if thing.zone != "szone":
            return False
        if thing.id in loose and thing.host is None:
            return True  # goat "FUSION SWORD MURASAME BLADE"
        host = self.things.get(thing.host or "")
        if host is None:
            return False
        mine = host.controller == thing.controller
        limit = thing.properties.get("equip_limit")
        return host.face_down or (limit == "own" and not mine) or (limit == "opponent" and mine)

    def _restore(self) -> bool:
        """A card that gives back does so as long as it lasts (goat, edison "REMOVE BRAINWASHING")."""
        if not self.gives_back():
            return False
        over = [effect for effect in self.effects if self.things[effect.on].zone == "mzone"]
        moves = False
        for thing in self.things.values():
            if thing.zone == "mzone" and not self.is_immune(thing) and thing.owner is not None:
                moves = moves or thing.base != thing.owner
                thing.base = thing.owner
        self.effects = [effect for effect in self.effects if effect not in over]
        return moves or bool(over)

    def gives_back(self) -> bool:
        """Whether a card on the field gives every monster back to its owner."""
        return any(self._restores(one) for one in self.things.values())

    def _restores(self, thing: Thing) -> bool:
        shown = self.in_play(thing) and not thing.face_down and not thing.negated
        return thing.properties.get("restores_control") is True and shown

    # --- zones --------------------------------------------------------------------------------------------

    def put(self, thing: Thing, zone: str, base: str | None = None, *, keeps_effects: bool = False) -> None:
        if thing.is_token and zone not in FIELD:
            zone = "ceased"  # wiki "Token"
        super().put(thing, zone, base, keeps_effects=keeps_effects)
        thing.properties["in_extra_monster_zone"] = False
        self.away.pop(thing.id, None)
        self.arrived.add(thing.id)

    def on_destroy(self, event: Event) -> None:
        for thing in self.reach(event):
            if self.in_play(thing):
                self.put(thing, "gy")  # control s14

    def on_tribute(self, event: Event) -> None:
        for thing in self.reach(event):
            if thing.zone != "ceased":
                self.put(thing, "gy")  # control s4, s14

    def on_banish(self, event: Event) -> None:
        for thing in self.reach(event):
            if thing.zone == "ceased":
                continue
            base, was_here = thing.base, thing.zone == "mzone" and not thing.is_token
            self.put(thing, "banished", keeps_effects=was_here)
            if was_here:
                self.away[thing.id] = base

    def on_move(self, event: Event) -> None:
        zone, under = str(event.text("to")), event.text("under")
        for thing in self.reach(event):
            if thing.zone == "ceased":
                continue  # goat "DIMENSIONHOLE"
            if zone not in FIELD:
                self.put(thing, zone)
            elif thing.id in self.away:
                self._come_back(thing, under)
            else:
                self.put(thing, zone, under or thing.controller)

    def _come_back(self, thing: Thing, under: str | None) -> None:
        """It returns to the side it left, and what still lasts goes on (edison "BRAIN CONTROL")."""
        side, base = under or thing.former, self.away[thing.id]
        if self.is_full(side):
            self.put(thing, "gy")
        elif side == thing.former:
            self.put(thing, "mzone", base, keeps_effects=True)
        else:
            self.put(thing, "mzone", side)

    def on_summon(self, event: Event) -> None:
        thing = self.things[str(event.text("card"))]
        is_xyz = event.text("kind") == "xyz"
        if event.text("kind") == "flip":
            thing.face_down = False
        side = event.text("side") or event.text("player")
        arrives = thing.zone not in ("ceased", "mzone")
        for name in event.many("materials"):
            material = self.things[name]
            self.put(material, "xyz_material" if is_xyz else "gy")  # control s4
            if is_xyz:
                material.host = thing.id
        if arrives:
            held = [
                one for one in self.things.values() if one.host == thing.id and one.zone == "xyz_material"
            ]
            self.put(thing, "mzone", side)  # control s1, s13
            for material in held if is_xyz else ():
                material.host = thing.id
                self.loose.discard(material.id)

    def on_detach_material(self, event: Event) -> None:
        for thing in self.reach(event):
            if thing.zone == "xyz_material":
                self.put(thing, "gy")  # control s14

    def on_create_token(self, event: Event) -> None:
        creator = str(event.text("creator"))
        token = self.make(event, owner=creator, is_token=True)  # wiki "Owner", goat "OJAMA TRIO"
        self.put(token, "mzone", event.text("under") or creator)

    def on_set_free_zones(self, event: Event) -> None:
        player, free = str(event.text("player")), event.fields.get("mzone")
        if isinstance(free, int):
            self.room[player] = self.crowd(player) + free

    # --- what can be compared -----------------------------------------------------------------------

    def tell(self, thing: Thing, found: Snapshot) -> None:
        super().tell(thing, found)
        if thing.zone == "ceased":
            return
        chooser = thing.controller if thing.is_ability else thing.controller or thing.owner
        if chooser is not None:
            found["you"].add((thing.id, chooser))  # edison "MEGAMORPH", "WINGED KURIBOH"
            if not thing.is_ability:
                found["possession"].add((thing.id, chooser))  # wiki "Owner"
        if thing.zone is not None and not self.in_play(thing):
            found["nobody"].add((thing.id,))
        if thing.controller is None or thing.is_ability:
            return
        found["may_activate"].add((thing.id, thing.controller))  # control s6
        if thing.zone == "mzone":
            found["may_use"].add((thing.id, thing.controller))  # control s3-s5
        if thing.face_down:
            found["may_look"].add((thing.id, thing.controller))  # control s3
