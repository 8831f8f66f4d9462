"""Follows random plays in both engines, and says where they differ."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from phase_table import PhaseTable
from plays import PLAYERS, Play, Step, hands, next_step

from kb.inference.table import Table

ZONES = {"battlefield": "Battlefield", "graveyard": "Graveyard", "hand": "Hand", "exile": "Exile"}
Seen = Mapping[str, tuple[str, str | None]]


@dataclass(frozen=True)
class Difference:
    """A card on which the engines differ, and the play as far as it had come."""

    seed: int
    card: str
    ours: tuple[str, str | None]
    theirs: tuple[str, str | None]
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        told = "; ".join(
            f"{step.do} {PLAYERS[step.seat]} {step.card} {' '.join(step.targets)}".strip()
            for step in self.steps
        )
        return f"{self.seed}: {self.card}: ours {self.ours}, theirs {self.theirs}, after {told}"


@dataclass
class Compared:
    """How much was compared, where the other engine could not go on, and the differences."""

    steps: int = 0
    answers: int = 0
    stopped: int = 0
    differences: tuple[Difference, ...] = ()


def compare(seed: int, *, turns: int = 9) -> Compared:
    """One play, up to the first difference."""
    chance = random.Random(seed)
    play, theirs, found = Play(seed), PhaseTable(hands(seed)), Compared()
    done: list[Step] = []
    left: set[int] = set()
    play.events.append({"do": "begin_turn", "player": PLAYERS[0]})
    theirs.main_phase(1)
    for turn in range(1, turns + 1):
        for step in _turn(play, theirs, chance, left):
            done.append(step)
            found.steps += 1
            if step.do == "leave":
                continue  # the other engine looks at what follows once somebody does something
            ours, other = _ours(play.table(), left), _theirs(theirs, left)
            found.answers += len(ours)
            differing = [card for card in ours if ours[card] != other.get(card)]
            if differing:
                card = differing[0]
                shown = other.get(card, ("nowhere", None))
                found.differences = (Difference(seed, card, ours[card], shown, tuple(done)),)
                return found
        if len(left) > 1 or not theirs.main_phase(turn + 1):
            found.stopped = int(len(left) < 2)
            return found
        following = Step("turn", theirs.seat())
        play.happen(following)
        done.append(following)
    return found


def _turn(play: Play, theirs: PhaseTable, chance: random.Random, left: set[int]) -> Iterator[Step]:
    """The steps of a turn, each done in both engines before it is yielded."""
    seat = theirs.seat()
    for _ in range(chance.randint(1, 3)):
        step = next_step(play, play.table(), seat, chance)
        if chance.random() < 0.06 and not left:
            leaver = chance.choice([each for each in range(len(PLAYERS)) if each != seat])
            left.add(leaver)
            theirs.concede(leaver)
            step = Step("leave", leaver)
        elif step is None or not theirs.cast(step.card, () if step.card == "Home Bell" else step.targets):
            return
        play.happen(step)
        yield step


def _ours(table: Table, left: set[int]) -> Seen:
    index = table.index(len(table.scenario.events))
    found: dict[str, tuple[str, str | None]] = {}
    for card, zone in table.run.rows("zone", index):
        owner = table.one("owner", card, index)
        if zone in ZONES and (owner is None or PLAYERS.index(str(owner)) not in left):
            controller = table.one("controller", card, index)
            found[str(card)] = (ZONES[str(zone)], None if controller is None else str(controller))
    return found


def _theirs(table: PhaseTable, left: set[int]) -> Seen:
    return {
        name: (each["zone"], PLAYERS[each["controller"]] if each["zone"] == "Battlefield" else None)
        for name, each in table.objects().items()
        if each["owner"] not in left
    }
