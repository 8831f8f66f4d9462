"""Magic: the status of permanents, tapped, face down and phased out."""

from __future__ import annotations

from kb.scenario.records import Event
from machine.mtg_stack import MagicStack
from machine.things import Thing

FACES = frozenset({"battlefield", "stack", "exile", "command"})  # 110.5d, 406.3, 708.4


class MagicStatus(MagicStack):
    """Tapping, turning and phasing."""

    declared: set[str]
    """The attacking creatures."""

    def on_tap(self, event: Event) -> None:
        for thing in self.reach(event):
            thing.tapped = self.in_play(thing)  # 110.5d

    def on_untap(self, event: Event) -> None:
        for thing in self.reach(event):
            thing.tapped = False

    def on_turn_face_down(self, event: Event) -> None:
        for thing in self.reach(event):
            thing.face_down = thing.face_down or thing.zone in FACES

    def on_turn_face_up(self, event: Event) -> None:
        for thing in self.reach(event):
            thing.face_down = False

    def on_phase_out(self, event: Event) -> None:
        named = set(event.many("what"))
        for thing in sorted(self.reach(event), key=lambda each: each.host in named):  # 702.26h
            if self.in_play(thing) and not thing.phased_out:
                thing.properties["phased under"] = thing.controller
                self.phase_out(thing)

    def phase_out(self, thing: Thing) -> None:
        """A permanent phases out, and what is attached to it does indirectly."""
        thing.phased_out = True
        self.declared.discard(thing.id)  # 506.4
        for other in self.things.values():
            if other.host == thing.id and not other.phased_out:
                other.properties["phased under"] = None  # indirectly: 702.26g, 702.26h
                other.properties["phased with"] = thing.id
                self.phase_out(other)

    def on_phase_in(self, event: Event) -> None:
        for name in event.many("what"):
            if self.things[name].phased_out:
                self.phase_in(self.things[name])

    def phase_in(self, thing: Thing) -> None:
        """A permanent phases in, and what phased out with it."""
        thing.phased_out = False
        if thing.host is None:
            self.loose.add(thing.id)  # 702.26i: state-based actions apply
        for other in self.things.values():
            if other.phased_out and other.properties.get("phased with") == thing.id:
                other.properties["phased with"] = None
                self.phase_in(other)  # 702.26g
