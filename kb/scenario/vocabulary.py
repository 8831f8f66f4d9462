"""What a scenario may say, read from ``ontology/scenario/*.yaml``: verbs, zones, kinds, properties, asks.

The files explain their own grammar in their heads. Here they become frozen records, once per process.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from kb.errors import Place, ScenarioError
from kb.ontology_files import ontology_root
from kb.scenario.document import parse_documents, plain_value

ROLES: Final = frozenset(
    {
        "player",
        "object",
        "battlefield",
        "bearer",
        "outsider",
        "named",
        "new",
        "result",
        "zone",
        "place",
        "until",
        "kinds",
        "word",
        "text",
        "number",
        "flag",
        "anything",
        "conquest",
        "negated",
    }
)
ACTORS: Final = ("player", "who", "creator")
"""The fields that name the acting player; the first that is given does."""


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """A field of a verb: what its value is, and whether it is needed or may be several."""

    name: str
    role: str
    is_needed: bool = False
    is_many: bool = False
    words: tuple[str, ...] = ()
    is_open: bool = False
    default: str | None = None
    games: tuple[str, ...] = ()
    """The games in which the verb has it; none means all the games of the verb."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Two fields that say one thing: the value of `value` is that of the field which `name` names."""

    name: str
    value: str
    default: str


@dataclass(frozen=True, slots=True)
class VerbSpec:
    """A verb of events: its fields, the games it belongs to, and what it says in en, fr and es."""

    name: str
    group: str
    games: tuple[str, ...]
    fields: Mapping[str, FieldSpec] = field(hash=False)
    does: Mapping[str, str] = field(hash=False)
    is_open: bool = False
    aliases: Mapping[str, str] = field(default_factory=dict, hash=False)
    fold: Fold | None = None

    @property
    def needed(self) -> tuple[str, ...]:
        """The fields without which the event means nothing."""
        return tuple(spec.name for spec in self.fields.values() if spec.is_needed)


@dataclass(frozen=True, slots=True)
class ZoneSpec:
    """A zone of a game: whose or which place its name carries, and whether objects there are in play."""

    name: str
    of: str | None = None
    is_bare: bool = True
    is_apart: bool = False
    is_in_play: bool = False


@dataclass(frozen=True, slots=True)
class PropertySpec:
    """A property of an object: the type of its value, and whether rules or people read it."""

    name: str
    games: tuple[str, ...]
    value: str
    words: tuple[str, ...]
    audience: str
    on: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskSpec:
    """A kind of question: the type of its answer, and what one can ask it of.

    `relation` is the word of the rules that answers it, where the answer is just that.
    """

    name: str
    games: tuple[str, ...]
    answer: str
    of: tuple[str, ...]
    keys: tuple[str, ...]
    relation: str | None = None


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Everything a scenario may say. `zones` and `kinds` are by game."""

    games: Mapping[str, Mapping[str, str]]
    verbs: Mapping[str, VerbSpec]
    zones: Mapping[str, Mapping[str, ZoneSpec]]
    kinds: Mapping[str, tuple[str, ...]]
    properties: Mapping[str, PropertySpec]
    conditions: Mapping[str, tuple[str, ...]]
    asks: Mapping[str, AskSpec]
    by_game: Mapping[str, Mapping[str, VerbSpec]]
    """The verbs of each game, with the fields they have there."""

    def verbs_of(self, game: str) -> Mapping[str, VerbSpec]:
        """The verbs a game's scenarios may use, with the fields they have in that game.

        >>> "hold" in vocabulary().verbs_of("riftbound"), "hold" in vocabulary().verbs_of("mtg")
        (True, False)
        """
        return self.by_game[game]

    def properties_of(self, game: str, on: str) -> dict[str, PropertySpec]:
        """The properties of a game's objects, or of its players with `on` "player"; by every name."""
        return {
            name: spec
            for spec in self.properties.values()
            if game in spec.games and spec.on == on
            for name in (spec.name, *spec.also)
        }

    def asks_of(self, game: str) -> dict[str, AskSpec]:
        """The questions a game's scenarios may ask."""
        return {name: spec for name, spec in self.asks.items() if game in spec.games}


@dataclass(frozen=True, slots=True)
class ZoneName:
    """A zone as written, in its parts: ``base:A`` is the zone `base` of `A`; `of` is None for a bare name."""

    name: str
    of: str | None = None


