"""Yu-Gi-Oh!: what takes control, what equips, and whose effects are on the chain."""

from __future__ import annotations

from kb.scenario.records import Event
from machine.common import Machine
from machine.things import Effect, Thing


class DuelEffects(Machine):
    """Taking control, Equip Cards, flips, and effects on the chain."""

    def is_immune(self, thing: Thing) -> bool:
        raise NotImplementedError

    def is_full(self, player: str | None) -> bool:
        raise NotImplementedError

    # --- taking control ----------------------------------------------------------------------------------

    def on_gain_control(self, event: Event) -> None:
        player, until = str(event.text("player")), event.until()
        if not self.is_so(until, player):
            return
        full = self.is_full(player)
        for thing in self.reach(event, "of"):
            if thing.zone != "mzone" or thing.controller == player or self.is_immune(thing):
                continue  # control s8, s9; script GetControl
            self.begin_effect(thing, event, player, until)
            if full and not self.pauses(self.effects[-1]):
                self.put(thing, "gy")  # goat "SNATCH STEAL", edison "OJAMA TRIO"

    def on_exchange_control(self, event: Event) -> None:
        one, other = (self.things[name] for name in event.many("of"))
        if any(each.zone != "mzone" or self.is_immune(each) for each in (one, other)):
            return  # edison "CREATURE SWAP"
        if one.controller == other.controller or not self.is_so(event.until(), None):
            return
        for each in (one, other):
            if each.properties.get("in_extra_monster_zone") is True and self.is_full(each.controller):
                return  # script SwapControl: it frees no Main Monster Zone
        self.begin_effect(one, event, str(other.controller), event.until())
        self.begin_effect(other, event, str(one.controller), event.until())
        self.swapped = {one.id, other.id}

    def on_return_control(self, event: Event) -> None:
        for thing in self.reach(event, "of"):
            owner = thing.owner
            if thing.zone != "mzone" or owner is None or thing.controller == owner or self.is_immune(thing):
                continue
            self.effects = [one for one in self.effects if one.on != thing.id]  # edison "REMOVE BRAINWASHING"
            self.begin_effect(thing, event, owner)

    def on_end_phase(self, event: Event) -> None:
        self.end_of_turn()  # edison "MIND CONTROL"

    on_begin_turn = on_end_phase
    on_end_turn = on_end_phase

    # --- equipping ----------------------------------------------------------------------------------------

    def on_attach(self, event: Event) -> None:
        card, target = self.things[str(event.text("what"))], self.things[str(event.text("to"))]
        if card.zone == "ceased":
            return
        if card.zone not in ("mzone", "szone", "fieldzone"):
            self.put(card, "szone", card.owner)  # goat "RELINQUISHED"
        if card.host == target.id:
            return
        if target.zone != "mzone" or target.face_down:
            self.put(card, "gy")  # goat "FUSION SWORD MURASAME BLADE": only a face-up monster
            return
        takes = card.gives_host and card.base != target.controller and not self.is_immune(target)
        if takes and self.is_full(card.base):
            self.part(card)
            self.put(target, "gy")
            self.put(card, "gy")
            return
        self.join(card, target.id, 1000 + self.now)

    def can_give(self, thing: Thing, host: str) -> bool:
        return super().can_give(thing, host) and not self.is_immune(self.things[host])

    def on_equip_monster(self, event: Event) -> None:
        card, target = self.things[str(event.text("what"))], self.things[str(event.text("to"))]
        player = self._who_equips(event, target)
        stuck = self.is_immune(card) and card.controller is not None
        if target.face_down or target.zone != "mzone":
            if self.in_play(card) and not self.is_immune(card):
                self.put(card, "gy")  # edison "ALLURE QUEEN LV3", ocgcore operations.cpp
            return
        if player is None or (stuck and card.controller != player) or card.zone == "ceased":
            return  # control s11
        self.put(card, "szone", player)  # control s10
        card.host = target.id

    def _who_equips(self, event: Event, target: Thing) -> str | None:
        source = self.things.get(event.text("by") or "")
        if source is None:
            return target.controller
        if source.controller is not None or source.is_ability:
            return source.controller
        return source.owner if source.zone is not None else target.controller

    # --- flips -------------------------------------------------------------------------------------------

    def on_turn_face_down(self, event: Event) -> None:
        for thing in self.reach(event):
            if not self.in_play(thing) or thing.is_token or thing.face_down:
                continue  # wiki "Token"
            ruling = self.deciding(thing)
            for effect in [one for one in self.effects if one.on == thing.id]:
                self._flip(effect, thing, ruling)
            thing.face_down = True

    def _flip(self, effect: Effect, thing: Thing, ruling: Effect | None) -> None:
        """What becomes of a control effect when the monster is turned face-down."""
        if effect.source is not None and not effect.is_lasting:
            source = self.things[effect.source]
            if effect is ruling:
                self._freeze(effect, thing.controller)  # goat, edison "SNATCH STEAL"
            elif self.edition <= "2005" and self.in_play(source) and not self.pauses(effect):
                self._freeze(effect, source.controller)  # goat "CHANGE OF HEART"
        elif effect.until.kind == "while":
            if effect.until.condition == "equipped" or self.edition > "2010":
                if effect is ruling:
                    self._freeze(effect, effect.to)  # ocgcore card.cpp, on turning face-down
            else:
                self.effects.remove(effect)  # edison "ALIEN HYPNO"

    def _freeze(self, effect: Effect, player: str | None) -> None:
        effect.to, effect.source, effect.is_lasting = player, None, True

    def on_turn_face_up(self, event: Event) -> None:
        for thing in self.reach(event):
            thing.face_down = False

    # --- effects on the chain -----------------------------------------------------------------------------

    def _effect(self, event: Event, player: str | None) -> None:
        made = self.make(event, is_ability=True)
        made.controller = player
        made.properties["source"] = event.text("source")

    def on_activate(self, event: Event) -> None:
        self._effect(event, event.text("player"))  # goat "ENEMY CONTROLLER"

    def on_trigger(self, event: Event) -> None:
        self._effect(event, self._who_triggers(event))

    def _who_triggers(self, event: Event) -> str | None:
        source = self.things[str(event.text("source"))]
        if event.text("cause") == "lost_control":
            return source.former
        zone = event.text("functions_in")
        if zone is not None and zone != "field":
            return source.owner  # edison "WINGED KURIBOH"
        if source.controller is not None:
            return source.controller
        return source.former if zone == "field" else source.owner

    def on_delayed_trigger(self, event: Event) -> None:
        self._effect(event, self.things[str(event.text("created_by"))].controller)
