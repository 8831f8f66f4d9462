"""The verb sparql: queries of the user's own."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import click

from kb.cli.application import FOUND
from kb.cli.options import format_option, store_option
from kb.errors import Place, QueryError
from kb.queries.formats import WRITERS, write_truth
from kb.queries.listing import plain_table
from kb.queries.sparql import Result, select
from kb.store import open_store

STANDARD_INPUT: Final = "-"
SUFFIXES: Final = (".rq", ".sparql", ".ru")
"""How a file with a query is called; a missing one of that name is not taken for a query."""


@click.command()
@click.argument("query", metavar="QUERY|FILE")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=30.0,
    show_default=True,
    metavar="SECONDS",
    help="Stop the query after so many seconds.",
)
@store_option
@format_option("text", "json", "csv", "turtle")
def sparql(query: str, timeout: float, store: Path, form: str) -> int:
    """Answer a SPARQL query, or the one in a file.

    The prefixes of the project need not be declared. Without FROM a query sees all graphs together. Nothing
    is changed, and no other server is asked. A FILE - is standard input. A false ASK is exit code 1.
    """
    result = select(open_store(store), _query_text(query), timeout=timeout)
    if form == "turtle" and result.kind != "graph":
        raise click.UsageError("--format turtle is for CONSTRUCT and DESCRIBE")
    click.echo(_shown(result, form).rstrip("\n"))
    return FOUND if result.truth is False else 0


def _query_text(query: str) -> str:
    if query == STANDARD_INPUT:
        return sys.stdin.read()
    path = Path(query)
    if "{" in query or not (path.suffix in SUFFIXES or _is_file(path)):
        return query
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise QueryError(Place(query), "the file is not UTF-8") from error


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a query can be longer than the name of a file may be
        return False


def _shown(result: Result, form: str) -> str:
    if result.truth is not None:
        return write_truth(result.truth, form) if form in WRITERS else str(result.truth).lower()
    if result.kind == "graph" and form in ("text", "turtle"):
        return result.to_turtle()
    if form in WRITERS:
        return "".join(WRITERS[form](result.variables, result))
    rows = [[cell.text for cell in result.cells(row)] for row in result]
    return plain_table(result.variables, rows) or repr(result)
