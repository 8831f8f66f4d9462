"""From the tree of a document to a checked `Scenario`.

Everything a scenario says is looked up in the vocabulary (``ontology/scenario``). Whatever does not fit is an
error with its place and the near matches; all errors of a reading are collected before any is raised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kb.errors import Place, ScenarioError
from kb.scenario.document import Fields, Node, Text, plain_value
from kb.scenario.events import read_event
from kb.scenario.findings import MOST_ERRORS, Findings, one_of
from kb.scenario.questions import read_question
from kb.scenario.records import Assumption, Scenario, ScenarioObject
from kb.scenario.rulesets import Ruleset, resolve_ruleset
from kb.scenario.setup import declare, read_object
from kb.scenario.situation import Situation
from kb.scenario.vocabulary import read_data, vocabulary

FOR_PEOPLE: Final = ("source", "difficulty", "tags", "confidence", "note", "confidence_note", "still_current")
SCENARIO_FIELDS: Final = (
    "id", "title", "game", "ruleset", "players", "setup", "events", "questions", *FOR_PEOPLE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Checked:
    """What reading one document gave: the scenario, or the errors that stand in its way."""

    scenario: Scenario | None
    errors: tuple[ScenarioError, ...]


def check_document(node: Node, source: str, index: int = 0, count: int = 1) -> Checked:
    """The scenario that a document says, or its errors; `index` and `count` place it in its file."""
    findings = Findings(source, _label(node, index, count))
    scenario = _scenario(node, findings, index)
    if findings.errors or scenario is None:
        return Checked(None, tuple(findings.errors[:MOST_ERRORS]))
    return Checked(scenario, ())


def raise_first(errors: Sequence[ScenarioError]) -> None:
    """Raises the first error with the others in its `others`; does nothing when there is none."""
    if errors:
        first, *others = errors[:MOST_ERRORS]
        raise first.with_others(others)


def scenario_of(checked: Checked) -> Scenario:
    """The scenario of a document that was read. Raises the first of its errors when there is none."""
    raise_first(checked.errors)
    if checked.scenario is None:
        raise ScenarioError(Place("scenario"), "nothing was read")
    return checked.scenario


def _label(node: Node, index: int, count: int) -> str:
    id = node.get("id") if isinstance(node, Fields) else None
    name = id.value if isinstance(id, Text) and not id.is_null else ""
    if count > 1:
        return f"document {index + 1} {name!r}" if name else f"document {index + 1}"
    return ""


def _scenario(node: Node, findings: Findings, index: int) -> Scenario | None:
    fields = findings.fields(node, "", "a scenario")
    if fields is None:
        return None
    findings.unknown_fields(fields, "", "a field of scenarios", SCENARIO_FIELDS)
    game = _game(fields, findings)
    players = _players(fields, findings)
    if game is None or not players:
        return None
    ruleset = _ruleset(fields, findings, game)
    situation = Situation(game, players, vocabulary(), findings)
    objects, assumed = _objects(situation, fields)
    event_nodes = findings.items(fields.get("events"), "events", "events")
    read = [read_event(situation, part, at) for at, part in enumerate(event_nodes)]
    events = tuple(event for event in read if event is not None)
    questions = tuple(
        question
        for at, part in enumerate(findings.items(fields.get("questions"), "questions", "questions"))
        if (question := read_question(situation, part, at, events, len(event_nodes))) is not None
    )
    if ruleset is None:
        return None
    return Scenario(
        id=_word(fields, "id") or f"{index + 1}",
        title=_word(fields, "title") or "",
        game=game,
        ruleset=ruleset.written,
        document=ruleset.document,
        edition=ruleset.edition,
        players=players,
        objects=objects,
        events=events,
        questions=questions,
        place=findings.place(fields, ""),
        source_name=findings.source,
        index=index,
        meta={key.value: plain_value(value) for key, value in fields.entries if key.value in FOR_PEOPLE},
        outsiders=tuple(situation.outsiders.values()),
        assumptions=_assumptions(situation, ruleset, assumed),
        warnings=tuple(findings.cautions),
    )


def _word(fields: Fields, name: str) -> str | None:
    node = fields.get(name)
    return node.value if isinstance(node, Text) and not node.is_null else None


def _game(fields: Fields, findings: Findings) -> str | None:
    node = fields.get("game")
    games = vocabulary().games
    if node is None:
        findings.error(fields, "", "a scenario needs the field 'game'", expected=one_of(games))
        return None
    game = findings.text(node, "game", "a game")
    if game is not None and game not in games:
        findings.error(node, "game", "unknown game", found=game, expected=one_of(games), near=games)
        return None
    return game


def _players(fields: Fields, findings: Findings) -> tuple[str, ...]:
    node = fields.get("players")
    nodes = findings.items(node, "players", "players")
    if not nodes:
        findings.error(node or fields, "players", "a scenario needs players", expected="players: [A, B]")
    players: list[str] = []
    for at, part in enumerate(nodes):
        player = findings.text(part, f"players[{at}]", "a player's id")
        if player in players:
            findings.error(part, f"players[{at}]", "two players have this id", found=player)
        elif player is not None:
            players.append(player)
    return tuple(players)


def _ruleset(fields: Fields, findings: Findings, game: str) -> Ruleset | None:
    node = fields.get("ruleset")
    if node is None or (isinstance(node, Text) and node.is_null):
        return resolve_ruleset(game, None)
    written = findings.text(node, "ruleset", "a ruleset")
    if written is None:
        return None
    try:
        return resolve_ruleset(game, written, findings.place(node, "ruleset"))
    except ScenarioError as error:
        findings.errors.append(error)
        return None


def _objects(
    situation: Situation, fields: Fields
) -> tuple[tuple[ScenarioObject, ...], tuple[ScenarioObject, ...]]:
    """The objects of the setup, and those of them whose controller is assumed."""
    nodes = situation.findings.items(fields.get("setup"), "setup", "setup")
    declare(situation, nodes)
    read = [read_object(situation, node, at) for at, node in enumerate(nodes)]
    objects = tuple(thing for thing, _is_assumed in read if thing is not None)
    return objects, tuple(thing for thing, is_assumed in read if thing is not None and is_assumed)


def _assumptions(
    situation: Situation, ruleset: Ruleset, assumed: tuple[ScenarioObject, ...]
) -> tuple[Assumption, ...]:
    found = []
    if ruleset.written is None:
        found.append(_assume("no_ruleset", ruleset.document, edition=f"{ruleset.document} {ruleset.edition}"))
    elif not ruleset.is_exact:
        edition = f"{ruleset.document} {ruleset.edition}"
        found.append(_assume("older_edition", ruleset.written, written=ruleset.written, edition=edition))
    found += [
        _assume("controller_in_play", thing.id, id=thing.id, player=thing.owner or "") for thing in assumed
    ]
    for outsider in situation.outsiders.values():
        if outsider.player is None:
            found.append(_assume("outsider", outsider.id, id=outsider.id))
        else:
            found.append(_assume("outsider_of", outsider.id, id=outsider.id, player=outsider.player))
    return tuple(found)


def _assume(kind: str, about: str, **parts: str) -> Assumption:
    templates: dict[str, str] = read_data("assumptions")[kind]
    return Assumption(kind, about, {language: text.format(**parts) for language, text in templates.items()})
