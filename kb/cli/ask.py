"""The verb ask: answers with their reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import click

from kb.cli import messages as m
from kb.cli.application import WRONG
from kb.cli.options import GAMES, LANGUAGES, format_option, language_option, quote_option, store_option
from kb.cli.output import shown, wrapped
from kb.cli.situations import Situations, quoted_lines
from kb.inference.answer_json import answer_record, explanation_record
from kb.inference.answers import Answer, answers
from kb.inference.explain import Explanation, explain
from kb.inference.render import to_text
from kb.inference.table import set_table
from kb.ontology_files import ontology_root
from kb.queries.quoting import quoted
from kb.scenario import Scenario
from kb.store import Backend, open_store

EXAMPLES: Final = {
    "mtg": ("mtg-borrowed-over-aura.yaml", 1),
    "ygo": ("ygo-swap-refused.yaml", 0),
    "riftbound": ("rift-defence-holds.yaml", 0),
}
"""For each game a packaged scenario, and the question in it that shows most."""

HEADER: Final = (
    "file", "id", "question", "ask", "of", "at", "answer", "outcome", "basis", "document", "edition", "rules",
    "citations", "missing",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Telling:
    """How answers are told: in which languages, how deeply, in which format, with which texts."""

    languages: tuple[str, ...]
    detail: str
    form: str
    texts: Backend | None


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE]...")
@click.option("--example", type=click.Choice(GAMES), help="Ask the packaged example of this game.")
@click.option("--question", type=click.IntRange(min=0), metavar="N", help="Only question N, counted from 0.")
@click.option(
    "--explain",
    "detail",
    type=click.Choice(("none", "short", "full")),
    default="short",
    show_default=True,
    help="How much of the derivation to show; full has the bookkeeping too.",
)
@quote_option
@store_option
@language_option
@format_option()
def ask(
    files: tuple[Path, ...],
    example: str | None,
    question: int | None,
    detail: str,
    quote: bool,
    store: Path,
    language: str | None,
    form: str,
) -> int:
    """Answer the questions of scenario files, with the reasons.

    Each answer comes with the edition it rests on and its derivation, which cites the rules. Without FILE a
    packaged example is asked, in English, French and Spanish unless --lang says otherwise. A FILE - is
    standard input.
    """
    if files and example:
        raise click.UsageError("give files or --example, not both")
    told_in: tuple[str, ...] = (language or "en",)
    if not files:
        name, telling_most = EXAMPLES[example or "mtg"]
        files = (ontology_root() / "examples" / "scenarios" / name,)
        question = telling_most if question is None else question
        told_in = (language,) if language else LANGUAGES if form == "text" else ("en",)
    situations = Situations(files)
    telling = _Telling(told_in, detail, form, open_store(store) if quote else None)
    _show(situations, question, telling)
    return WRONG if situations.errors else 0


def _show(situations: Situations, question: int | None, telling: _Telling) -> None:
    if shown(telling.form, HEADER, _records(situations, question, telling)):
        return
    for file, scenario in situations:
        if not scenario.questions:
            of = next((thing.id for thing in scenario.objects), scenario.players[0])
            example = f"questions: [{{ask: controller, of: {of}, at: end}}]"
            told = m.NO_QUESTION.say(telling.languages[0], file=file, example=example)
            click.echo(f"tcg-rules: {told}", err=True)
        for _, answer in _asked(scenario, question):
            for language in telling.languages:
                click.echo("\n".join(_answer_lines(answer, language, telling)) + "\n")


def _asked(scenario: Scenario, question: int | None) -> list[tuple[int, Answer]]:
    """The answers to all questions of a scenario, or to the one asked for, each with its place."""
    given = list(enumerate(answers(set_table(scenario))))
    return given if question is None else given[question : question + 1]


def _answer_lines(answer: Answer, language: str, telling: _Telling) -> Iterator[str]:
    told = _told(answer, language, telling.detail)
    for line in to_text(told).splitlines():
        text = line.lstrip(" ")
        indent = line[: len(line) - len(text)]
        yield wrapped(text, indent=indent, hanging=indent + ("    " if text.startswith("- ") else "  "))
    if telling.texts is not None:
        yield from quoted_lines(quoted(telling.texts, [answer], language), language)


def _told(answer: Answer, language: str, detail: str) -> Explanation:
    told = explain(answer, language, full=detail == "full")
    return replace(told, reasons=(), competing=()) if detail == "none" else told


def _records(situations: Situations, question: int | None, telling: _Telling) -> Iterator[dict[str, object]]:
    for file, scenario in situations:
        for number, answer in _asked(scenario, question):
            told = _told(answer, telling.languages[0], telling.detail)
            record = _placed(file, number, answer) | explanation_record(told)
            if telling.texts is not None:
                found = quoted(telling.texts, [answer], telling.languages[0])
                record["quotes"] = [{"iri": passage.iri, "text": passage.text} for passage in found]
            yield record


def _placed(file: str, number: int, answer: Answer) -> dict[str, object]:
    """An answer with the file it is about, and its place among the questions there."""
    record = answer_record(answer)
    return {"file": file, "id": record.pop("id"), "question": number, **record}
