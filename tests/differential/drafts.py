"""A situation in the making, and who makes the choices in it.

A `Picker` makes every choice, so that the same code serves a seeded generator (many situations, fast) and
hypothesis (fewer, but shrunk to the smallest that still shows a difference).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

Choice = TypeVar("Choice")
Fields = dict[str, Any]


class Picker(Protocol):
    """Makes choices."""

    def choice(self, options: Sequence[Choice]) -> Choice:
        """One of the options."""


@dataclass
class SeededPicker:
    """Choices from a seed."""

    seed: int | str
    _random: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def choice(self, options: Sequence[Choice]) -> Choice:
        return options[int(self._random.random() * len(options))]


@dataclass
class Draft:
    """A situation in the making: what exists so far, and what happened."""

    pick: Picker
    players: list[str]
    setup: list[Fields] = field(default_factory=list)
    events: list[Fields] = field(default_factory=list)
    made: list[Fields] = field(default_factory=list)
    """What events made: id and kind, so that later events can name it."""
    left: list[str] = field(default_factory=list)
    number: int = 0

    def player(self) -> str:
        return self.pick.choice(self.players)

    def acting(self) -> str:
        """A player who has not left the game, and so can act."""
        return self.pick.choice([player for player in self.players if player not in self.left])

    def maybe(self, chance: int = 2) -> bool:
        """True once in so many times."""
        return self.pick.choice(range(chance)) == 0

    def things(self, *kinds: str) -> list[str]:
        return [
            thing["id"]
            for thing in (*self.setup, *self.made)
            if not kinds or set(kinds) & set(thing["kind"].split())
        ]

    def thing(self, *kinds: str) -> str:
        return self.pick.choice(self.things(*kinds) or self.things())

    def several(self, *kinds: str) -> list[str]:
        """One thing, or now and then two different ones."""
        return list(dict.fromkeys([self.thing(*kinds)] + [self.thing(*kinds)] * self.maybe(4)))

    def pair(self, *kinds: str) -> list[str]:
        first = self.thing(*kinds)
        others = [thing for thing in self.things(*kinds) if thing != first]
        return [first, self.pick.choice(others)] if others else [first, first]

    def new(self, prefix: str, kind: str) -> str:
        self.number += 1
        self.made.append({"id": f"{prefix}{self.number}", "kind": kind})
        return f"{prefix}{self.number}"

    def place(self, **fields: Any) -> None:
        """Something that is there at the start."""
        self.setup.append(fields)

    def happen(self, verb: str, **fields: Any) -> None:
        given = {name.rstrip("_"): value for name, value in fields.items() if value is not None}
        self.events.append({"do": verb, **given})
