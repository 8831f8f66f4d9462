"""How the competency questions are kept: one entry each in the YAML files beside this one.

Every entry has an `id`, a `title` (in English; where the question is put in three languages, in all), the
statements it is `about`, and what an answer may rest on, in `cites` (``document edition: numbers``; ``*``
stands for any number). It is answered by what else it has, and by all of it:

* `setup`, `events` and `questions` (or `situations`, several of them): a scenario, with the answers it must
  give. `game` and `players` have defaults, as has `ruleset`; objects are named by their ids. A question with
  `missing` must be undetermined for want of that.
* `looks_up`: rules, each with words of its sentence.
* `goes_to`: what the number of a rule becomes; `rewritten`: which rules were, and which were not; `lists`:
  how many rules stand below one, how many it announces; `releases`: which editions a text fits, by language.
* A query of the same id in ``ontology/questions``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from kb.inference.answers import Answer, answer
from kb.inference.parse import parse_rules
from kb.inference.records import Citation, Rule
from kb.inference.rulebase import packaged_rules
from kb.inference.table import set_table
from kb.ontology_files import ontology_root
from kb.scenario.read import read_scenarios
from kb.scenario.records import Scenario

FOLDER = Path(__file__).parent
RULESETS = {"mtg": "mtg-cr-2026-04-17", "ygo": "ygo-tcg-2024", "riftbound": "rift-cr-1.4"}
LOOKED_UP = ("looks_up", "goes_to", "rewritten", "lists", "releases")


@dataclass(frozen=True)
class Asked:
    """One answer of a scenario, and what it must want if it is to be undetermined."""

    answer: Answer
    missing: str | None


@dataclass(frozen=True)
class CompetencyQuestion:
    """One entry."""

    id: str
    title: Mapping[str, str]
    about: tuple[str, ...] = ()
    cites: tuple[Citation, ...] = ()
    situations: tuple[Mapping[str, Any], ...] = ()
    looks_up: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def query(self) -> Path | None:
        """The query of the same id."""
        path = ontology_root() / "questions" / f"{self.id}.rq"
        return path if path.is_file() else None

    @property
    def mechanisms(self) -> tuple[str, ...]:
        """By what it is answered."""
        found = ["scenario"] if self.situations else []
        found += [name for name in ("looks_up", *self.more) if name != "looks_up" or self.looks_up]
        return (*found, "query") if self.query else tuple(found)

    def asked(self) -> Iterator[Asked]:
        """The answers of its scenarios."""
        for situation in self.situations:
            yield from _asked(self.id, situation)

    def rules(self) -> dict[str, Rule]:
        """The rules its answers rest on and those it looks up, by id."""
        known = packaged_rules().by_id()
        used = {rule.id: rule for asked in self.asked() for rule in asked.answer.used}
        return used | {name: known[name] for name in self.looks_up}


def _asked(name: str, situation: Mapping[str, Any]) -> Iterator[Asked]:
    scenario, wanting = scenario_of(name, situation)
    table = set_table(scenario)
    for question, missing in zip(scenario.questions, wanting, strict=True):
        yield Asked(answer(table, question), missing)


def scenario_of(name: str, situation: Mapping[str, Any]) -> tuple[Scenario, list[str | None]]:
    """The scenario of a situation, and what each of its questions must want if it is to be undetermined."""
    wanting = [question.get("missing") for question in situation["questions"]]
    questions = [
        {key: value for key, value in question.items() if key != "missing"}
        for question in situation["questions"]
    ]
    document = {
        "id": name,
        "players": ["A", "B"],
        "ruleset": RULESETS[situation["game"]],
        **situation,
        "setup": [{"name": thing["id"], **thing} for thing in situation.get("setup", ())],
        "events": situation.get("events", []),
        "questions": questions,
    }
    [scenario] = read_scenarios(yaml.safe_dump(document, allow_unicode=True), source=name)
    return scenario, wanting


def competency_questions() -> tuple[CompetencyQuestion, ...]:
    """Every question, in order."""
    return tuple(
        _question(entry)
        for path in sorted(FOLDER.glob("*.yaml"))
        for entry in yaml.safe_load(path.read_text(encoding="utf-8"))
    )


def _question(entry: Mapping[str, Any]) -> CompetencyQuestion:
    own = {key: entry[key] for key in ("ruleset", "players", "setup", "events", "questions") if key in entry}
    written = entry.get("situations", [own] if "questions" in entry else [])
    games = {"game": entry["game"]} if "game" in entry else {}
    return CompetencyQuestion(
        entry["id"],
        entry["title"],
        tuple(entry.get("about", ())),
        tuple(each for line in entry.get("cites", ()) for each in _citations(line)),
        tuple(games | situation for situation in written),
        entry.get("looks_up", {}),
        {name: entry[name] for name in LOOKED_UP[1:] if name in entry},
    )


def _citations(line: str) -> tuple[Citation, ...]:
    """What one line of `cites` says, read as the line of a rule."""
    place, _, numbers = line.partition(": ")
    quoted = ", ".join(f'"{number}"' for number in numbers.split(", "))
    text = f"rule r\n kind default\n game all\n cites {place}: {quoted}\n"
    return parse_rules(text, "cites").rules[0].cites
