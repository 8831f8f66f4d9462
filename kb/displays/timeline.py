"""Who controls each object over a scenario: when it changes, and by which effect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby

from kb.displays.moments import objects_of
from kb.displays.timeline_svg import Bar, Lane, timeline_svg
from kb.displays.words import say, titled
from kb.errors import Place
from kb.inference.answers import Outcome, answer
from kb.inference.explain import Namer
from kb.inference.table import Table
from kb.queries.listing import Cell, html_table, plain_table
from kb.queries.tabular import Columns, Tabular, columns_of
from kb.scenario.records import Question


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a scenario in which one object has one controller.

    `first` and `last` count events: 0 is the start. `player` is None where nobody controls it, or where the
    facts given do not say (`is_known` tells which). `because` is what decides: an effect, or the default.
    """

    of: str
    name: str
    first: int
    last: int
    player: str | None
    is_known: bool
    because: str


@dataclass(frozen=True)
class Timeline(Tabular):
    """Who controls what, when, by which effect. It shows itself as a picture, a table or a DataFrame."""

    spans: tuple[Span, ...]
    events: tuple[str, ...]
    """What happened, one sentence an event."""
    players: tuple[str, ...]
    title: str
    language: str = "en"

    def of(self, name: str) -> tuple[Span, ...]:
        """The spans of one object, by its id, in order."""
        return tuple(span for span in self.spans if span.of == name)

    def picture(self) -> str:
        """An SVG picture: a lane for each object, a colour and a pattern for each player."""
        lanes = tuple(
            Lane(name, tuple(self._bar(span) for span in found))
            for (_, name), found in groupby(self.spans, key=lambda span: (span.of, span.name))
        )
        return timeline_svg(lanes, len(self.events), self.players, title=self.title, language=self.language)

    def table(self) -> Columns:
        """One row for each span."""
        return columns_of(
            [
                {
                    "object": span.of,
                    "name": span.name,
                    "first": span.first,
                    "last": span.last,
                    "controller": span.player,
                    "known": span.is_known,
                    "because": span.because,
                }
                for span in self.spans
            ],
            ("object", "name", "first", "last", "controller", "known", "because"),
        )

    def to_html(self) -> str:
        """The picture, the events it counts, and the same as a table, as one HTML element."""
        language = self.language
        events = "".join(f"<li>{escape(event)}</li>" for event in self.events)
        rows = [[Cell(text) for text in row] for row in self._rows()]
        return (
            f'<div class="tcg-timeline" lang="{language}"><div style="overflow-x:auto">{self.picture()}</div>'
            f"<ol>{events}</ol><details><summary>{escape(say('as_table', language))}</summary>"
            f"{html_table(self._heads(), rows)}</details></div>"
        )

    def __str__(self) -> str:
        return f"{self.title}\n{plain_table(self._heads(), list(self._rows()))}"

    __repr__ = __str__

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": str(self), "text/html": self.to_html()}

    def _bar(self, span: Span) -> Bar:
        return Bar(span.first, span.last, span.player, self._player(span), span.because)

    def _player(self, span: Span) -> str:
        key = "nobody" if span.is_known else "unknown"
        return span.player if span.player is not None else say(key, self.language)

    def _heads(self) -> tuple[str, ...]:
        return tuple(say(key, self.language) for key in ("object", "from", "to", "controller", "because"))

    def _rows(self) -> Iterator[tuple[str, ...]]:
        for span in self.spans:
            yield (span.name, str(span.first), str(span.last), self._player(span), span.because)


def timeline(table: Table, language: str = "en") -> Timeline:
    """Who controls each object of a table at each moment, told in a language (en, fr or es).

    >>> from kb.inference.table import set_table
    >>> from kb.scenario.builder import scenario
    >>> situation = (scenario("mtg", "Ann", "Bob").permanent("bear", owner="Ann", kind="creature")
    ...              .gain_control("Bob", "bear", until="end_of_turn").end_turn("Bob").build())
    >>> [(span.player, span.first, span.last) for span in timeline(set_table(situation)).of("bear")]
    [('Ann', 0, 0), ('Bob', 1, 1), ('Ann', 2, 2)]
    """
    scenario = table.scenario
    namer = Namer(table, language)
    spans = tuple(span for of, born in objects_of(scenario) for span in _spans(table, namer, of, born))
    events = tuple(namer.event(f"e{event.n}").partition(": ")[2] for event in scenario.events)
    title = titled(say("timeline", language), scenario.title, language)
    return Timeline(spans, events, scenario.players, title, language)


def _spans(table: Table, namer: Namer, of: str, born: int) -> Iterator[Span]:
    last = len(table.scenario.events)
    said = [_said(table, namer, of, step) for step in range(born, last + 1)]
    step = born
    for (player, is_known, because), run in groupby(said):
        length = len(list(run))
        yield Span(of, namer.name(of), step, step + length - 1, player, is_known, because)
        step += length


def _said(table: Table, namer: Namer, of: str, step: int) -> tuple[str | None, bool, str]:
    found = answer(table, Question("controller", of, f"after:{step}", step, Place("timeline")))
    if found.outcome is Outcome.UNDETERMINED:
        return None, False, "; ".join(found.missing)
    if found.value is None:
        return None, True, ""
    return str(found.value), True, namer.name(found.basis) if found.basis else ""
