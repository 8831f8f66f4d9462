"""The tests that decide about a mutant: what they ask, and what the rules answer as they are.

Two sorts. A *case* is a situation written down with the answers it must give: those of tests/cases, the
examples, the competency questions, and the collected ones where they are at hand. A *random situation* is
one of tests/differential or of `anything`, and its answers are whatever the rules say unmutated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from anything import anything
from machines import COMPARED
from questions_reading import RULESETS, competency_questions, scenario_of
from situations import SeededPicker, situation
from switched import Rows, switched_on

from kb.errors import KbError
from kb.inference.answers import answer
from kb.inference.encode import Encoded, encode
from kb.inference.engine import Program, Run
from kb.inference.rulebase import program_of
from kb.inference.table import Table, static_predicates
from kb.inference.verdicts import Status, status_of
from kb.scenario.read import read_scenarios
from kb.scenario.records import Scenario
from kb.scenario.vocabulary import vocabulary

ROOT = Path(__file__).parent.parent.parent
FOLDERS = ("tests/cases", "ontology/examples/scenarios", "../shared/cases")
GAMES = tuple(RULESETS)
ANSWERS = frozenset(
    {
        *("controller", "ability_controller", "holds", "nobody", "missing", "owner", "base", "you"),
        *("may_activate", "zone", "decides", "contested", "conquered_by", "result"),
    }
)
"""The words of the rules that answer questions by themselves; the vocabulary names the others.

What the hand-written machines are compared with counts as answered too.
"""

Facts = dict[tuple[str, int], frozenset[tuple[Any, ...]]]


def answering(game: str) -> tuple[str, ...]:
    """The words of the rules that answer a question of a game."""
    named = {asked.relation for asked in vocabulary().asks_of(game).values() if asked.relation}
    return tuple(sorted(ANSWERS | named | COMPARED[game]))


@dataclass(frozen=True)
class Deciding:
    """A situation that decides, by `expected` answers or else by what the rules say as they are."""

    name: str
    scenario: Scenario = field(repr=False)
    missing: tuple[str | None, ...] | None = field(default=None, repr=False)
    """For a case: what each answer must want to know, if it must be undetermined. None: random."""

    @cached_property
    def encoded(self) -> Encoded:
        """The situation as facts."""
        return encode(self.scenario, static_predicates())

    @cached_property
    def rules(self) -> tuple[str, str, str]:
        """The game, document and edition it rests on."""
        return self.scenario.game, self.scenario.document, self.scenario.edition

    @cached_property
    def reference(self) -> Any:
        """What the rules say as they are."""
        return self.result(program_of(*self.rules))

    def result(self, program: Program, spoilt: Rows = ()) -> Any:
        """What a program says: whether it passes, or every answering fact after every event.

        `spoilt` says which mutant is at work in a program that has several.
        """
        facts = switched_on(self.encoded.facts, spoilt) if spoilt else self.encoded.facts
        try:
            run = program.run(facts)
            return _facts(run, self.scenario) if self.missing is None else self._passes(run)
        except KbError as error:
            return type(error).__name__

    def _passes(self, run: Run) -> bool:
        table = Table(self.scenario, self.encoded, run)
        assert self.missing is not None
        for question, missing in zip(self.scenario.questions, self.missing, strict=True):
            given = answer(table, question)
            if missing is not None:
                if missing not in given.missing:
                    return False
            elif question.is_checked and status_of(given) is not Status.AGREE:
                return False
        return True


def _facts(run: Run, scenario: Scenario) -> Facts:
    found: Facts = {}
    for predicate in answering(scenario.game):
        if predicate in run.program.declared:
            for event in range(len(scenario.events) + 1):
                found[predicate, event] = frozenset(run.rows(predicate, run.step_of(event)))
    return found


def cases() -> Iterator[Deciding]:
    """Every situation with expected answers, of the files and of the competency questions."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).glob("*.yaml")):
            for scenario in read_scenarios(path):
                yield Deciding(str(scenario.id), scenario, (None,) * len(scenario.questions))
    for question in competency_questions():
        for written in question.situations:
            scenario, missing = scenario_of(question.id, written)
            yield Deciding(question.id, scenario, tuple(missing))


def random_situations(each: int) -> Iterator[Deciding]:
    """The first so many random situations of each sort and game."""
    for game in GAMES:
        for seed in range(each):
            yield Deciding(f"random {game} {seed}", situation(game, SeededPicker(seed)))
            yield Deciding(f"anything {game} {seed}", anything(game, seed))
