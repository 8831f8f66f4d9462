"""The pictures of ``ontology/diagrams`` as SVG: boxes for classes, arrows for properties.

A picture is data: which terms, where in a grid. It brings no font and no program, takes its colours from the
page (light, dark or print), and every box and label leads to the page of its term.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, cast
from xml.sax.saxutils import escape, quoteattr

import yaml

from kb.drawing import LINE, PADDING, width_of, wrapped
from kb.namespaces import PREFIXES
from kb.ontology_files import ontology_files
from kb.site.rendering import Markup, Page, Shown

WIDE: Final = 140
COLUMN: Final = 256
ROW: Final = 118
MARGIN: Final = 14
_BASELINE: Final = 13


@dataclass(frozen=True, slots=True)
class Box:
    """A class in a picture, at a column and row."""

    term: str
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Arrow:
    """From one box to another: the properties it stands for, or none: "narrower than"."""

    start: str
    end: str
    properties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A picture before it is drawn."""

    name: str
    titles: Mapping[str, str]
    boxes: Mapping[str, Box]
    arrows: tuple[Arrow, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture with its title, in the language of a page."""

    title: str
    svg: Markup


@cache
def described() -> tuple[Diagram, ...]:
    """Every picture as its file describes it.

    >>> [each.name for each in described()]
    ['attachment', 'control', 'reasons']
    """
    return tuple(_read(path) for path in ontology_files("diagrams/*.yaml"))


def _read(path: Path) -> Diagram:
    data = cast("dict[str, dict[str, dict[str, Sequence[int]]]]", yaml.safe_load(path.read_text("utf-8")))
    boxes = {name: Box(_iri(str(box["term"])), *box["at"]) for name, box in data["boxes"].items()}
    arrows = (cast("dict[str, list[str] | str]", each) for each in data["arrows"])
    titles = cast("dict[str, str]", data["title"])
    return Diagram(
        path.stem, titles, boxes,
        tuple(Arrow(str(a["from"]), str(a["to"]), tuple(map(_iri, a.get("by", ())))) for a in arrows),
    )  # fmt: skip


def _iri(name: str) -> str:
    prefix, _, rest = name.partition(":")
    return PREFIXES[prefix] + rest


def diagrams(page: Page) -> tuple[Drawn, ...]:
    """Every picture, drawn for a page; that of control first."""
    found = sorted(described(), key=lambda each: (each.name != "control", each.name))
    return tuple(Drawn(each.titles[page.language], Markup(_svg(each, page))) for each in found)


def _svg(diagram: Diagram, page: Page) -> str:
    places = {name: _Place(page, box) for name, box in diagram.boxes.items()}
    right = max(place.right for place in places.values()) + MARGIN
    bottom = max(place.bottom for place in places.values()) + MARGIN
    head = f"{diagram.name}-head"
    title = escape(diagram.titles[page.language])
    return "\n".join([
        f'<svg class="diagram" viewBox="0 0 {right} {bottom}" width="{right}" height="{bottom}" '
        f'aria-labelledby="{diagram.name}-title">',
        f'<title id="{diagram.name}-title">{title}</title>',
        f'<defs><marker id="{head}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" '
        'orient="auto-start-reverse"><path class="tip" d="M0 0 L10 5 L0 10 z"/></marker>'
        f'<marker id="{head}-wide" viewBox="0 0 12 12" refX="11" refY="6" markerWidth="12" markerHeight="12" '
        'orient="auto-start-reverse"><path class="hollow" d="M1 1 L11 6 L1 11 z"/></marker></defs>',
        *(_line(places[each.start], places[each.end], each, head) for each in diagram.arrows),
        *(_labels(places[each.start], places[each.end], each, page) for each in diagram.arrows),
        *(place.drawn() for place in places.values()),
        "</svg>",
    ])  # fmt: skip


class _Place:
    """A box with its lines of text and its four sides."""

    def __init__(self, page: Page, box: Box) -> None:
        shown = page.show(box.term)
        self.address = shown.address or ""
        self.lines = wrapped(shown.name.text, WIDE - 2 * PADDING)
        self.height = 2 * PADDING + LINE * len(self.lines)
        self.left = MARGIN + COLUMN * box.column
        self.top = MARGIN + ROW * box.row + (ROW // 2 - self.height) // 2
        self.right, self.bottom = self.left + WIDE, self.top + self.height
        self.middle = (self.left + WIDE / 2, self.top + self.height / 2)

    def drawn(self) -> str:
        x, first = self.middle[0], self.top + PADDING + _BASELINE
        lines = "".join(
            f'<text x="{x}" y="{first + LINE * n}">{escape(line)}</text>' for n, line in enumerate(self.lines)
        )
        return (
            f'<a href={quoteattr(self.address)}><rect class="box" x="{self.left}" y="{self.top}" rx="5" '
            f'width="{WIDE}" height="{self.height}"/>{lines}</a>'
        )

    def edge(self, toward: tuple[float, float]) -> tuple[float, float]:
        """Where the line from the middle to another point leaves the box."""
        x, y = self.middle
        dx, dy = toward[0] - x, toward[1] - y
        sides = [WIDE / 2 / abs(dx)] if dx else []
        share = min([*sides, *([self.height / 2 / abs(dy)] if dy else [])])
        return round(x + dx * share, 1), round(y + dy * share, 1)


def _line(start: _Place, end: _Place, arrow: Arrow, head: str) -> str:
    (x1, y1), (x2, y2) = start.edge(end.middle), end.edge(start.middle)
    tip = head if arrow.properties else f"{head}-wide"
    return f'<path class="arrow" d="M{x1} {y1} L{x2} {y2}" marker-end="url(#{tip})"/>'


def _labels(start: _Place, end: _Place, arrow: Arrow, page: Page) -> str:
    """The names of the properties at the middle of the arrow, each on a patch of the page's own colour."""
    (x1, y1), (x2, y2) = start.edge(end.middle), end.edge(start.middle)
    x, y = (x1 + x2) / 2, (y1 + y2) / 2 - LINE * len(arrow.properties) / 2
    return "\n".join(_label(page.show(iri), x, y + LINE * n) for n, iri in enumerate(arrow.properties))


def _label(shown: Shown, x: float, top: float) -> str:
    text = shown.name.text
    wide = round(width_of(text)) + 6
    return (
        f"<a href={quoteattr(shown.address or '')}>"
        f'<rect class="patch" x="{x - wide / 2:.1f}" y="{top:.1f}" width="{wide}" height="{LINE}"/>'
        f'<text class="label" x="{x:.1f}" y="{top + _BASELINE:.1f}">{escape(text)}</text></a>'
    )
