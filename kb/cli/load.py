"""The verbs that change the knowledge base or say what is in it: load, sources, remove."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from kb.cli import messages as m
from kb.cli.application import FOUND, WRONG
from kb.cli.options import format_option, language_option, store_option
from kb.cli.output import shown
from kb.cli.progress import progress
from kb.cli.reports import HEADER, report_lines, report_record, report_row
from kb.cli.spoken_errors import say_error
from kb.model import LoadReport
from kb.queries.listing import plain_table
from kb.queries.sources import remove_source
from kb.queries.sources import sources as all_sources
from kb.store import open_store
from kb.store.finding import lacks_words
from loaders.pipeline import LoadOutcome, LoadStatus, load_paths
from loaders.text import DEFAULT_LIMITS

_MIB: Final = 1024 * 1024
_MOST_MIB: Final = DEFAULT_LIMITS.file_bytes // _MIB
_REMARKS: Final = {LoadStatus.ALREADY_THERE: m.ALREADY_THERE, LoadStatus.REPLACED: m.REPLACED}


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@store_option
@language_option
@format_option()
@click.option("--atomic", is_flag=True, help="Load nothing at all if one file cannot be loaded.")
@click.option("--again", is_flag=True, help="Load files anew that are already there.")
@click.option(
    "--most-mib",
    default=_MOST_MIB,
    show_default=True,
    type=click.IntRange(1, 4096),
    help="Refuse files of more mebibytes; lists of cards may have any size.",
)
def load(
    paths: tuple[Path, ...],
    store: Path,
    language: str | None,
    form: str,
    atomic: bool,
    again: bool,
    most_mib: int,
) -> int:
    """Load documents: files, or folders with everything in them.

    The format and the language of each file are recognised. The report accounts for every line. A file that
    is already there adds nothing; one that cannot be loaded is named, and the others are loaded all the same.
    """
    opened = open_store(store)
    limits = replace(DEFAULT_LIMITS, file_bytes=most_mib * _MIB)
    with progress("loading") as report:
        outcomes = load_paths(opened, paths, progress=report, atomic=atomic, again=again, limits=limits)
    _show(outcomes, language or "en", form)
    if lacks_words(opened):
        click.echo(m.INDEX_LATER.say(language or "en"), err=True)
    for outcome in outcomes:
        if outcome.error:
            click.echo(f"tcg-rules: {say_error(outcome.error, language or 'en')}", err=True)
    if any(outcome.error for outcome in outcomes):
        return WRONG
    return FOUND if _unaccounted(_reports(outcomes)) else 0


def _show(outcomes: Sequence[LoadOutcome], language: str, form: str) -> None:
    reports = _reports(outcomes)
    record = report_row if form == "csv" else report_record
    if shown(form, HEADER, map(record, reports)):
        return
    for outcome, report in zip((o for o in outcomes if o.report), reports, strict=True):
        for line in report_lines(report, language):
            click.echo(line)
        if outcome.status in _REMARKS:
            click.echo(_REMARKS[outcome.status].say(language))
    files = m.FILES.say(language, len(reports))
    click.echo(m.LOADED_ALL.say(language, files=files, count=_unaccounted(reports)))


def _reports(outcomes: Sequence[LoadOutcome]) -> list[LoadReport]:
    """The reports of what is in the store now, each under the name that the user gave."""
    return [replace(outcome.report, file=outcome.file) for outcome in outcomes if outcome.report]


def _unaccounted(reports: Sequence[LoadReport]) -> int:
    return sum(report.lines - report.accounted for report in reports)


@click.command()
@store_option
@language_option
@format_option()
def sources(store: Path, language: str | None, form: str) -> int:
    """List what is loaded."""
    found = all_sources(open_store(store))
    records = found.to_dicts()
    if shown(form, tuple(records[0]) if records else found.columns, records):
        return 0
    rows = [[cell.text for cell in found.cells(source)] for source in found]
    click.echo(plain_table(found.columns, rows) if rows else m.NO_SOURCES.say(language or "en"))
    return 0


@click.command()
@click.argument("source")
@store_option
@language_option
def remove(source: str, store: Path, language: str | None) -> int:
    """Take one source out again.

    SOURCE is its file name, the beginning of its hash, or its IRI. Everything else stays exactly as it was.
    """
    gone = remove_source(open_store(store), source)
    click.echo(m.REMOVED.say(language or "en", source=gone.name))
    return 0