def split_zone(zone: str) -> ZoneName:
    """The parts of a zone as written.

    >>> split_zone("battlefield:bf"), split_zone("graveyard")
    (ZoneName(name='battlefield', of='bf'), ZoneName(name='graveyard', of=None))
    """
    name, colon, of = zone.partition(":")
    return ZoneName(name, of if colon else None)


@cache
def vocabulary() -> Vocabulary:
    """The vocabulary of scenarios, read once.

    >>> vocabulary().verbs["attach"].needed
    ('what', 'to')
    >>> sorted(name for name, zone in vocabulary().zones["mtg"].items() if zone.is_apart)
    ['graveyard', 'hand', 'library']
    """
    things = read_data("things")
    games = tuple(things["games"])
    verbs = {name: _verb(name, given, games) for name, given in read_data("verbs")["verbs"].items()}
    return Vocabulary(
        games=things["games"],
        verbs=verbs,
        by_game={
            game: {name: _verb_in(game, verb) for name, verb in verbs.items() if game in verb.games}
            for game in games
        },
        zones={
            game: {name: _zone(name, given) for name, given in zones.items()}
            for game, zones in things["zones"].items()
        },
        kinds=things["kinds"],
        properties={name: _property(name, given, games) for name, given in things["properties"].items()},
        conditions=things["conditions"],
        asks={name: _ask(name, given, games) for name, given in things["asks"].items()},
    )


@cache
def read_data(name: str) -> dict[str, Any]:
    """One of the data files as plain values, read once; not to be changed.

    Raises `ScenarioError` when it is not a mapping.
    """
    path = ontology_root() / "scenario" / f"{name}.yaml"
    value = plain_value(parse_documents(path.read_text("utf-8"), path.name)[0])
    if not isinstance(value, dict):
        raise ScenarioError(Place(path.name), "not a mapping", found=type(value).__name__)
    return value


def _verb(name: str, given: Mapping[str, Any], games: tuple[str, ...]) -> VerbSpec:
    return VerbSpec(
        name=name,
        group=given["group"],
        games=given.get("games", games),
        fields={part: _field(name, part, value) for part, value in given["fields"].items()},
        does=given["does"],
        is_open=given.get("open", False),
        aliases={
            alias: part
            for part, value in given["fields"].items()
            if isinstance(value, dict)
            for alias in value.get("also", ())
        },
        fold=Fold(**given["fold"]) if "fold" in given else None,
    )


def _verb_in(game: str, verb: VerbSpec) -> VerbSpec:
    fields = {name: spec for name, spec in verb.fields.items() if not spec.games or game in spec.games}
    return verb if len(fields) == len(verb.fields) else replace(verb, fields=fields)


def _field(verb: str, name: str, given: str | Mapping[str, Any]) -> FieldSpec:
    more: Mapping[str, Any] = {} if isinstance(given, str) else given
    written: str = given if isinstance(given, str) else given["role"]
    role = written.rstrip("!*")
    if role not in ROLES:
        place = Place("verbs.yaml", path=f"{verb}.{name}")
        raise ScenarioError(place, "unknown role", found=role, expected=", ".join(sorted(ROLES)))
    return FieldSpec(
        name=name,
        role=role,
        is_needed="!" in written,
        is_many="*" in written,
        words=more.get("words", ()),
        is_open=more.get("open", False),
        default=more.get("default"),
        games=tuple(more.get("games", ())),
    )


def _zone(name: str, given: Mapping[str, Any]) -> ZoneSpec:
    return ZoneSpec(
        name=name,
        of=given.get("of", given.get("may_of")),
        is_bare="of" not in given,
        is_apart=given.get("apart", False),
        is_in_play=given.get("in_play", False),
    )


def _property(name: str, given: Mapping[str, Any], games: tuple[str, ...]) -> PropertySpec:
    return PropertySpec(
        name=name,
        games=given.get("games", games),
        value=given["value"],
        words=given.get("words", ()),
        audience=given["for"],
        on=given.get("on", "object"),
        also=given.get("also", ()),
    )


def _ask(name: str, given: Mapping[str, Any], games: tuple[str, ...]) -> AskSpec:
    return AskSpec(
        name=name,
        games=given.get("games", games),
        answer=given["answer"],
        of=given["of"],
        keys=given.get("keys", ()),
        relation=given.get("relation"),
    )
