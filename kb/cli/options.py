"""The options that verbs share, as decorators."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from kb.queries.languages import INTERFACE
from kb.store.place import default_directory

LANGUAGES: Final = INTERFACE
GAMES: Final = ("mtg", "ygo", "riftbound")

Command = TypeVar("Command", bound=Callable[..., Any])


def store_option(command: Command) -> Command:
    """Adds ``--store DIR``: where the knowledge base is kept."""
    return click.option(
        "--store",
        type=click.Path(file_okay=False, path_type=Path),
        envvar="TCG_RULES_STORE",
        default=default_directory,
        show_default="your data folder",
        metavar="DIR",
        help="Where the knowledge base is kept. [env: TCG_RULES_STORE]",
    )(command)


def language_option(command: Command) -> Command:
    """Adds ``--lang``: the language of the answer."""
    return click.option(
        "--lang",
        "language",
        type=click.Choice(LANGUAGES),
        envvar="TCG_RULES_LANG",
        help="The language of the answer. [env: TCG_RULES_LANG]",
    )(command)


def format_option(*formats: str) -> Callable[[Command], Command]:
    """Adds ``--format`` with the formats that a verb knows; the first is the default."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(formats or ("text", "json", "csv")),
        default=(formats or ("text",))[0],
        show_default=True,
        help="For people, or for programs.",
    )


def quote_option(command: Command) -> Command:
    """Adds ``--quote``: show the words of the passages that an answer cites."""
    return click.option("--quote", is_flag=True, help="Quote the cited passages that are loaded.")(command)


def document_option(command: Command) -> Command:
    """Adds ``--document NAME``: whose editions are meant."""
    return click.option(
        "--document",
        default="mtg-cr",
        show_default=True,
        metavar="NAME",
        help="The document, such as mtg-cr or rift-cr.",
    )(command)


def register_option(command: Command) -> Command:
    """Adds ``--register DIR``: the user's own register of editions."""
    return click.option(
        "--register",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        envvar="TCG_RULES_REGISTER",
        metavar="DIR",
        help="A register you have built, in place of the packaged one. [env: TCG_RULES_REGISTER]",
    )(command)
