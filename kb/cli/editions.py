"""The verbs about the known editions of rules documents: editions, where-is, history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import click

from kb import editions as known
from kb.cli import edition_messages as m
from kb.cli.application import FOUND, WRONG
from kb.cli.messages import FILES, Sentence
from kb.cli.options import document_option, format_option, language_option, register_option
from kb.cli.output import shown, wrapped
from kb.cli.progress import progress
from kb.editions.build import Conflict, EditionTexts, build_register, edition_texts, merge_editions
from kb.editions.lookup import known_documents
from kb.editions.model import Edition, History, Hop, Interval, Kind, Lineage
from kb.editions.register import Register
from kb.editions.storage import write_register
from kb.errors import LoadError, Place
from kb.queries.listing import plain_table
from loaders.base import load_file
from loaders.pipeline import files_below
from loaders.processes import in_order, workers_for

HEADER: Final = ("document", "edition", "date", "complete", "rules", "headings")
HOP_HEADER: Final = ("from", "to", "number_from", "number_to", "parts", "kind", "score")
_ENDS: Final = frozenset({Kind.NEW, Kind.GONE, Kind.UNKNOWN})


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


@click.command()
@click.argument("number")
@click.option(
    "--from", "from_", required=True, metavar="EDITION", help="The edition that NUMBER is of, or a date."
)
@click.option("--to", metavar="EDITION", help="The edition to find it in, or a date; the newest if left out.")
@document_option
@register_option
@language_option
@format_option()
def where_is(
    number: str,
    from_: str,
    to: str | None,
    document: str,
    register: Path | None,
    language: str | None,
    form: str,
) -> int:
    """Say where a rule of one edition is in another.

    Every change on the way is told, with its kind and how much of the text stayed. Exit code 1 when the rule
    has no number in the other edition.
    """
    lineage = known.where_is(number, document, from_=from_, to=to, register=register)
    if form == "csv":
        shown(form, HOP_HEADER, map(hop_record, lineage.hops))
    elif not shown(form, (), [_lineage_record(lineage)]):
        click.echo("\n".join(_lineage_lines(lineage, language or "en")))
    return 0 if lineage.numbers else FOUND


def _lineage_record(lineage: Lineage) -> dict[str, object]:
    return {
        "document": lineage.document,
        "number": lineage.number,
        "from": lineage.from_,
        "to": lineage.to,
        "numbers": list(lineage.numbers),
        "kind": str(lineage.kind),
        "score": lineage.score,
        "hops": [hop_record(hop) for hop in lineage.hops],
    }


def hop_record(hop: Hop) -> dict[str, object]:
    """One change of a rule as an object for programs; the score is the share of its words that stayed."""
    return {
        "from": hop.before,
        "to": hop.after,
        "number_from": hop.number_before,
        "number_to": hop.number_after,
        "parts": list(hop.parts),
        "kind": str(hop.kind),
        "score": hop.score,
    }


def _lineage_lines(lineage: Lineage, language: str) -> Iterator[str]:
    sentence: Sentence = m.IS_NOW if lineage.numbers else m.IS_NOWHERE
    yield sentence.say(
        language,
        number=lineage.number,
        from_=lineage.from_,
        there=", ".join(lineage.numbers),
        to=lineage.to,
        kind=m.KINDS[lineage.kind].say(language),
    )
    yield from hop_lines(lineage.hops, language)


def hop_lines(hops: Iterable[Hop], language: str) -> Iterator[str]:
    """Each change on the way, with its kind and its evidence."""
    for hop in hops:
        rule = " -> ".join(number or "-" for number in (hop.number_before, hop.number_after))
        if hop.parts:
            rule += m.BESIDE.say(language, numbers=", ".join(hop.parts))
        evidence = "" if hop.kind in _ENDS else m.STAYED.say(language, share=round(hop.score * 100))
        told = m.HOP.say(
            language,
            before=hop.before,
            after=hop.after,
            rule=rule,
            kind=m.KINDS[hop.kind].say(language),
            evidence=evidence,
        )
        yield wrapped(told, indent="  ", hanging="    ")


@click.command()
@click.argument("number")
@click.option(
    "--edition", metavar="EDITION", help="The edition that NUMBER is of, or a date; the newest if left out."
)
@document_option
@register_option
@language_option
@format_option()
def history(
    number: str,
    edition: str | None,
    document: str,
    register: Path | None,
    language: str | None,
    form: str,
) -> int:
    """Tell every number a rule had, and every change of it."""
    found = known.history(number, document, edition=edition, register=register)
    if form == "csv":
        shown(form, HOP_HEADER, map(hop_record, found.hops))
    elif not shown(form, (), [_history_record(found)]):
        say = language or "en"
        for period in found.periods:
            where = interval_name(period.editions, say)
            click.echo(m.WAS.say(say, number=period.number, editions=where, count=period.wordings))
        click.echo("\n".join(hop_lines(found.hops, say)))
    return 0


def _history_record(found: History) -> dict[str, object]:
    periods: list[dict[str, Any]] = [
        {
            "number": period.number,
            "first": period.editions.first,
            "last": period.editions.last,
            "wordings": period.wordings,
        }
        for period in found.periods
    ]
    return {
        "document": found.document,
        "number": found.number,
        "edition": found.edition,
        "periods": periods,
        "hops": [hop_record(hop) for hop in found.hops],
    }


def interval_name(interval: Interval, language: str) -> str:
    """Consecutive editions in words."""
    if interval.first == interval.last:
        return interval.first
    return m.INTERVAL.say(language, first=interval.first, last=interval.last)
