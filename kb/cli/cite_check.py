"""The verb that finds stale citations in any text or source tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from kb import editions as known
from kb.cli import edition_messages as m
from kb.cli.application import FOUND
from kb.cli.edition_words import interval_name
from kb.cli.messages import FILES
from kb.cli.options import document_option, format_option, language_option, register_option
from kb.cli.output import shown
from kb.cli.progress import progress
from kb.editions.citecheck import CitedRule
from kb.errors import LoadError
from loaders.pipeline import files_below
from loaders.text import read_source

CITE_HEADER: Final = (
    "file",
    "line",
    "column",
    "number",
    "written",
    "stale",
    "kind",
    "now",
    "score",
    "exists",
)


@dataclass(frozen=True, slots=True)
class _Cited:
    file: str
    rule: CitedRule

    @property
    def place(self) -> str:
        return f"{self.file}:{self.rule.line}:{self.rule.column}"


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--as-of", required=True, metavar="EDITION", help="The edition the texts were written for, or a date."
)
@click.option(
    "--to", metavar="EDITION", help="The edition to hold them against, or a date; the newest if left out."
)
@click.option("--all", "everything", is_flag=True, help="Show the citations that are still right, too.")
@click.option(
    "--only-rules", is_flag=True, help="Only numbers after a word for rule; a bare one may be an amount."
)
@document_option
@register_option
@language_option
@format_option()
def cite_check(
    paths: tuple[Path, ...],
    as_of: str,
    to: str | None,
    everything: bool,
    only_rules: bool,
    document: str,
    register: Path | None,
    language: str | None,
    form: str,
) -> int:
    """Find the citations of rules that are stale, and their new numbers.

    PATH is any text, source code too, or a folder with everything in it. Exit code 1 when a citation is
    stale.
    """
    texts = tuple(_texts(paths))
    checked = [
        _Cited(name, rule)
        for name, text in texts
        for rule in known.cite_check(text, document, as_of=as_of, to=to, register=register)
        if rule.after_word or not only_rules
    ]
    stale = [cited for cited in checked if cited.rule.is_stale]
    if not shown(form, CITE_HEADER, map(_cite_record, checked if everything else stale)):
        say = language or "en"
        for cited in checked if everything else stale:
            click.echo(_cite_line(cited, say))
        newest = known.register_of(document, register)
        click.echo(
            m.CITES_CHECKED.say(
                say,
                citations=m.CITATIONS.say(say, len(checked)),
                files=FILES.say(say, len(texts)),
                as_of=newest.editions[newest.position(as_of)].name,
                stale=len(stale),
                to=newest.editions[newest.position(to)].name if to else newest.newest.name,
            )
        )
    return FOUND if stale else 0


def _texts(paths: tuple[Path, ...]) -> Iterator[tuple[str, str]]:
    """Each file's name and words; a file that is no text is named where the user named it himself."""
    files = tuple(files_below(paths))
    with progress("reading") as report:
        for done, file in enumerate(files):
            report(done, len(files), str(file))
            try:
                yield str(file), "\n".join(read_source(file).lines)
            except LoadError as error:
                if file in paths:
                    click.echo(f"tcg-rules: {error}", err=True)


def _cite_record(cited: _Cited) -> dict[str, object]:
    rule = cited.rule
    return {
        "file": cited.file,
        "line": rule.line,
        "column": rule.column,
        "number": rule.number,
        "written": rule.written,
        "stale": rule.is_stale,
        "kind": str(rule.kind) if rule.kind else None,
        "now": list(rule.now),
        "score": rule.score,
        "exists": list(map(str, rule.exists)),
    }


def _cite_line(cited: _Cited, language: str) -> str:
    rule = cited.rule
    if rule.kind is None:
        where = ", ".join(interval_name(each, language) for each in rule.exists)
        return m.NOT_THEN.say(
            language, place=cited.place, number=rule.number, where=where or m.NO_EDITION.say(language)
        )
    sentence = m.STILL if not rule.is_stale else m.STALE if rule.now else m.STALE_GONE
    kind = m.KINDS[rule.kind].say(language)
    if rule.now and rule.score < 1:
        kind += m.STAYED.say(language, share=round(rule.score * 100))
    return sentence.say(language, place=cited.place, number=rule.number, now=", ".join(rule.now), kind=kind)
