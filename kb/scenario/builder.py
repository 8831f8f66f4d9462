"""Scenarios in Python: calls in a chain, each giving a new builder, checked exactly like a file.

Every verb of ``verbs.yaml`` is a method. Those used most are written out in `TypedVerbs`; the others take the
verb's fields by name, with a trailing underscore where Python has the word (`for_`, `with_`, `from_`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from kb.errors import Place, near_matches
from kb.scenario.document import Fields, Items, Mark, Node, Text
from kb.scenario.records import NOT_GIVEN, Scenario, Until
from kb.scenario.typed_verbs import TypedVerbs
from kb.scenario.validate import check_document, scenario_of
from kb.scenario.vocabulary import vocabulary
from kb.scenario.write import to_node, to_yaml


class _Owner(Enum):
    OWNER = "its owner"

    def __repr__(self) -> str:
        return "its owner"


ITS_OWNER: Final = _Owner.OWNER
"""The controller of an object in play when none is given; None would mean nobody."""


def scenario(
    game: str, *players: str, ruleset: str | None = None, title: str | None = None, id: str | None = None
) -> ScenarioBuilder:
    """A builder of a scenario, with no objects yet.

    >>> table = (
    ...     scenario("mtg", "A", "B")
    ...     .permanent("bear", owner="B", kind="creature")
    ...     .gain_control("A", "bear", until="end_of_turn", by="borrowing")
    ...     .end_turn("A")
    ...     .ask("controller", "bear", at="after:1", expect="A")
    ...     .ask("controller", "bear")
    ...     .build()
    ... )
    >>> [question.step for question in table.questions]
    [1, 2]
    """
    call = f"scenario({', '.join(repr(part) for part in (game, *players))})"
    head = {"id": id, "title": title, "game": game, "ruleset": ruleset, "players": players}
    mark, place = Mark(call=call), Place(call)
    entries = tuple(
        (Text(name, False, mark), to_node(part, mark, place))
        for name, part in head.items()
        if part is not None
    )
    return ScenarioBuilder(call, entries)


def while_(
    condition: str, *, object: str | None = None, player: str | None = None, counter: str | None = None
) -> Until:
    """A condition for `until`: the effect lasts while it holds.

    >>> while_("tapped", object="shackles").condition
    'tapped'
    """
    return Until("while", condition, object, player, counter)


@dataclass(frozen=True, slots=True)
class ScenarioBuilder(TypedVerbs):
    """A scenario in the making. Every method gives a new builder and leaves this one as it is."""

    name: str
    head: tuple[tuple[Text, Node], ...]
    setup: tuple[Fields, ...] = ()
    events: tuple[Fields, ...] = ()
    questions: tuple[Fields, ...] = ()

    def __getattr__(self, name: str) -> Callable[..., ScenarioBuilder]:
        if name.startswith("__"):
            raise AttributeError(name)
        verbs = vocabulary().verbs
        if name not in verbs:
            near = near_matches(name, (*verbs, *type(self).__dict__))
            meant = f"; did you mean {' or '.join(repr(word) for word in near)}?" if near else ""
            raise AttributeError(f"a scenario has no verb {name!r}{meant}")
        return lambda **fields: self.event(name, **fields)

    def __dir__(self) -> list[str]:
        return [*object.__dir__(self), *vocabulary().verbs]

    # the setup

    def card(
        self,
        id: str,
        *,
        owner: str,
        zone: str,
        kind: str,
        controller: str | _Owner | None = None,
        name: str | None = None,
        attached_to: str | None = None,
        **properties: object,
    ) -> ScenarioBuilder:
        """Adds an object in any zone; with no controller, as outside play."""
        return self._object(
            "card",
            id,
            owner,
            zone,
            kind,
            controller,
            name=name,
            attached_to=attached_to,
            properties=properties,
        )

    def permanent(
        self,
        id: str,
        *,
        owner: str,
        kind: str = "creature",
        controller: str | _Owner | None = ITS_OWNER,
        name: str | None = None,
        attached_to: str | None = None,
        **properties: object,
    ) -> ScenarioBuilder:
        """Adds a permanent of a Magic game, under its owner's control unless said otherwise."""
        return self._object(
            "permanent",
            id,
            owner,
            "battlefield",
            kind,
            controller,
            name=name,
            attached_to=attached_to,
            properties=properties,
        )

    def monster(
        self,
        id: str,
        *,
        owner: str,
        controller: str | _Owner | None = ITS_OWNER,
        name: str | None = None,
        kind: str = "monster",
        **properties: object,
    ) -> ScenarioBuilder:
        """Adds a monster in a Monster Zone, on its owner's field unless said otherwise."""
        return self._object("monster", id, owner, "mzone", kind, controller, name=name, properties=properties)

    def unit(
        self,
        id: str,
        *,
        owner: str,
        at: str | None = None,
        controller: str | _Owner | None = ITS_OWNER,
        name: str | None = None,
        kind: str = "unit",
        **properties: object,
    ) -> ScenarioBuilder:
        """Adds a unit at a battlefield, or at its controller's base when `at` is left out."""
        base = owner if isinstance(controller, _Owner) or controller is None else controller
        zone = f"base:{base}" if at is None else at if ":" in at else f"battlefield:{at}"
        return self._object("unit", id, owner, zone, kind, controller, name=name, properties=properties)

    def battlefield(
        self,
        id: str,
        *,
        owner: str,
        controller: str | _Owner | None = None,
        name: str | None = None,
        kind: str = "battlefield",
        **properties: object,
    ) -> ScenarioBuilder:
        """Adds a battlefield of a Riftbound game, controlled by nobody unless said otherwise."""
        zone = "battlefield_zone"
        return self._object(
            "battlefield", id, owner, zone, kind, controller, name=name, properties=properties
        )

    def player(self, id: str, **properties: object) -> ScenarioBuilder:
        """States something about a player, such as free zones: `player("A", mzone=0)`."""
        parts: dict[str, object] = {"id": id, "kind": "player", "properties": properties}
        return replace(
            self, setup=(*self.setup, self._fields(_call("player", {"id": id, **properties}), parts))
        )

    def _object(
        self,
        call: str,
        id: str,
        owner: str,
        zone: str,
        kind: str,
        controller: str | _Owner | None,
        *,
        name: str | None = None,
        attached_to: str | None = None,
        properties: dict[str, object],
    ) -> ScenarioBuilder:
        parts: dict[str, object] = {"id": id, "name": name, "kind": kind, "owner": owner}
        parts["controller"] = owner if isinstance(controller, _Owner) else controller
        parts |= {"zone": zone, "attached_to": attached_to, "properties": properties or None}
        written = _call(call, {"id": id, "owner": owner, "zone": zone, "kind": kind, **properties})
        optional = ("name", "attached_to", "properties")
        given = {key: part for key, part in parts.items() if part is not None or key not in optional}
        return replace(self, setup=(*self.setup, self._fields(written, given)))

    # the events

    def event(self, verb: str, **fields: object) -> ScenarioBuilder:
        """Adds an event. Fields given as None are left out.

        >>> table = scenario("mtg", "A", "B").permanent("bear", owner="A").event("tap", what="bear")
        >>> table.build().events[0].many("what")
        ('bear',)
        """
        given = {name.removesuffix("_"): part for name, part in fields.items() if part is not None}
        node = self._fields(_call(verb, given), {"do": verb, **given})
        return replace(self, events=(*self.events, node))

    # the questions

    def ask(
        self, ask: str, of: str, *, at: str = "end", expect: object = NOT_GIVEN, **more: object
    ) -> ScenarioBuilder:
        """Adds a question, checked if it has `expect`; `more` may be `why`, `what`, `for_`, `mechanical`."""
        given: dict[str, object] = {"ask": ask, "of": of, "at": at}
        if expect is not NOT_GIVEN:
            given["expect"] = expect
        given |= {name.removesuffix("_"): part for name, part in more.items() if part is not None}
        node = self._fields(_call("ask", given), given)
        return replace(self, questions=(*self.questions, node))

    # the result

    def build(self) -> Scenario:
        """The scenario. Raises `ScenarioError` for what a file could not say either; it names the call.

        >>> scenario("mtg", "A", "B").begin_turn("C").build()
        Traceback (most recent call last):
        kb.errors.ScenarioError: scenario('mtg', 'A', 'B') (begin_turn(player='C'), events[0].player): \
unknown player: found 'C', expected one of A, B
        """
        return scenario_of(check_document(self._document(), self.name))

    def to_yaml(self) -> str:
        """The scenario as a YAML document. Reading it gives a scenario equal to `build()`."""
        return to_yaml(self.build())

    def _document(self) -> Fields:
        mark = Mark(call=self.name)
        parts = {"setup": self.setup, "events": self.events, "questions": self.questions}
        lists = tuple((Text(name, False, mark), Items(nodes, mark)) for name, nodes in parts.items())
        return Fields((*self.head, *lists), mark)

    def _fields(self, call: str, parts: dict[str, object]) -> Fields:
        mark, place = Mark(call=call), Place(self.name, path=call)
        entries = ((Text(name, False, mark), to_node(part, mark, place)) for name, part in parts.items())
        return Fields(tuple(entries), mark)


def _call(name: str, given: dict[str, object]) -> str:
    return f"{name}({', '.join(f'{key}={part!r}' for key, part in given.items())})"
