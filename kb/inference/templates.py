"""What one object or event becomes as facts, learnt once for each shape and then filled in.

Two objects have one shape when they differ in nothing but the names in them: ids, players, places. What the
reader of scenarios and :mod:`kb.inference.encode` make of a shape is found by giving them one object whose
names are marks; wherever a mark comes out, the name goes in. So nothing is known here about what a scenario
says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kb.inference.apart import Kind, Said
from kb.inference.encode import encode_event, encode_object, encode_start
from kb.inference.encode_texts import encode_choice, encode_cost, forbids
from kb.inference.facts import FactRows, Row
from kb.inference.records import Predicate, Value
from kb.scenario.events import read_event
from kb.scenario.findings import Findings
from kb.scenario.plain import node_of
from kb.scenario.records import ScenarioObject
from kb.scenario.setup import declare, read_object
from kb.scenario.situation import Known, Situation
from kb.scenario.vocabulary import vocabulary

NUMBER: Final = 987_654_321
"""The number of the event or object that a shape is learnt from."""
_EVENT: Final = f"e{NUMBER}"
_MARK: Final = re.compile("\x00(\\d+)\x01")
_CONSTANT: Final = "constant"
_THINGS_OF_OBJECT: Final = (0, 1, 5)
"""The places of the id of an object, its card's name, and what it is attached to."""

Rows = Mapping[str, dict[Row, None]]


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """The facts of a shape. Numbers stand for places in the list of its values: first the names given, then
    the names made of them, then the constants.
    """

    made: tuple[tuple[str, int, str], ...]
    constants: tuple[Value, ...]
    singles: tuple[tuple[str, int], ...]
    pairs: tuple[tuple[str, int, int], ...]
    happening: tuple[tuple[int, str], ...]
    facts: Rows
    """The facts with the marks in them."""
    things: tuple[int, ...]
    """The places of names of objects and cards."""
    said: Mapping[str, frozenset[Said]]
    """The kinds of its facts, and of what happens."""

    def values(self, names: list[Any]) -> list[Any]:
        """All values, from the names given."""
        made = [f"{before}{names[place]}{after}" for before, place, after in self.made]
        return [*names, *made, *self.constants]

    def fill(self, values: list[Any], rows: Mapping[str, dict[Row, None]]) -> None:
        """Adds the facts to the rows of their predicates."""
        for predicate, first, second in self.pairs:
            rows[predicate][values[first], values[second]] = None
        for predicate, only in self.singles:
            rows[predicate][(values[only],)] = None


@dataclass(frozen=True, slots=True)
class ObjectTemplates:
    """What an object is, and what happens at the start because of it."""

    is_object: Template
    at_start: Template | None


def mark(place: int) -> str:
    """The mark that stands for the name at a place."""
    return f"\x00{place}\x01"


def learn_object(
    game: str, thing: Mapping[str, object], is_player: bool, known: Mapping[str, Predicate]
) -> ObjectTemplates | None:
    """The templates of an object that has marks for names; None when something is wrong with it.

    The marks are those of its id, its name, owner and controller, the place in its zone, and what it is
    attached to, in this order; a seventh stands for its number. Facts of predicates that are not `known` are
    left out.
    """
    players = [mark(place) for place in ((0, 2, 3, 4) if is_player else (2, 3, 4))]
    for place, kind in ((4, "player"), (4, "battlefield")):
        situation = _situation(
            game, players if kind == "player" else players[:-1], {mark(5): "object", mark(place): kind}
        )
        node = node_of(dict(thing))
        declare(situation, (node,))
        read, _ = read_object(situation, node, 0)
        if read is not None and not situation.findings.errors:
            return _templates_of(read, known)
    return None


def _templates_of(thing: ScenarioObject, known: Mapping[str, Predicate]) -> ObjectTemplates | None:
    if forbids(str(thing.properties.get("text", ""))):
        return None
    facts, start = FactRows(), FactRows()
    encode_object(thing, facts)
    encode_cost(thing, facts)
    happening = tuple(encode_start(thing, NUMBER, start))
    is_object = _template(facts, (), 7, known, _THINGS_OF_OBJECT)
    at_start = _template(start, happening, 7, known, _THINGS_OF_OBJECT)
    if is_object is None or at_start is None:
        return None
    return ObjectTemplates(is_object, at_start if happening else None)


