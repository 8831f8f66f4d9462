"""The verb words: what a scenario may say, from the vocabulary that the reader checks against."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import click

from kb.cli import messages as m
from kb.cli.options import GAMES, format_option, language_option
from kb.cli.output import json_line, wrapped
from kb.scenario.vocabulary import FieldSpec, PropertySpec, VerbSpec, ZoneSpec, vocabulary

Row = dict[str, str]


@click.command()
@click.argument("what", required=False)
@click.option("--game", type=click.Choice(GAMES), help="Only words of this game.")
@language_option
@format_option("text", "json", "markdown")
def words(what: str | None, game: str | None, language: str | None, form: str) -> int:
    """List the words a scenario may use.

    WHAT is verbs, questions, zones, kinds, properties or conditions; without it all of them are listed. A
    field with ! is needed, one with * may hold several values.
    """
    if what is not None and what not in TABLES:
        raise click.UsageError(f"WHAT is one of {', '.join(TABLES)}, not {what!r}")
    for name, table in TABLES.items():
        if what in (None, name):
            _show(name, list(table(game, language or "en")), language or "en", form)
    return 0


def _show(name: str, rows: list[Row], language: str, form: str) -> None:
    if form == "json":
        for row in rows:
            click.echo(json_line({"what": name, **row}))
    elif form == "markdown":
        click.echo(markdown(rows, language))
    else:
        click.echo(f"# {m.VOCABULARY[name].say(language)}")
        for row in rows:
            first, *others = (text for text in row.values() if text)
            click.echo(wrapped("  ".join([first, *others]), hanging="    "))
        click.echo()


def markdown(rows: list[Row], language: str) -> str:
    """The rows as a Markdown table.

    >>> print(markdown([{"name": "tap", "fields": "what!"}], "fr"))
    | nom | champs |
    | --- | --- |
    | tap | what! |
    """
    heads = [m.VOCABULARY[name].say(language) for name in rows[0]]
    lines = [
        heads,
        ["---"] * len(heads),
        *([text.replace("|", "\\|") for text in row.values()] for row in rows),
    ]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _verbs(game: str | None, language: str) -> Iterator[Row]:
    known = vocabulary()
    for verb in (known.verbs if game is None else known.verbs_of(game)).values():
        if game in (None, *verb.games):
            does = verb.does.get(language) or verb.does["en"]
            yield {"name": verb.name, "fields": _fields(verb), "games": _games(verb.games), "meaning": does}


def _fields(verb: VerbSpec) -> str:
    return ", ".join(_field(spec) for spec in verb.fields.values())


def _field(spec: FieldSpec) -> str:
    marks = ("!" if spec.is_needed else "") + ("*" if spec.is_many else "")
    choice = f" ({', '.join(spec.words)})" if spec.words else ""
    games = f" [{_games(spec.games)}]" if spec.games else ""
    return f"{spec.name}{marks}{choice}{games}"


def _questions(game: str | None, language: str) -> Iterator[Row]:
    for ask in vocabulary().asks.values():
        if game in (None, *ask.games):
            keys = f" ({', '.join(ask.keys)})" if ask.keys else ""
            about, games = ", ".join(ask.of), _games(ask.games)
            yield {"name": ask.name, "about": about, "answer": ask.answer + keys, "games": games}


def _zones(game: str | None, language: str) -> Iterator[Row]:
    for each, zones in vocabulary().zones.items():
        if game in (None, each):
            for zone in zones.values():
                yield {"name": _zone(zone), "games": each, "meaning": _zone_meaning(zone, language)}


def _zone(zone: ZoneSpec) -> str:
    if zone.of is None:
        return zone.name
    carried = f"{zone.name}:{zone.of.upper()}"
    return f"{zone.name}, {carried}" if zone.is_bare else carried


def _zone_meaning(zone: ZoneSpec, language: str) -> str:
    said = [(zone.is_in_play, m.ZONE_IN_PLAY), (zone.is_apart, m.ZONE_APART)]
    return "; ".join(sentence.say(language) for holds, sentence in said if holds)


def _kinds(game: str | None, language: str) -> Iterator[Row]:
    for each, kinds in vocabulary().kinds.items():
        if game in (None, each):
            yield {"games": each, "name": ", ".join(kinds)}


def _properties(game: str | None, language: str) -> Iterator[Row]:
    for spec in vocabulary().properties.values():
        if game in (None, *spec.games):
            yield {
                "name": ", ".join((spec.name, *spec.also)),
                "value": _value(spec),
                "about": spec.on,
                "games": _games(spec.games),
                "readers": spec.audience,
            }


def _value(spec: PropertySpec) -> str:
    return f"{spec.value} ({', '.join(spec.words)})" if spec.words else spec.value


def _conditions(game: str | None, language: str) -> Iterator[Row]:
    for name, needs in vocabulary().conditions.items():
        yield {"name": name, "fields": ", ".join(needs)}


def _games(games: tuple[str, ...]) -> str:
    return "" if len(games) == len(vocabulary().games) else ", ".join(games)


TABLES: Final[dict[str, Callable[[str | None, str], Iterator[Row]]]] = {
    "verbs": _verbs,
    "questions": _questions,
    "zones": _zones,
    "kinds": _kinds,
    "properties": _properties,
    "conditions": _conditions,
}
