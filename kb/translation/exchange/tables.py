"""CSV and XLSX: one row a unit, with the columns of the record."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import astuple, fields
from pathlib import Path
from typing import Final

from kb.errors import InputError, MissingExtraError, Place
from kb.translation.exchange.records import TranslationUnit

COLUMNS: Final = tuple(field.name for field in fields(TranslationUnit))
_NEEDED: Final = ("key", "source_lang", "target_lang", "source", "target")


def write_csv(units: Sequence[TranslationUnit]) -> str:
    """The units as CSV with a header."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(astuple(unit) for unit in units)
    return stream.getvalue()


def read_csv(text: str, name: str = "-") -> Iterator[TranslationUnit]:
    """The units of a CSV file.

    Raises :class:`kb.errors.InputError` when a column is missing.
    """
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    for row in reader:
        yield _unit(row, name)


def _unit(row: dict[str, str], name: str) -> TranslationUnit:
    missing = [column for column in _NEEDED if row.get(column) is None]
    if missing:
        raise InputError(
            Place(name, line=1), f"no column {missing[0]!r}", expected=f"the columns {', '.join(_NEEDED)}"
        )
    return TranslationUnit(**{column: row.get(column) or "" for column in COLUMNS})


def write_xlsx(units: Sequence[TranslationUnit], path: Path) -> None:
    """Writes the units as a sheet. Raises MissingExtraError without the extra ``translation``."""
    try:
        from openpyxl import Workbook
    except ImportError as error:
        raise MissingExtraError("openpyxl", "translation") from error
    book = Workbook(write_only=True)
    sheet = book.create_sheet("units")
    sheet.append(list(COLUMNS))
    for unit in units:
        sheet.append(list(astuple(unit)))
    book.save(path)


def read_xlsx(path: Path) -> tuple[TranslationUnit, ...]:
    """The units of the first sheet. Raises MissingExtraError without the extra ``translation``."""
    try:
        from openpyxl import load_workbook
    except ImportError as error:
        raise MissingExtraError("openpyxl", "translation") from error
    book = load_workbook(path, read_only=True)
    rows = book.worksheets[0].iter_rows(values_only=True)
    header = [str(cell) for cell in next(rows, ())]
    found = tuple(
        _unit(
            {name: "" if cell is None else str(cell) for name, cell in zip(header, row, strict=False)},
            path.name,
        )
        for row in rows
    )
    book.close()
    return found
