"""The table at one moment: who has what where, and what hangs on what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from kb.displays.moments import objects_of, step_of
from kb.displays.words import say, titled
from kb.errors import Place
from kb.inference.answers import Outcome, answer
from kb.inference.explain import Namer, moment
from kb.inference.table import Table
from kb.queries.tabular import Columns, Tabular, columns_of
from kb.scenario.records import Question


@dataclass(frozen=True, slots=True)
class Piece:
    """An object on the board. `controller` is None for nobody, `zone` None where it is not said."""

    of: str
    name: str
    zone: str | None
    owner: str | None
    controller: str | None
    is_known: bool
    attached_to: str | None


@dataclass(frozen=True)
class Board(Tabular):
    """All objects at a moment, by zone. It shows itself as text, HTML or a DataFrame."""

    pieces: tuple[Piece, ...]
    title: str
    language: str = "en"

    @property
    def zones(self) -> tuple[str | None, ...]:
        """The zones that hold something, in order of first appearance."""
        return tuple(dict.fromkeys(piece.zone for piece in self.pieces))

    def in_zone(self, zone: str | None) -> tuple[Piece, ...]:
        """What is in a zone."""
        return tuple(piece for piece in self.pieces if piece.zone == zone)

    def table(self) -> Columns:
        """One row for each object."""
        return columns_of(
            [
                {
                    "object": p.of,
                    "name": p.name,
                    "zone": p.zone,
                    "owner": p.owner,
                    "controller": p.controller,
                    "known": p.is_known,
                    "attached_to": p.attached_to,
                }
                for p in self.pieces
            ],
            ("object", "name", "zone", "owner", "controller", "known", "attached_to"),
        )

    def to_html(self) -> str:
        """The board as one HTML element: a box for each zone, side by side where there is room."""
        style = "border:1px solid #8888;border-radius:6px;padding:.4em .8em;margin:.25em;min-width:10em"
        boxes = "".join(
            f'<section style="{style}"><strong>{escape(self._zone(zone))}</strong>'
            f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in self._lines(zone))}</ul></section>"
            for zone in self.zones
        )
        return (
            f'<div class="tcg-board" lang="{self.language}"><p>{escape(self.title)}</p>'
            f'<div style="display:flex;flex-wrap:wrap">{boxes}</div></div>'
        )

    def __str__(self) -> str:
        parts = [self.title]
        for zone in self.zones:
            parts += [f"  {self._zone(zone)}", *(f"    {line}" for line in self._lines(zone))]
        return "\n".join(parts)

    __repr__ = __str__

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": str(self), "text/html": self.to_html()}

    def _zone(self, zone: str | None) -> str:
        return zone if zone is not None else say("nowhere", self.language)

    def _lines(self, zone: str | None) -> Iterator[str]:
        for piece in self.in_zone(zone):
            unknown = say("nobody" if piece.is_known else "unknown", self.language)
            line = f"{piece.name}: {piece.controller or unknown}"
            notes = []
            if piece.owner and piece.owner != piece.controller:
                notes.append(say("owned", self.language, player=piece.owner))
            if piece.attached_to:
                notes.append(say("attached", self.language, what=piece.attached_to))
            yield f"{line} ({', '.join(notes)})" if notes else line


def board(table: Table, at: str = "end", language: str = "en") -> Board:
    """The board of a table at ``start``, ``after:N`` or ``end``, told in a language (en, fr or es).

    >>> from kb.inference.table import set_table
    >>> from kb.scenario.builder import scenario
    >>> situation = (scenario("mtg", "Ann", "Bob").permanent("bear", owner="Ann", kind="creature")
    ...              .gain_control("Bob", "bear").build())
    >>> print(board(set_table(situation)))
    The table at the end
      battlefield
        bear: Bob (owned by Ann)

    Raises :class:`~kb.errors.ScenarioError` for a moment that there is not.
    """
    scenario = table.scenario
    step = step_of(scenario, at)
    namer = Namer(table, language)
    pieces = tuple(_piece(table, namer, of, step) for of, born in objects_of(scenario) if born <= step)
    title = titled(say("board", language, at=moment(at, language)), scenario.title, language)
    return Board(pieces, title, language)


def _piece(table: Table, namer: Namer, of: str, step: int) -> Piece:
    place, index = Place("board"), table.index(step)
    who, owner = (
        answer(table, Question(ask, of, f"after:{step}", step, place)) for ask in ("controller", "owner")
    )
    zone, on = table.one("zone", of, index), table.one("attached", of, index)
    return Piece(
        of,
        namer.name(of),
        None if zone is None else namer.name(zone),
        None if owner.value is None else str(owner.value),
        None if who.value is None else str(who.value),
        who.outcome is not Outcome.UNDETERMINED,
        None if on is None else namer.name(on),
    )
