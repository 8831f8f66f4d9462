"""The verb check: answers held against the expected ones, for people and for nightly jobs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from kb.cli import messages as m
from kb.cli.application import FOUND, WRONG
from kb.cli.options import format_option, language_option, quote_option, store_option
from kb.cli.output import json_line, json_text, print_csv, wrapped
from kb.cli.progress import progress
from kb.cli.situations import Situations, quoted_lines
from kb.errors import KbError
from kb.inference.answer_json import cited_numbers
from kb.inference.explain import explain
from kb.inference.render import to_text
from kb.inference.verdicts import Status, Verdict, count
from kb.inference.verdicts import check as check_scenario
from kb.queries.quoting import quoted
from kb.store import Backend, open_store

HEADER: Final = (
    "file", "id", "question", "ask", "of", "at", "expect", "answer", "status", "rules", "citations", "message"
)  # fmt: skip


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--explain", "is_explained", is_flag=True, help="Show the derivation of what does not agree.")
@quote_option
@store_option
@language_option
@format_option()
def check(
    files: tuple[Path, ...], is_explained: bool, quote: bool, store: Path, language: str | None, form: str
) -> int:
    """Hold the answers of scenario files against the expected ones.

    Exit code 0 when nothing differs and nothing errs, 1 otherwise, 2 when a file cannot be read. What the
    engine cannot decide is counted apart. A FILE - is standard input.
    """
    situations = Situations(files)
    verdicts = list(_verdicts(situations))
    totals = count(verdict for _, verdict in verdicts)
    totals["error"] += len(situations.errors)
    if form == "json":
        _print_json(verdicts, situations, totals)
    elif form == "csv":
        print_csv(HEADER, (verdict_record(file, verdict) for file, verdict in verdicts))
    else:
        _print_text(verdicts, is_explained, open_store(store) if quote else None, language or "en")
        click.echo(m.CHECKED.say(language or "en", **totals))
    if situations.errors:
        return WRONG
    return FOUND if totals["differ"] or totals["error"] else 0


def _verdicts(situations: Situations) -> Iterator[tuple[str, Verdict]]:
    with progress("checking") as report:
        for done, (file, scenario) in enumerate(situations):
            report(done, done + 1, scenario.id)
            yield from ((file, verdict) for verdict in check_scenario(scenario))


def verdict_record(file: str, verdict: Verdict) -> dict[str, object]:
    """A verdict as the JSON object that ``check --format json`` prints."""
    answer, question = verdict.answer, verdict.question
    return {
        "file": file,
        "id": verdict.scenario.id,
        "question": verdict.number,
        "ask": question.ask,
        "of": question.of,
        "at": question.at,
        "expect": question.expect,
        "answer": answer.value if answer else None,
        "status": verdict.status.value,
        "rules": list(answer.rules) if answer else [],
        "citations": list(cited_numbers(answer)) if answer else [],
        "message": verdict.message,
    }


def _print_json(verdicts: list[tuple[str, Verdict]], situations: Situations, totals: dict[str, int]) -> None:
    for file, verdict in verdicts:
        click.echo(json_line(verdict_record(file, verdict)))
    for file, error in situations.errors:
        click.echo(json_line(_error_record(file, error)))
    click.echo(json_line({"summary": totals}))


def _error_record(file: str, error: KbError) -> dict[str, object]:
    """A scenario that cannot be read: it has no questions to speak of."""
    nothing: dict[str, object] = dict.fromkeys(HEADER)
    found = {"file": file, "status": Status.ERROR.value, "rules": [], "citations": [], "message": str(error)}
    return nothing | found


def _print_text(
    verdicts: list[tuple[str, Verdict]], is_explained: bool, texts: Backend | None, language: str
) -> None:
    """What does not agree, each in a line, with its derivation when that is wanted."""
    for file, verdict in verdicts:
        if verdict.status is Status.AGREE:
            continue
        click.echo(wrapped(_line(file, verdict, language), hanging="    "))
        if verdict.answer is not None and is_explained:
            told = to_text(explain(verdict.answer, language)).splitlines()
            click.echo("\n".join(f"    {line}" for line in told))
        if verdict.answer is not None and texts is not None:
            click.echo("\n".join(quoted_lines(quoted(texts, [verdict.answer], language), language)))


def _line(file: str, verdict: Verdict, language: str) -> str:
    question = verdict.question
    asked = f"{file} {verdict.scenario.id} {verdict.number}: {question.ask} {question.of} {question.at}"
    expected = json_text(question.expect)
    match verdict.status:
        case Status.DIFFER:
            given = json_text(verdict.answer.value if verdict.answer else None)
            return f"{asked}: {m.DIFFERS.say(language, expected=expected, given=given)}"
        case Status.UNDETERMINED:
            return f"{asked}: {m.IS_UNDETERMINED.say(language, expected=expected, why=verdict.message)}"
        case _:
            return f"{asked}: {verdict.message}"
