"""The verbs that follow one rule through the editions: where-is, history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import click

from kb import editions as known
from kb.cli import edition_messages as m
from kb.cli.application import FOUND
from kb.cli.edition_words import interval_name
from kb.cli.messages import Sentence
from kb.cli.options import document_option, format_option, language_option, register_option
from kb.cli.output import shown, wrapped
from kb.editions.model import History, Hop, Kind, Lineage

HOP_HEADER: Final = ("from", "to", "number_from", "number_to", "parts", "kind", "score")
_ENDS: Final = frozenset({Kind.NEW, Kind.GONE, Kind.UNKNOWN})


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
