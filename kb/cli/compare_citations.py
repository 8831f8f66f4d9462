"""The verb that lists where two language versions cite different rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click

from kb.cli import edition_messages as m
from kb.cli.application import FOUND
from kb.cli.edition_words import colon
from kb.cli.messages import RULES
from kb.cli.options import format_option, language_option, store_option
from kb.cli.output import shown, wrapped
from kb.cli.sides import all_pairs, sides_options
from kb.queries.languages import language_name
from kb.translation.citing import CitedOnOneSide, compare_citations

HEADER: Final = ("rule", "left_lang", "right_lang", "only_left", "only_right")


@click.command(name="compare-citations")
@sides_options
@store_option
@language_option
@format_option()
def compare_citations_verb(store: Path, language: str | None, form: str, **sides: Any) -> int:
    """List the rules that cite other rules in one language than in another.

    Sides as for diverge. Only rules that both sides have are compared, and the last line says how many those
    are. Exit code 1 when a rule differs.
    """
    pairs, _ = all_pairs(sides, store)
    found = compare_citations(pairs)
    say = language or "en"
    if not shown(form, HEADER, map(_record, found.differences)):
        for each in found.differences:
            told = "; ".join(_told(each, say))
            click.echo(wrapped(f"{each.pair.key}{colon(say)} {told}", hanging="    "))
        click.echo(
            m.CITATIONS_COMPARED.say(
                say, paired=RULES.say(say, found.paired), left=found.left, right=found.right,
                count=len(found.differences),
            )
        )  # fmt: skip
    return FOUND if found.differences else 0


def _record(each: CitedOnOneSide) -> dict[str, object]:
    left, right = (side.language if side else None for side in (each.pair.left, each.pair.right))
    return {
        "rule": each.pair.key,
        "left_lang": left,
        "right_lang": right,
        "only_left": list(each.only_left),
        "only_right": list(each.only_right),
    }


def _told(each: CitedOnOneSide, language: str) -> Iterator[str]:
    for side, numbers in ((each.pair.left, each.only_left), (each.pair.right, each.only_right)):
        if side and numbers:
            name = language_name(side.language, language)
            yield m.ONLY_CITES.say(language, language=name, numbers=", ".join(numbers))
