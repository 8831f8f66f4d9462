"""From a scenario to the facts the rules read. Each field of an event becomes a fact of the same name.

Nothing here knows a verb: ``gain_control`` with ``of`` and ``player`` becomes ``do(e3, gain_control)``,
``of(e3, bear)``, ``player(e3, ann)``. An event that names several objects in ``of`` or ``what`` becomes one
part an object (``e3.1``, ``e3.2``), each of them ``beside`` the others, so that each can be a control effect
of its own. What is attached at the start is an event of the first step.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.inference.encode_texts import encode_choice, encode_cost, encode_forbidden, encode_known_card
from kb.inference.facts import FactRows, Facts, StepFacts, check_table
from kb.inference.records import Predicate, Sort, Value
from kb.scenario.records import Event, Scenario, ScenarioObject, Until

SETUP_LABEL = 0
AT_START: tuple[tuple[Value, ...], ...] = (("setup", "begin"),)
"""What happens at the start in every scenario."""
_STAMP_OF_EVENTS = 1000
_SPLIT_FIELDS = ("of", "what")
_BATTLEFIELD = "battlefield"


@dataclass(frozen=True, slots=True)
class Encoded:
    """A scenario as facts, and which parts each event became (event number -> part names)."""

    facts: Facts
    parts: Mapping[int, tuple[str, ...]]


def encode(scenario: Scenario, known: Mapping[str, Predicate]) -> Encoded:
    """The facts of a scenario; `known` are the static predicates the rules declare (others are left out).

    The step labelled 0 is the start, the step labelled n is event n.
    """
    static = FactRows()
    battlefields = _battlefields(scenario)
    encode_players(scenario.players, static)
    for thing in scenario.objects:
        encode_object(thing, static)
    for outsider in scenario.outsiders:
        static.add("outside", outsider.id)
    encode_zones(scenario.players, battlefields, static)
    for thing in scenario.objects:
        encode_cost(thing, static)
        encode_forbidden(thing, scenario.objects, static)
    for event in scenario.events:
        encode_choice(event, static)
    for thing in scenario.objects:
        encode_known_card(thing, scenario.game, static)
    happening = list(AT_START)
    for index, thing in enumerate(scenario.objects, start=1):
        happening += encode_start(thing, index, static)
    steps = [StepFacts(SETUP_LABEL, {"do": tuple(happening)})]
    parts: dict[int, tuple[str, ...]] = {}
    for event in scenario.events:
        names = encode_event(event, battlefields, static)
        parts[event.n] = names
        steps.append(StepFacts(event.n, {"do": tuple((name, event.verb) for name in names)}))
    rows = {predicate: facts for predicate, facts in static.frozen().items() if predicate in known}
    for predicate, facts in rows.items():
        if {*map(len, facts)} != {known[predicate].arity}:
            check_table(predicate, facts, Sort.STATIC, known, "static facts")
    return Encoded(Facts(rows, tuple(steps), is_sound=True), parts)


def encode_players(players: Sequence[str], static: FactRows) -> None:
    """Adds who plays, and in which order."""
    for index, player in enumerate(players):
        static.add("is_player", player)
        if len(players) > 1:
            static.add("next_player", player, players[(index + 1) % len(players)])


def encode_object(thing: ScenarioObject, static: FactRows) -> None:
    """Adds what an object is, whose, where, and its properties."""
    for kind in thing.kinds:
        static.add("is_a", thing.id, kind)
    if thing.owner is not None:
        static.add("starts_owned", thing.id, thing.owner)
    if thing.controller is not None:
        static.add("starts_under", thing.id, thing.controller)
    if thing.zone is not None:
        static.add("starts_in", thing.id, thing.zone)
    static.add("named", thing.id, thing.name)
    static.add("counts_as", thing.id, _number(thing.properties.get("count", 1)))
    for name, value in thing.properties.items():
        _encode_property(thing.id, name, value, static)


def _encode_property(thing: str, name: str, value: object, static: FactRows) -> None:
    if value is None or value is False:
        return
    if name == "free_main_monster_zones" or name == "mzone":
        static.add("room_at_start", thing, _number(value))
    elif name == "free_spell_trap_zones" or name == "szone":
        static.add("spell_room_at_start", thing, _number(value))
    elif value is True:
        static.add("has", thing, name)
        static.add(name, thing, "true")
    else:
        for part in _constants(value):
            static.add(name, thing, part)


def encode_zones(players: Iterable[str], battlefields: Iterable[str], static: FactRows) -> None:
    """Adds what each zone is: at which battlefield, whose base, whether on the field."""
    for player in players:
        static.add("zone_base", f"base:{player}", player)
        static.add("zone_is", f"base:{player}", "field")
    for name in battlefields:
        static.add("zone_place", f"{_BATTLEFIELD}:{name}", name)
        static.add("zone_is", f"{_BATTLEFIELD}:{name}", "field")
        static.add("zone_hidden", f"facedown:{name}", name)
    for zone in ("mzone", "szone", "fieldzone", _BATTLEFIELD, "battlefield_zone", "legend_zone"):
        static.add("zone_is", zone, "field")


def _battlefields(scenario: Scenario) -> tuple[str, ...]:
    if scenario.game != "riftbound":
        return ()
    named = [thing.id for thing in scenario.objects if _BATTLEFIELD in thing.kinds]
    made = [
        created
        for event in scenario.events
        if (created := event.text("id")) is not None and _BATTLEFIELD in event.many("kind")
    ]
    return tuple(dict.fromkeys(named + made))


def encode_start(thing: ScenarioObject, index: int, static: FactRows) -> Iterator[tuple[Value, ...]]:
    """Adds the facts of what happens at the start because of the object at a place (from 1) of the setup.

    Returns what happens: its counters are put on it, and it is attached to what it is attached to.
    """
    yield from _encode_counters(thing, static)
    if thing.attached_to is not None:
        name = f"start.{thing.id}"
        static.add("verb", name, "attach")
        static.add("what", name, thing.id)
        static.add("to", name, thing.attached_to)
        static.add("stamp", name, index)
        yield (name, "attach")


def _encode_counters(thing: ScenarioObject, static: FactRows) -> Iterator[tuple[Value, ...]]:
    """The counters an object starts with, each sort as an event that puts them there."""
    counters = thing.properties.get("counters")
    amounts = counters if isinstance(counters, Mapping) else dict.fromkeys(_constants(counters), 1)
    for counter, amount in amounts.items():
        name = f"start.{thing.id}.{counter}"
        static.add("verb", name, "put_counter")
        static.add("what", name, thing.id)
        static.add("counter", name, str(counter))
        static.add("given", name, "amount")
        static.add("amount", name, _number(amount))
        yield (name, "put_counter")


def encode_event(event: Event, battlefields: Collection[str], static: FactRows) -> tuple[str, ...]:
    """Adds the facts of an event; returns the names of its parts."""
    split = next((name for name in _SPLIT_FIELDS if len(event.many(name)) > 1), None)
    if split is None:
        name = f"e{event.n}"
        _encode_part(name, event, event.fields, battlefields, static)
        return (name,)
    targets = event.many(split)
    names = tuple(f"e{event.n}.{index}" for index in range(1, len(targets) + 1))
    for name, target in zip(names, targets, strict=True):
        _encode_part(name, event, {**event.fields, split: target}, battlefields, static)
        for other in names:
            if other != name:
                static.add("beside", name, other)
    return names


def _encode_part(
    name: str, event: Event, fields: Mapping[str, object], battlefields: Collection[str], static: FactRows
) -> None:
    static.add("verb", name, event.verb)
    static.add("stamp", name, _STAMP_OF_EVENTS + event.n)
    for field, value in fields.items():
        static.add("given", name, field)
        if isinstance(value, Until):
            _encode_until(name, value, fields, static)
        elif isinstance(value, Mapping):
            for key, inner in value.items():
                for part in _constants(inner):
                    static.add(f"{field}_{key}", name, part)
        else:
            for part in _constants(value):
                static.add(field, name, _zone_of(field, part, battlefields))
    made = event.text("id")
    if made is not None:
        static.add("counts_as", made, 1)
        for kind in event.many("kind"):
            static.add("is_a", made, kind)


def _zone_of(field: str, value: Value, battlefields: Collection[str]) -> Value:
    """A battlefield named where a zone is meant is the zone at that battlefield."""
    if field == "to" and value in battlefields:
        return f"{_BATTLEFIELD}:{value}"
    return value


def _encode_until(name: str, until: Until, fields: Mapping[str, object], static: FactRows) -> None:
    static.add("until", name, until.kind)
    if until.kind != "while" or until.condition is None:
        return
    static.add("while", name, until.condition)
    if until.object is not None:
        static.add("while_object", name, until.object)
    player = until.player if until.player is not None else fields.get("player")
    if player is not None:
        static.add("while_player", name, str(player))
    if until.counter is not None:
        static.add("while_counter", name, until.counter)


def _constants(value: object) -> Iterator[Value]:
    if value is None:
        return
    if isinstance(value, bool):
        yield "true" if value else "false"
    elif isinstance(value, int):
        yield value
    elif isinstance(value, Mapping):
        yield from (str(key) for key in value)
    elif isinstance(value, str):
        yield value
    elif isinstance(value, Iterable):
        for part in value:
            yield from _constants(part)
    else:
        yield str(value)


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 1
