"""The verb agree: whether card scripts do to control what the cards' texts say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import click

from kb.cli import agree_messages as m
from kb.cli.application import FOUND
from kb.cli.lint_messages import COLON
from kb.cli.options import format_option, language_option
from kb.cli.output import cell, json_line, print_csv
from kb.edopro.agreement import CardAgreement, Difference, agreements
from kb.edopro.agreement_table import COLUMNS, records
from kb.edopro.texts import LANGUAGES
from kb.queries.languages import language_name
from loaders.scripts.card_texts import card_texts
from loaders.scripts.files import read_facts

EXISTING: Final = click.Path(exists=True, path_type=Path)


@click.command()
@click.argument("scripts", nargs=-1, required=True, type=EXISTING, metavar="SCRIPTS...")
@click.option(
    "--texts", "texts", multiple=True, required=True, type=EXISTING, metavar="CARDS",
    help="Card files (.cdb, YAML, JSON), or a folder with them; may be repeated.",
)  # fmt: skip
@click.option(
    "--text-language", "spoken", multiple=True, type=click.Choice(LANGUAGES),
    help="Read texts in this language; the first is compared with the script. All when left out.",
)  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="Show the cards that agree, too.")
@format_option()
@language_option
def agree(
    scripts: tuple[Path, ...], texts: tuple[Path, ...], spoken: tuple[str, ...], everything: bool, form: str,
    language: str | None,
) -> int:  # fmt: skip
    """Compare what card texts say of control with what the scripts do.

    SCRIPTS are Lua files and folders. The most serious differences come first; a difference is a place to
    read, not a verdict. Exit code 1 when there are some.
    """
    found = agreements(card_texts(texts), read_facts(scripts), spoken or LANGUAGES)
    shown = [each for each in found if everything or not each.agrees]
    match form:
        case "json":
            for each in records(shown):
                click.echo(json_line(each))
        case "csv":
            print_csv(COLUMNS, records(shown))
        case _:
            _print_text(shown, found, language or "en")
    return FOUND if any(not each.agrees for each in found) else 0


def _print_text(shown: Iterable[CardAgreement], found: Sequence[CardAgreement], language: str) -> None:
    for each in shown:
        click.echo(f"{each.card} {each.name} ({each.script})")
        for difference in each.differences:
            click.echo(f"    {told(difference, language)}")
        if each.agrees:
            click.echo(f"    {m.AGREES.say(language)}")
    click.echo(m.CARDS.say(language, len(found)))
    click.echo(m.AGREEING.say(language, sum(each.agrees for each in found)))


def told(difference: Difference, language: str) -> str:
    """A difference in a line: what the text says, what the script does."""
    text = said = ""
    if difference.said is not None:
        until = difference.said.until
        act = f"{difference.said.kind.value}{f' ({until})' if until else ''}"
        said = f"{act}{COLON.say(language)} “{difference.said.words}”"
    if difference.fact is not None:
        fact = difference.fact
        text = f"{fact.at} {fact.by}, {fact.kind.value}, {cell(fact.to)}, {fact.duration.text}"
    sentence = m.SENTENCES[difference.differs]
    spoken, other = (language_name(tag, language) for tag in (difference.language, difference.other))
    line = sentence.say(language, language=spoken, said=said, fact=text, other=other)
    return line if difference.is_certain else f"{line} {m.UNCERTAIN.say(language)}"
