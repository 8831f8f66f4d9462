"""The records of a scenario: a situation, what happened in it, and the questions about it.

They know no file format: `kb.scenario.read` makes them from YAML, `kb.scenario.builder` from Python calls,
and both give equal records for the same scenario. Where something was written (`place`) is kept on every
record and takes no part in comparisons.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from kb.errors import Place


class NotGiven(Enum):
    """The type of `NOT_GIVEN`: no expected answer was written, which differs from expecting nobody."""

    NOT_GIVEN = "not given"

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN: Final = NotGiven.NOT_GIVEN


@dataclass(frozen=True, slots=True)
class Until:
    """How long an effect lasts. `kind` is indefinite, end_of_turn, end_phase, or while (a condition).

    >>> Until("while", condition="tapped", object="shackles").condition
    'tapped'
    """

    kind: str = "indefinite"
    condition: str | None = None
    object: str | None = None
    player: str | None = None
    counter: str | None = None


@dataclass(frozen=True, slots=True)
class ScenarioObject:
    """An object at the start. `kinds` keeps the order written; `zone` is as written, such as ``base:A``."""

    id: str
    name: str
    kinds: tuple[str, ...]
    owner: str | None
    controller: str | None
    zone: str | None
    place: Place = field(compare=False)
    attached_to: str | None = None
    properties: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Event:
    """One event: its number (1-based), its verb and the verb's fields.

    Fields that may hold several ids are tuples even when one was written; `until` is an `Until`; a field that
    was left out (or is null) is absent.
    """

    n: int
    verb: str
    fields: Mapping[str, object] = field(hash=False)
    place: Place = field(compare=False)
    note: str | None = None

    def text(self, name: str) -> str | None:
        """The one id, word or zone in a field; None when the field was left out.

        >>> Event(1, "attach", {"what": "aura", "to": "bear"}, Place("x")).text("to")
        'bear'
        """
        value = self.fields.get(name)
        if isinstance(value, tuple):
            return str(value[0]) if value else None
        return None if value is None else str(value)

    def many(self, name: str) -> tuple[str, ...]:
        """All ids in a field, whether one or several were written; empty when the field was left out.

        >>> Event(1, "destroy", {"what": ("bear", "ox")}, Place("x")).many("what")
        ('bear', 'ox')
        """
        value = self.fields.get(name)
        if value is None:
            return ()
        return tuple(str(part) for part in value) if isinstance(value, tuple) else (str(value),)

    def until(self) -> Until:
        """How long the event's effect lasts: for good when nothing was written."""
        value = self.fields.get("until")
        return value if isinstance(value, Until) else Until()


@dataclass(frozen=True, slots=True)
class Question:
    """A question about an object or a player at a moment: after `step` events."""

    ask: str
    of: str
    at: str
    step: int
    place: Place = field(compare=False)
    expect: object = field(default=NOT_GIVEN, hash=False)
    why: str | None = None
    what: str | None = None
    for_: str | None = None
    mechanical: bool | None = None

    @property
    def is_checked(self) -> bool:
        """Whether the question carries an expected answer (None is one: nobody)."""
        return self.expect is not NOT_GIVEN


@dataclass(frozen=True, slots=True)
class Outsider:
    """A card outside the picture: an id that an event names and nothing declares.

    `player` is the acting player of the first event that names both; None when no event does.
    """

    id: str
    event: int
    field: str
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Assumption:
    """Something the answers take for granted, as a sentence in en, fr and es; `about` is the id meant."""

    kind: str
    about: str
    sentences: Mapping[str, str] = field(hash=False)

    def sentence(self, language: str = "en") -> str:
        """The sentence in a language, in English where that language is missing."""
        return self.sentences.get(language, self.sentences["en"])


@dataclass(frozen=True, slots=True)
class Caution:
    """A warning about something that was accepted but may be a slip: where, and a sentence."""

    place: Place = field(compare=False)
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


@dataclass(frozen=True, slots=True)
class Scenario:
    """A situation, what happened, and what is asked.

    `ruleset` is the name as written (None when left out); `document` and `edition` are what it means. `index`
    counts the documents of a file from 0. `meta` holds the fields for people (source, difficulty, tags ...).
    """

    id: str
    title: str
    game: str
    ruleset: str | None
    document: str
    edition: str
    players: tuple[str, ...]
    objects: tuple[ScenarioObject, ...]
    events: tuple[Event, ...]
    questions: tuple[Question, ...]
    place: Place = field(compare=False)
    source_name: str = field(default="", compare=False)
    index: int = field(default=0, compare=False)
    meta: Mapping[str, object] = field(default_factory=dict, hash=False)
    outsiders: tuple[Outsider, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    warnings: tuple[Caution, ...] = field(default=(), compare=False)

    def object(self, id: str) -> ScenarioObject | None:
        """The object of that id in the setup, or None: made later, outside the picture, or unknown."""
        return next((thing for thing in self.objects if thing.id == id), None)
