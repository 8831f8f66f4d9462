"""The verb scripts: what EDOPro card scripts do to control, as facts, RDF or scenarios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from kb.cli import lint_messages as m
from kb.cli.application import FOUND
from kb.cli.options import language_option
from kb.cli.output import cell, json_line, print_csv
from kb.edopro.card_names import passcode
from kb.edopro.facts_table import COLUMNS, record
from kb.edopro.records import ControlFact, Kind, ScriptFacts
from kb.edopro.scenarios import playable, scenario_of_card
from kb.scenario.write import to_yaml
from loaders.scripts.card_texts import card_texts
from loaders.scripts.files import read_facts
from loaders.scripts.rdf import turtle


@click.command()
@click.argument(
    "paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path), metavar="PATH..."
)
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice([kind.value for kind in Kind]),
    help="Only facts of this kind; may be repeated.",
)  # fmt: skip
@click.option("--until", metavar="WORDS", help="Only what lasts so long: PHASE_END, lasting, while equipped.")
@click.option("--card", metavar="CARD", help="Only this card: its passcode, or with --texts its name.")
@click.option(
    "--texts", type=click.Path(exists=True, path_type=Path), metavar="CARDS",
    help="Card files that give cards their names.",
)  # fmt: skip
@click.option("--certain", is_flag=True, help="Only facts that were understood in every part.")
@click.option(
    "--format", "form", type=click.Choice(("text", "json", "csv", "turtle", "scenario")), default="text",
    show_default=True, help="For people, for programs, as RDF, or as scenarios to ask.",
)  # fmt: skip
@language_option
def scripts(
    paths: tuple[Path, ...], kinds: tuple[str, ...], until: str | None, card: str | None, texts: Path | None,
    certain: bool, form: str, language: str | None,
) -> int:  # fmt: skip
    """Say what EDOPro card scripts do to control.

    PATH is a Lua file, or a folder with all in it. Exit code 1 when nothing is found.
    """
    cards = card_texts([texts]) if texts is not None else ()
    wanted = passcode(card, cards) if card is not None else None
    read = (facts for facts in read_facts(paths) if wanted in (None, facts.card))
    found = [(facts, _chosen(facts, kinds, until, certain)) for facts in read]
    found = [(facts, chosen) for facts, chosen in found if chosen]
    match form:
        case "turtle":
            click.echo(turtle(found), nl=False)
        case "scenario":
            names = {text.card.lstrip("0"): text.name for text in cards}
            return _print_scenarios([facts for facts, _ in found], names)
        case "json":
            for facts, chosen in found:
                for fact in chosen:
                    click.echo(json_line(record(facts, fact)))
        case "csv":
            print_csv(COLUMNS, (record(facts, fact) for facts, chosen in found for fact in chosen))
        case _:
            _print_text(found, language or "en")
    return 0 if found else FOUND


def _chosen(
    facts: ScriptFacts, kinds: Sequence[str], until: str | None, certain: bool
) -> tuple[ControlFact, ...]:
    return tuple(
        fact
        for fact in facts.control
        if (not kinds or fact.kind.value in kinds)
        and (until is None or until in fact.duration.words)
        and (fact.is_certain or not certain)
    )


def _print_text(found: Sequence[tuple[ScriptFacts, Sequence[ControlFact]]], language: str) -> None:
    for facts, chosen in found:
        for fact in chosen:
            players = " > ".join(cell(side) for side in (fact.source, fact.to) if side)
            told = ", ".join(part for part in (cell(fact.what), players, fact.duration.text) if part)
            click.echo(f"{facts.name}:{fact.at}: {fact.kind.value}: {told} ({fact.by})")
            if fact.unknown:
                click.echo(f"    {m.UNCERTAIN.say(language, parts=', '.join(fact.unknown))}")
    click.echo(m.FACTS.say(language, sum(len(chosen) for _, chosen in found)))


def _print_scenarios(found: Sequence[ScriptFacts], names: Mapping[str, str]) -> int:
    """A scenario for each script that has something to play; the reason when a single one has not."""
    if len(found) == 1:
        click.echo(to_yaml(scenario_of_card(found[0], names.get(found[0].card))), nl=False)
        return 0
    played = [scenario_of_card(facts, names.get(facts.card)) for facts in found if playable(facts)]
    click.echo(to_yaml(played), nl=False)
    return 0 if played else FOUND
