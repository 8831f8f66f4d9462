"""The verbs that exchange files with other tools: export, import."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from kb.cli.options import format_option, store_option
from kb.cli.output import shown
from kb.cli.sides import all_pairs, sides_options
from kb.errors import InputError, Place
from kb.translation.exchange import FORMATS, read_units, write_units
from kb.translation.exchange.records import TranslationUnit, units_of
from kb.translation.exchange.tables import COLUMNS, read_xlsx, write_xlsx
from kb.translation.exchange.tbx import read_tbx, write_tbx
from kb.translation.termbase import termbase

_BY_SUFFIX: Final = {
    ".tmx": "tmx",
    ".xlf": "xliff",
    ".xliff": "xliff",
    ".po": "po",
    ".csv": "csv",
    ".tbx": "tbx",
    ".xlsx": "xlsx",
}


@click.command(name="export")
@sides_options
@click.option("--to", "form", type=click.Choice((*FORMATS, "xlsx", "tbx")), required=True, help="The format.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Where to write it."
)
@store_option
def export_verb(form: str, out: Path | None, store: Path, **sides: Any) -> int:
    """Write aligned sentences or terms for other tools.

    Sides as for diverge; tbx writes the termbase and needs none. xliff is version 2.1, xliff1 is 1.2. Without
    --out it goes to standard output.
    """
    if form == "tbx":
        return _write(write_tbx(termbase(sides["game"])), out)
    pairs, _ = all_pairs(sides, store)
    languages = next(((p.left.language, p.right.language) for p in pairs if p.left and p.right), ("en", "fr"))
    units = list(units_of(pairs, languages))
    if form != "xlsx":
        return _write(write_units(units, form), out)
    if out is None:
        raise click.UsageError("xlsx needs --out FILE")
    write_xlsx(units, out)
    return 0


def _write(text: str, out: Path | None) -> int:
    if out is None:
        click.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8", newline="")
    return 0


@click.command(name="import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@format_option("json", "csv", "text")
def import_verb(file: Path, form: str) -> int:
    """Read a file of another tool: its sentences or terms.

    FILE is TMX, XLIFF (1.2 or 2.x), PO, CSV, XLSX or TBX, by its ending. Nothing is stored: the records are
    printed.
    """
    kind = _BY_SUFFIX.get(file.suffix.lower())
    if kind is None:
        raise InputError(Place(file.name), "unknown ending", found=file.suffix, expected=" ".join(_BY_SUFFIX))
    if kind == "tbx":
        rows = [
            {"concept": term.notation, "game": term.game, "language": label.language, "label": label.text,
             "kind": label.kind, "status": label.status, "source": label.source}
            for term in read_tbx(_text(file), file.name) for label in term.labels
        ]  # fmt: skip
        header = ("concept", "game", "language", "label", "kind", "status", "source")
        if not shown(form, header, rows):
            for row in rows:
                click.echo(f"{row['concept']}  {row['language']}  {row['label']}")
        return 0
    units = read_xlsx(file) if kind == "xlsx" else read_units(_text(file), kind, name=file.name)
    if not shown(form, COLUMNS, map(_unit, units)):
        for unit in units:
            click.echo(f"{unit.key}\n  {unit.source}\n  {unit.target}")
    return 0


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(Place(file.name), "not UTF-8", found=error.reason) from error


def _unit(unit: TranslationUnit) -> dict[str, object]:
    return {name: getattr(unit, name) for name in COLUMNS}
