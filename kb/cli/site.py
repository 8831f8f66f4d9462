"""The verb site: the ontology as pages to read, in three languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from kb.cli.messages import Counted
from kb.cli.options import language_option
from kb.cli.progress import progress
from kb.errors import NotFoundError
from kb.site import Site, keep_others, trials, write_site

PAGES: Final = Counted(("page", "pages"), ("page", "pages"), ("página", "páginas"))


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), metavar="OUT")
@click.option(
    "--cases",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Scenario files, or folders of them, whose answers show what tests a rule. Repeatable.",
)
@language_option
def site(folder: Path, cases: tuple[Path, ...], language: str | None) -> int:
    """Write the ontology as pages to read, one site a language.

    OUT gets en/, fr/ and es/, and each module as data. The pages need no program, no script and no network.
    Files that are not of an earlier site are never written over.
    """
    keep_others(folder)
    with progress("answering cases") as report:
        found = trials(files(cases), report=report)
    with progress("writing pages") as report:
        count = write_site(Site(found), folder, report=report)
    language = language or "en"
    colon = "\u00a0:" if language == "fr" else ":"
    click.echo(f"{PAGES.say(language, count)}{colon} {folder / 'index.html'}")
    return 0


def files(given: tuple[Path, ...]) -> Iterator[Path]:
    """The scenario files among the paths, those inside folders too.

    Raises :class:`kb.errors.NotFoundError` for a path that is not there.
    """
    for path in given:
        if not path.exists():
            raise NotFoundError("file or folder", str(path), [])
        yield from sorted(path.glob("**/*.yaml")) if path.is_dir() else [path]
