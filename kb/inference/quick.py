"""What a scenario that is plain JSON says, without making records of it: for very many scenarios.

Each object and event is looked up by its shape (:mod:`kb.inference.quick_shapes`); only the names in it are
checked one by one, against what the scenario has declared by then. Whatever is not plainly right is not read
here: the caller reads it the long way, which tells what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from kb.errors import Place
from kb.inference.encode_texts import known_cards
from kb.inference.quick_shapes import BATTLEFIELD, Declared, Unusual
from kb.inference.shapes import Head, Shapes
from kb.inference.templates import Template
from kb.inference.told import Told
from kb.scenario.findings import Findings
from kb.scenario.plain import node_of, plain_json
from kb.scenario.questions import read_question
from kb.scenario.records import Event, Question
from kb.scenario.situation import Known, Situation
from kb.scenario.validate import SCENARIO_FIELDS
from kb.scenario.vocabulary import AskSpec, vocabulary

_FIELDS: Final = frozenset(SCENARIO_FIELDS)
_PLAINLY_ASKED: Final = frozenset({"ask", "of", "at"})
_AFTER: Final = re.compile("after: *([0-9]{1,9})")
_NOTHING: Final[tuple[Any, ...]] = ()


def tell(text: str, source: str, shapes: Shapes) -> Told | None:
    """What a scenario in JSON says; None when it has to be read the long way.

    >>> from kb.inference.records import Predicate, Sort
    >>> shapes = Shapes({"is_player": Predicate("is_player", Sort.STATIC, ("P",))})
    >>> told = tell('{"game": "mtg", "players": ["A"], "setup": []}', "x", shapes)
    >>> told.facts().static
    {'is_player': {('A',): None}}
    >>> tell('{"game": "mtgg", "players": ["A"], "setup": []}', "x", shapes) is None
    True
    """
    given = plain_json(text)
    if given is None:
        return None
    try:
        return _Reading(shapes, given, source).told()
    except (Unusual, TypeError):
        # A list or mapping where a name belongs cannot be looked up, which is a TypeError.
        return None


class _Reading:
    """One scenario being read."""

    def __init__(self, shapes: Shapes, given: Mapping[str, Any], source: str) -> None:
        self.shapes = shapes
        self.given = given
        self.place = Place(source)

    def told(self) -> Told:
        given = self.given
        game, written = _text(given.get("game")) or "", _text(given.get("ruleset"))
        if not given.keys() <= _FIELDS or game not in vocabulary().games:
            raise Unusual
        players = _names(given.get("players"))
        setup, events = _mappings(given.get("setup")), _mappings(given.get("events"))
        declared = _declared(game, players, setup)
        shapes = self.shapes
        head = shapes.head(game, written, declared, players)
        objects = [shapes.object(thing, declared, index) for index, thing in enumerate(setup, start=1)]
        happened = [shapes.event(event, declared, number) for number, event in enumerate(events, start=1)]
        sources: set[Head | Template] = {head, *[template for template, _ in happened]}
        for templates in {found for found, _ in objects}:
            sources.add(templates.is_object)
            if templates.at_start is not None:
                sources.add(templates.at_start)
        names = declared.known.keys() | declared.players
        if not declared.zones.isdisjoint(names) or not all(
            source is head or head.facts.keys().isdisjoint(source.facts) for source in sources
        ):
            raise Unusual
        asked = [
            self.question(each, declared, events, number)
            for number, each in enumerate(_mappings(given.get("questions")))
        ]
        return Told(
            _text(given.get("id")) or "1",
            _text(given.get("title")) or "",
            game,
            head,
            players,
            names,
            objects,
            happened,
            declared.outsiders if "outside" in shapes.known else [],
            bool(declared.battlefields),
            tuple(asked),
            sources,
        )

    def question(
        self, given: Mapping[str, Any], declared: Declared, events: Sequence[object], number: int
    ) -> Question:
        spec = _asks(declared.game).get(given.get("ask", ""))
        of, at = given.get("of"), given.get("at")
        if not given.keys() <= _PLAINLY_ASKED or spec is None or of not in declared.known:
            return self.other_question(given, declared, events, number)
        step = _step(at, len(events))
        if declared.known[of] > step or (spec.of == (BATTLEFIELD,) and of not in declared.battlefields):
            raise Unusual
        return Question(spec.name, of, at or "end", step, self.place)

    def other_question(
        self, given: Mapping[str, Any], declared: Declared, events: Sequence[object], number: int
    ) -> Question:
        """A question with more to it, read by the reader of questions."""
        situation = Situation(declared.game, tuple(declared.players), vocabulary(), Findings(""))
        for name, step in declared.known.items():
            situation.known[name] = Known(step, (BATTLEFIELD,) if name in declared.battlefields else ("?",))
        made = [Event(at, "", {}, self.place) for at, _ in enumerate(events, start=1)]
        question = read_question(situation, node_of(given), number, made, len(made))
        if question is None or situation.findings.errors:
            raise Unusual
        return question


def _declared(game: str, players: tuple[str, ...], setup: Iterable[Mapping[str, Any]]) -> Declared:
    """The names of the setup: objects may name those that come after them."""
    declared = Declared(game, frozenset(players), _zones(game))
    known, battlefields, cards = declared.known, [], known_cards() if game == "ygo" else _NOTHING
    for thing in setup:
        name = thing.get("id")
        if name.__class__ is not str or not name or name in known:
            raise Unusual
        if name not in declared.players:
            known[name] = 0
        if BATTLEFIELD in str(thing.get("kind")).lower():
            battlefields.append(name)
        if cards and str(thing.get("name") or name).casefold() in cards:
            raise Unusual
    declared.setup = frozenset(known)
    declared.battlefields = frozenset(battlefields)
    return declared


@cache
def _zones(game: str) -> frozenset[str]:
    return frozenset(vocabulary().zones[game])


@cache
def _asks(game: str) -> Mapping[str, AskSpec]:
    return vocabulary().asks_of(game)


def _mappings(given: Any) -> Sequence[Mapping[str, Any]]:
    if given is None:
        return _NOTHING
    if given.__class__ is not list or any(each.__class__ is not dict for each in given):
        raise Unusual
    return list(given)


def _names(given: Any) -> tuple[str, ...]:
    names = tuple(given) if given.__class__ is list else _NOTHING
    if (
        not names
        or any(name.__class__ is not str or not name for name in names)
        or len({*names}) < len(names)
    ):
        raise Unusual
    return names


def _text(given: Any) -> str | None:
    if given is not None and given.__class__ is not str:
        raise Unusual
    return given if given is None else str(given)


def _step(at: Any, count: int) -> int:
    if at is None or at == "end":
        return count
    if at == "start":
        return 0
    after = _AFTER.fullmatch(at)
    step = int(after[1]) if after else 0
    if not 1 <= step <= count:
        raise Unusual
    return step
