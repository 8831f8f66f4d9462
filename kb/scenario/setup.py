"""Reading the setup: the objects at the start, and what is stated about players."""

from __future__ import annotations

from typing import Final

from kb.scenario.document import Fields, Node, Text, plain_value
from kb.scenario.events import read_flag
from kb.scenario.findings import describe, one_of
from kb.scenario.records import ScenarioObject
from kb.scenario.situation import Known, Situation
from kb.scenario.vocabulary import PropertySpec, split_zone

OBJECT_FIELDS: Final = ("id", "name", "kind", "owner", "controller", "zone", "attached_to", "properties")
PLAYER_KIND: Final = "player"


def declare(situation: Situation, nodes: tuple[Node, ...]) -> None:
    """Declares the ids of the setup, so that objects may name those that come after them."""
    for index, node in enumerate(nodes):
        given = node.get("id") if isinstance(node, Fields) else None
        if not isinstance(node, Fields) or not isinstance(given, Text) or not given.value:
            continue
        if given.value in situation.known:
            problem = "two objects have this id"
            situation.findings.error(given, f"setup[{index}].id", problem, found=given.value)
        elif given.value not in situation.players:
            kind = node.get("kind")
            words = str(plain_value(kind)).lower().split() if isinstance(kind, Text) else ()
            situation.known[given.value] = Known(0, tuple(words))


def read_object(situation: Situation, node: Node, index: int) -> tuple[ScenarioObject | None, bool]:
    """One object of the setup, and whether its controller is assumed: it is in play and none is given."""
    findings, path = situation.findings, f"setup[{index}]"
    fields = findings.fields(node, path, "an object")
    if fields is None:
        return None, False
    findings.unknown_fields(fields, path, "a field of objects", OBJECT_FIELDS)
    given = fields.get("id")
    if given is None:
        findings.error(fields, path, "an object needs an id")
        return None, False
    id = findings.text(given, f"{path}.id", "an id")
    if id is None:
        return None, False
    if id in situation.players:
        return _player_object(situation, fields, id, path), False
    return _object(situation, fields, id, path)


def _player_object(situation: Situation, fields: Fields, id: str, path: str) -> ScenarioObject:
    kind = fields.get("kind")
    if kind is not None and describe(kind).lower() != PLAYER_KIND:
        problem = "this id is a player's, so its kind is player"
        situation.findings.error(kind, f"{path}.kind", problem, found=describe(kind))
    properties = _properties(situation, fields, path, "player")
    place = situation.findings.place(fields, path)
    return ScenarioObject(id, _name(fields, id), (PLAYER_KIND,), None, None, None, place, None, properties)


def _object(situation: Situation, fields: Fields, id: str, path: str) -> tuple[ScenarioObject, bool]:
    findings = situation.findings
    kinds = _needed(situation, fields, "kind", path)
    zone_node = _needed(situation, fields, "zone", path)
    zone = situation.zone(zone_node, f"{path}.zone") if zone_node is not None else None
    owner = _owner(situation, fields, path)
    controller, is_assumed = _controller(situation, fields, path, zone, owner)
    attached = _given(fields, "attached_to")
    made = ScenarioObject(
        id=id,
        name=_name(fields, id),
        kinds=situation.kinds(kinds, f"{path}.kind") if kinds is not None else (),
        owner=owner,
        controller=controller,
        zone=zone,
        place=findings.place(fields, path),
        attached_to=situation.bearer(attached, f"{path}.attached_to") if attached is not None else None,
        properties=_properties(situation, fields, path, "object"),
    )
    if attached is not None and made.attached_to == id:
        findings.error(attached, f"{path}.attached_to", "an object cannot be attached to itself", found=id)
    return made, is_assumed


def _given(fields: Fields, name: str) -> Node | None:
    node = fields.get(name)
    return None if isinstance(node, Text) and node.is_null else node


def _needed(situation: Situation, fields: Fields, name: str, path: str) -> Node | None:
    node = _given(fields, name)
    if node is None:
        situation.findings.error(fields, path, f"an object needs the field {name!r}")
    return node


def _name(fields: Fields, id: str) -> str:
    node = _given(fields, "name")
    return str(node.value) if isinstance(node, Text) else id


def _owner(situation: Situation, fields: Fields, path: str) -> str | None:
    node = fields.get("owner")
    if node is None:
        situation.findings.error(fields, path, "an object needs the field 'owner'")
        return None
    if isinstance(node, Text) and node.is_null:
        situation.findings.caution(
            node, f"{path}.owner", "no owner is given, so nothing follows from ownership"
        )
        return None
    return situation.player(node, f"{path}.owner")


def _controller(
    situation: Situation, fields: Fields, path: str, zone: str | None, owner: str | None
) -> tuple[str | None, bool]:
    node = fields.get("controller")
    if node is not None:
        nobody = isinstance(node, Text) and node.is_null
        return (None if nobody else situation.player(node, f"{path}.controller")), False
    spec = situation.zones.get(split_zone(zone).name) if zone else None
    return (owner, owner is not None) if spec is not None and spec.is_in_play else (None, False)


def _properties(situation: Situation, fields: Fields, path: str, on: str) -> dict[str, object]:
    node = _given(fields, "properties")
    if node is None:
        return {}
    path = f"{path}.properties"
    given = situation.findings.fields(node, path, "properties")
    values: dict[str, object] = {}
    known = situation.words.properties_of(situation.game, on)
    for key, value in given.entries if given is not None else ():
        spec = known.get(key.value)
        if spec is None:
            message = f"unknown property {key.value!r}, which no rule reads"
            situation.findings.caution(key, path, message, word=key.value, near=known)
            values[key.value] = plain_value(value)
        else:
            values[spec.name] = _property(situation, spec, value, f"{path}.{key.value}")
    return values


def _property(situation: Situation, spec: PropertySpec, node: Node, path: str) -> object:
    value = plain_value(node)
    flag = read_flag(node)
    if spec.value in ("flag", "word_or_flag") and flag is not None:
        return flag
    if spec.value == "anything" or value is None:
        return value
    if spec.value == "number" and isinstance(value, int) and not isinstance(value, bool):
        return value
    if spec.value in ("word", "word_or_flag") and value in spec.words:
        return value
    expected = {
        "flag": "true or false",
        "number": "a whole number",
        "word": one_of(spec.words),
        "word_or_flag": f"true, false or {one_of(spec.words)}",
    }[spec.value]
    problem = f"the property {spec.name!r} cannot have this value"
    situation.findings.error(node, path, problem, found=describe(node), expected=expected, near=spec.words)
    return None
