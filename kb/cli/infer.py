"""The verb infer: answers for very many scenarios."""

from __future__ import annotations

from pathlib import Path

import click

from kb.batch import PART_ROWS, infer_parquet
from kb.cli.application import FOUND
from kb.cli.progress import progress


@click.command()
@click.argument("source", metavar="IN.parquet", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("target", metavar="OUT.parquet", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--workers", type=click.IntRange(min=1), metavar="N", help="How many processes; all cores if left out."
)
@click.option(
    "--part-rows",
    type=click.IntRange(min=1),
    default=PART_ROWS,
    show_default=True,
    metavar="N",
    help="Scenarios in a part: what is lost when a run is stopped.",
)
@click.option(
    "--reasons/--no-reasons", default=True, show_default=True, help="Name the rules of each derivation."
)
def infer(source: Path, target: Path, workers: int | None, part_rows: int, reasons: bool) -> int:
    """Answer the questions of every scenario of a Parquet file into another.

    The input has a column `scenario` with the text of one scenario a row, and may have a column `id`. The
    output has one row a question. A run that was stopped goes on where it was. Scenarios with errors become
    rows that say so, and exit code 1.
    """
    with progress("answering") as report:
        done = infer_parquet(
            source, target, workers=workers, part_rows=part_rows, reasons=reasons, progress=report
        )
    told = f"{done.scenarios} scenarios, {done.questions} questions answered"
    click.echo(
        f"{told}, {done.errors} scenarios with errors"
        + (f" ({done.parts_found} of {done.parts} parts were there already)" if done.parts_found else "")
    )
    return FOUND if done.errors else 0
