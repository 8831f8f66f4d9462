"""A table of terms that a process sends (TSV): columns of values as it arrives, terms when rows are wanted.

Most cells of a long table are texts, IRIs, or words that come again and again. To make a term of each cell
costs more than to find the rows; here each different cell of a column is read once, and without a term
where its text says all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import BinaryIO, Final

from kb.queries.tabular import Columns
from kb.queries.values import python_value, term_language
from kb.rdf import QueryResultsFormat, QuerySolutions, parse_query_results
from kb.store import Row

_PIECE: Final = 1 << 18


class Sent:
    r"""A result as TSV, read from bytes or from a pipe to its end.

    >>> sent = Sent(b'?text\t?n\n"vol"@fr\t5\n\t<x:y>\n')
    >>> sent.variables, len(sent)
    (('text', 'n'), 2)
    >>> sent.columns()
    {'text': ['vol', None], 'text_language': ['fr', None], 'n': [5, 'x:y']}
    """

    def __init__(self, data: bytes | BinaryIO) -> None:
        pipe = BytesIO(data) if isinstance(data, bytes) else data
        self._head = pipe.readline()
        names = self._head.decode()
        self.variables = tuple(name.removeprefix("?") for name in names.split())
        self._columns = tuple(_Column() for _ in self.variables)
        self._pieces: list[bytes] = []
        self._length = 0
        # The sender is still finding rows while those before are read.
        rest = b""
        while piece := pipe.read(_PIECE):
            whole, end, rest = (rest + piece).rpartition(b"\n")
            self._take(whole + end)
        if rest or not names.endswith("\n"):
            raise ValueError("a table that ends within a row")
        for column in self._columns:
            column.close()

    def _take(self, piece: bytes) -> None:
        self._pieces.append(piece)
        # Line breaks in texts are escaped; str.splitlines would break at others too.
        lines = piece.decode().split("\n")[:-1]
        self._length += len(lines)
        # Without variables a row is an empty line, in which split finds one cell.
        if self._columns and lines:
            cells = zip(*(line.split("\t") for line in lines), strict=True)
            for column, part in zip(self._columns, cells, strict=True):
                column.take(part)

    def __len__(self) -> int:
        return self._length

    def rows(self) -> tuple[Row, ...]:
        """All rows, as terms."""
        return tuple(tuple(row) for row in _solutions(b"".join((self._head, *self._pieces))))

    def columns(self) -> Columns:
        """The values by variable. One of texts with language tags gets a second column, ``NAME_language``."""
        found: dict[str, list[object]] = {}
        for name, column in zip(self.variables, self._columns, strict=True):
            found[name] = list(column.values)
            if column.languages:
                found[f"{name}_language"] = list(column.languages)
        return found


class _Column:
    """The values of one variable, and their languages once there is one."""

    def __init__(self) -> None:
        self.values: list[object] = []
        self.languages: list[str | None] = []
        self._value: dict[str, object] = {}
        self._language: dict[str, str | None] = {}
        self._has_languages = False

    def take(self, cells: Sequence[str]) -> None:
        self._learn(cell for cell in dict.fromkeys(cells) if cell not in self._value)
        if self._has_languages:
            self.languages.extend([None] * (len(self.values) - len(self.languages)))
            self.languages.extend(map(self._language.get, cells))
        self.values.extend(map(self._value.__getitem__, cells))

    def close(self) -> None:
        """Lets go of the cells."""
        self._value, self._language = {}, {}

    def _learn(self, cells: Iterable[str]) -> None:
        hard: list[str] = []
        for cell in cells:
            if "\\" in cell:
                hard.append(cell)
            elif cell[:1] == '"':
                text, _, mark = cell[1:].rpartition('"')
                # A language may be followed by a direction, after two hyphens.
                if not mark or (mark[0] == "@" and "--" not in mark):
                    self._keep(cell, text, mark[1:] or None)
                else:
                    hard.append(cell)
            elif cell[:1] == "<" and cell[1] != "<":
                self._keep(cell, cell[1:-1], None)
            elif cell:
                hard.append(cell)
            else:
                self._keep(cell, None, None)
        self._parse(hard)

    def _parse(self, cells: Sequence[str]) -> None:
        """What is not plain text or a plain IRI is left to the parser, all of it at once."""
        if cells:
            terms = _solutions("\n".join(["?x", *cells, ""]).encode())
            for cell, (term,) in zip(cells, terms, strict=True):
                self._keep(cell, python_value(term), term_language(term))

    def _keep(self, cell: str, value: object, language: str | None) -> None:
        self._value[cell] = value
        if language is not None:
            self._language[cell] = language
            self._has_languages = True


def _solutions(data: bytes) -> QuerySolutions:
    found = parse_query_results(data, format=QueryResultsFormat.TSV)
    assert isinstance(found, QuerySolutions)
    return found
