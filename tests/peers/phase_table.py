"""Plays with `phase-python`, a Magic engine of others: a table of players, and cards that we made up.

That engine reads what cards do from their words. Ours are written for this purpose, in the shape of the card
lists it reads; each says one thing that changes control, or ends that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import phase

CREATURES = {
    "Harbour Ox": "",
    "Kiln Hare": "",
    "Hook Warden": "When Hook Warden enters the battlefield, gain control of target creature for as long "
    "as you control Hook Warden.",
}
SORCERIES = {
    "Sudden Errand": "Gain control of target creature until end of turn.",
    "Lasting Bargain": "Gain control of target creature.",
    "Fair Trade": "Exchange control of two target creatures.",
    "Slate Fall": "Destroy target creature.",
    "Tide Turn": "Return target creature to its owner's hand.",
    "Loose Thread": "Destroy target enchantment.",
    "Brief Door": "Exile target creature, then return it to the battlefield under your control.",
    "Home Bell": "Each player gains control of all creatures they own.",
    "Kiln Gift": "Create a 1/1 red Elemental creature token.",
    "Idle Page": "You gain 1 life.",
}
TOKEN = "Elemental"
FILLER = "Idle Page"
AURAS = {
    "Patient Whisper": "Enchant creature\nYou control enchanted creature.",
    "Stolen Leash": "Enchant creature\nYou control enchanted creature.",
    "Second Ribbon": "Enchant enchantment\nYou control enchanted enchantment.",
}


def _card(name: str, kind: str, text: str, subtypes: Sequence[str] = ()) -> Mapping[str, Any]:
    return {
        "name": name,
        "manaCost": "{0}",
        "types": [kind],
        "subtypes": list(subtypes),
        "supertypes": [],
        "type": kind + (f" — {' '.join(subtypes)}" if subtypes else ""),
        "text": text,
        "layout": "normal",
        "colors": [],
        "colorIdentity": [],
        "convertedManaCost": 0,
        "manaValue": 0,
        "legalities": {},
        "identifiers": {},
        "keywords": ["Enchant"] if "Aura" in subtypes else [],
        **({"power": "1", "toughness": "1"} if kind == "Creature" else {}),
    }


@cache
def _engine() -> Any:
    cards = [
        *(_card(name, "Creature", text, ["Ox"]) for name, text in CREATURES.items()),
        *(_card(name, "Sorcery", text) for name, text in SORCERIES.items()),
        *(_card(name, "Enchantment", text, ["Aura"]) for name, text in AURAS.items()),
    ]
    faces = {card["name"].lower(): phase.build_oracle_face(dict(card), None) for card in cards}
    return phase.Engine.from_json(json.dumps(faces))


class PhaseTable:
    """A game of theirs. Players are seats, from 0; a card is known by its name, so each is there once."""

    def __init__(self, hands: Sequence[Sequence[str]]) -> None:
        decks = [[*hand, *[FILLER] * 40] for hand in hands]
        game = _engine().new_game(
            player=decks[0],
            opponent=decks[1],
            extra_players=decks[2:],
            seed=1,
            format="FreeForAll",
            first_player=0,
        )
        self.game = game
        self.names = {name for hand in hands for name in hand} | {TOKEN}
        while self.waits_for() == "MulliganDecision":
            [keep] = [a for a in game.actions() if "Keep" in json.dumps(a.to_dict())][:1]
            self._apply(keep)
        self._deal(hands)

    def _deal(self, hands: Sequence[Sequence[str]]) -> None:
        """Puts the wanted cards into the hands, and the rest into the libraries."""
        whole = self.game.state()
        state = whole["state"]
        for seat, hand in enumerate(hands):
            player = state["players"][seat]
            everything = [*player["hand"], *player["library"]]
            wanted = []
            for name in hand:
                found = next(
                    i for i in everything if state["objects"][str(i)]["name"] == name and i not in wanted
                )
                wanted.append(found)
            player["hand"] = wanted
            player["library"] = [i for i in everything if i not in wanted]
            for number in everything:
                state["objects"][str(number)]["zone"] = "Hand" if number in wanted else "Library"
        self.game = _engine().load_game(whole)

    def waits_for(self) -> str:
        """What the game waits for."""
        return str(self.game.waiting_for()["type"])

    def seat(self) -> int:
        """Whose decision the game waits for."""
        data = self.game.waiting_for().get("data") or {}
        if "pending" in data:
            return int(data["pending"][0]["player"])
        return int(data.get("player", 0))

    def _apply(self, action: Any) -> None:
        self.game.apply(self.seat(), action)

    def objects(self) -> Mapping[str, Mapping[str, Any]]:
        """The objects by their names; tokens and the cards nobody asked for are left out."""
        found = self.game.state()["state"]["objects"].values()
        return {each["name"]: each for each in found if each["name"] in self.names}

    def cast(self, name: str, targets: Sequence[str] = ()) -> bool:
        """Casts a card at objects, and lets it and what it triggers resolve; False where it cannot."""
        number = self.objects()[name]["id"]
        casting = [a for a in self.game.actions() if a.kind == "CastSpell" and a.object_id == number]
        if not casting:
            return False
        self._apply(casting[0])
        waiting = list(targets)
        while self._choose(waiting) and self.game.stack():
            self._apply(_passing(self.game))
        return self.waits_for() == "Priority"

    def _choose(self, targets: list[str]) -> bool:
        """Chooses the targets wanted, in order, until the game waits for nothing but priority."""
        while self.waits_for() != "Priority":
            wanted = self.objects()[targets[0]]["id"] if targets else None
            fitting = [a for a in self.game.actions() if _aims(a, wanted)]
            if not fitting:
                return False
            self._apply(fitting[0])
            del targets[:1]
        return True

    def main_phase(self, turn: int) -> bool:
        """Goes on to the first main phase of a turn; False where the game waits for something else."""
        for _ in range(400):
            if (
                self.game.turn == turn
                and self.game.phase == "PreCombatMain"
                and self.waits_for() == "Priority"
            ):
                return True
            passing = _passing(self.game)
            if passing is None:
                return False
            self._apply(passing)
        return False

    def concede(self, seat: int) -> None:
        """Takes a player out of the game."""
        self.game.apply(seat, {"type": "Concede", "data": {"player_id": seat}})


def _passing(game: Any) -> Any:
    """Passing, or declaring nothing: what lets the game go on."""
    wanted = ("PassPriority", "DeclareAttackers", "DeclareBlockers", "SelectCards")
    found = [action for kind in wanted for action in game.actions() if action.kind == kind]
    return found[0] if found else None


def _aims(action: Any, wanted: int | None) -> bool:
    target = ((action.to_dict().get("data") or {}).get("target") or {}).get("Object")
    return wanted is None or target == wanted
