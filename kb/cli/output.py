"""How answers are laid out: JSON, one object a line; CSV with a header; text wrapped for the terminal."""

from __future__ import annotations

import csv
import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import click

WIDEST: Final = 100

Record = Mapping[str, object]


def print_json_lines(records: Iterable[Record]) -> None:
    """Prints each record as one JSON object on a line of its own, as soon as it is there."""
    for record in records:
        click.echo(json_line(record))


def json_line(record: Record) -> str:
    """`record` as one line of JSON, letters of every script as they are.

    >>> json_line({"text": "règle", "lines": (1, 2)})
    '{"text": "règle", "lines": [1, 2]}'
    """
    return json_text(record)


def json_text(value: object) -> str:
    """`value` as JSON.

    >>> json_text(None), json_text("été")
    ('null', '"été"')
    """
    return json.dumps(value, ensure_ascii=False)


def print_csv(header: Sequence[str], records: Iterable[Record]) -> None:
    """Prints a header, then one row a record; a list in a cell is joined by semicolons."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(header)
    for record in records:
        writer.writerow([cell(record.get(name)) for name in header])


def cell(value: object) -> str:
    """`value` as the text of one CSV cell.

    >>> cell(None), cell(True), cell(["109.5", "110.2"]), cell(3)
    ('', 'true', '109.5; 110.2', '3')
    >>> cell({"A": True, "B": None})
    '{"A": true, "B": null}'
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return json_text(value)
    if isinstance(value, (list, tuple)):
        return "; ".join(cell(part) for part in value)
    return str(value)


def shown(form: str, header: Sequence[str], records: Iterable[Record]) -> bool:
    """Prints `records` if `form` is a machine format; says whether it did."""
    if form == "json":
        print_json_lines(records)
    elif form == "csv":
        print_csv(header, records)
    else:
        return False
    return True


def wrapped(text: str, *, indent: str = "", hanging: str | None = None) -> str:
    """`text` in lines that fit the terminal, 100 letters at most; lines after the first begin with `hanging`.

    >>> print(wrapped("word " * 30, indent="- ", hanging="  ")[:6])
    - word
    """
    width = min(shutil.get_terminal_size().columns, WIDEST)
    after = indent if hanging is None else hanging
    return textwrap.fill(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=after,
        break_on_hyphens=False,
        break_long_words=False,
    )
