"""Magic: spells, copies, abilities and triggers on the stack."""

from __future__ import annotations

from kb.scenario.records import Event
from machine.common import Machine
from machine.things import Thing

PERMANENTS = frozenset(
    {"creature", "artifact", "enchantment", "planeswalker", "land", "battle", "aura", "equipment"}
)  # 110.4
SPELLS = frozenset({"instant", "sorcery"})  # 304.4, 307.4


class MagicStack(Machine):
    """What goes on the stack, who controls it, and what becomes of it."""

    left_at: dict[str, bool]
    """The things that were under somebody's control and are not; whether time has passed since."""

    def __init__(self, *given: object) -> None:
        self.left_at = {}
        super().__init__(*given)  # type: ignore[arg-type]

    def refresh(self) -> None:
        held = {thing.id for thing in self.things.values() if thing.controller is not None}
        super().refresh()
        for thing in self.things.values():
            if thing.controller is not None:
                self.left_at.pop(thing.id, None)
            elif thing.id in held:
                self.left_at[thing.id] = False

    def pass_time(self) -> None:
        """Turns and steps begin: what left before has long been gone."""
        self.left_at = dict.fromkeys(self.left_at, True)

    def on_cast(self, event: Event) -> None:
        thing, player = self.things[str(event.text("card"))], str(event.text("player"))
        if thing.owner is None:
            thing.owner = player
        self.put(thing, "stack", player)  # 601.2a, 112.2
        if "aura" in thing.kinds:
            thing.properties["aims"] = event.text("targets")  # 303.4a

    def on_copy_spell(self, event: Event) -> None:
        player, original = str(event.text("player")), self.things[str(event.text("of"))]
        copy = self.make(event, owner=player, is_copy=True)  # 112.2, 707.10
        copy.kinds, copy.gives_host = original.kinds, original.gives_host  # 707.2
        copy.is_ability = original.is_ability
        if copy.is_ability:
            copy.owner, copy.controller = None, player  # 707.10b
            self.put(copy, "stack")
        else:
            self.put(copy, "stack", player)
            if original.zone == "stack" and "aims" in original.properties:
                copy.properties["aims"] = original.properties["aims"]  # 707.10

    def on_resolve(self, event: Event) -> None:
        thing = self.things[str(event.text("what"))]
        if thing.zone != "stack":
            return
        if thing.is_ability:
            self.put(thing, "ceased")  # 608.2n
        elif thing.kinds & SPELLS:
            self.put(thing, "ceased" if thing.is_copy else "graveyard")  # 608.2n, 707.10a
        elif thing.kinds & PERMANENTS:
            self._enter(thing, event.text("enters_under"))

    def _enter(self, thing: Thing, under: str | None) -> None:
        aim = thing.properties.pop("aims", None)
        host = self.things.get(str(aim))
        if aim is not None and (host is None or not self.in_play(host) or host.phased_out):
            self.put(thing, "ceased" if thing.is_copy else "graveyard")  # 608.2b, 608.3b
            return
        if thing.is_copy and self.edition >= "2020-09-25":
            thing.is_token = True  # 608.3f, 707.10f
        self.put(thing, "battlefield", under or thing.base, keeps_effects=True)  # 110.2b, 400.7a
        if host is not None:
            self.join(thing, host.id, 1000 + self.now)  # 303.4a

    def on_counter(self, event: Event) -> None:
        thing = self.things[str(event.text("what"))]
        if thing.zone == "stack":  # 701.6a
            self.put(thing, "ceased" if thing.is_ability or thing.is_copy else "graveyard")

    def on_get_emblem(self, event: Event) -> None:
        player = str(event.text("player"))
        emblem = self.make(event, owner=player)  # 114.2
        emblem.kinds = frozenset({"an emblem"})
        self.put(emblem, "command", player)

    # --- abilities -----------------------------------------------------------------------------------

    def _ability(self, event: Event, controller: str | None) -> None:
        ability = self.make(event, is_ability=True)
        ability.properties["source"] = event.text("source")
        if controller in self.left:  # 800.4d
            ability.zone = "ceased"
            return
        self.put(ability, "stack")  # 602.2a, 603.3
        ability.controller = controller

    def on_activate(self, event: Event) -> None:
        self._ability(event, event.text("player"))  # 113.8

    def on_trigger(self, event: Event) -> None:
        source = self.things[str(event.text("source"))]
        self._ability(event, self._who_triggers(event, source))  # whoever chooses for it, 603.3a

    def _who_triggers(self, event: Event, source: Thing) -> str | None:
        if event.text("cause") == "lost_control":
            return source.former  # 603.10d
        zone = event.text("functions_in")
        if zone is not None and zone != "field":
            return source.owner  # 113.8
        if source.controller is not None:
            return source.controller  # 603.3a
        if zone == "field" or self.left_at.get(source.id) is False:
            return source.former  # 603.10a: it looks back
        return source.owner  # 113.8, 108.4a

    def on_delayed_trigger(self, event: Event) -> None:
        maker = self.things[str(event.text("created_by"))]
        now = maker.controller
        if now is None and (self.edition < "2010-04-23" or not maker.is_ability):
            now = maker.former  # 603.7d-f: as it resolved, or as the static ability applied
        self._ability(event, now)
