"""The verb serve: SPARQL over HTTP."""

from __future__ import annotations

import os
import socket
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from kb.cli import messages as m
from kb.cli.options import language_option, store_option
from kb.endpoint import Settings
from kb.endpoint import serve as serve_store
from kb.errors import InputError, Place
from kb.store import open_store
from kb.store.finding import lacks_words

_TOKEN: Final = "TCG_RULES_TOKEN"


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 is everywhere."
)
@click.option(
    "--port", type=click.IntRange(1, 65535), default=7878, show_default=True, metavar="N", help="The port."
)
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    default=Settings().limits.seconds,
    show_default=True,
    metavar="SECONDS",
    help="Stop a query after so many seconds.",
)
@click.option(
    "--rate",
    type=click.FloatRange(min=0, min_open=True),
    metavar="N",
    help="Let one client send N requests a second, in the long run.",
)
@click.option(
    "--yasgui",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where YASGUI's files are, for the SPARQL page.",
)
@click.option(
    "--token-file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Let whoever sends the token in this file write, below /write. [env: TCG_RULES_TOKEN, the token]",
)
@click.option("--log-queries", is_flag=True, help="Write what was asked into the log.")
@store_option
@language_option
def serve(
    host: str, port: int, timeout: float, rate: float | None, yasgui: Path | None, token_file: Path | None,
    log_queries: bool, store: Path, language: str | None,
) -> None:  # fmt: skip
    """Answer SPARQL queries over HTTP, at /sparql.

    Read-only without a token, and within limits that are meant for strangers. Stops with Ctrl-C.
    """
    # A directory that is no store, and an address that is taken, are errors here, before anything starts.
    opened = open_store(store)
    _check_free(host, port)
    limits = replace(Settings().limits, seconds=timeout)
    token = _token(token_file)
    settings = replace(
        Settings(), limits=limits, rate=rate, yasgui=yasgui, token=token, log_queries=log_queries
    )
    if lacks_words(opened):
        click.echo(m.INDEXING.say(language or "en"), err=True)
    click.echo(m.SERVING.say(language or "en", url=f"http://{host}:{port}/sparql"), err=True)
    if token:
        click.echo(m.WRITABLE.say(language or "en", url=f"http://{host}:{port}/write"), err=True)
    serve_store(store, host, port, settings)


def _token(file: Path | None) -> str | None:
    """The token to write with, from a file or the environment: on the command line everybody could see it."""
    # It needs the extra, as serving does.
    from kb.endpoint.writing.token import check_token, read_token

    if file is not None:
        return read_token(file)
    sent = os.environ.get(_TOKEN)
    return check_token(sent, _TOKEN) if sent else None


def _check_free(host: str, port: int) -> None:
    try:
        socket.create_server((host, port)).close()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(Place(f"{host}:{port}"), "cannot listen there", hint=reason) from error