def learn_event(
    game: str, event: Mapping[str, object], kinds: Sequence[str], known: Mapping[str, Predicate]
) -> Template | None:
    """The template of an event that has marks for names, which are of these kinds; None when it is wrong.

    The first two places are for the name of the event and its stamp.
    """
    marks = {mark(place): kind for place, kind in enumerate(kinds, start=2)}
    players = [name for name, kind in marks.items() if kind == "player"]
    situation = _situation(game, players, marks)
    node = node_of({name: value for name, value in event.items() if name not in ("n", "note")})
    read = None if str(NUMBER) in str(event) else read_event(situation, node, NUMBER - 1)
    if read is None or situation.findings.errors:
        return None
    facts = FactRows()
    battlefields = [name for name, kind in marks.items() if kind == "battlefield"]
    names = encode_event(read, battlefields, facts)
    encode_choice(read, facts)
    things = tuple(place for place, kind in enumerate(kinds, start=2) if kind != "player")
    return _template(facts, tuple((name, read.verb) for name in names), 2 + len(marks), known, things)


def _situation(game: str, players: Iterable[str], marks: Mapping[str, str]) -> Situation:
    situation = Situation(game, tuple(players), vocabulary(), Findings("shape"))
    for name, kind in marks.items():
        if kind in ("object", "battlefield"):
            situation.known[name] = Known(0, (kind,))
    return situation


def _template(
    facts: FactRows,
    happening: tuple[tuple[Value, ...], ...],
    given: int,
    known: Mapping[str, Predicate],
    things: tuple[int, ...],
) -> Template | None:
    """The template of these facts; None where a name is made of two names, or a fact has too many terms."""
    kept = {predicate: rows for predicate, rows in facts.rows.items() if predicate in known}
    if any({*map(len, rows)} != {known[predicate].arity} for predicate, rows in kept.items()):
        return None
    written = [value for rows in kept.values() for row in rows for value in row]
    parts = {value: _parts(value, given) for value in (*written, *(name for name, _ in happening))}
    if None in parts.values():
        return None
    made = dict.fromkeys(each for each in parts.values() if isinstance(each, tuple))
    constants = [value for value, each in parts.items() if each == _CONSTANT]
    places = {
        **{value: each for value, each in parts.items() if isinstance(each, int)},
        **{value: given + list(made).index(each) for value, each in parts.items() if isinstance(each, tuple)},
        **{value: given + len(made) + place for place, value in enumerate(constants)},
    }
    rows = [(predicate, [places[each] for each in row]) for predicate, rows in kept.items() for row in rows]
    return Template(
        tuple(made),
        tuple(constants),
        tuple((predicate, row[0]) for predicate, row in rows if len(row) == 1),
        tuple((predicate, row[0], row[1]) for predicate, row in rows if len(row) == 2),
        tuple((places[name], str(verb)) for name, verb in happening),
        kept,
        things,
        _said({**kept, "do": dict.fromkeys(happening)}, things),
    )


def _said(facts: Rows, things: tuple[int, ...]) -> dict[str, frozenset[Said]]:
    """The kinds of facts: near is what has the mark of a thing in it, and an event that names things."""
    near = {*things, 0} if things else set()

    def kind(value: Value) -> Kind | Value:
        if isinstance(value, int):
            return Kind.EVERYWHERE
        marks = _MARK.findall(value.replace(_EVENT, mark(0)))
        if not marks:
            return value
        return Kind.NEAR if any(int(place) in near for place in marks) else Kind.EVERYWHERE

    return {predicate: frozenset(tuple(map(kind, row)) for row in rows) for predicate, rows in facts.items()}


def _parts(value: Value, given: int) -> int | tuple[str, int, str] | str | None:
    """The place of a name, or what it is made of; None if that is more than one name."""
    if isinstance(value, int):
        return {NUMBER: given - 1, NUMBER + 1000: 1}.get(value, _CONSTANT)
    parts = _MARK.split(value.replace(_EVENT, mark(0)))
    if len(parts) != 3:
        return _CONSTANT if len(parts) == 1 else None
    before, place, after = parts
    return (before, int(place), after) if before or after else int(place)
