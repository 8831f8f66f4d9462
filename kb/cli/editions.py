"""The verbs about the known editions of rules documents: to list them, and to make a register of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from kb import editions as known
from kb.cli import edition_messages as m
from kb.cli.application import FOUND, WRONG
from kb.cli.messages import FILES
from kb.cli.options import format_option, language_option, register_option
from kb.cli.output import shown
from kb.cli.progress import progress
from kb.editions.build import Conflict, EditionTexts, build_register, edition_texts, merge_editions
from kb.editions.lookup import known_documents
from kb.editions.model import Edition
from kb.editions.register import Register
from kb.editions.storage import write_register
from kb.errors import LoadError, Place
from kb.queries.listing import plain_table
from loaders.base import load_file
from loaders.pipeline import files_below
from loaders.processes import in_order, workers_for

HEADER: Final = ("document", "edition", "date", "complete", "rules", "headings")


class WithDefault(click.Group):
    """A group that runs its verb `list` where no other verb of its own is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments, with ``list`` before them where they name no verb and ask for no help."""
        if not args or (args[0] not in self.commands and args[0] not in ctx.help_option_names):
            args = ["list", *args]
        return super().parse_args(ctx, args)


@click.group(cls=WithDefault)
def editions() -> None:
    """List the known editions, or make a register of your own.

    \b
    tcg-rules editions [DOCUMENT]             the editions of one document, or of all
    tcg-rules editions build PATH... --out DIR  a register from your own files
    """


@editions.command("list")
@click.argument("document", required=False)
@register_option
@language_option
@format_option()
def list_editions(document: str | None, register: Path | None, language: str | None, form: str) -> int:
    """List the known editions of a document, oldest first; of every document if none is named."""
    names = (document,) if document else known_documents(register)
    found = [edition for name in names for edition in known.editions(name, register=register)]
    if not shown(form, HEADER, map(_edition_record, found)):
        say = language or "en"
        columns = [heading.say(say) for heading in m.COLUMNS.values()]
        click.echo(plain_table(columns, [_edition_row(edition, say) for edition in found]))
    return 0 if found else FOUND


def _edition_record(edition: Edition) -> dict[str, object]:
    return {
        "document": edition.document,
        "edition": edition.name,
        "date": edition.date,
        "complete": edition.complete,
        "rules": edition.rules,
        "headings": edition.headings,
    }


def _edition_row(edition: Edition, language: str) -> tuple[str, ...]:
    extent = (m.WHOLE if edition.complete else m.IN_PART).say(language)
    return edition.document, edition.name, extent, str(edition.rules), str(edition.headings)


@editions.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--out", required=True, type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
    help="Where the register is written.",
)  # fmt: skip
@language_option
@format_option()
def build(paths: tuple[Path, ...], out: Path, language: str | None, form: str) -> int:
    """Make a register of editions from files, and from folders with everything in them.

    One register is made for each document found. It holds hashes, numbers and counts, and no text. A file
    that is no edition is named, and the others are read all the same. Then say --register DIR to use it.
    """
    say, read = language or "en", _read(paths)
    registers: list[tuple[Register, int]] = []
    for document in sorted(read):
        merged, conflicts = merge_editions(read[document])
        for conflict in conflicts:
            click.echo(_disagreement(conflict, say), err=True)
        register = _linked(merged)
        write_register(register, out)
        registers.append((register, len(read[document])))
    records = (_edition_record(edition) for register, _ in registers for edition in register.editions)
    if not shown(form, HEADER, records):
        for register, count in registers:
            click.echo(_built(register, count, say))
    return 0 if registers else WRONG


def _read(paths: Sequence[Path]) -> dict[str, list[EditionTexts]]:
    """The editions by document; what is none is named on standard error."""
    files = tuple(files_below(paths))
    read: dict[str, list[EditionTexts]] = {}
    with progress("reading") as report:
        for done, (file, found) in enumerate(
            zip(files, in_order(read_edition, files, workers=workers_for(files)), strict=True)
        ):
            report(done, len(files), str(file))
            if isinstance(found, LoadError):
                click.echo(f"tcg-rules: {found}", err=True)
            else:
                read.setdefault(found.edition.document, []).append(found)
    return read


def read_edition(file: Path) -> EditionTexts | LoadError:
    """What a register needs of one file, or why it has nothing: a value, because it crosses processes."""
    try:
        passages = load_file(file).passages
        return edition_texts(passages)
    except LoadError as error:
        place = error.place if error.place.source == str(file) else Place(str(file))
        return LoadError(
            place, error.problem, found=error.found, expected=error.expected, near=error.near, hint=error.hint
        )


def _linked(merged: Sequence[EditionTexts]) -> Register:
    with progress("linking") as report:
        done = iter(range(len(merged) + 1))
        return build_register(merged, progress=lambda name: report(next(done), len(merged), name))


def _disagreement(conflict: Conflict, language: str) -> str:
    some = ", ".join(conflict.numbers[:5]) + (", ..." if len(conflict.numbers) > 5 else "")
    return m.DISAGREE.say(language, edition=conflict.edition, numbers=some)


def _built(register: Register, files: int, language: str) -> str:
    return m.BUILT.say(
        language,
        document=register.document,
        editions=m.EDITIONS.say(language, len(register.editions)),
        first=register.editions[0].name,
        last=register.newest.name,
        files=FILES.say(language, files),
    )
