"""Random situations in all three games, small enough to read when two engines disagree about one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

import situations_mtg
import situations_riftbound
import situations_ygo
from drafts import Draft, Fields, Picker, SeededPicker

from kb.errors import Place
from kb.scenario.records import Event, Outsider, Scenario, ScenarioObject, Until
from kb.scenario.rulesets import resolve_ruleset
from kb.scenario.vocabulary import FieldSpec, vocabulary

__all__ = ["GAMES", "Picker", "SeededPicker", "document", "situation"]

PLACE: Final = Place("random")
GAMES = ("mtg", "ygo", "riftbound")
RULESETS = {
    "mtg": (
        "mtg-cr-2010-02-01",
        "mtg-cr-2010-04-23",
        "mtg-cr-2012-07-01",
        "mtg-cr-2019-06-14",
        "mtg-cr-2025-09-19",
    ),
    "ygo": ("ygo-tcg-2005", "ygo-tcg-2010", "ygo-tcg-2024"),
    "riftbound": ("rift-cr-1.1", "rift-cr-1.2", "rift-cr-1.3", "rift-cr-1.4"),
}
"""On both sides of each change of the rules that random situations can reach."""
_PARTS = {"mtg": situations_mtg, "ygo": situations_ygo, "riftbound": situations_riftbound}


def document(game: str, pick: Picker, *, events: int = 10) -> Fields:
    """A random situation of a game with up to `events` events, as a scenario file would say it."""
    part = _PARTS[game]
    draft = Draft(pick, list(part.players(pick)))
    part.set_up(draft)
    verbs: tuple[Callable[[Draft], None], ...] = part.VERBS
    for _ in range(pick.choice(range(1, events + 1))):
        pick.choice(verbs)(draft)
    return {
        "game": game,
        "ruleset": pick.choice(RULESETS[game]),
        "players": draft.players,
        "setup": draft.setup,
        "events": draft.events,
    }


def situation(game: str, pick: Picker, *, events: int = 10) -> Scenario:
    """The same as records: what a file of it would be read as (a test compares the two), but sooner."""
    told = document(game, pick, events=events)
    ruleset = resolve_ruleset(game, told["ruleset"])
    return Scenario(
        id="1",
        title="",
        game=game,
        ruleset=told["ruleset"],
        document=ruleset.document,
        edition=ruleset.edition,
        players=tuple(told["players"]),
        objects=tuple(_object(thing) for thing in told["setup"]),
        events=tuple(_event(number, event) for number, event in enumerate(told["events"], start=1)),
        questions=(),
        place=PLACE,
        outsiders=tuple(_outsiders(told)),
    )


def _object(thing: Fields) -> ScenarioObject:
    return ScenarioObject(
        id=thing["id"],
        name=thing["id"],
        kinds=tuple(thing["kind"].split()),
        owner=thing["owner"],
        controller=thing["controller"],
        zone=thing["zone"],
        place=PLACE,
        attached_to=thing.get("attached_to"),
        properties=thing.get("properties", {}),
    )


def _event(number: int, told: Fields) -> Event:
    verb = vocabulary().verbs[told["do"]]
    fields = {name: _value(verb.fields[name], value) for name, value in told.items() if name != "do"}
    for name, spec in verb.fields.items():
        if spec.default is not None and name not in fields:
            fields[name] = _value(spec, spec.default)
    return Event(number, verb.name, fields, PLACE)


def _value(spec: FieldSpec, value: Any) -> object:
    if spec.role == "until":
        if isinstance(value, str):
            return Until(value)
        return Until("while", value["while"], value["object"], value.get("player"), value.get("counter"))
    if spec.role == "kinds":
        return tuple(value.split())
    if spec.is_many:
        return tuple(value) if isinstance(value, list) else (value,)
    return value[0] if isinstance(value, list) else value


def _outsiders(told: Fields) -> Iterator[Outsider]:
    """The cards that events name and nothing declares: the sources x and y of effects."""
    seen: dict[str, Outsider] = {}
    for number, event in enumerate(told["events"], start=1):
        name = event.get("by")
        if name not in ("x", "y"):
            continue
        player = event.get("player")
        if name not in seen:
            seen[name] = Outsider(name, number, "by", player)
        elif seen[name].player is None and player is not None:
            seen[name] = replace(seen[name], player=player)
    yield from seen.values()
