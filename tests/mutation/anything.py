"""Random situations in which anything may happen that the scenario format can say, sensible or not.

The events are made from the vocabulary: each verb with the fields it has, each field with something of its
role. The objects are drawn from one of each sort that some rule reads. Where the situations of
tests/differential resemble play, these look into every corner.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import yaml
from aim import NOTHING, Aim
from records import HERE

from kb.errors import Place, ScenarioError
from kb.scenario.document import Mark
from kb.scenario.records import Scenario
from kb.scenario.validate import check_document, scenario_of
from kb.scenario.vocabulary import FieldSpec, VerbSpec, vocabulary
from kb.scenario.write import to_node

Fields = dict[str, Any]


def anything(game: str, seed: int, aim: Aim = NOTHING) -> Scenario:
    """A situation of a game; the same seed gives the same one. `aim` says what it should be full of."""
    chance = random.Random(f"{game} {seed}")
    while True:
        with suppress(ScenarioError):
            node = to_node(_Draft(game, chance, aim).document(), Mark(), Place("anything"))
            return scenario_of(check_document(node, "anything"))


def rulesets_of(game: str) -> tuple[str, ...]:
    """The rulesets that situations of a game rest on."""
    return tuple(dict.fromkeys(_stock()[game]["rulesets"]))


@cache
def _stock() -> Mapping[str, Any]:
    found: Mapping[str, Any] = yaml.safe_load((HERE / "stock.yaml").read_text(encoding="utf-8"))
    return found


class _Draft:
    """A situation in the making."""

    def __init__(self, game: str, chance: random.Random, aim: Aim) -> None:
        self.game = game
        self.chance = chance
        self.aim = aim
        self.stock = _stock()[game]
        self.players = ["A", "B", "C", "D"][: chance.choice(self.stock["players"])]
        self.things: list[Fields] = []
        self.names: list[str] = []
        self.made = 0

    def document(self) -> Fields:
        """The whole, as a scenario file says it."""
        seated = [{"id": player, "properties": self._seat()} for player in self.players]
        for written in self.stock["always"]:
            self._add(written)
        for written in (*self._wanted(), *self.chance.sample(self.stock["some"], self.chance.randint(3, 6))):
            self._add(written)
        events = [self._event() for _ in range(self.chance.randint(3, 12))]
        return {
            "id": "anything",
            "game": self.game,
            "ruleset": self.chance.choice(self.aim.rulesets or self.stock["rulesets"]),
            "players": self.players,
            "setup": [*(each for each in seated if each["properties"]), *self.things],
            "events": events,
        }

    def _seat(self) -> Fields:
        """What is said of a player; mostly nothing."""
        likely = 0.15 if self.aim == NOTHING else 0.4
        return dict(self.chance.choice(self.stock["seats"])) if self.chance.random() < likely else {}

    def _add(self, written: Fields) -> None:
        """Adds an object of the stock; `any` stands for an object before it, `some` for a player."""
        number = len(self.things)
        owner = self.chance.choice(self.players)
        thing: Fields = {"id": f"o{number}", "owner": owner, **written}
        if "controller" not in written:
            thing["controller"] = self.chance.choice([owner, owner, *self.players])
        if str(thing.get("controller")) == "owner":
            thing["controller"] = owner
        thing["zone"] = thing["zone"].replace("owner", owner)
        thing["properties"] = {
            name: self._filled(value) for name, value in written.get("properties", {}).items()
        }
        if "attached_to" in written:
            thing["attached_to"] = self._object()
        self.things.append(thing)
        self.names.append(thing["id"])

    def _wanted(self) -> list[Fields]:
        """Some of the objects that are of the kinds or have the properties aimed at."""
        if self.aim == NOTHING:
            return []
        fitting = [
            written
            for written in self.stock["some"]
            if self.aim.kinds & {*written["kind"].split()}
            or self.aim.properties & written.get("properties", {}).keys()
        ]
        return [written for written in fitting for _ in range(2) if self.chance.random() < 0.4][:5]

    def _filled(self, value: object) -> object:
        return {"any": self._object, "some": lambda: self.chance.choice(self.players)}.get(
            str(value), lambda: value
        )()

    def _object(self) -> str:
        if not self.names:
            return "o0"
        if self.aim != NOTHING and self.chance.random() < 0.6:
            return self.chance.choice(self.names[-3:])
        return self.chance.choice(self.names)

    def _event(self) -> Fields:
        verbs = vocabulary().verbs_of(self.game)
        aimed = [name for name in self.aim.verbs if name in verbs]
        often = [name for name in self.stock["often"] if name in verbs]
        if aimed and self.chance.random() < 0.7:
            name = self.chance.choice(aimed)
        else:
            name = self.chance.choice(often if self.chance.random() < 0.5 else sorted(verbs))
        return {"do": name, **self._fields(verbs[name])}

    def _fields(self, verb: VerbSpec) -> Fields:
        found: Fields = {}
        for name, spec in verb.fields.items():
            likely = 0.75 if name in self.aim.fields else 0.5
            if spec.is_needed or spec.role == "new" or self.chance.random() < likely:
                several = spec.is_many and self.chance.random() < 0.4
                values = [self._value(spec) for _ in range(2 if several else 1)]
                found[name] = list(dict.fromkeys(values)) if spec.is_many else values[0]
        return found

    def _value(self, spec: FieldSpec) -> Any:
        if spec.role in ("new", "result"):
            self.made += 1
            self.names.append(f"n{self.made}")
            return self.names[-1]
        choices: Mapping[str, Any] = {
            "player": lambda: self.chance.choice(self.players),
            "battlefield": lambda: self.chance.choice(["o0", "o1"]),
            "outsider": lambda: self.chance.choice([self._object(), self._object(), "x"]),
            "zone": lambda: self.chance.choice(self.stock["zones"]),
            "place": lambda: self.chance.choice(self.stock["zones"]),
            "until": self._until,
            "kinds": lambda: self.chance.choice(self.stock["tokens"]),
            "word": lambda: self._aimed_word(spec.words),
            "text": lambda: self._aimed_word(self.stock["texts"].get(spec.name, ["choose"])),
            "number": lambda: self.chance.choice([0, 1, 2]),
            "flag": lambda: self.chance.choice([True, False]),
            "conquest": lambda: {"battlefield": "o0", "player": self.chance.choice(self.players)},
        }
        return choices.get(spec.role, self._object)()

    def _aimed_word(self, words: Sequence[str]) -> str:
        aimed = [word for word in words if word in self.aim.words]
        return self.chance.choice(aimed if aimed and self.chance.random() < 0.6 else words)

    def _until(self) -> Any:
        if self.chance.random() < 0.5:
            return self.chance.choice(
                ["indefinite", "end_of_turn", *(["end_phase"] if self.game == "ygo" else [])]
            )
        condition = self.chance.choice(sorted(vocabulary().conditions))
        fields = {"object": self._object(), "player": self.chance.choice(self.players), "counter": "gem"}
        needed = vocabulary().conditions[condition]
        return {"while": condition, **{name: value for name, value in fields.items() if name in needed}}
