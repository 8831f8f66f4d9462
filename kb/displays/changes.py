"""What changed when: how many rules of each part of a document were changed by each edition."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from kb.displays.heat_svg import heat_svg
from kb.displays.words import say, titled
from kb.editions import COMPREHENSIVE_RULES, Kind, Register, register_of
from kb.editions.model import Link
from kb.editions.numbers import sort_key
from kb.queries.listing import Cell, html_table, plain_table
from kb.queries.tabular import Columns, Tabular, columns_of

_CHAPTER: Final = re.compile(r"\d+")
CHANGED: Final = (
    Kind.NEW, Kind.EDITED, Kind.MOVED, Kind.MOVED_EDITED, Kind.SPLIT, Kind.MERGED, Kind.GONE,
)  # fmt: skip
"""The kinds of change that are counted, in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class EditionChange:
    """How many rules of one part one edition changed, by kind of change."""

    part: str
    edition: str
    counts: tuple[tuple[Kind, int], ...]

    @property
    def total(self) -> int:
        """All changes together."""
        return sum(count for _, count in self.counts)


@dataclass(frozen=True)
class ChangeMap(Tabular):
    """Changes by part of a document and by edition. It shows itself as a heat map, a table or a DataFrame."""

    document: str
    parts: tuple[str, ...]
    editions: tuple[str, ...]
    """The editions that brought the changes, oldest first: every known one but the first."""
    changes: tuple[EditionChange, ...]
    language: str = "en"

    def busiest(self, most: int = 10) -> tuple[EditionChange, ...]:
        """The part and edition pairs with the most changes, most first."""
        ordered = sorted(self.changes, key=lambda each: (-each.total, each.edition, sort_key(each.part)))
        return tuple(ordered[:most])

    def table(self) -> Columns:
        """One row for each part, edition and kind of change."""
        return columns_of(
            [
                {"part": each.part, "edition": each.edition, "kind": str(kind), "rules": count}
                for each in self.changes
                for kind, count in each.counts
            ],
            ("part", "edition", "kind", "rules"),
        )

    def picture(self) -> str:
        """An SVG heat map: the darker a field, the more rules of that part the edition changed."""
        cells = {(each.part, each.edition): (each.total, self._note(each)) for each in self.changes}
        return heat_svg(self.parts, self.editions, cells, title=self._title(), language=self.language)

    def to_html(self) -> str:
        """The heat map, and its busiest fields as a table, as one HTML element."""
        rows = [[Cell(text) for text in row] for row in self._rows()]
        return (
            f'<div class="tcg-changes" lang="{self.language}"><p>{escape(self._title())}</p>'
            f'<div style="overflow-x:auto">{self.picture()}</div>'
            f"<details><summary>{escape(say('busiest', self.language))}</summary>"
            f"{html_table(self._heads(), rows)}</details></div>"
        )

    def __str__(self) -> str:
        return f"{self._title()}\n{plain_table(self._heads(), list(self._rows()))}"

    __repr__ = __str__

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": str(self), "text/html": self.to_html()}

    def _title(self) -> str:
        return titled(say("changes", self.language), self.document, self.language)

    def _heads(self) -> tuple[str, ...]:
        return tuple(say(key, self.language) for key in ("part", "edition", "rules", "kinds"))

    def _rows(self) -> Iterator[tuple[str, ...]]:
        for each in self.busiest():
            yield each.part, each.edition, str(each.total), self._kinds(each)

    def _note(self, each: EditionChange) -> str:
        return f"{each.part}, {each.edition}: {each.total} ({self._kinds(each)})"

    def _kinds(self, each: EditionChange) -> str:
        return ", ".join(f"{count} {say(f'kind {kind}', self.language)}" for kind, count in each.counts)


def changes(
    document: str = COMPREHENSIVE_RULES, *, section: str | None = None, language: str = "en"
) -> ChangeMap:
    """How many rules each edition changed, section by section, or chapter by chapter of one section.

    A part is the first digit of a rule's chapter (``7``) or, with `section`, the chapter (``702``). A rule
    that moved is counted where it went; one that is gone, where it was. Works from the packaged register.

    >>> found = changes(section="1")
    >>> found.parts[:3], [each.total > 0 for each in found.busiest(2)]
    (('1', '100', '101'), [True, True])

    Raises :class:`~kb.errors.NotFoundError` for a document without a register.
    """
    register = register_of(document, None)
    counted = _counted(register, section)
    parts = sorted({part for part, _ in counted}, key=sort_key)
    names = tuple(edition.name for edition in register.editions[1:])
    found = (
        EditionChange(part, edition, tuple((k, kinds[k]) for k in CHANGED if kinds[k]))
        for part in parts
        for edition in names
        if (kinds := counted.get((part, edition)))
    )
    return ChangeMap(document, tuple(parts), names, tuple(found), language)


def _counted(register: Register, section: str | None) -> dict[tuple[str, str], Counter[Kind]]:
    counted: dict[tuple[str, str], Counter[Kind]] = {}
    for edition, change in zip(register.editions[1:], register.changes, strict=True):
        for link in change.rules:
            part = _part(link, section)
            if part is not None and link.kind in CHANGED:
                counted.setdefault((part, edition.name), Counter())[link.kind] += 1
    return counted


def _part(link: Link, section: str | None) -> str | None:
    found = _CHAPTER.match(link.after or link.before)
    if found is None:
        return None
    chapter = found[0]
    if section is None:
        return chapter[0]
    return chapter if chapter.startswith(section) else None
