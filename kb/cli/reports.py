"""What a load did, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import groupby
from typing import Final

from kb.cli import messages as m
from kb.model import UNDATED, LoadReport, Skipped
from kb.queries.languages import language_name

MOST_NUMBERS: Final = 8
HEADER: Final = (
    "file",
    "loader",
    "document",
    "edition",
    "language",
    "encoding",
    "line_ends",
    "lines",
    "accounted",
    "skipped",
    "passages",
    "references",
    "dangling",
    "anomalies",
)


def report_record(report: LoadReport) -> dict[str, object]:
    """`report` as the JSON object that ``load --format json`` prints."""
    record: dict[str, object] = {name: getattr(report, name) for name in HEADER}
    record["skipped"] = [{"lines": str(skip.lines), "reason": skip.reason} for skip in report.skipped]
    record["dangling"] = list(report.dangling)
    record["anomalies"] = [asdict(found) | {"lines": str(found.lines)} for found in report.anomalies]
    return record


def report_row(report: LoadReport) -> dict[str, object]:
    """`report` as a row of a table: what is a list in JSON is counted."""
    record = report_record(report)
    return record | {
        "skipped": sum(skip.lines.last - skip.lines.first + 1 for skip in report.skipped),
        "dangling": len(report.dangling),
        "anomalies": len(report.anomalies),
    }


def report_lines(report: LoadReport, language: str) -> Iterator[str]:
    """`report` in sentences: what was read, then what is worth a look."""
    yield m.LOADED_FILE.say(
        language,
        file=report.file,
        document=report.document,
        edition=edition_name(report.edition, language),
        languages=language_list(report.language, language),
        passages=m.PASSAGES.say(language, report.passages),
        references=m.REFERENCES.say(language, report.references),
    )
    lines = m.LINES.say(language, report.lines)
    missed = report.lines - report.accounted
    accounts = (
        m.NOT_ACCOUNTED.say(language, lines=lines, count=missed)
        if missed
        else m.ALL_ACCOUNTED.say(language, lines=lines)
    )
    yield f"  {accounts}"
    for skipped in _by_reason(report.skipped):
        yield "  " + _skipped(skipped, language)
    if report.dangling:
        yield "  " + m.DANGLING.say(language, numbers=", ".join(report.dangling))
    for found in report.anomalies:
        yield "  " + m.ANOMALY.say(language, lines=found.lines, kind=found.kind, detail=found.detail)


def _by_reason(skipped: Iterable[Skipped]) -> Iterator[list[Skipped]]:
    ordered = sorted(skipped, key=lambda skip: (skip.reason, skip.lines))
    for _, group in groupby(ordered, key=lambda skip: skip.reason):
        yield list(group)


def _skipped(skipped: list[Skipped], language: str) -> str:
    count = sum(skip.lines.last - skip.lines.first + 1 for skip in skipped)
    numbers = [str(skip.lines) for skip in skipped]
    shown = ", ".join(numbers) if len(numbers) <= MOST_NUMBERS else ", ".join(numbers[:MOST_NUMBERS]) + " ..."
    lines = m.LINES.say(language, count)
    return m.SKIPPED.say(language, lines=lines, numbers=shown, reason=skipped[0].reason)


def edition_name(edition: str, language: str) -> str:
    """The edition, or the word for an edition that nobody knows.

    >>> edition_name("2010-02-01", "es"), edition_name("undated", "fr")
    ('2010-02-01', 'non datée')
    """
    return m.UNDATED.say(language) if edition == UNDATED else edition


def language_list(tags: str, language: str) -> str:
    """The names of the languages in a report such as ``fr+en``.

    >>> language_list("fr+en", "es"), language_list("ja", "en")
    ('francés, inglés', 'Japanese')
    """
    return ", ".join(language_name(tag, language) for tag in tags.split("+"))
