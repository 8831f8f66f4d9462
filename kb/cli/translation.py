"""The verbs that compare two language versions: align, attribute, diverge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click

from kb.cli import messages as m
from kb.cli.application import FOUND
from kb.cli.edition_messages import INTERVAL
from kb.cli.options import format_option, language_option, store_option
from kb.cli.output import shown, wrapped
from kb.cli.sides import all_pairs, sides_options
from kb.cli.spoken import SpokenCommand
from kb.editions import Interval, Whole, where_is
from kb.errors import NotFoundError
from kb.queries.languages import language_name
from kb.queries.passages import passages
from kb.queries.works import versions
from kb.store import open_store
from kb.translation.attribute import Attribution, attribute_by_wordings, find_editions
from kb.translation.diverge import Settings, diverge
from kb.translation.records import Pair, Part, Severity
from kb.translation.report import COLUMNS, lines, record, summary
from kb.translation.side_by_side import page
from kb.translation.unit import align_pair
from kb.translation.wording import say_severity

ALIGN_HEADER: Final = ("rule", "left", "right", "shape", "score")
ATTRIBUTE_HEADER: Final = ("rule", "lang", "window", "closest", "score", "basis", "evidence")
SEVERITIES: Final = tuple(severity.value.replace(" ", "-") for severity in Severity)


@click.command(name="diverge", cls=SpokenCommand)
@sides_options
@click.option("--min-severity", type=click.Choice(SEVERITIES), default=SEVERITIES[0], show_default=True,
              help="Leave out what is less serious.")  # fmt: skip
@click.option("--min-confidence", type=click.FloatRange(0, 1), default=0.5, show_default=True,
              metavar="SHARE", help="Leave out what is less sure.")  # fmt: skip
@store_option
@language_option
@format_option("text", "json", "csv", "html")
def diverge_verb(
    min_severity: str, min_confidence: float, store: Path, language: str | None, form: str, **sides: Any
) -> int:
    """Find where two language versions really disagree.

    SIDE is two languages that are loaded (en fr), two files, or a file that holds two languages and their
    tags; or give --pairs. Findings are leads for a reader, the surest and most serious first in each rule,
    never verdicts. Exit code 1 when there are findings.
    """
    pairs, document = all_pairs(sides, store)
    settings = Settings(Severity(min_severity.replace("-", " ")), min_confidence)
    found = diverge(pairs, document=document, settings=settings)
    if form == "html":
        click.echo(page(pairs, found, language or "en", name_of=language_name))
        return FOUND if found else 0
    editions = find_editions(pairs, document)
    rows = sides["pairs_file"] is not None
    if not shown(form, COLUMNS, (record(each, rows=rows, editions=editions) for each in found)):
        for each in found:
            click.echo("\n".join(lines(each, language or "en")))
        counts = _counts(summary(found), language or "en")
        click.echo(
            m.DIVERGENCES.say(language or "en", count=len(found), pairs=_counted(pairs), counts=counts or "0")
        )
    return FOUND if found else 0


def _counted(pairs: Sequence[Pair]) -> int:
    return sum(pair.part is not Part.LABEL for pair in pairs)


def _counts(by_severity: Mapping[str, int], language: str) -> str:
    colon = "\u00a0: " if language == "fr" else ": "
    said = ((say_severity(Severity(name), language), count) for name, count in by_severity.items())
    return ", ".join(f"{name}{colon}{count}" for name, count in said)


@click.command(cls=SpokenCommand)
@sides_options
@store_option
@language_option
@format_option()
def align(store: Path, language: str | None, form: str, **sides: Any) -> int:
    """Set the sentences of two language versions against each other.

    Sides as for diverge. In each rule, sentences are numbered from 1; a side without a sentence is empty.
    """
    pairs, _ = all_pairs(sides, store)
    beads = list(_beads(pairs))
    if not shown(form, ALIGN_HEADER, beads):
        for bead in beads:
            click.echo(f"{bead['rule'] or '*'}  {bead['shape']}  {bead['score']}")
            for name in ("left_text", "right_text"):
                click.echo(wrapped(str(bead[name] or m.NOT_THERE.say(language or "en")), indent="  "))
    return 0


def _beads(pairs: tuple[Pair, ...]) -> Iterator[dict[str, object]]:
    for pair in pairs:
        if pair.part is Part.LABEL:
            continue
        aligned = align_pair(pair)
        if aligned is None:
            side = pair.left or pair.right
            texts = (side.text if side and pair.left else None, side.text if side and pair.right else None)
            shape = "1-0" if pair.left else "0-1"
            yield {"rule": pair.key, "left": [], "right": [], "shape": shape, "score": 0.0,
                   "left_text": texts[0], "right_text": texts[1]}  # fmt: skip
            continue
        for unit in aligned.units:
            yield {
                "rule": pair.key,
                "left": [at + 1 for at in unit.bead.left],
                "right": [at + 1 for at in unit.bead.right],
                "shape": unit.bead.shape,
                "score": unit.bead.score,
                "left_text": unit.left.text or None,
                "right_text": unit.right.text or None,
            }


@click.command(cls=SpokenCommand)
@sides_options
@click.option("--by-wordings", is_flag=True, help="Score against the dated English texts that are loaded.")
@store_option
@language_option
@format_option()
def attribute(by_wordings: bool, store: Path, language: str | None, form: str, **sides: Any) -> int:
    """Say which edition each side follows, per rule and as a whole.

    Sides as for diverge. English is known by its words, a translation by what it cites and counts; with
    --by-wordings also by what it shares with each dated English text in the store. Says that it cannot tell
    where it cannot.
    """
    pairs, document = all_pairs(sides, store)
    editions = find_editions(pairs, document)
    found = [
        editions.attribution(pair.key, side.language)
        for pair in pairs
        for side in (pair.left, pair.right)
        if side is not None and pair.part is Part.RULE
    ]
    if by_wordings:
        found = [_by_wordings(each, pairs, store, document) for each in found]
    if not shown(form, ATTRIBUTE_HEADER, map(_attribution, found)):
        for each in found:
            click.echo(_attributed(each, language or "en"))
        for whole in editions.wholes.values():
            click.echo(_whole(whole, language or "en"))
    return 0


def _attributed(each: Attribution, language: str) -> str:
    if not each.is_known:
        colon = "\u00a0:" if language == "fr" else ":"
        return f"{each.number} ({each.language}){colon} {m.CANNOT_TELL.say(language)}"
    where, basis = _where(each.window, language), m.BASES[each.basis].say(language)
    colon = "\u00a0:" if language == "fr" else ":"
    return f"{each.number} ({each.language}){colon} {where}, {basis} ({each.score:.2f})"


def _whole(whole: Whole, language: str) -> str:
    where, tongue = _where(whole.intervals, language), whole.language
    return m.ATTRIBUTED_WHOLE.say(language, tongue=tongue, where=where, fitting=whole.fitting, of=whole.of)


def _where(window: Sequence[Interval], language: str) -> str:
    """The editions of a window, such as "2010-02-01 to 2010-06-18"."""
    said = ((i.first, i.last) for i in window)
    spoken = [a if a == b else INTERVAL.say(language, first=a, last=b) for a, b in said]
    return ", ".join(spoken) or m.NO_EDITION.say(language)


def _attribution(each: Attribution) -> dict[str, object]:
    return {
        "rule": each.number,
        "lang": each.language,
        "window": [str(one) for one in each.window] if each.is_known else [],
        "closest": [str(one) for one in each.closest],
        "score": each.score,
        "basis": each.basis,
        "evidence": list(each.evidence),
    }


def _by_wordings(
    each: Attribution, pairs: tuple[Pair, ...], store: Path, document: str | None
) -> Attribution:
    """The attribution by the dated English texts of the same rule, wherever its number went."""
    sides = (side for pair in pairs if pair.key == each.number for side in (pair.left, pair.right))
    text = next((side for side in sides if side and side.language == each.language), None)
    if text is None or document is None or not each.window:
        return each
    backend = open_store(store)
    dated: dict[str, str] = {}
    editions = sorted({v.edition for v in versions(backend) if v.document == document and v.language == "en"})
    for edition in editions:
        for number in _number_in(each, document, edition):
            for passage in passages(
                backend, document=document, edition=edition, language="en", number=number
            ):
                dated.setdefault(edition, passage.text)
    return attribute_by_wordings(text, dated) if dated else each


def _number_in(each: Attribution, document: str, edition: str) -> tuple[str, ...]:
    try:
        return where_is(each.number, document, from_=each.window[0].first, to=edition).numbers
    except NotFoundError:
        return ()
