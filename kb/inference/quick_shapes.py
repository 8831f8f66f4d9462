"""The shape of an object or event: everything about it but the names in it, which are checked and taken out.

A shape is a tuple that can be looked up. In place of a name it has what the name stands for. Anything that is
not plainly right raises :class:`Unusual`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from kb.inference.templates import mark
from kb.scenario.vocabulary import vocabulary

PLAYER: Final = "player"
OBJECT: Final = "object"
BATTLEFIELD: Final = "battlefield"
NEW: Final = "new"
OUTSIDE: Final = "outside"
_MOST_NUMBER: Final = 100_000_000
_NAMES: Final = frozenset({"player", "object", "battlefield", "bearer", "outsider", "named", "new", "result"})
_PLACES: Final = frozenset({"zone", "place"})
_WORDS: Final = frozenset({"kinds", "word", "text", "number", "flag", "anything"})
_CONDITION: Final = {"object": "named", "player": "player"}

Shape = tuple[object, ...]


class Unusual(Exception):  # noqa: N818 - not an error: the scenario is read the long way
    """This scenario is to be read the long way."""


@dataclass(slots=True)
class Declared:
    """The names declared so far."""

    game: str
    players: frozenset[str]
    zones: frozenset[str]
    setup: frozenset[str] = frozenset()
    battlefields: frozenset[str] = frozenset()
    known: dict[str, int] = field(default_factory=dict)
    """Objects, with the number of the event that made them; 0 for those of the setup and outside."""
    outsiders: list[str] = field(default_factory=list)

    def zone(self, zone: Any) -> tuple[object, str | None]:
        """The shape of a zone as written, and the name in it."""
        if zone in self.zones:
            return zone, None
        if zone.__class__ is not str:
            raise Unusual
        name, _, of = zone.partition(":")
        if of in self.players:
            return (name, PLAYER), of
        if of in self.battlefields:
            return (name, BATTLEFIELD), of
        raise Unusual

    def name(self, role: str, name: Any, event: int, is_to: bool) -> str:
        """What a name in a role stands for; declares it where the role does that."""
        if name.__class__ is not str or not name or (is_to and name in self.battlefields):
            raise Unusual
        if role == "player":
            if name in self.players:
                return PLAYER
        elif role == "object":
            if name in self.known:
                return OBJECT
        elif role == "bearer":
            if name in self.known or name in self.players:
                return OBJECT
        elif role == "battlefield":
            if name in self.battlefields:
                return BATTLEFIELD
        elif role == "new" or role == "result":
            if role == "result" and name in self.known:
                return OBJECT
            if name not in self.players and name not in self.setup:
                self.known[name] = event
                return NEW
        else:
            if name not in self.known and name not in self.players:
                self.known[name] = 0
                self.outsiders.append(name)
            return OUTSIDE
        raise Unusual


@cache
def roles_of(game: str) -> Mapping[str, Mapping[str, str]]:
    """The role of each field of each verb of a game, by every name of the field."""
    return {
        verb.name: {
            **{name: spec.role for name, spec in verb.fields.items()},
            **{alias: verb.fields[name].role for alias, name in verb.aliases.items()},
        }
        for verb in vocabulary().verbs_of(game).values()
    }


def object_shape(thing: Mapping[str, Any], declared: Declared, index: int) -> tuple[Shape, list[Any]]:
    """The shape of an object of the setup, and its names: id, name, owner, controller, the place in its zone,
    what it is attached to; and its number.
    """
    get = thing.get
    id, name, owner, controller, kind = get("id"), get("name"), get("owner"), get("controller"), get("kind")
    attached, zone, place, properties = get("attached_to"), get("zone"), None, get("properties")
    if zone is not None and zone not in declared.zones:
        zone, place = declared.zone(zone)
    if not (
        (owner is None or owner in declared.players)
        and (controller is None or controller in declared.players)
    ):
        raise Unusual
    if attached is not None and (
        attached == id or not (attached in declared.known or attached in declared.players)
    ):
        raise Unusual
    shape = (
        *thing,
        id in declared.players,
        name.__class__,
        kind if kind.__class__ is str else _word(kind),
        zone,
        owner is None,
        controller is None,
        attached is None,
        None if not properties else _words(properties),
    )
    return shape, [id, name, owner, controller, place, attached, index]


def marked_object(thing: Mapping[str, Any], place: str | None) -> dict[str, object]:
    """The object with marks for its names; `place` is the name in its zone."""
    marks = {"id": 0, "name": 1, "owner": 2, "controller": 3, "attached_to": 5}
    marked = {
        name: mark(marks[name]) if name in marks and value is not None else value
        for name, value in thing.items()
    }
    if place is not None:
        marked["zone"] = f"{str(thing['zone']).partition(':')[0]}:{mark(4)}"
    return marked


def event_shape(
    event: Mapping[str, Any], declared: Declared, number: int
) -> tuple[Shape, list[Any], list[str]]:
    """The shape of an event; its names, after `e` with its number and its stamp; and what they stand for."""
    verb = event.get("do", "")
    roles = roles_of(declared.game).get(verb)
    if roles is None:
        raise Unusual
    shape: list[object] = [verb]
    names: list[Any] = [f"e{number}", 1000 + number]
    kinds: list[str] = []
    for name, value in event.items():
        if name == "do":
            continue
        if name == "n" or name == "note":
            if value is not None and (
                value != number or value.__class__ is not int if name == "n" else value.__class__ is not str
            ):
                raise Unusual
            continue
        shape.append(name)
        role = roles.get(name, "anything")
        if value is None:
            shape.append(None)
        elif role in _NAMES:
            if value.__class__ is list:
                shape.append(len(value))
            for part in value if value.__class__ is list else (value,):
                kind = declared.name(role, part, number, name == "to")
                shape.append((kind,))
                names.append(part)
                kinds.append(kind)
        elif role in _WORDS:
            shape.append(value if value.__class__ is str else _word(value))
            if name == "kind" and declared.game == "riftbound" and BATTLEFIELD in str(value).lower():
                raise Unusual
        elif role in _PLACES:
            _place(value, role, declared, shape, names, kinds)
        elif role == "until":
            _until(value, declared, number, shape, names, kinds)
        else:
            raise Unusual
    return tuple(shape), names, kinds


def _place(
    value: Any, role: str, declared: Declared, shape: list[object], names: list[Any], kinds: list[str]
) -> None:
    if value.__class__ is not str:
        raise Unusual
    if role == "place" and value in declared.battlefields and value not in declared.zones:
        shape.append((BATTLEFIELD,))
        names.append(value)
        kinds.append(BATTLEFIELD)
        return
    zone, name = declared.zone(value)
    shape.append(zone)
    if name is not None and isinstance(zone, tuple):
        names.append(name)
        kinds.append(zone[1])


def _until(
    value: Any, declared: Declared, number: int, shape: list[object], names: list[Any], kinds: list[str]
) -> None:
    if value.__class__ is str:
        shape.append(value)
        return
    if value.__class__ is not dict:
        raise Unusual
    for name, part in value.items():
        shape.append((name,))
        role = _CONDITION.get(name)
        if role is None:
            shape.append(_word(part))
        else:
            kind = declared.name(role, part, number, False)
            shape.append((kind,))
            names.append(part)
            kinds.append(kind)
    shape.append(())


def _word(value: Any) -> object:
    """A value that is part of a shape: `True` and `1` are not the same."""
    if value is None or value.__class__ is str:
        return value
    if value.__class__ is bool or (value.__class__ is int and -_MOST_NUMBER < value < _MOST_NUMBER):
        return value.__class__, value
    if value.__class__ is list:
        return ("list", *map(_word, value))
    raise Unusual


def _words(value: Any) -> object:
    if value.__class__ is not dict:
        raise Unusual
    return tuple(
        (name, _words(part) if part.__class__ is dict else _word(part)) for name, part in value.items()
    )


def marked_event(event: Mapping[str, Any], game: str, kinds: list[str]) -> dict[str, object]:
    """The event with marks for its names, which stand for these kinds."""
    roles, marks = roles_of(game)[event["do"]], iter(range(2, 2 + len(kinds)))

    def marked(name: str, value: Any) -> object:
        role = roles.get(name, "anything")
        if value is None or name in ("do", "n", "note") or role in _WORDS:
            return value
        if role in _NAMES:
            return [mark(next(marks)) for _ in value] if value.__class__ is list else mark(next(marks))
        if role == "until":
            return (
                value
                if value.__class__ is str
                else {
                    part: mark(next(marks)) if part in _CONDITION else inner for part, inner in value.items()
                }
            )
        if value in vocabulary().zones[game]:
            return value
        zone, colon, _ = value.partition(":")
        return f"{zone}:{mark(next(marks))}" if colon else mark(next(marks))

    return {name: marked(name, value) for name, value in event.items()}
