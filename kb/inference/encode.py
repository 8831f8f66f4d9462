"""From a scenario to the facts the rules read. Each field of an event becomes a fact of the same name.

Nothing here knows a verb: ``gain_control`` with ``of`` and ``player`` becomes ``do(e3, gain_control)``,
``of(e3, bear)``, ``player(e3, ann)``. An event that names several objects in ``of`` or ``what`` becomes one
part an object (``e3.1``, ``e3.2``), each of them ``beside`` the others, so that each can be a control effect
of its own. What is attached at the start is an event of the first step.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kb.inference.facts import Facts, StepFacts
from kb.inference.records import Value
from kb.scenario.records import Event, Scenario, ScenarioObject, Until
from kb.scenario.vocabulary import read_data

SETUP_LABEL = 0
_STAMP_OF_EVENTS = 1000
_SPLIT_FIELDS = ("of", "what")
_BATTLEFIELD = "battlefield"


@dataclass(frozen=True, slots=True)
class Encoded:
    """A scenario as facts, and which parts each event became (event number -> part names)."""

    facts: Facts
    parts: Mapping[int, tuple[str, ...]]


class _Facts:
    """Collects facts by predicate, each once, in the order given."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[tuple[Value, ...], None]] = defaultdict(dict)

    def add(self, predicate: str, *args: Value) -> None:
        self.rows[predicate][args] = None

    def frozen(self) -> dict[str, tuple[tuple[Value, ...], ...]]:
        return {predicate: tuple(rows) for predicate, rows in self.rows.items()}


def encode(scenario: Scenario, known: Mapping[str, object]) -> Encoded:
    """The facts of a scenario; `known` are the static predicates the rules declare (others are left out).

    The step labelled 0 is the start, the step labelled n is event n.
    """
    static = _Facts()
    _encode_players(scenario, static)
    for thing in scenario.objects:
        _encode_object(thing, static)
    for outsider in scenario.outsiders:
        static.add("outside", outsider.id)
    _encode_zones(scenario, static)
    _encode_texts(scenario, static)
    _encode_known_cards(scenario, static)
    steps = [_encode_start(scenario, static)]
    parts: dict[int, tuple[str, ...]] = {}
    for event in scenario.events:
        names = _encode_event(event, scenario, static)
        parts[event.n] = names
        steps.append(StepFacts(event.n, {"do": tuple((name, event.verb) for name in names)}))
    rows = {predicate: facts for predicate, facts in static.frozen().items() if predicate in known}
    return Encoded(Facts(rows, tuple(steps)), parts)


def _encode_players(scenario: Scenario, static: _Facts) -> None:
    players = scenario.players
    for index, player in enumerate(players):
        static.add("is_player", player)
        if len(players) > 1:
            static.add("next_player", player, players[(index + 1) % len(players)])


def _encode_object(thing: ScenarioObject, static: _Facts) -> None:
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


def _encode_property(thing: str, name: str, value: object, static: _Facts) -> None:
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


def _encode_zones(scenario: Scenario, static: _Facts) -> None:
    """What each zone is: at which battlefield, whose base, whether on the field."""
    for player in scenario.players:
        static.add("zone_base", f"base:{player}", player)
        static.add("zone_is", f"base:{player}", "field")
    for name in _battlefields(scenario):
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


def _encode_texts(scenario: Scenario, static: _Facts) -> None:
    """The few things that the rules need to know of a text, read from its set phrases.

    A text may forbid activating another object that it names, have a tap symbol in a cost, or leave a choice
    to a player it names; everything else about texts is for people.
    """
    for thing in scenario.objects:
        text = str(thing.properties.get("text", "")).casefold()
        if "{t}" in text.partition(":")[0] or "{q}" in text.partition(":")[0]:
            static.add("taps_as_cost", thing.id)
        if "cannot be activated" not in text and "can't be activated" not in text:
            continue
        for other in scenario.objects:
            if other.id != thing.id and other.name and other.name.casefold() in text:
                static.add("forbids_activation", thing.id, other.id)
    for event in scenario.events:
        made, text = event.text("id"), str(event.fields.get("text", "")).casefold()
        if made is not None and "choose" in text:
            static.add("leaves_choice", made)


def _encode_known_cards(scenario: Scenario, static: _Facts) -> None:
    """What is known of a card by its name alone, in whichever language the scenario names it."""
    if scenario.game != "ygo":
        return
    for predicate, cards in read_data("known_cards").items():
        names = {
            str(name).casefold()
            for card in cards
            for language, name in card.items()
            if language != "passcode"
        }
        for thing in scenario.objects:
            if thing.name.casefold() in names:
                static.add(predicate, thing.id)


def _encode_start(scenario: Scenario, static: _Facts) -> StepFacts:
    happening: list[tuple[Value, ...]] = [("setup", "begin")]
    for index, thing in enumerate(scenario.objects, start=1):
        happening.extend(_encode_counters(thing, static))
        if thing.attached_to is None:
            continue
        name = f"start.{thing.id}"
        happening.append((name, "attach"))
        static.add("verb", name, "attach")
        static.add("what", name, thing.id)
        static.add("to", name, thing.attached_to)
        static.add("stamp", name, index)
    return StepFacts(SETUP_LABEL, {"do": tuple(happening)})


def _encode_counters(thing: ScenarioObject, static: _Facts) -> Iterator[tuple[Value, ...]]:
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


def _encode_event(event: Event, scenario: Scenario, static: _Facts) -> tuple[str, ...]:
    split = next((name for name in _SPLIT_FIELDS if len(event.many(name)) > 1), None)
    if split is None:
        name = f"e{event.n}"
        _encode_part(name, event, event.fields, scenario, static)
        return (name,)
    targets = event.many(split)
    names = tuple(f"e{event.n}.{index}" for index in range(1, len(targets) + 1))
    for name, target in zip(names, targets, strict=True):
        _encode_part(name, event, {**event.fields, split: target}, scenario, static)
        for other in names:
            if other != name:
                static.add("beside", name, other)
    return names


def _encode_part(
    name: str, event: Event, fields: Mapping[str, object], scenario: Scenario, static: _Facts
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
                static.add(field, name, _zone_of(field, part, scenario))
    made = event.text("id")
    if made is not None:
        static.add("counts_as", made, 1)
        for kind in event.many("kind"):
            static.add("is_a", made, kind)


def _zone_of(field: str, value: Value, scenario: Scenario) -> Value:
    """A battlefield named where a zone is meant is the zone at that battlefield."""
    if field == "to" and value in _battlefields(scenario):
        return f"{_BATTLEFIELD}:{value}"
    return value


def _encode_until(name: str, until: Until, fields: Mapping[str, object], static: _Facts) -> None:
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
