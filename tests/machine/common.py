"""What the three machines share: things, control effects, and what time does to them.

The machines know nothing of the rule language. Each is an imperative reading of its game's texts, with the
number of the rule it follows beside each step; they read the records of `kb.scenario` and give the same kind
of facts as the other two engines, so that the three can be compared after every event.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from kb.scenario.records import Event, Scenario, Until
from machine.things import FOR_GOOD, Effect, Snapshot, Thing


class Machine:
    """A game in progress. `play` runs a whole situation, `apply` one event."""

    def __init__(self, situation: Scenario) -> None:
        self.edition = situation.edition
        self.players = situation.players
        self.left: set[str] = set()
        self.active: str | None = None
        self.things: dict[str, Thing] = {}
        self.effects: list[Effect] = []
        self.loose: set[str] = set()
        """What came off its host since the state was last looked at."""
        self.doubtful: set[str] = set()
        """The things whose fate the situation leaves open; from there on nothing is certain."""
        self.now = 0
        for placed in situation.objects:
            self.things[placed.id] = thing = Thing(
                placed.id, frozenset(placed.kinds), placed.owner, placed.zone, placed.controller
            )
            thing.is_token = "token" in placed.kinds
            thing.properties = dict(placed.properties)
            thing.face_down = placed.properties.get("face_down") is True
            thing.tapped = placed.properties.get("tapped") is True
            thing.gives_host = placed.properties.get("static_control") == "attached"
        for outsider in situation.outsiders:
            self.things[outsider.id] = Thing(outsider.id)
        self.prepare(situation)
        for stamp, placed in enumerate(situation.objects, start=1):
            if placed.attached_to is not None:
                self.join(self.things[placed.id], placed.attached_to, stamp)
        self.refresh()
        self.settle()

    def prepare(self, situation: Scenario) -> None:
        """What the game adds to the start, before anything is attached."""

    def play(self, events: Iterable[Event]) -> Iterable[Snapshot]:
        """The facts at the start and after each event."""
        yield self.snapshot()
        for event in events:
            self.apply(event)
            yield self.snapshot()

    def apply(self, event: Event) -> None:
        """One event, and everything that follows from it before the next one."""
        self.now = event.n
        self.loose = set()
        getattr(self, f"on_{event.verb}")(event)
        self.refresh()
        self.settle()

    def settle(self) -> None:
        """What the game itself does until there is nothing left to do."""
        while True:
            over = [effect for effect in self.effects if self.is_over(effect)]
            for effect in over:
                self.effects.remove(effect)
            loose, self.loose = self.loose, set()
            if not self.put_right(loose) and not over:
                return
            self.refresh()

    def put_right(self, loose: set[str]) -> bool:
        """One round of what the game does by itself; whether there was anything to do."""
        return False

    def in_play(self, thing: Thing) -> bool:
        """Whether a thing is where things have controllers and can be touched."""
        raise NotImplementedError

    def controller_of(self, thing: Thing) -> str | None:
        """The player who controls a thing now."""
        raise NotImplementedError

    # --- control -----------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Works out who controls each thing, and remembers who did before."""
        held = {thing.id: self.controller_of(thing) for thing in self.things.values()}
        for thing in self.things.values():
            before, after = thing.controller, held[thing.id]
            if before != after:
                thing.controller = after
                if before is not None:
                    thing.former = before
                self.changed_hands(thing, before)

    def changed_hands(self, thing: Thing, before: str | None) -> None:
        """What the game makes of a new controller."""

    def deciding(self, thing: Thing) -> Effect | None:
        """The newest effect on a thing that applies (Magic 613.7, Riftbound 480.3)."""
        found = None
        for effect in self.effects:
            newer = found is None or effect.stamp >= found.stamp
            if effect.on == thing.id and newer and not self.pauses(effect):
                found = effect
        return found

    def pauses(self, effect: Effect) -> bool:
        """Whether an effect goes on but does not apply just now."""
        return False

    def is_over(self, effect: Effect) -> bool:
        """Whether "for as long as" is no longer so; it does not begin again (Magic 611.2b)."""
        if effect.until.kind != "while" or effect.is_lasting:
            return False
        return not self.is_so(effect.until, effect.player)

    def is_so(self, until: Until, player: str | None) -> bool:
        """Whether the condition of a duration holds now."""
        if until.kind != "while":
            return True
        thing = self.things[str(until.object)]
        here = self.in_play(thing) and not thing.phased_out
        match until.condition:
            case "tapped":
                return thing.tapped and not thing.phased_out
            case "controls":
                return here and thing.controller is not None and thing.controller == (until.player or player)
            case "on_battlefield" | "on_board":
                return here
            case "counter":
                return thing.counters[str(until.counter)] > 0 and not thing.phased_out
            case "face_up":
                return here and not thing.face_down
            case "equipped":
                return thing.host is not None or any(other.host == thing.id for other in self.things.values())
        raise AssertionError(until.condition)

    def end_of_turn(self) -> None:
        """Effects that last until end of turn, or until the End Phase, are over (Magic 514.2)."""
        self.effects = [one for one in self.effects if one.until.kind not in ("end_of_turn", "end_phase")]

    def begin_effect(self, thing: Thing, event: Event, to: str, until: Until = FOR_GOOD) -> None:
        """An effect of an event gives a player control of a thing."""
        given = Effect(thing.id, 1000 + self.now, to=to, until=until)
        given.player, given.by = event.text("player"), event.text("by")
        self.effects.append(given)

    def on_effect_ends(self, event: Event) -> None:
        source = event.text("by")
        self.effects = [
            one
            for one in self.effects
            if source not in (one.by, None if one.is_lasting else one.source, self.source_of(one.by))
        ]

    def source_of(self, name: str | None) -> str | None:
        """The card whose ability something is."""
        thing = self.things.get(name or "")
        return None if thing is None else str(thing.properties.get("source"))

    # --- moving, joining, and small changes ----------------------------------------------------------

    def put(self, thing: Thing, zone: str, base: str | None = None, *, keeps_effects: bool = False) -> None:
        """A thing changes zones and becomes a new object (Magic 400.7, Riftbound 124)."""
        thing.zone, thing.base = zone, base
        thing.face_down = thing.tapped = thing.negated = thing.phased_out = False
        thing.counters.clear()
        self.part(thing)
        for other in self.things.values():
            if other.host == thing.id:
                self.part(other)
        if not keeps_effects:
            self.effects = [effect for effect in self.effects if effect.on != thing.id]

    def join(self, thing: Thing, host: str, stamp: int) -> None:
        """A thing becomes attached; what it does to its host begins now (Magic 613.7e)."""
        self.part(thing)
        thing.host = host
        self.loose.discard(thing.id)
        if thing.gives_host and self.can_give(thing, host):
            self.effects.append(Effect(host, stamp, source=thing.id))

    def can_give(self, thing: Thing, host: str) -> bool:
        """Whether a thing that gives control of its host can do so."""
        return host in self.things and self.in_play(self.things[host]) and self.in_play(thing)

    def part(self, thing: Thing) -> None:
        """A thing comes off, and what it does to its host ends (Magic 611.3b)."""
        if thing.host is None:
            return
        thing.host = None
        self.loose.add(thing.id)
        self.effects = [one for one in self.effects if one.source != thing.id or one.is_lasting]

    def reach(self, event: Event, name: str = "what") -> list[Thing]:
        """The things an event names that can be touched at all."""
        return [thing for each in event.many(name) if not (thing := self.things[each]).phased_out]

    def on_detach(self, event: Event) -> None:
        for thing in self.reach(event):
            self.part(thing)

    def on_put_counter(self, event: Event) -> None:
        for thing in self.reach(event):
            thing.counters[str(event.text("counter"))] += _amount(event)

    def on_remove_counter(self, event: Event) -> None:
        for thing in self.reach(event):
            kind = str(event.text("counter"))
            thing.counters[kind] = max(0, thing.counters[kind] - _amount(event))

    def on_negate(self, event: Event) -> None:
        for thing in self.reach(event):
            thing.negated = True

    def on_note(self, event: Event) -> None:
        name = event.text("un_negate")
        if name is not None:
            self.things[name].negated = False

    def make(self, event: Event, **given: object) -> Thing:
        """The thing that an event makes."""
        name = str(event.text("id"))
        thing = Thing(name, frozenset(event.many("kind")))
        for part, value in given.items():
            setattr(thing, part, value)
        self.things[name] = thing
        return thing

    # --- what can be compared --------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """The facts that hold now, by the names the rules have for them."""
        found: Snapshot = defaultdict(set)
        for thing in self.things.values():
            self.tell(thing, found)
        return found

    def tell(self, thing: Thing, found: Snapshot) -> None:
        """Adds what holds of one thing."""
        pairs = {
            "owner": thing.owner,
            "zone": thing.zone,
            "base": thing.base,
            "controller": None if thing.is_ability else thing.controller,
            "ability_controller": thing.controller if thing.is_ability else None,
            "attached": thing.host,
        }
        for name, value in pairs.items():
            if value is not None:
                found[name].add((thing.id, value))
        for name in ("face_down", "tapped", "negated", "phased_out"):
            if getattr(thing, name):
                found[name].add((thing.id,))


def _amount(event: Event) -> int:
    given = event.fields.get("amount", 1)
    return given if isinstance(given, int) else 1
