"""Magic: the Gathering as a state machine. Numbers are those of the Comprehensive Rules of 2025-09-19."""

from __future__ import annotations

from kb.scenario.records import Event, Scenario
from machine.mtg_status import MagicStatus
from machine.things import Effect, Snapshot, Thing

PLANAR = frozenset({"plane", "phenomenon"})  # 311, 312
OWNED = frozenset({"vanguard", "scheme", "conspiracy"})  # 313.5, 314.5, 315.6


class MagicMachine(MagicStatus):
    """A game of Magic."""

    def prepare(self, situation: Scenario) -> None:
        self.planar: str | None = None
        self.waiting: list[tuple[str, str]] = []
        """Who will control whose next turn, oldest first (723.1)."""
        self.holding: list[tuple[str, str]] = []
        self.declared = set()
        self.used: set[str] = set()
        self.fresh: set[str] = set()
        self.orphans: set[str] = set()
        """The abilities whose controller has left."""
        self.has_begun = False
        for thing in self.things.values():
            if thing.kinds & PLANAR and thing.base is not None:
                self.planar = thing.base

    # --- who controls ------------------------------------------------------------------------------

    def in_play(self, thing: Thing) -> bool:
        return thing.zone == "battlefield"  # 403.3

    def controllable(self, thing: Thing) -> bool:
        if thing.zone in ("battlefield", "stack"):  # 109.4
            return True
        return thing.zone == "command" and thing.kinds == frozenset({"an emblem"})  # 109.4c

    def controller_of(self, thing: Thing) -> str | None:
        return self._controller(thing, set())

    def _controller(self, thing: Thing, seen: set[str]) -> str | None:
        if thing.is_ability:  # 113.8: set once, when it was put on the stack
            return thing.controller
        if thing.zone == "command" and thing.kinds & PLANAR:
            return None if thing.face_down else self.planar  # 109.4d, 311.5
        if thing.zone == "command" and thing.kinds & OWNED:
            return thing.owner  # 109.4e-g
        if not self.controllable(thing):
            return None
        effect = self.deciding(thing)  # 613.1b, 613.7
        if effect is None:
            return thing.base  # 110.2
        if effect.source is None:
            return effect.to
        if effect.source in seen:
            return None
        return self._controller(self.things[effect.source], seen | {thing.id})  # 109.5, 611.3a

    def pauses(self, effect: Effect) -> bool:
        source, on = self.things.get(effect.source or ""), self.things[effect.on]
        return source is not None and source.phased_out and not on.phased_out  # 702.26b

    def changed_hands(self, thing: Thing, before: str | None) -> None:
        if not self.has_begun:
            return
        if thing.controller is not None and self.in_play(thing):
            self.fresh.add(thing.id)  # 302.6
        if before is not None:
            self.declared.discard(thing.id)  # 506.4

    def settle(self) -> None:
        super().settle()
        self.has_begun = True

    def put_right(self, loose: set[str]) -> bool:
        doing: list[tuple[Thing, str]] = []
        for thing in self.things.values():
            if thing.controller in self.left and self.controllable(thing) and not thing.is_ability:
                is_old_spell = thing.zone == "stack" and self.edition <= "2012-07-01"
                doing.append((thing, "ceased" if is_old_spell else "exile"))  # 800.4a, 800.4c
            elif thing.id in loose and "aura" in thing.kinds and "creature" not in thing.kinds:
                if self.in_play(thing) and thing.host is None and not thing.phased_out:
                    doing.append((thing, "graveyard"))  # 704.5m, 303.4c
            elif thing.is_copy and not thing.is_token and self.in_play(thing):
                doing.append((thing, "ceased"))  # 704.5e
            elif thing.is_token and thing.phased_out and self.edition <= "2017-07-08":
                doing.append((thing, "ceased"))  # 702.25k of those editions
        for thing, zone in doing:
            self.put(thing, zone)
        return bool(doing)

    # --- control effects -------------------------------------------------------------------------------

    def on_gain_control(self, event: Event) -> None:
        player, until = str(event.text("player")), event.until()
        if player in self.left or not self.is_so(until, player):  # 800.4b; 611.2b
            return
        for thing in self.reach(event, "of"):  # 702.26e
            if self.controllable(thing):  # 611.2c
                self.begin_effect(thing, event, player, until)

    def on_exchange_control(self, event: Event) -> None:
        until = event.until()
        things = self.reach(event, "of")
        if len(things) < 2 or not all(self.controllable(thing) for thing in things):
            return  # 701.12a
        one, other = things
        if one.controller == other.controller or not self.is_so(until, None):  # 701.12b
            return
        self.begin_effect(one, event, str(other.controller), until)
        self.begin_effect(other, event, str(one.controller), until)

    def on_return_control(self, event: Event) -> None:
        for thing in self.reach(event, "of"):
            if self.controllable(thing) and thing.owner is not None and thing.owner not in self.left:
                self.begin_effect(thing, event, thing.owner)

    def on_control_player(self, event: Event) -> None:
        pair = (str(event.text("of")), str(event.text("who")))
        if event.text("during") in (None, "next_turn"):
            self.waiting.append(pair)  # 723.1
        else:
            self.holding.append(pair)

    # --- turns -----------------------------------------------------------------------------------------

    def on_begin_turn(self, event: Event) -> None:
        player = str(event.text("player"))
        self.on_end_turn(event)
        self.refresh()  # what ended with the last turn had ended before this one began: 514.2, 500.4
        self.settle()
        self.active = self.planar = player  # 901.6, 311.5
        self.holding = [pair for pair in self.waiting if pair[0] == player]
        self.waiting = [pair for pair in self.waiting if pair[0] != player]
        self.used.clear()
        self.fresh -= {each for each in self.fresh if self.things[each].controller == player}  # 302.6

    def on_end_turn(self, event: Event) -> None:
        self.end_of_turn()
        self.holding = []  # 723.1
        self.declared.clear()
        self.pass_time()

    def on_begin_step(self, event: Event) -> None:
        step = event.text("step")
        if step == "cleanup":
            self.on_end_turn(event)  # 514.2
            return
        self.pass_time()
        if step == "untap" and self.active is not None:
            for thing in self.things.values():
                if thing.properties.get("phased under") == self.active and thing.phased_out:
                    self.phase_in(thing)  # 702.26a

    def on_declare_attack(self, event: Event) -> None:
        self.pass_time()
        self.declared |= {thing.id for thing in self.reach(event, "attacker") if self.in_play(thing)}

    def on_activate(self, event: Event) -> None:
        super().on_activate(event)
        self.used |= set(event.many("source"))  # 602.5b

    # --- zones and status -------------------------------------------------------------------------------

    def put(self, thing: Thing, zone: str, base: str | None = None, *, keeps_effects: bool = False) -> None:
        if thing.is_token and zone != "battlefield":
            zone = "ceased"  # 111.7
        super().put(thing, zone, base, keeps_effects=keeps_effects)
        for other in self.things.values():
            if other.properties.get("aims") == thing.id:
                other.properties["aims"] = "gone"  # 608.2b: a target that moved is illegal
        for marks in (self.declared, self.used, self.fresh):
            marks.discard(thing.id)  # 400.7
        if zone == "battlefield":
            self.fresh.add(thing.id)  # 302.6

    def on_move(self, event: Event) -> None:
        zone, under = str(event.text("to")), event.text("under") or event.text("would_enter_under")
        for thing in self.reach(event):
            if thing.is_token and thing.zone == zone == "battlefield":
                self.put(thing, "ceased")  # 111.8: it left and does not come back
                continue
            if self._stays(thing, zone, under):
                continue
            self.put(thing, zone, under if zone == "battlefield" else None)  # 110.2a, 400.3

    def _stays(self, thing: Thing, zone: str, under: str | None) -> bool:
        if thing.zone == "ceased" or (thing.zone == "outside_game" and thing.owner in self.left):
            return True  # 111.8, 800.4a
        if zone == "battlefield":
            is_spell = bool(thing.kinds & {"instant", "sorcery"})
            return is_spell or under in self.left  # 400.4a; 800.4b
        return thing.zone == "command" and bool(thing.kinds & (PLANAR | OWNED))  # 400.4b

    def on_destroy(self, event: Event) -> None:
        for thing in self.reach(event):
            if self.in_play(thing):
                self.put(thing, "graveyard")  # 701.8a

    on_kill = on_destroy

    def on_sacrifice(self, event: Event) -> None:
        for thing in self.reach(event):
            if self.in_play(thing) and thing.controller == event.text("player"):
                self.put(thing, "graveyard")  # 701.21a

    def on_create_token(self, event: Event) -> None:
        creator = str(event.text("creator"))
        under = event.text("under") or creator
        owner = creator if self.edition >= "2018-07-13" else under  # 111.2; before: 110.5a
        thing = self.make(event, owner=owner, is_token=True)
        if {under, creator} & self.left:
            thing.zone, thing.owner = "ceased", None  # 800.4b, 800.4d
        else:
            self.put(thing, "battlefield", under)

    def on_attach(self, event: Event) -> None:
        host = str(event.text("to"))
        target = self.things[host]
        if not self.in_play(target) or target.phased_out:
            return  # 701.3b, 303.4j
        for thing in self.reach(event):
            if thing.zone == "stack":
                self.put(thing, "battlefield", thing.base, keeps_effects=True)  # 608.3c
            if self.in_play(thing) and thing.host != host:
                self.join(thing, host, 1000 + self.now)  # 701.3c

    def on_leave_game(self, event: Event) -> None:
        player = str(event.text("player"))
        self.left.add(player)
        for thing in self.things.values():  # 800.4a, in its order: what they own, then effects for them
            if thing.owner == player and thing.zone != "ceased":
                self.put(thing, "outside_game")
                thing.zone = "outside_game"
            elif self._ceases_first(thing, player):
                self.put(thing, "ceased")
        self.effects = [effect for effect in self.effects if effect.to != player]
        self.waiting = [pair for pair in self.waiting if pair[1] != player]
        self.holding = [pair for pair in self.holding if pair[1] != player]
        for thing in self.things.values():
            if thing.is_ability and thing.controller == player:
                thing.controller = None
                self.orphans.add(thing.id)
                if thing.zone == "stack":
                    self.put(thing, "ceased")
        if self.planar == player:
            self.planar = self._next_after(player)  # 800.4p, 311.5

    def _ceases_first(self, thing: Thing, player: str) -> bool:
        """Whether a spell ceases to exist before control effects end (800.4a of the editions up to then)."""
        is_theirs = thing.zone == "stack" and thing.controller == player and not thing.is_ability
        return is_theirs and self.edition <= "2011-06-17"

    def _next_after(self, player: str) -> str | None:
        at = self.players.index(player)
        order = (*self.players[at + 1 :], *self.players[:at])
        return next((each for each in order if each not in self.left), None)

    # --- what can be compared -----------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        found = super().snapshot()
        for player in self.players:
            if player not in self.left:
                holders = [who for of, who in self.holding if of == player]
                found["decides"].add((player, holders[-1] if holders else player))  # 723.1a, 723.5
        if self.planar is not None:
            found["planar_controller"].add((self.planar,))
        found["attacking"] = {(name,) for name in self.declared}
        return found

    def tell(self, thing: Thing, found: Snapshot) -> None:
        super().tell(thing, found)
        if thing.zone == "ceased":
            return
        chooser = thing.controller if thing.is_ability else thing.controller or thing.owner
        if chooser is not None:  # 109.5, 108.4a
            found["you"].add((thing.id, chooser))
            found["decides"].add((thing.id, chooser))
            if not thing.is_ability and not self._is_barred(thing):
                found["may_activate"].add((thing.id, chooser))  # 602.2
        if thing.controller is None and (thing.id in self.orphans if thing.is_ability else thing.zone):
            found["nobody"].add((thing.id,))
        self._tell_creature(thing, found)

    def _is_barred(self, thing: Thing) -> bool:
        return thing.id in self.used and thing.properties.get("once_each_turn") is True

    def _tell_creature(self, thing: Thing, found: Snapshot) -> None:
        player = thing.controller
        if thing.face_down and player is not None:
            found["may_look"].add((thing.id, player))  # 708.5
        if player != self.active or player is None or "creature" not in thing.kinds:
            return
        if self.in_play(thing) and not (thing.tapped or thing.phased_out or thing.id in self.fresh):
            found["may_attack"].add((thing.id, player))  # 508.1a
