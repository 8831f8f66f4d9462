"""Lines to paragraphs: one line each in most texts, several in those that were wrapped at a fixed width.

A text is wrapped when many of its lines start with a small letter, which a paragraph's first line seldom
does. In a wrapped text neighbouring lines are one paragraph, until a blank line or a line that starts
something new.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kb.model import Span

RULER: Final = re.compile(r"\s*[-=_*~]{4,}\s*")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph's words and the lines they stand on."""

    text: str
    lines: Span
    indent: int = 0


def is_wrapped(lines: Sequence[str]) -> bool:
    """Whether the paragraphs of `lines` run over several lines.

    >>> is_wrapped(["A rule that goes on", "and on.", "", "Next."]), is_wrapped(["A rule.", "Another rule."])
    (True, False)
    """
    written = [line.strip() for line in lines if line.strip()]
    small = sum(1 for line in written if line[0].islower())
    return small > 0.15 * len(written)


def paragraphs(
    lines: Sequence[str], *, wrapped: bool, starts: Callable[[str, str, str], bool], first: int = 1
) -> Iterator[Paragraph]:
    """The paragraphs of `lines`, the first of which is number `first`.

    `starts` is asked, inside a wrapped paragraph, whether a line begins another: it gets the first and the
    last line of the paragraph so far, and the line.
    """
    held: list[str] = []
    start = first
    for number, line in enumerate([*lines, ""], first):
        text = line.strip()
        if held and (not wrapped or not text or starts(held[0], held[-1], text) or RULER.fullmatch(line)):
            yield Paragraph(_joined(held), Span(start, number - 1), _indent(held[0]))
            held = []
        if text and not RULER.fullmatch(line):
            start = start if held else number
            held.append(line)


def _joined(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
