"""A word across the games: what it stands for in each, what it is called, and what must not be confused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final
from xml.sax.saxutils import escape as xml
from xml.sax.saxutils import quoteattr

from kb.displays.words import say, titled
from kb.drawing import wrapped
from kb.queries.concepts import ORDER, Concept, Link, concept, concepts
from kb.queries.listing import Cell, html_table, plain_table
from kb.queries.tabular import Columns, Tabular, columns_of

_LANGUAGES: Final = ("en", "fr", "es")
_BOX, _GAP, _LINE, _MARGIN, _PAD = 190, 44, 17, 12, 8
_EDGES: Final = {
    "exact": ("#217a2b", ""), "close": ("#1f5fbf", "7 3"), "related": ("#6b7280", "2 3"),
    "false friend": ("#b42318", "2 2"),
}  # fmt: skip
"""Colour and dash of the line for each relation; every line also says its relation in words."""


@dataclass(frozen=True)
class ConceptMap(Tabular):
    """The concepts that a word stands for, those they are linked to, and why. A picture, a table, a frame."""

    word: str
    concepts: tuple[Concept, ...]
    links: tuple[tuple[Concept, Link], ...]
    """Each link once, with the concept it leads from."""
    language: str = "en"

    @property
    def false_friends(self) -> tuple[tuple[str, str, str], ...]:
        """The pairs that must not be confused, by notation, and the reason in the language of the map."""
        return tuple(
            (one.notation, link.other, self._reason(link))
            for one, link in self.links
            if link.relation == "false friend"
        )

    def table(self) -> Columns:
        """One row for each concept."""
        records = [
            {"concept": each.notation, "game": each.scheme, **{tag: each.label(tag) for tag in _LANGUAGES},
             "definition": self._definition(each), "iri": each.iri}
            for each in self.concepts
        ]  # fmt: skip
        return columns_of(records, ("concept", "game", *_LANGUAGES, "definition", "iri"))

    def picture(self) -> str:
        """An SVG picture: a box for each concept, game beside game, and the links between them."""
        return _picture(self)

    def to_html(self) -> str:
        """The picture, the concepts with their definitions, and the reasons of the links, as one element."""
        rows = [
            [Cell(each.notation), *(Cell(each.label(tag), tag) for tag in _LANGUAGES),
             Cell(self._definition(each), self._tag(each.definitions))]
            for each in self.concepts
        ]  # fmt: skip
        heads = (say("concept", self.language), *_LANGUAGES, say("definition", self.language))
        links = "".join(f"<li>{escape(line)}</li>" for line in self._links())
        return (
            f'<div class="tcg-concepts" lang="{self.language}"><div style="overflow-x:auto">{self.picture()}'
            f"</div>{html_table(heads, rows)}<ul>{links}</ul></div>"
        )

    def __str__(self) -> str:
        heads = (say("concept", self.language), *_LANGUAGES)
        rows = [(each.notation, *(each.label(tag) for tag in _LANGUAGES)) for each in self.concepts]
        return "\n".join([plain_table(heads, rows), *self._links()])

    __repr__ = __str__

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": str(self), "text/html": self.to_html()}

    def _links(self) -> Iterator[str]:
        for one, link in self.links:
            relation = say(f"link {link.relation}", self.language)
            pair = titled(f"{one.notation} – {link.other}", relation, self.language)
            yield f"{pair}. {self._reason(link)}"

    def _reason(self, link: Link) -> str:
        return link.reasons.get(self.language) or link.reasons.get("en", "")

    def _definition(self, each: Concept) -> str:
        return each.definitions.get(self._tag(each.definitions), "")

    def _tag(self, texts: object) -> str:
        return self.language if isinstance(texts, dict) and self.language in texts else "en"


def concept_map(word: str, language: str = "en") -> ConceptMap:
    """The map of a word in any language, or of a concept by its notation.

    >>> found = concept_map("battlefield")
    >>> [each.notation for each in found.concepts]
    ['mtg.battle', 'mtg.battlefield', 'ygo.field', 'riftbound.battlefield']
    >>> found.false_friends[0][:2]
    ('mtg.battlefield', 'riftbound.battlefield')

    Raises :class:`~kb.errors.NotFoundError` with the near matches.
    """
    meant = concept(word)
    known = {each.notation: each for each in concepts()}
    links: dict[frozenset[str], tuple[Concept, Link]] = {}
    for one in meant:
        for link in one.links:
            links.setdefault(frozenset((one.notation, link.other, link.relation)), (one, link))
    shown = {each.notation for each in meant} | {link.other for _, link in links.values()}
    ordered = sorted(
        (known[each] for each in shown), key=lambda each: (ORDER.index(each.scheme), each.notation)
    )
    return ConceptMap(word, tuple(ordered), tuple(links.values()), language)


@dataclass(frozen=True, slots=True)
class _Placed:
    x: float
    y: float
    lines: tuple[str, ...]
    height: float


def _picture(of: ConceptMap) -> str:
    games = [game for game in ORDER if any(each.scheme == game for each in of.concepts)]
    placed = _placed(of, games)
    width = 2 * _MARGIN + len(games) * (_BOX + _GAP) - _GAP
    below = max(each.y + each.height for each in placed.values()) + _GAP
    height = below + _LINE * 1.5 * len(of.links) + _MARGIN
    size = f"width='{width}' height='{height:.0f}'"
    title = titled(say("concepts", of.language), of.word, of.language)
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height:.0f}' {size} role='img' "
        f"xml:lang={quoteattr(of.language)} font-family='sans-serif' font-size='13'>",
        f"<title>{xml(title)}</title>",
        f"<rect {size} rx='6' fill='#ffffff'/>",
        *(_game(game, at) for at, game in enumerate(games)),
        *(_box(each) for each in placed.values()),
        *(_link(of, at, placed, below) for at in range(len(of.links))),
    ]
    return "\n".join([*parts, "</svg>"])


def _placed(of: ConceptMap, games: list[str]) -> dict[str, _Placed]:
    placed: dict[str, _Placed] = {}
    for at, game in enumerate(games):
        y = float(_MARGIN + 2 * _LINE)
        for each in of.concepts:
            if each.scheme == game:
                lines = (*wrapped(each.label(of.language), _BOX - 2 * _PAD), each.notation)
                height = _LINE * len(lines) + 2 * _PAD
                placed[each.notation] = _Placed(_MARGIN + at * (_BOX + _GAP), y, lines, height)
                y += height + 10
    return placed


def _game(game: str, at: int) -> str:
    x = _MARGIN + at * (_BOX + _GAP)
    return f"<text x='{x}' y='{_MARGIN + _LINE}' fill='#374151' font-weight='bold'>{xml(game)}</text>"


def _box(box: _Placed) -> str:
    texts = "".join(
        f"<text x='{box.x + _PAD}' y='{box.y + _PAD + _LINE * at + 13}' "
        f"fill='{'#111827' if at < len(box.lines) - 1 else '#6b7280'}'>{xml(line)}</text>"
        for at, line in enumerate(box.lines)
    )
    return (
        f"<rect class='box' x='{box.x}' y='{box.y}' width='{_BOX}' height='{box.height}' rx='5' "
        f"fill='#f4f4f6' stroke='#6b7280'/>{texts}"
    )


def _link(of: ConceptMap, at: int, placed: dict[str, _Placed], below: float) -> str:
    """A line down the gap beside one concept, along below all boxes, and up the gap before the other."""
    one, link = of.links[at]
    first, second = sorted((placed[one.notation], placed[link.other]), key=lambda box: (box.x, box.y))
    colour, dash = _EDGES[link.relation]
    y, aside = below + _LINE * 1.5 * at, 4 + 5 * (at % 4)
    x1, y1 = first.x + _BOX, first.y + first.height / 2 + 3 * (at % 4)
    x2, y2 = second.x, second.y + second.height / 2 + 3 * (at % 4)
    if first.x == second.x:
        path = f"M{x1:.0f} {y1:.0f} h{aside} V{y2:.0f} h-{aside}"
    else:
        path = f"M{x1:.0f} {y1:.0f} h{aside} V{y:.0f} H{x2 - aside:.0f} V{y2:.0f} h{aside}"
    dashes = f" stroke-dasharray='{dash}'" if dash else ""
    label = say(f"link {link.relation}", of.language)
    return (
        f"<path d='{path}' fill='none' stroke='{colour}'{dashes}/>"
        f"<text x='{x1 + aside + 6:.0f}' y='{y - 4:.0f}' fill='{colour}' font-size='12' stroke='#ffffff' "
        f"stroke-width='3' paint-order='stroke'>{xml(label)}</text>"
    )
