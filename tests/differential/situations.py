"""Random situations in all three games, small enough to read when two engines disagree about one.

A `Picker` makes every choice, so that the same code serves a seeded generator (many situations, fast) and
hypothesis (fewer, but shrunk to the smallest that still shows a difference).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import yaml

from kb.scenario.read import read_scenarios
from kb.scenario.records import Scenario

Choice = TypeVar("Choice")
Fields = dict[str, Any]


class Picker(Protocol):
    """Makes choices."""

    def choice(self, options: Sequence[Choice]) -> Choice:
        """One of the options."""


@dataclass
class SeededPicker:
    """Choices from a seed."""

    seed: int
    _random: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def choice(self, options: Sequence[Choice]) -> Choice:
        return self._random.choice(options)


@dataclass
class Draft:
    """A situation in the making: what exists so far, and what happened."""

    pick: Picker
    players: list[str]
    setup: list[Fields] = field(default_factory=list)
    events: list[Fields] = field(default_factory=list)
    made: int = 0

    def player(self) -> str:
        return self.pick.choice(self.players)

    def things(self, *kinds: str) -> list[str]:
        return [thing["id"] for thing in self.setup if not kinds or set(kinds) & set(thing["kind"].split())]

    def thing(self, *kinds: str) -> str:
        return self.pick.choice(self.things(*kinds) or self.things())

    def pair(self, *kinds: str) -> list[str]:
        first = self.thing(*kinds)
        others = [thing for thing in self.things(*kinds) if thing != first]
        return [first, self.pick.choice(others)] if others else [first, first]

    def new(self, prefix: str) -> str:
        self.made += 1
        return f"{prefix}{self.made}"

    def happen(self, verb: str, **fields: Any) -> None:
        self.events.append({"do": verb, **{name.rstrip("_"): value for name, value in fields.items()}})


def situation(game: str, pick: Picker, *, events: int = 10) -> Scenario:
    """A random situation of a game with up to `events` events."""
    draft = Draft(pick, ["A", "B", "C"][: pick.choice([2, 2, 3])] if game == "mtg" else ["A", "B"])
    _SETUPS[game](draft)
    verbs = _VERBS[game]
    for _ in range(pick.choice(range(1, events + 1))):
        pick.choice(verbs)(draft)
    document = {
        "game": game,
        "ruleset": pick.choice(_RULESETS[game]),
        "players": draft.players,
        "setup": draft.setup,
        "events": draft.events,
    }
    [read] = read_scenarios(yaml.safe_dump(document, sort_keys=False), source="random")
    return read


_RULESETS = {
    "mtg": ["mtg-cr-2010-02-01", "mtg-cr-2025-09-19"],
    "ygo": ["ygo-tcg-2024"],
    "riftbound": ["rift-cr-1.2", "rift-cr-1.4"],
}


def _until(draft: Draft, *conditions: Fields | str) -> Fields | str:
    return draft.pick.choice(["indefinite", "indefinite", "end_of_turn", *conditions])


# --- Magic ---------------------------------------------------------------------------------------------


def _mtg_setup(draft: Draft) -> None:
    for number in range(draft.pick.choice([2, 3, 4])):
        owner = draft.player()
        draft.setup.append(
            {
                "id": f"c{number}",
                "kind": "creature",
                "owner": owner,
                "controller": draft.pick.choice([owner, draft.player()]),
                "zone": "battlefield",
            }
        )
    for number in range(draft.pick.choice([0, 1, 2])):
        owner = draft.player()
        aura = {
            "id": f"a{number}",
            "kind": "aura",
            "owner": owner,
            "controller": owner,
            "zone": "battlefield",
            "attached_to": draft.pick.choice(["c0", "c1"]),
            "properties": {"static_control": "attached"},
        }
        draft.setup.append(aura)
    draft.setup.append(
        {"id": "s0", "kind": "instant", "owner": draft.player(), "controller": None, "zone": "hand"}
    )
    draft.setup.append(
        {"id": "h0", "kind": "creature", "owner": draft.player(), "controller": None, "zone": "hand"}
    )


def _mtg_gain(draft: Draft) -> None:
    holder, source = draft.player(), draft.thing("creature")
    until = _until(
        draft,
        {"while": "controls", "object": source, "player": holder},
        {"while": "tapped", "object": source},
        {"while": "on_battlefield", "object": source},
    )
    draft.happen("gain_control", player=holder, of=draft.thing(), until=until, by="x")


def _mtg_exchange(draft: Draft) -> None:
    first, second = draft.pair("creature", "aura")
    if first != second:
        draft.happen("exchange_control", of=[first, second], by="x", until=_until(draft))


def _mtg_blink(draft: Draft) -> None:
    draft.happen("move", what=draft.thing("creature"), to="battlefield", under=draft.player())


def _mtg_token(draft: Draft) -> None:
    token = draft.new("t")
    draft.happen(
        "create_token", id=token, creator=draft.player(), under=draft.player(), kind="creature token"
    )
    draft.happen("gain_control", player=draft.player(), of=token, until=_until(draft), by="x")


def _mtg_trigger(draft: Draft) -> None:
    draft.happen("trigger", id=draft.new("k"), source=draft.thing("creature", "aura"))


def _mtg_leave(draft: Draft) -> None:
    if len(draft.players) > 2 and not any(event["do"] == "leave_game" for event in draft.events):
        draft.happen("leave_game", player=draft.player())


_MTG: list[Callable[[Draft], None]] = [
    _mtg_gain,
    _mtg_gain,
    _mtg_exchange,
    _mtg_blink,
    _mtg_token,
    _mtg_trigger,
    _mtg_leave,
    lambda draft: (
        draft.happen("attach", what=draft.thing("aura"), to=draft.thing("creature"))
        if draft.things("aura")
        else None
    ),
    lambda draft: draft.happen("destroy", what=draft.thing()),
    lambda draft: draft.happen(
        "move", what=draft.thing(), to=draft.pick.choice(["hand", "exile", "library"])
    ),
    lambda draft: draft.happen("sacrifice", player=draft.player(), what=draft.thing("creature")),
    lambda draft: draft.happen("tap", what=draft.thing("creature")),
    lambda draft: draft.happen("untap", what=draft.thing("creature")),
    lambda draft: draft.happen("begin_turn", player=draft.player()),
    lambda draft: draft.happen("end_turn", player=draft.player()),
    lambda draft: draft.happen("cast", player=draft.player(), card=draft.pick.choice(["s0", "h0"])),
    lambda draft: draft.happen("resolve", what=draft.pick.choice(["s0", "h0"])),
    lambda draft: draft.happen("phase_out", what=draft.thing("creature")),
    lambda draft: draft.happen("phase_in", what=draft.thing("creature")),
    lambda draft: draft.happen("return_control", of=[draft.thing("creature")], by="x"),
    lambda draft: draft.happen("activate", id=draft.new("k"), player=draft.player(), source=draft.thing()),
]


# --- Yu-Gi-Oh! -----------------------------------------------------------------------------------------


def _ygo_setup(draft: Draft) -> None:
    for number in range(draft.pick.choice([2, 3, 4])):
        owner = draft.player()
        properties: Fields = {}
        if draft.pick.choice([False, False, False, True]):
            properties["cannot_change_control"] = draft.pick.choice([True, "while face-up"])
        if draft.pick.choice([False, False, True]):
            properties["face_down"] = True
        draft.setup.append(
            {
                "id": f"m{number}",
                "kind": "monster",
                "owner": owner,
                "controller": draft.pick.choice([owner, draft.player()]),
                "zone": "mzone",
                "properties": properties,
            }
        )
    if draft.pick.choice([False, True]):
        crowd = draft.player()
        draft.setup.append(
            {
                "id": "g",
                "kind": "group",
                "owner": crowd,
                "controller": crowd,
                "zone": "mzone",
                "properties": {"count": draft.pick.choice([3, 4, 5])},
            }
        )
    owner = draft.player()
    draft.setup.append(
        {
            "id": "e0",
            "kind": "spell",
            "owner": owner,
            "controller": owner,
            "zone": "szone",
            "attached_to": "m0",
            "properties": {"static_control": "attached"},
        }
    )


def _ygo_gain(draft: Draft) -> None:
    until = draft.pick.choice(
        ["indefinite", "end_phase", "end_phase", {"while": "face_up", "object": draft.thing("monster")}]
    )
    draft.happen("gain_control", player=draft.player(), of=draft.thing("monster"), until=until, by="x")


def _ygo_swap(draft: Draft) -> None:
    first, second = draft.pair("monster")
    if first != second:
        draft.happen("exchange_control", of=[first, second], by="x", until="indefinite")


_YGO: list[Callable[[Draft], None]] = [
    _ygo_gain,
    _ygo_gain,
    _ygo_swap,
    lambda draft: draft.happen("return_control", of=[draft.thing("monster")], by="x"),
    lambda draft: draft.happen("attach", what="e0", to=draft.thing("monster")),
    lambda draft: draft.happen("destroy", what=draft.thing()),
    lambda draft: draft.happen("move", what=draft.thing("monster"), to="hand"),
    lambda draft: draft.happen("turn_face_down", what=draft.thing("monster")),
    lambda draft: draft.happen("turn_face_up", what=draft.thing("monster")),
    lambda draft: draft.happen("end_phase", player=draft.player()),
    lambda draft: draft.happen("begin_turn", player=draft.player()),
    lambda draft: draft.happen("negate", what="e0"),
    lambda draft: draft.happen("note", un_negate="e0"),
    lambda draft: draft.happen(
        "summon", player=draft.player(), card=draft.thing("monster"), kind="special", side=draft.player()
    ),
    lambda draft: draft.happen(
        "activate", id=draft.new("k"), player=draft.player(), source=draft.thing("monster")
    ),
    lambda draft: draft.happen("trigger", id=draft.new("k"), source=draft.thing("monster")),
    lambda draft: draft.happen(
        "create_token", id=draft.new("t"), creator=draft.player(), under=draft.player(), kind="monster token"
    ),
]


# --- Riftbound -----------------------------------------------------------------------------------------


def _rift_setup(draft: Draft) -> None:
    for name in ("p", "q"):
        draft.setup.append(
            {
                "id": name,
                "kind": "battlefield",
                "owner": draft.player(),
                "controller": draft.pick.choice([None, "A", "B"]),
                "zone": "battlefield_zone",
            }
        )
    for number in range(draft.pick.choice([2, 3, 4])):
        owner = draft.player()
        zone = draft.pick.choice([f"base:{owner}", "battlefield:p", "battlefield:q"])
        draft.setup.append(
            {"id": f"u{number}", "kind": "unit", "owner": owner, "controller": owner, "zone": zone}
        )
    owner = draft.player()
    draft.setup.append(
        {"id": "w", "kind": "gear", "owner": owner, "controller": owner, "zone": f"base:{owner}"}
    )


def _rift_gain(draft: Draft) -> None:
    until = draft.pick.choice(
        ["indefinite", "end_of_turn", {"while": "on_board", "object": draft.thing("unit")}]
    )
    draft.happen("gain_control", player=draft.player(), of=draft.thing("unit", "gear"), until=until, by="x")


def _rift_fight(draft: Draft) -> None:
    place = draft.pick.choice(["p", "q"])
    draft.happen("open_showdown", battlefield=place, kind=draft.pick.choice(["combat", "non-combat"]))
    draft.happen("close_showdown", battlefield=place)


def _rift_combat(draft: Draft) -> None:
    units = [unit for unit in draft.things("unit") if draft.pick.choice([True, False])]
    draft.happen("combat_end", battlefield=draft.pick.choice(["p", "q"]), survivors=units)


_RIFT: list[Callable[[Draft], None]] = [
    _rift_gain,
    _rift_fight,
    _rift_combat,
    lambda draft: draft.happen(
        "move_unit",
        player=draft.player(),
        unit=draft.thing("unit"),
        to=draft.pick.choice(["p", "q", "base:A", "base:B"]),
    ),
    lambda draft: draft.happen(
        "move_unit", player=draft.player(), unit=draft.thing("unit"), to=draft.pick.choice(["p", "q"])
    ),
    lambda draft: draft.happen("recall", unit=draft.thing("unit")),
    lambda draft: draft.happen("cleanup", state=draft.pick.choice(["open", "open", "closed"])),
    lambda draft: draft.happen("kill", what=draft.thing("unit")),
    lambda draft: draft.happen("banish", what=draft.thing("unit")),
    lambda draft: draft.happen("contest", player=draft.player(), battlefield=draft.pick.choice(["p", "q"])),
    lambda draft: draft.happen("begin_turn", player=draft.player()),
    lambda draft: draft.happen("end_turn", player=draft.player()),
    lambda draft: draft.happen("attach", what="w", to=draft.thing("unit")),
    lambda draft: draft.happen("hold", player=draft.player(), battlefield=draft.pick.choice(["p", "q"])),
    lambda draft: draft.happen(
        "trigger", id=draft.new("k"), source=draft.pick.choice(["p", "q", *draft.things("unit")])
    ),
    lambda draft: draft.happen(
        "play", player=draft.player(), card=draft.thing("unit"), to=draft.pick.choice(["p", "q"])
    ),
]

_SETUPS: dict[str, Callable[[Draft], None]] = {"mtg": _mtg_setup, "ygo": _ygo_setup, "riftbound": _rift_setup}
_VERBS = {"mtg": _MTG, "ygo": _YGO, "riftbound": _RIFT}
