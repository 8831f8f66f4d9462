"""Random plays of Magic that two engines can follow: who casts what at what, turns, and players who leave."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb.errors import Place
from kb.inference.table import Table, set_table
from kb.scenario.document import Mark
from kb.scenario.records import Scenario
from kb.scenario.validate import check_document, scenario_of
from kb.scenario.write import to_node

Fields = dict[str, Any]
PLAYERS = ("A", "B", "C")
CREATURES = ("Harbour Ox", "Kiln Hare", "Hook Warden")
AURAS = ("Patient Whisper", "Stolen Leash", "Second Ribbon")
AIMS: Mapping[str, tuple[str, ...]] = {
    "Hook Warden": ("creature",),
    "Sudden Errand": ("creature",),
    "Lasting Bargain": ("creature",),
    "Fair Trade": ("creature", "creature"),
    "Slate Fall": ("creature",),
    "Tide Turn": ("creature",),
    "Brief Door": ("creature",),
    "Loose Thread": ("aura",),
    "Patient Whisper": ("creature",),
    "Stolen Leash": ("creature",),
    "Second Ribbon": ("aura",),
}
"""What each card is aimed at."""
CARDS = (
    *CREATURES,
    *AURAS,
    *(each for each in AIMS if each not in (*CREATURES, *AURAS)),
    "Home Bell",
    "Kiln Gift",
)


@dataclass(frozen=True)
class Step:
    """One step of a play: a card cast at targets, a player who leaves, or the next turn."""

    do: str
    seat: int
    card: str = ""
    targets: tuple[str, ...] = ()


CHAINED = "Second Ribbon"
"""An Aura that takes an Aura: what that one holds should follow. The other engine knows no such chain."""


def hands(seed: int) -> list[list[str]]:
    """The cards of each player, each card once, and none on which the engines are known to differ."""
    cards = [card for card in CARDS if card != CHAINED]
    random.Random(seed).shuffle(cards)
    return [cards[seat :: len(PLAYERS)] for seat in range(len(PLAYERS))]


class Play:
    """A play as far as it has come, told as a scenario of ours."""

    def __init__(self, seed: int) -> None:
        self.hands = hands(seed)
        self.events: list[Fields] = []
        self.triggers = 0

    def scenario(self) -> Scenario:
        """What has happened."""
        setup = [
            {"id": card, "kind": _kind(card), "owner": PLAYERS[seat], "controller": None, "zone": "hand"}
            | ({"properties": {"static_control": "attached"}} if card in AURAS else {})
            for seat, hand in enumerate(self.hands)
            for card in hand
        ]
        document = {
            "id": "play",
            "game": "mtg",
            "players": list(PLAYERS),
            "setup": setup,
            "events": self.events,
        }
        return scenario_of(check_document(to_node(document, Mark(), Place("play")), "play"))

    def table(self) -> Table:
        """The states that our rules derive."""
        return set_table(self.scenario())

    def happen(self, step: Step) -> None:
        """Adds what a step means."""
        player = PLAYERS[step.seat]
        if step.do == "leave":
            self.events.append({"do": "leave_game", "player": player})
        elif step.do == "turn":
            self.events += [{"do": "end_turn"}, {"do": "begin_turn", "player": player}]
        else:
            targets = {"targets": list(step.targets)} if step.targets and step.card not in CREATURES else {}
            self.events.append({"do": "cast", "player": player, "card": step.card, **targets})
            done = {"do": "resolve", "what": step.card}
            effects = list(self._effects(step, player))
            self.events += [done, *effects] if step.card in (*CREATURES, *AURAS) else [*effects, done]

    def _effects(self, step: Step, player: str) -> Iterator[Fields]:
        card, targets = step.card, list(step.targets)
        if card == "Hook Warden" and targets:
            self.triggers += 1
            name = f"hook{self.triggers}"
            yield {"do": "trigger", "id": name, "source": card}
            until = {"while": "controls", "object": card, "player": player}
            yield {"do": "gain_control", "player": player, "of": targets, "until": until, "by": name}
            yield {"do": "resolve", "what": name}
        elif card in ("Sudden Errand", "Lasting Bargain"):
            until = "end_of_turn" if card == "Sudden Errand" else "indefinite"
            yield {"do": "gain_control", "player": player, "of": targets, "until": until, "by": card}
        elif card == "Fair Trade":
            yield {"do": "exchange_control", "of": targets, "by": card}
        elif card in ("Slate Fall", "Loose Thread"):
            yield {"do": "destroy", "what": targets}
        elif card == "Tide Turn":
            yield {"do": "move", "what": targets, "to": "hand"}
        elif card == "Brief Door":
            yield {"do": "move", "what": targets, "to": "exile"}
            yield {"do": "move", "what": targets, "to": "battlefield", "under": player}
        elif card == "Home Bell" and targets:
            yield {"do": "return_control", "of": targets, "by": card}
        elif card == "Kiln Gift":
            yield {"do": "create_token", "id": "Elemental", "creator": player, "kind": "creature token"}


def _kind(card: str) -> str:
    return "creature" if card in CREATURES else "aura" if card in AURAS else "sorcery"


def on_battlefield(table: Table, kind: str) -> list[str]:
    """The creatures or Auras on the battlefield, by our rules."""
    index = table.index(len(table.scenario.events))
    there = [str(row[0]) for row in table.run.match("zone", index, second="battlefield")]
    wanted = AURAS if kind == "aura" else (*CREATURES, "Elemental")
    return [name for name in wanted if name in there]


def next_step(play: Play, table: Table, seat: int, chance: random.Random) -> Step | None:
    """A card that a player can cast now, at targets there are; None where there is none."""
    index = table.index(len(table.scenario.events))
    in_hand = {str(row[0]) for row in table.run.match("zone", index, second="hand")}
    cards = [card for card in play.hands[seat] if card in in_hand]
    chance.shuffle(cards)
    for card in cards:
        targets = _targets(table, card, chance)
        if targets is not None:
            return Step("cast", seat, card, targets)
    return None


def _targets(table: Table, card: str, chance: random.Random) -> tuple[str, ...] | None:
    if card == "Home Bell":
        return tuple(on_battlefield(table, "creature"))
    wanted: Sequence[str] = AIMS.get(card, ())
    there = on_battlefield(table, wanted[0]) if wanted else []
    if card == "Hook Warden":
        return (chance.choice([*there, card]),)
    if card == "Brief Door":
        there = [each for each in there if each != "Hook Warden"]  # its ability would trigger once more
    if len(there) < len(wanted):
        return None
    return tuple(chance.sample(there, len(wanted)))
