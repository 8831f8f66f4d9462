"""A grid of fields, darker where there is more, as SVG. Every field says its number in a tooltip."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log1p
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from kb.drawing import width_of

FIELD: Final = 15
MARGIN: Final = 12
HEAD: Final = 40
LEAST: Final = 5
WIDTH: Final = 900

# One hue from light to dark, even steps of lightness: readable in grey, and by people who see few colours.
SHADES: Final = ("#e8eef7", "#c6d7ee", "#9dbce2", "#6d9bd1", "#3f77b8", "#22568f", "#103a66")

Fields = Mapping[tuple[str, str], tuple[int, str]]
"""For a row and a column: how much there is, and what its tooltip says. What is absent is nothing."""


def heat_svg(
    rows: Sequence[str], columns: Sequence[str], fields: Fields, *, title: str, language: str = "en"
) -> str:
    """The grid as an SVG document; columns that share the letters before the first ``-`` share a label.

    >>> svg = heat_svg(["7"], ["2025-01", "2025-02"], {("7", "2025-02"): (3, "three")}, title="A < B")
    >>> svg.count("<rect class='field'"), svg.count(">2025<"), "A &lt; B" in svg
    (1, 1, True)
    """
    left = MARGIN + max([20.0, *(width_of(row) + 8 for row in rows)])
    wide = max(LEAST, min(24, (WIDTH - left - MARGIN) / max(1, len(columns))))
    width, height = left + wide * len(columns) + MARGIN, HEAD + (FIELD + 2) * len(rows) + MARGIN
    size = f"width='{width:.0f}' height='{height:.0f}'"
    most = max((count for count, _ in fields.values()), default=0)
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:.0f} {height:.0f}' {size} role='img' "
        f"xml:lang={quoteattr(language)} font-family='sans-serif' font-size='12'>",
        f"<title>{escape(title)}</title>",
        f"<rect {size} rx='6' fill='#ffffff'/>",
        *_labels(columns, left, wide, height),
    ]
    for at, row in enumerate(rows):
        top = HEAD + (FIELD + 2) * at
        parts.append(f"<text x='{MARGIN}' y='{top + 12}' fill='#111827'>{escape(row)}</text>")
        for place, column in enumerate(columns):
            if (found := fields.get((row, column))) is not None:
                parts.append(_field(left + wide * place, top, wide, found, most))
    return "\n".join([*parts, "</svg>"])


def _labels(columns: Sequence[str], left: float, wide: float, height: float) -> Iterator[str]:
    """A label where a new year begins, unless it would run into the last one."""
    free, shown = 0.0, None
    for place, column in enumerate(columns):
        label = column.partition("-")[0]
        x = left + wide * place
        if label == shown:
            continue
        shown = label
        yield f"<path d='M{x:.1f} {HEAD - 6} V{height - MARGIN:.0f}' stroke='#e5e7eb'/>"
        if x >= free:
            yield f"<text x='{x:.1f}' y='{HEAD - 12}' fill='#374151'>{escape(label)}</text>"
            free = x + width_of(label) + 6


def _field(x: float, top: int, wide: float, found: tuple[int, str], most: int) -> str:
    count, note = found
    # By logarithm: one edition that renumbered everything would make all others look alike.
    shade = min(len(SHADES) - 1, int(len(SHADES) * log1p(count) / log1p(most + 1)))
    return (
        f"<g><title>{escape(note)}</title><rect class='field' x='{x + 0.5:.1f}' y='{top}' "
        f"width='{wide - 1:.1f}' height='{FIELD}' fill='{SHADES[shade]}'/></g>"
    )
