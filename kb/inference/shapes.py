"""The templates that have been learnt, by shape; and what stands before the objects of a scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from kb.errors import ScenarioError
from kb.inference.encode import encode_players, encode_zones
from kb.inference.facts import FactRows
from kb.inference.quick_shapes import (
    Declared,
    Unusual,
    event_shape,
    marked_event,
    marked_object,
    object_shape,
)
from kb.inference.records import Predicate
from kb.inference.templates import ObjectTemplates, Rows, Template, learn_event, learn_object
from kb.scenario.rulesets import Ruleset, resolve_ruleset

MOST_SHAPES: Final = 20_000


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """What a scenario says before its objects: the rules, the players, the zones there are."""

    ruleset: Ruleset
    facts: Rows


@dataclass(slots=True)
class Shapes:
    """The templates learnt so far, of all games; `known` are the static predicates that rules declare."""

    known: Mapping[str, Predicate]
    objects: dict[tuple[object, ...], ObjectTemplates | None] = field(default_factory=dict)
    events: dict[tuple[object, ...], Template | None] = field(default_factory=dict)
    heads: dict[tuple[object, ...], Head | None] = field(default_factory=dict)

    @property
    def is_full(self) -> bool:
        """Whether so much has been learnt that it is time to forget."""
        return len(self.objects) + len(self.events) + len(self.heads) > MOST_SHAPES

    def clear(self) -> None:
        """Forgets everything."""
        for kept in (self.objects, self.events, self.heads):
            kept.clear()

    def object(
        self, thing: Mapping[str, Any], declared: Declared, index: int
    ) -> tuple[ObjectTemplates, list[Any]]:
        """The templates of an object of the setup, learnt if they are new, and its names."""
        shape, names = object_shape(thing, declared, index)
        key = (declared.game, shape)
        found = self.objects.get(key)
        if found is None:
            if key not in self.objects:
                marked = marked_object(thing, names[4])
                found = learn_object(declared.game, marked, names[0] in declared.players, self.known)
                self.objects[key] = found
            if found is None:
                raise Unusual
        return found, names

    def event(self, event: Mapping[str, Any], declared: Declared, number: int) -> tuple[Template, list[Any]]:
        """The template of an event, learnt if it is new, and its names."""
        shape, names, kinds = event_shape(event, declared, number)
        key = (declared.game, shape)
        found = self.events.get(key)
        if found is None:
            if key not in self.events:
                marked = marked_event(event, declared.game, kinds)
                found = self.events[key] = learn_event(declared.game, marked, kinds, self.known)
            if found is None:
                raise Unusual
        return found, names

    def head(self, game: str, written: str | None, declared: Declared, players: tuple[str, ...]) -> Head:
        """What stands before the objects."""
        battlefields = tuple(name for name in declared.known if name in declared.battlefields)
        key = (game, written, players, battlefields)
        if key not in self.heads:
            self.heads[key] = _head(game, written, players, battlefields, self.known)
        found = self.heads[key]
        if found is None:
            raise Unusual
        return found


def _head(
    game: str,
    written: str | None,
    players: Sequence[str],
    battlefields: Iterable[str],
    known: Mapping[str, Predicate],
) -> Head | None:
    facts = FactRows()
    encode_players(players, facts)
    encode_zones(players, battlefields, facts)
    rows = {predicate: rows for predicate, rows in facts.rows.items() if predicate in known}
    try:
        return Head(resolve_ruleset(game, written), rows)
    except ScenarioError:
        return None
