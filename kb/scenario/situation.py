"""The names a scenario has declared so far while it is read: players, objects, zones, cards outside."""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.scenario.document import Items, Node, Text
from kb.scenario.findings import Findings, one_of
from kb.scenario.records import Outsider
from kb.scenario.vocabulary import Vocabulary, ZoneName, ZoneSpec, split_zone

BATTLEFIELD = "battlefield"


@dataclass(frozen=True, slots=True)
class Known:
    """An object by its id: from which event on it exists (0: the start), and what kinds it is, if stated."""

    step: int
    kinds: tuple[str, ...] = ()
    is_outside: bool = False


@dataclass(slots=True)
class Situation:
    """What is declared: grows as events make objects and name cards outside the picture."""

    game: str
    players: tuple[str, ...]
    words: Vocabulary
    findings: Findings
    known: dict[str, Known] = field(default_factory=dict)
    outsiders: dict[str, Outsider] = field(default_factory=dict)

    @property
    def zones(self) -> dict[str, ZoneSpec]:
        """The zones of the game."""
        return dict(self.words.zones[self.game])

    def player(self, node: Node, path: str) -> str | None:
        """A player's id; an error and None when it is not one."""
        name = self.findings.text(node, path, "a player")
        if name is None or name in self.players:
            return name
        self.findings.error(
            node, path, "unknown player", found=name, expected=one_of(self.players), near=self.players
        )
        return None

    def object(self, node: Node, path: str, what: str = "object") -> str | None:
        """The id of an object that exists by now; an error and None when nothing of that id does."""
        name = self.findings.text(node, path, f"an {what}" if what == "object" else f"a {what}")
        if name is None or name in self.known:
            return name
        if name in self.players:
            self.findings.error(node, path, f"this must be an {what}, not a player", found=name)
            return None
        self.findings.error(
            node,
            path,
            f"unknown {what}",
            found=name,
            expected="an id of the setup, or one that an earlier event made",
            near=self.known,
        )
        return None

    def battlefield(self, node: Node, path: str) -> str | None:
        """The id of a battlefield; an error and None for anything else."""
        name = self.object(node, path, BATTLEFIELD)
        if name is None or self.is_battlefield(name):
            return name
        fields = [known for known in self.known if self.is_battlefield(known)]
        self.findings.error(node, path, "this is not a battlefield", found=name, expected=one_of(fields))
        return None

    def is_battlefield(self, name: str) -> bool:
        """Whether an id is a battlefield's, or may be: something made without stating its kind."""
        known = self.known.get(name)
        if known is None:
            return False
        return BATTLEFIELD in known.kinds or (not known.kinds and not known.is_outside)

    def bearer(self, node: Node, path: str) -> str | None:
        """The id of an object or of a player."""
        if isinstance(node, Text) and node.value in self.players:
            return node.value
        return self.object(node, path)

    def zone(self, node: Node, path: str, *, with_owner: bool = False) -> str | None:
        """A zone of the game as written; `with_owner` allows OWNER:ZONE for zones that each player has."""
        name = self.findings.text(node, path, "a zone")
        if name is None:
            return None
        parts = split_zone(name)
        spec = self.zones.get(parts.name)
        if spec is not None:
            return name if self._zone_place(node, path, parts, spec) else None
        owned = self.zones.get(parts.of or "")
        if parts.name in self.players and owned is not None and owned.is_apart:
            if with_owner:
                return name
            hint = "whose it is follows from the owner"
            self.findings.error(
                node,
                path,
                "a zone is named without its player here",
                found=name,
                expected=owned.name,
                hint=hint,
            )
            return None
        what = f"a zone of {self.game}"
        self.findings.unknown(node, path, "unknown zone", name, what, self.zones, self.zone_names())
        return None

    def _zone_place(self, node: Node, path: str, parts: ZoneName, spec: ZoneSpec) -> bool:
        """Whether the id after the colon is what the zone needs; records the error when it is not."""
        if spec.of is None:
            if parts.of is None:
                return True
            problem = f"the zone {spec.name} is written without a colon"
            self.findings.error(node, path, problem, found=f"{parts.name}:{parts.of}")
            return False
        if parts.of is None:
            if spec.is_bare:
                return True
            problem = f"the zone {spec.name} needs a {spec.of}"
            expected = f"{spec.name}:{spec.of.upper()}"
            self.findings.error(node, path, problem, found=parts.name, expected=expected)
            return False
        named = Text(parts.of, plain=False, mark=node.mark)
        check = self.player if spec.of == "player" else self.battlefield
        return check(named, path) is not None

    def zone_names(self) -> list[str]:
        """The zones of the game as one writes them."""
        return [
            f"{zone.name}:{zone.of.upper()}" if zone.of and not zone.is_bare else zone.name
            for zone in self.zones.values()
        ]

    def place(self, node: Node, path: str) -> str | None:
        """Where something goes: a zone, or the id of a battlefield where the game has such objects."""
        if (
            self.game != "riftbound"
            or not isinstance(node, Text)
            or ":" in node.value
            or node.value in self.zones
        ):
            return self.zone(node, path)
        if node.value in self.known:
            return self.battlefield(node, path)
        fields = [known for known in self.known if self.is_battlefield(known)]
        known, shown = [*fields, *self.zones], [*fields, *self.zone_names()]
        problem, what = "unknown zone or battlefield", "a battlefield or a zone"
        self.findings.unknown(node, path, problem, node.value, what, known, shown)
        return None

    def kinds(self, node: Node, path: str) -> tuple[str, ...]:
        """The words of `kind`, in lower case; an error for each that the game does not have."""
        parts = node.values if isinstance(node, Items) else (node,)
        texts = [self.findings.text(part, path, "a kind") for part in parts]
        found = [word.lower() for text in texts if text is not None for word in text.split()]
        known = self.words.kinds[self.game]
        for word in found:
            if word not in known:
                self.findings.unknown(node, path, "unknown kind", word, f"a kind of {self.game}", known)
        return tuple(found)

    def name_outsider(
        self, node: Node, path: str, event: int, field_name: str, player: str | None
    ) -> str | None:
        """The id of an object, or of a card outside the picture that `player` is taken to own."""
        name = self.findings.text(node, path, "a card or ability")
        if name is None or name in self.players:
            return name
        before = self.outsiders.get(name)
        if before is not None:
            if before.player is None and player is not None:
                self.outsiders[name] = Outsider(name, before.event, before.field, player)
        elif name not in self.known:
            self.outsiders[name] = Outsider(name, event, field_name, player)
            message = f"{name!r} is not declared; taken for a card outside the picture"
            close = [known for known in self.known if known.lower() == name.lower()]
            if close:
                self.findings.caution(node, path, message, word=name, near=close)
            self.known[name] = Known(0, (), is_outside=True)
        return name

    def make(self, node: Node, path: str, event: int, kinds: tuple[str, ...] = ()) -> str | None:
        """The id of an object that an event makes; an error when the setup already has it."""
        name = self.findings.text(node, path, "an id")
        if name is None:
            return None
        known = self.known.get(name)
        if name in self.players or (known is not None and known.step == 0 and not known.is_outside):
            self.findings.error(node, path, "this id is already taken", found=name, expected="a new id")
            return None
        if known is not None and known.step:
            self.findings.caution(
                node, path, f"{name!r} was made by event {known.step}; from here it is the new one"
            )
        self.known[name] = Known(event, kinds)
        return name
