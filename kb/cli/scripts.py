"""The verb scripts: what EDOPro card scripts do to control, as facts, RDF or scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click

from kb.cli import lint_messages as m
from kb.cli.application import FOUND
from kb.cli.lint import MOST
from kb.cli.options import language_option
from kb.cli.output import cell, json_line, print_csv
from kb.edopro.records import ControlFact, Kind, ScriptFacts
from kb.edopro.scenarios import playable, scenario_of_card
from kb.scenario.write import to_yaml
from loaders.scripts.facts import script_facts
from loaders.scripts.rdf import turtle

HEADER: Final = (
    "file", "card", "line", "column", "kind", "by", "what", "from", "to", "duration", "phases", "counts",
    "turn", "resets", "result", "targets", "filters", "legality", "zone_checks", "follow_ups", "effects",
    "unknown",
)  # fmt: skip


@click.command()
@click.argument(
    "paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path), metavar="PATH..."
)
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice([kind.value for kind in Kind]),
    help="Only facts of this kind; may be repeated.",
)  # fmt: skip
@click.option("--until", metavar="WORDS", help="Only what lasts so long: PHASE_END, lasting, while equipped.")
@click.option("--certain", is_flag=True, help="Only facts that were understood in every part.")
@click.option(
    "--format", "form", type=click.Choice(("text", "json", "csv", "turtle", "scenario")), default="text",
    show_default=True, help="For people, for programs, as RDF, or as scenarios to ask.",
)  # fmt: skip
@language_option
def scripts(
    paths: tuple[Path, ...], kinds: tuple[str, ...], until: str | None, certain: bool, form: str,
    language: str | None,
) -> int:  # fmt: skip
    """Say what EDOPro card scripts do to control.

    PATH is a Lua file, or a folder with all in it. Exit code 1 when nothing is found.
    """
    found = [(facts, _chosen(facts, kinds, until, certain)) for facts in _read(paths)]
    found = [(facts, chosen) for facts, chosen in found if chosen]
    match form:
        case "turtle":
            click.echo(turtle(found), nl=False)
        case "scenario":
            return _print_scenarios([facts for facts, _ in found])
        case "json":
            for facts, chosen in found:
                for fact in chosen:
                    click.echo(json_line(record(facts, fact)))
        case "csv":
            print_csv(HEADER, (record(facts, fact) for facts, chosen in found for fact in chosen))
        case _:
            _print_text(found, language or "en")
    return 0 if found else FOUND


def _read(paths: Sequence[Path]) -> Iterator[ScriptFacts]:
    for path in paths:
        for file in sorted(path.rglob("*.lua")) if path.is_dir() else (path,):
            with file.open("rb") as opened:
                source = opened.read(MOST)
            yield script_facts(source, file.as_posix(), with_effects=False)


def _chosen(
    facts: ScriptFacts, kinds: Sequence[str], until: str | None, certain: bool
) -> tuple[ControlFact, ...]:
    return tuple(
        fact
        for fact in facts.control
        if (not kinds or fact.kind.value in kinds)
        and (until is None or until in (fact.duration.text, fact.duration.kind.value, *fact.duration.phases))
        and (fact.is_certain or not certain)
    )


def record(facts: ScriptFacts, fact: ControlFact) -> dict[str, object]:
    """A control fact as the JSON object that ``scripts --format json`` prints."""
    return {
        "file": facts.name,
        "card": facts.card,
        "line": fact.at.line,
        "column": fact.at.column,
        "kind": fact.kind.value,
        "by": fact.by,
        "what": list(fact.what),
        "from": list(fact.source),
        "to": list(fact.to),
        "duration": fact.duration.kind.value,
        "phases": list(fact.duration.phases),
        "counts": list(fact.duration.counts),
        "turn": fact.duration.turn,
        "resets": list(fact.duration.resets),
        "result": fact.result.value if fact.result else None,
        "targets": any(each.is_target for each in fact.selections),
        "filters": list(dict.fromkeys(name for each in fact.selections for name in each.filters)),
        "legality": list(fact.legality),
        "zone_checks": list(fact.zone_checks),
        "follow_ups": list(fact.follow_ups),
        "effects": list(fact.effects),
        "unknown": list(fact.unknown),
    }


def _print_text(found: Sequence[tuple[ScriptFacts, Sequence[ControlFact]]], language: str) -> None:
    for facts, chosen in found:
        for fact in chosen:
            players = " > ".join(cell(side) for side in (fact.source, fact.to) if side)
            told = ", ".join(part for part in (cell(fact.what), players, fact.duration.text) if part)
            click.echo(f"{facts.name}:{fact.at}: {fact.kind.value}: {told} ({fact.by})")
            if fact.unknown:
                click.echo(f"    {m.UNCERTAIN.say(language, parts=', '.join(fact.unknown))}")
    click.echo(m.FACTS.say(language, sum(len(chosen) for _, chosen in found)))


def _print_scenarios(found: Sequence[ScriptFacts]) -> int:
    """A scenario for each script that has something to play; the reason when a single one has not."""
    if len(found) == 1:
        click.echo(to_yaml(scenario_of_card(found[0])), nl=False)
        return 0
    played = [scenario_of_card(facts) for facts in found if playable(facts)]
    click.echo(to_yaml(played), nl=False)
    return 0 if played else FOUND
