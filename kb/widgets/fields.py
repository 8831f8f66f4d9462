"""The inputs for a verb of the scenario format: each field a menu or a line, as its role asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import ipywidgets as w

from kb.scenario.vocabulary import FieldSpec, VerbSpec, vocabulary
from kb.widgets.parts import choice, several, text

_UNTIL: Final = ("indefinite", "end_of_turn", "end_phase")
_THINGS: Final = frozenset(("object", "named", "outsider", "battlefield", "bearer"))


def inputs_for(
    verb: VerbSpec, game: str, players: Sequence[str], objects: Sequence[str]
) -> dict[str, w.Widget]:
    """One input for each field of a verb, by the field's name, the needed ones first and marked ``*``.

    >>> made = inputs_for(vocabulary().verbs["gain_control"], "mtg", ["Ann", "Bob"], ["bear"])
    >>> made["player"].options, made["player"].description
    (('', 'Ann', 'Bob'), 'player *')
    """
    ordered = sorted(verb.fields.values(), key=lambda spec: not spec.is_needed)
    return {spec.name: _input(spec, game, players, objects) for spec in ordered}


def values_of(inputs: Mapping[str, w.Widget]) -> dict[str, object]:
    """What was chosen or typed, without what was left empty."""
    given: dict[str, object] = {}
    for name, made in inputs.items():
        value = made.value
        if isinstance(value, str):
            value = value.strip()
        if value not in ("", None, ()):
            given[name] = _written(value, isinstance(made, w.Combobox))
    return given


def _written(value: Any, is_free: bool) -> object:
    """A value as the scenario format writes it: one of several alone, digits typed as a number."""
    if isinstance(value, tuple):
        return list(value) if len(value) > 1 else value[0]
    return int(value) if is_free and value.isdecimal() else value


def _input(spec: FieldSpec, game: str, players: Sequence[str], objects: Sequence[str]) -> w.Widget:
    label = f"{spec.name} *" if spec.is_needed else spec.name
    options = _options(spec, game, players, objects)
    if spec.role == "flag":
        return choice(label, [("", None), ("✓", True)])
    if spec.role == "number":
        return w.Combobox(description=label, options=tuple(map(str, range(1, 11))), ensure_option=False)
    if options is None:
        return text(label)
    if spec.is_many:
        return several(label, options)
    if spec.is_open or spec.role == "outsider":
        return w.Combobox(options=tuple(options), description=label, ensure_option=False)
    return choice(label, options if spec.is_needed and len(options) == 1 else ["", *options])


def _options(spec: FieldSpec, game: str, players: Sequence[str], objects: Sequence[str]) -> list[str] | None:
    """What a field may say, where that is a closed or a suggested list."""
    if spec.words:
        return list(spec.words)
    if spec.role == "player":
        return list(players)
    if spec.role in _THINGS:
        return [*objects, *players] if spec.role == "bearer" else list(objects)
    if spec.role in ("place", "zone"):
        return zones_of(game, players, objects)
    if spec.role == "until":
        return list(_UNTIL)
    return list(vocabulary().kinds[game]) if spec.role == "kinds" else None


def zones_of(game: str, players: Sequence[str], objects: Sequence[str]) -> list[str]:
    """The zones of a game by the names that scenarios give them: bare ones, and each player's.

    >>> zones_of("mtg", ["Ann"], [])[:2]
    ['battlefield', 'stack']
    """
    found: list[str] = []
    for name, spec in vocabulary().zones[game].items():
        if spec.is_bare:
            found.append(name)
        if spec.of == "player":
            found += [f"{name}:{player}" for player in players]
        elif spec.of is not None:
            found += [f"{name}:{thing}" for thing in objects]
    return found
