"""The verb push: a knowledge base on a server."""

from __future__ import annotations

from pathlib import Path

import click

from kb.cli import messages as m
from kb.cli.options import format_option, language_option
from kb.cli.output import shown
from kb.cli.progress import progress
from kb.store import open_store
from kb.store.pushing import push

HEADER = ("sent", "kept", "removed", "triples")


@click.command("push")
@click.argument("store", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("address")
@click.option("--again", is_flag=True, help="Send every graph, even one that is there already.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=120.0,
    show_default=True,
    metavar="SECONDS",
    help="Give up when one graph takes longer.",
)
@language_option
@format_option()
def push_verb(
    store: Path, address: str, again: bool, timeout: float, language: str | None, form: str
) -> int:  # fmt: skip
    """Push a knowledge base to a server.

    ADDRESS is where the server has its Graph Store Protocol, such as http://localhost:7878/store. Graphs that
    are there already are not sent again, and those of others stay.
    """
    with progress("pushing") as report:
        done = push(open_store(store), address, again=again, timeout=timeout, progress=report)
    counts = {
        "sent": len(done.sent), "kept": len(done.kept), "removed": len(done.removed), "triples": done.triples,
    }  # fmt: skip
    if not shown(form, HEADER, [counts]):
        click.echo(m.PUSHED.say(language or "en", **counts))
    return 0
