"""The verb that tells two editions of a document apart, word by word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import click

from kb import editions as known
from kb.cli import edition_messages as m
from kb.cli.application import FOUND
from kb.cli.edition_words import colon
from kb.cli.options import document_option, format_option, language_option, store_option
from kb.cli.output import shown, wrapped
from kb.editions.differences import Change, WordRun
from kb.errors import NotFoundError
from kb.model import Passage
from kb.queries.passages import passages as stored_passages
from kb.queries.sources import sources
from kb.store import open_store
from loaders.base import load_file

CHANGE_HEADER: Final = ("kind", "before", "after", "score", "only_citations", "text")


@click.command()
@click.argument("before", metavar="EDITION")
@click.argument("after", metavar="EDITION")
@click.option(
    "--text-lang", default="en", show_default=True, metavar="TAG", help="The language of the texts."
)
@click.option("--brief", is_flag=True, help="Only say what changed, not the words.")
@document_option
@store_option
@language_option
@format_option()
def diff(
    before: str,
    after: str,
    text_lang: str,
    brief: bool,
    document: str,
    store: Path,
    language: str | None,
    form: str,
) -> int:
    """Tell what changed from one edition to another, word by word.

    EDITION is the name of an edition that is loaded, or a file. Added, deleted, moved and edited rules are
    told apart; words taken out stand in [-...-], words put in in {+...+}. Exit code 1 when something changed.
    """
    sides = [_edition(name, document, text_lang, store) for name in (before, after)]
    changes = known.diff(*sides)
    if not shown(form, CHANGE_HEADER, (_change_record(change, form) for change in changes)):
        say = language or "en"
        for change in changes:
            click.echo("\n".join(_change_lines(change, say, brief=brief)))
        if not changes:
            click.echo(m.NO_CHANGE.say(say))
    return FOUND if changes else 0


def _edition(name: str, document: str, language: str, store: Path) -> tuple[Passage, ...]:
    """The passages of a file, or of a loaded edition.

    Raises NotFoundError, which names the editions there are, when neither is there.
    """
    if Path(name).is_file():
        return load_file(name).passages
    backend = open_store(store)
    found = tuple(stored_passages(backend, document=document, edition=name, language=language))
    if not found:
        there = sorted({each.report.edition for each in sources(backend) if each.report.document == document})
        what = f"file or loaded edition of {document} in {language}"
        raise NotFoundError(what, name, there, show_all=bool(there))
    return found


def _change_record(change: Change, form: str) -> dict[str, object]:
    words = [{"sign": run.sign, "text": run.text} for run in change.words]
    return {
        "kind": str(change.kind),
        "before": change.before.number if change.before else None,
        "after": change.after.number if change.after else None,
        "score": round(change.score, 2),
        "only_citations": change.only_citations,
        "text": _marked(change.words) if form == "csv" else words,
    }


def _change_lines(change: Change, language: str, *, brief: bool) -> Iterator[str]:
    numbers = (change.before.number if change.before else "-", change.after.number if change.after else "-")
    rule = numbers[0] if numbers[0] == numbers[1] else " -> ".join(numbers)
    only = m.ONLY_CITATIONS.say(language) if change.only_citations else ""
    yield f"{rule}{colon(language)} {m.KINDS[change.kind].say(language)}{only}"
    if not brief:
        yield wrapped(_marked(change.words), indent="  ")


def _marked(words: Iterable[WordRun]) -> str:
    """The words as `wdiff` writes them."""
    signs = {" ": "{}", "-": "[-{}-]", "+": "{{+{}+}}"}
    return " ".join(signs[run.sign].format(run.text) for run in words)
