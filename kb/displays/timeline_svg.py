"""Lanes of bars over numbered moments, as SVG: no program, no font, no colour that stands alone.

Every bar says in words who it belongs to, where there is room; always in its tooltip. Players differ by
colour and by pattern. The picture brings its own light background: a notebook shows it as an image that
knows no theme.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from kb.displays.words import say
from kb.drawing import width_of, wrapped

ROW: Final = 30
BAR: Final = 22
HEAD: Final = 34
MARGIN: Final = 12
MOST_NAME: Final = 180
WIDTH: Final = 760
LEAST_STEP: Final = 26

# Fills on which black text has a contrast of 7:1 or more, and a line pattern each, for six players in turn.
FILLS: Final = ("#cfe2ff", "#ffe0b3", "#d3f2d6", "#f3d6f5", "#fff3a8", "#d5f0f2")
EDGES: Final = ("#1f5fbf", "#9a5b00", "#217a2b", "#86308c", "#7a6a00", "#12717a")
DASHES: Final = ("", "6 3", "2 2", "8 2 2 2", "1 3", "10 4")


@dataclass(frozen=True, slots=True)
class Bar:
    """A stretch from moment `first` to `last` (both within), whose it is, and what a tooltip says."""

    first: int
    last: int
    player: str | None
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Lane:
    """The bars of one object, and its name."""

    name: str
    bars: tuple[Bar, ...]


def timeline_svg(
    lanes: Sequence[Lane], events: int, players: Sequence[str], *, title: str, language: str = "en"
) -> str:
    """The lanes over moments 0 to `events` as an SVG document.

    >>> svg = timeline_svg([Lane("bear", (Bar(0, 1, "Ann", "Ann"), Bar(2, 2, None, "nobody")))], 2, ["Ann"],
    ...                    title="A & B")
    >>> svg.count("<rect class='bar'"), "A &amp; B" in svg
    (2, True)
    """
    left = MARGIN + min(MOST_NAME, max([60.0, *(width_of(lane.name) + 12 for lane in lanes)]))
    step = max(LEAST_STEP, (WIDTH - left - MARGIN) / (events + 1))
    width, height = left + step * (events + 1) + MARGIN, HEAD + ROW * len(lanes) + MARGIN
    size = f"width='{width:.0f}' height='{height:.0f}'"
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:.0f} {height:.0f}' {size} role='img' "
        f"xml:lang={quoteattr(language)} font-family='sans-serif' font-size='13'>",
        f"<title>{escape(title)}</title>",
        f"<rect {size} rx='6' fill='#ffffff'/>",
        *_scale(left, step, events, len(lanes), language),
    ]
    styles = {player: at % len(FILLS) for at, player in enumerate(players)}
    for row, lane in enumerate(lanes):
        parts += _lane(lane, HEAD + ROW * row, left, step, styles)
    return "\n".join([*parts, "</svg>"])


def _scale(left: float, step: float, events: int, lanes: int, language: str) -> Iterator[str]:
    bottom = HEAD + ROW * lanes
    every = max(1, round(LEAST_STEP * 1.2 / step))
    for moment in range(events + 1):
        x = left + step * moment
        yield f"<path d='M{x:.1f} {HEAD - 8} V{bottom}' stroke='#e5e7eb'/>"
        if moment % every == 0:
            shown = say("start", language) if moment == 0 and step > 50 else str(moment)
            middle = x + step / 2
            yield f"<text x='{middle:.1f}' y='{HEAD - 14}' text-anchor='middle' fill='#374151'>{shown}</text>"


def _lane(lane: Lane, top: int, left: float, step: float, styles: Mapping[str, int]) -> Iterator[str]:
    name = _cut(lane.name, left - MARGIN - 8)
    yield f"<text x='{MARGIN}' y='{top + 19}' fill='#111827'>{escape(name)}</text>"
    for bar in lane.bars:
        x, width = left + step * bar.first, step * (bar.last - bar.first + 1)
        yield from _bar(bar, lane.name, x + 1, top + (ROW - BAR) // 2, width - 2, styles)


def _bar(bar: Bar, name: str, x: float, top: int, width: float, styles: Mapping[str, int]) -> Iterator[str]:
    style = styles.get(bar.player) if bar.player is not None else None
    fill = "#f9fafb" if style is None else FILLS[style]
    edge = "#9ca3af" if style is None else EDGES[style]
    dash = "1 4" if style is None else DASHES[style]
    dashes = f" stroke-dasharray='{dash}'" if dash else ""
    note = f"{name}: {bar.label}" + (f" ({bar.note})" if bar.note else "")
    yield (
        f"<g><title>{escape(note)}</title><rect class='bar' x='{x:.1f}' y='{top}' width='{width:.1f}' "
        f"height='{BAR}' rx='4' fill='{fill}' stroke='{edge}'{dashes}/>"
    )
    label = bar.label if width_of(bar.label) < width - 6 else _cut(bar.label, width - 6)
    colour = "#6b7280" if style is None else "#111827"
    yield f"<text x='{x + 6:.1f}' y='{top + 15}' fill='{colour}'>{escape(label)}</text></g>"


def _cut(text: str, room: float) -> str:
    """As much of a text as has room, with a sign that it goes on."""
    if width_of(text) <= room:
        return text
    first = wrapped(text.replace(" ", "\u00a0"), int(max(room - 10, 9)))[0]
    return f"{first}…" if len(first) > 1 or room > 14 else first
