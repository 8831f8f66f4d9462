"""The verbs that exchange files with other tools: export, import."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

from kb.cli import messages as m
from kb.cli.options import format_option, language_option, store_option
from kb.cli.output import shown
from kb.cli.sides import all_pairs, sides_options
from kb.cli.spoken import SpokenCommand, SpokenUsageError
from kb.errors import InputError, Place
from kb.store import open_store
from kb.translation.exchange import FORMATS, read_units, write_units
from kb.translation.exchange.records import TranslationUnit, units_of
from kb.translation.exchange.tables import COLUMNS, read_xlsx, write_xlsx
from kb.translation.exchange.tbx import read_tbx, write_tbx
from kb.translation.imported import keep_terms, keep_units
from kb.translation.termbase import Term, read_terms_csv, termbase

TERM_HEADER: Final = ("concept", "game", "language", "label", "kind", "status", "source")
_BY_SUFFIX: Final = {
    ".tmx": "tmx",
    ".xlf": "xliff",
    ".xliff": "xliff",
    ".po": "po",
    ".csv": "csv",
    ".tbx": "tbx",
    ".xlsx": "xlsx",
}


@click.command(name="export", cls=SpokenCommand)
@sides_options
@click.option("--to", "form", type=click.Choice((*FORMATS, "xlsx", "tbx")), required=True, help="The format.")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Where to write it."
)
@store_option
@language_option
def export_verb(form: str, out: Path | None, store: Path, language: str | None, **sides: Any) -> int:
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
        raise SpokenUsageError(m.NEEDS_OUT.say(language or "en"))
    write_xlsx(units, out)
    return 0


def _write(text: str, out: Path | None) -> int:
    if out is None:
        click.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8", newline="")
    return 0


@click.command(name="import", cls=SpokenCommand)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--dry-run", is_flag=True, help="Print what the file holds, keep nothing.")
@store_option
@language_option
@format_option()
def import_verb(file: Path, dry_run: bool, store: Path, language: str | None, form: str) -> int:
    """Read a file of another tool and keep its sentences or terms.

    FILE is TMX, XLIFF (1.2 or 2.x), PO, CSV, XLSX or TBX, by its ending. Nothing is replaced: what differs
    from a known entry is added beside it, with its source. With --dry-run nothing is kept.
    """
    terms, units = _read(file)
    if dry_run:
        return _print(terms, units, form)
    backend = open_store(store)
    done = keep_terms(backend, terms, file.name) if terms else keep_units(backend, units, file.name)
    record = {"file": file.name, "new": done.new, "known": done.known, "beside": done.beside}
    if not shown(form, tuple(record), [record]):
        click.echo(m.IMPORTED.say(language or "en", **record))
    return 0


def _read(file: Path) -> tuple[tuple[Term, ...], tuple[TranslationUnit, ...]]:
    """The terms or the sentences of a file."""
    kind = _BY_SUFFIX.get(file.suffix.lower())
    if kind is None:
        known = f"one of {', '.join(_BY_SUFFIX)}"
        raise InputError(Place(file.name), "unknown ending", found=file.suffix, expected=known)
    if kind == "tbx":
        return tuple(read_tbx(_text(file), file.name)), ()
    if kind == "csv" and _text(file).startswith("concept,"):
        return read_terms_csv(file), ()
    return (), read_xlsx(file) if kind == "xlsx" else read_units(_text(file), kind, name=file.name)


def _print(terms: tuple[Term, ...], units: tuple[TranslationUnit, ...], form: str) -> int:
    rows: list[dict[str, object]] = [
        {"concept": term.notation, "game": term.game, "language": label.language, "label": label.text,
         "kind": label.kind, "status": label.status, "source": label.source}
        for term in terms for label in term.labels
    ]  # fmt: skip
    if terms:
        if not shown(form, TERM_HEADER, rows):
            for row in rows:
                click.echo(f"{row['concept']}  {row['language']}  {row['label']}")
        return 0
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
