"""Results that show themselves: a table in plain text, in HTML, or as a DataFrame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from types import MappingProxyType
from typing import Any, Generic, TypeVar, overload

from kb.queries.tabular import Columns, Kind, NoValues, Tabular, columns_of, kind_of

Item = TypeVar("Item", covariant=True)
SHOWN = 60
_WIDTH = 72
# Notebooks align tables to the right, as for numbers; ours are texts.
_LEFT = ' style="text-align:left"'


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in one place of a table: text, and the language it is in where that is known."""

    text: str
    language: str | None = None


class Listing(Tabular, Sequence[Item], Generic[Item]):
    """An immutable sequence of records that shows itself as a table.

    A subclass names the columns and says what one record puts in them.
    """

    columns: tuple[str, ...] = ()
    what = "results"
    names: tuple[str, ...] = ()
    """The columns of its DataFrame, where a record has others than are shown."""
    kinds: Mapping[str, Kind] = MappingProxyType({})
    """What is in those columns that are neither texts nor known by their names."""

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._items = tuple(items)

    def cells(self, item: Item) -> tuple[Cell, ...]:  # type: ignore[misc]
        """What `item` puts into each of the columns."""
        raise NotImplementedError

    def record(self, item: Item) -> Mapping[str, object]:  # type: ignore[misc]
        """`item` as a row of a DataFrame; the columns' texts unless a subclass knows better."""
        return {name: cell.text for name, cell in zip(self.columns, self.cells(item), strict=True)}

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | Sequence[Item]:
        return self._like(self._items[index]) if isinstance(index, slice) else self._items[index]

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Listing) and self._items == other._items

    def __hash__(self) -> int:
        return hash(self._items)

    def to_dicts(self) -> list[dict[str, object]]:
        """One dictionary for each record."""
        return [dict(self.record(item)) for item in self]

    def table(self) -> Columns:
        """The values by column, as Python has them."""
        if not len(self) and self.names:
            kinds = {name: self.kinds.get(name) or kind_of(name, ()) for name in self.names}
            return {name: NoValues.of(kind) for name, kind in kinds.items()}
        return columns_of(self.to_dicts(), tuple(self.record(self[0])) if self else self.columns)

    def __repr__(self) -> str:
        rows = [[cell.text for cell in self.cells(item)] for item in self._items[:SHOWN]]
        return plain_table(self.columns, rows) + self._more()

    def _repr_html_(self) -> str:
        rows = [self.cells(item) for item in self._items[:SHOWN]]
        return html_table(self.columns, rows) + (f"<p>{escape(self._more())}</p>" if self._more() else "")

    def _like(self, items: tuple[Any, ...]) -> Listing[Item]:
        return type(self)(items)

    def _more(self) -> str:
        if not self._items:
            return f"no {self.what}"
        left = len(self) - SHOWN
        return f"\n... and {left} more {self.what}" if left > 0 else ""


def plain_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    r"""A table in plain text; long cells are cut, with a sign that they are.

    >>> print(plain_table(["number", "text"], [["108.1", "A card\nis a card"], ["9", ""]]))
    number  text
    108.1   A card is a card
    9
    """
    if not rows:
        return ""
    cut = [[_one_line(cell) for cell in row] for row in (columns, *rows)]
    widths = [max(len(row[at]) for row in cut) for at in range(len(columns))]
    padded = (
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cut
    )
    return "\n".join(padded)


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"


def html_table(columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A table in HTML, each cell marked with its language, nothing in it taken for markup.

    >>> page = html_table(["text"], [[Cell("<b>", "fr")]])
    >>> ' lang="fr">&lt;b&gt;</td>' in page
    True
    """
    head = "".join(f"<th{_LEFT}>{escape(name)}</th>" for name in columns)
    body = "".join("<tr>" + "".join(map(_html_cell, row)) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _html_cell(cell: Cell) -> str:
    language = f' lang="{escape(cell.language)}"' if cell.language else ""
    return f"<td{_LEFT}{language}>{escape(cell.text)}</td>"
