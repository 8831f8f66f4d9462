"""The two sides that a translators' verb compares: languages of the store, files, or rows of a CSV file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from kb.cli import messages as m
from kb.cli.spoken import SpokenUsageError, current_language
from kb.displays.divergences import stored_sides
from kb.errors import NotFoundError
from kb.model import Passage
from kb.queries.languages import language_tag
from kb.store import open_store
from kb.translation.pairing import pair_passages, read_pairs
from kb.translation.records import Pair
from loaders.base import load_source
from loaders.text import read_source

Command = TypeVar("Command", bound=Callable[..., Any])
_HELP: Final = "A CSV file of pairs: the columns left, right, left_lang, right_lang, and maybe game."


def sides_options(command: Command) -> Command:
    """Adds what names the two sides: arguments, ``--pairs``, ``--document``, ``--edition``, ``--game``."""
    for add in (
        click.argument("sides", nargs=-1, metavar="[SIDE]..."),
        click.option("--pairs", "pairs_file", type=click.Path(exists=True, dir_okay=False, path_type=Path),
                     metavar="FILE", help=_HELP),
        click.option("--document", metavar="NAME", help="Only this document, such as mtg-cr."),
        click.option("--edition", metavar="NAME", help="Only this edition, on both sides."),
        click.option("--game", type=click.Choice(("mtg", "ygo", "riftbound", "edopro")),
                     help="Whose terms to check, where the texts do not say."),
    ):  # fmt: skip
        command = add(command)
    return command


def all_pairs(named: Mapping[str, Any], store: Path) -> tuple[tuple[Pair, ...], str | None]:
    """The pairs that the options of :func:`sides_options` name, and their document."""
    return find_pairs(
        named["sides"], named["pairs_file"], store,
        document=named["document"], edition=named["edition"], game=named["game"],
    )  # fmt: skip


def find_pairs(
    sides: Sequence[str],
    pairs_file: Path | None,
    store: Path,
    *,
    document: str | None,
    edition: str | None,
    game: str | None,
) -> tuple[tuple[Pair, ...], str | None]:
    """The pairs to compare, and the document they belong to where there is one.

    Raises SpokenUsageError when the sides are not two; NotFoundError when a language is not loaded.
    """
    if pairs_file is not None:
        found, named = read_pairs(pairs_file), document
    else:
        left, right = _passages(sides, store, document, edition)
        found = pair_passages(left, right)
        named = document or _document(left, right)
    if game:
        found = tuple(replace(pair, game=game) for pair in found)
    return found, named


def _passages(
    sides: Sequence[str], store: Path, document: str | None, edition: str | None
) -> tuple[list[Passage], list[Passage]]:
    files = [Path(side) for side in sides if Path(side).is_file()]
    tags = [language_tag(side) for side in sides if not Path(side).is_file()]
    if len(files) == 2 and not tags:
        left, right = (_read(file) for file in files)
        return left, right
    if len(files) < 2 and len(tags) == 2:
        loaded = (
            _read(files[0])
            if files
            else stored_sides(open_store(store), (tags[0], tags[1]), document, edition)
        )
        left, right = ([passage for passage in loaded if passage.language == tag] for tag in tags)
        for tag, found in zip(tags, (left, right), strict=True):
            if not found:
                known = sorted({passage.language for passage in loaded})
                raise NotFoundError("language", tag, known)
        return left, right
    raise SpokenUsageError(m.TWO_SIDES.say(current_language()))


def _read(file: Path) -> list[Passage]:
    return list(load_source(read_source(file)).passages)


def _document(left: Sequence[Passage], right: Sequence[Passage]) -> str | None:
    names = {passage.document for passage in (*left, *right)}
    return names.pop() if len(names) == 1 else None
