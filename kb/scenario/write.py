"""Scenarios as YAML text, and Python values as nodes: the ways back into the format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import yaml

from kb.errors import Place, ScenarioError
from kb.scenario.document import Fields, Items, Mark, Node, Text
from kb.scenario.records import Event, Question, Scenario, ScenarioObject, Until

_WIDTH: Final = 110


def to_yaml(scenarios: Scenario | Iterable[Scenario]) -> str:
    """The YAML of one scenario, or of several as the documents of one file. Reading it gives equal scenarios.

    >>> from kb.scenario.read import read_scenarios
    >>> [table] = read_scenarios("{id: duel, game: mtg, players: [A, N]}", source="duel.yaml")
    >>> print(to_yaml(table), end="")
    id: duel
    game: mtg
    players:
    - A
    - N
    """
    several = (scenarios,) if isinstance(scenarios, Scenario) else tuple(scenarios)
    texts = (
        yaml.safe_dump(_scenario(one), sort_keys=False, allow_unicode=True, width=_WIDTH) for one in several
    )
    return "---\n".join(texts)


def to_node(value: object, mark: Mark, place: Place) -> Node:
    """A Python value as a node, so that it is checked like a written one.

    Raises `ScenarioError` for a value that YAML has no plain form for.

    >>> to_node(["bear", None], Mark(), Place("x")).values[1].is_null
    True
    """
    if isinstance(value, Until):
        return to_node(_until(value), mark, place)
    if isinstance(value, bool):
        return Text("true" if value else "false", plain=True, mark=mark)
    if value is None:
        return Text("null", plain=True, mark=mark)
    if isinstance(value, int | float):
        return Text(repr(value), plain=True, mark=mark)
    if isinstance(value, str):
        return Text(value, plain=False, mark=mark)
    if isinstance(value, Mapping):
        entries = (
            (Text(str(key), plain=False, mark=mark), to_node(part, mark, place))
            for key, part in value.items()
        )
        return Fields(tuple(entries), mark)
    if isinstance(value, list | tuple):
        return Items(tuple(to_node(part, mark, place) for part in value), mark)
    kind = type(value).__name__
    raise ScenarioError(
        place, "a value no scenario can hold", found=kind, expected="text, numbers, lists, mappings"
    )


def _scenario(scenario: Scenario) -> dict[str, object]:
    assumed = {thing.about for thing in scenario.assumptions if thing.kind == "controller_in_play"}
    parts: dict[str, object] = {"id": scenario.id, "title": scenario.title or None, "game": scenario.game}
    parts["ruleset"] = scenario.ruleset
    parts["players"] = scenario.players
    parts["setup"] = [_object(thing, thing.id in assumed) for thing in scenario.objects] or None
    parts["events"] = [_event(event) for event in scenario.events] or None
    parts["questions"] = [_question(question) for question in scenario.questions] or None
    parts.update(scenario.meta)
    return {key: _plain(value) for key, value in parts.items() if value is not None}


def _object(thing: ScenarioObject, is_controller_assumed: bool) -> dict[str, object]:
    parts: dict[str, object] = {"id": thing.id, "name": thing.name, "kind": " ".join(thing.kinds)}
    if thing.zone is not None:
        parts["owner"] = thing.owner
        if not is_controller_assumed:
            parts["controller"] = thing.controller
        parts["zone"] = thing.zone
    if thing.attached_to is not None:
        parts["attached_to"] = thing.attached_to
    if thing.properties:
        parts["properties"] = dict(thing.properties)
    return parts


def _event(event: Event) -> dict[str, object]:
    parts: dict[str, object] = {"n": event.n, "do": event.verb}
    for name, value in event.fields.items():
        parts[name] = _until(value) if isinstance(value, Until) else value
    if event.note is not None:
        parts["note"] = event.note
    return parts


def _question(question: Question) -> dict[str, object]:
    parts: dict[str, object] = {"ask": question.ask, "of": question.of, "at": question.at}
    if question.is_checked:
        parts["expect"] = question.expect
    remarks = {"why": question.why, "what": question.what, "for": question.for_}
    parts.update({name: value for name, value in remarks.items() if value is not None})
    if question.mechanical is not None:
        parts["mechanical"] = question.mechanical
    return parts


def _until(until: Until) -> object:
    if until.condition is None:
        return until.kind
    parts = {"object": until.object, "player": until.player, "counter": until.counter}
    given = {name: value for name, value in parts.items() if value is not None}
    return {"while": until.condition, **given}


def _plain(value: object) -> object:
    """Tuples as lists, all the way down: YAML has no tuples."""
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return value
