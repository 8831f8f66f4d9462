"""A tree of reasons as an SVG picture: an outline of boxes joined by lines. No program and no font is needed.

An outline, not a fan: its width does not grow with the number of reasons, so nothing is cut in a narrow
window. The picture brings its own light background: a notebook shows it as an image that knows no theme.
Knows nothing of rules: whoever has a tree of sentences can draw it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from unicodedata import category, east_asian_width
from xml.sax.saxutils import escape, quoteattr

SIZE: Final = 13
LINE: Final = 18
PADDING: Final = 8
GAP: Final = 8
INDENT: Final = 28
MARGIN: Final = 12
NARROWEST: Final = 260

# Fill and edge by kind; text on each is at least 7:1, and the kinds differ by dash too, not by colour alone.
STYLES: Final[dict[str, tuple[str, str, str]]] = {
    "answer": ("#e7f0fd", "#1f5fbf", ""),
    "rule": ("#f4f4f6", "#6b7280", ""),
    "given": ("#ffffff", "#6b7280", "4 3"),
    "against": ("#fdeeee", "#b42318", "2 2"),
}


@dataclass(frozen=True, slots=True)
class Box:
    """A sentence, smaller notes under it, and the boxes it rests on. `kind` is a key of `STYLES`."""

    sentence: str
    notes: tuple[str, ...] = ()
    kind: str = "rule"
    children: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class _Row:
    """A box with its place: how deep it is, which row its parent is, where it starts, and its lines."""

    box: Box
    depth: int
    parent: int | None
    top: int
    sentence: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def height(self) -> int:
        return 2 * PADDING + LINE * (len(self.sentence) + len(self.notes))

    @property
    def left(self) -> int:
        return MARGIN + INDENT * self.depth


def tree_svg(root: Box, *, title: str, language: str = "en", width: int = 760) -> str:
    """The tree below `root` as an SVG document, `width` pixels wide.

    >>> svg = tree_svg(Box("A controls it", children=(Box("A cast it", kind="given"),)), title="Why A?")
    >>> svg.count("<rect class='box'"), "Why A?" in svg
    (2, True)
    """
    rows = list(_rows(root, width))
    right = max(width - MARGIN, *(row.left + NARROWEST for row in rows)) + MARGIN
    bottom = rows[-1].top + rows[-1].height + MARGIN
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {right} {bottom}' width='{right}' "
        f"height='{bottom}' role='img' xml:lang={quoteattr(language)} "
        f"font-family='sans-serif' font-size='{SIZE}'>",
        f"<title>{_text(title)}</title>",
        f"<rect width='{right}' height='{bottom}' rx='6' fill='#ffffff'/>",
        *(_edge(row, rows) for row in rows),
        *(_drawn(row, right) for row in rows),
        "</svg>",
    ]
    return "\n".join(part for part in parts if part)


def _rows(root: Box, width: int) -> Iterator[_Row]:
    """The boxes in reading order, one below another. A stack, not recursion: proofs can be deep."""
    top, count = MARGIN, 0
    waiting: list[tuple[Box, int, int | None]] = [(root, 0, None)]
    while waiting:
        box, depth, parent = waiting.pop()
        room = max(width - 2 * MARGIN - INDENT * depth, NARROWEST) - 2 * PADDING
        sentence = tuple(wrapped(box.sentence, room))
        notes = tuple(line for note in box.notes for line in wrapped(note, room))
        row = _Row(box, depth, parent, top, sentence, notes)
        yield row
        top += row.height + GAP
        waiting.extend((child, depth + 1, count) for child in reversed(box.children))
        count += 1


def _edge(row: _Row, rows: list[_Row]) -> str:
    """The line from a parent's left edge down, then right to this box."""
    if row.parent is None:
        return ""
    parent = rows[row.parent]
    x, y = parent.left + INDENT // 2, row.top + PADDING + LINE // 2
    return f"<path d='M{x} {parent.top + parent.height} V{y} H{row.left}' fill='none' stroke='#9ca3af'/>"


def _drawn(row: _Row, right: int) -> str:
    fill, edge, dash = STYLES[row.box.kind]
    dashes = f" stroke-dasharray='{dash}'" if dash else ""
    parts = [
        f"<rect class='box' x='{row.left}' y='{row.top}' width='{right - MARGIN - row.left}' "
        f"height='{row.height}' rx='5' fill='{fill}' stroke='{edge}'{dashes}/>"
    ]
    for index, line in enumerate(row.sentence + row.notes):
        y = row.top + PADDING + LINE * index + SIZE
        colour = "#111827" if index < len(row.sentence) else "#374151"
        parts.append(f"<text x='{row.left + PADDING}' y='{y}' fill='{colour}'>{_text(line)}</text>")
    return "".join(parts)


def wrapped(text: str, room: int) -> list[str]:
    """`text` in lines that are at most `room` pixels wide; a word that is wider alone is broken.

    >>> wrapped("the controller of the spell", 110)
    ['the controller', 'of the spell']
    """
    lines: list[str] = []
    line = ""
    # Split at plain spaces only: a French no-break space keeps its word and its colon together.
    for word in (piece for whole in text.split(" ") for piece in _pieces(whole, room)):
        longer = f"{line} {word}" if line else word
        if line and width_of(longer) > room:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


def _pieces(word: str, room: int) -> Iterator[str]:
    while width_of(word) > room and len(word) > 1:
        cut = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or width_of(word[:n]) <= room)
        yield word[:cut]
        word = word[cut:]
    yield word


def width_of(text: str) -> float:
    """A careful guess of the width of `text` in pixels: fonts differ, so it errs to the wide side.

    >>> width_of("iii") < width_of("mmm") < width_of("日本語")
    True
    """
    return SIZE * sum(_share(letter) for letter in text)


def _share(letter: str) -> float:
    if east_asian_width(letter) in "WF":
        return 1.0
    if letter in "iljtf.,:;'|! ()[]":
        return 0.38
    return 0.98 if letter in "mwMW@%" else 0.72 if letter.isupper() else 0.62


def _text(text: str) -> str:
    """`text` as XML character data: markup escaped, characters that XML forbids shown as a box."""
    return escape("".join("\ufffd" if category(letter) in ("Cc", "Cs") else letter for letter in text))
