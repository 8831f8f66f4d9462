"""Answers for very many scenarios, one after the other, by what they have in common.

Scenarios in JSON are read by shape (:mod:`kb.inference.quick`), and run on a program that has only the rules
which can conclude anything from the words that came so far (:mod:`kb.inference.closed`). A scenario with a
new word is run on the whole program; when there have been enough of them, the small program is made anew with
their words too. Whatever cannot be done this way is done the long way, with the same answers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from kb.errors import KbError, Place
from kb.inference.answers import Answer, answers
from kb.inference.apart import Kind, Said, is_apart
from kb.inference.closed import Vocabulary, constants_of
from kb.inference.compile import compile_program
from kb.inference.encode import AT_START, Encoded
from kb.inference.engine import Program, Run
from kb.inference.finders import ABOUT_ONE, READS
from kb.inference.quick import tell
from kb.inference.records import Value
from kb.inference.rulebase import program_of, rules_of
from kb.inference.shapes import Head, Shapes
from kb.inference.table import Table, set_table, static_predicates
from kb.inference.templates import Template
from kb.inference.told import Told
from kb.scenario.read import read_scenarios
from kb.scenario.records import Scenario

FIRST: Final = 16
"""How many scenarios with new words are waited for before the small program is made; then twice as many."""
MOST: Final = 4096


@dataclass(slots=True)
class SmallProgram:
    """The program of one game and edition for the words that came so far."""

    game: str
    document: str
    edition: str
    words: Vocabulary
    reasons: bool = True
    goals: frozenset[str] | None = None
    program: Program | None = None
    covered: set[Head | Template] = field(default_factory=set)
    """What the program was made for."""
    seen: set[Head | Template] = field(default_factory=set)
    waited: int = 0
    enough: int = FIRST
    is_apart: bool = False
    """Whether the small program may be run on a part of a scenario (:mod:`kb.inference.apart`)."""
    given: dict[str, set[Said]] = field(default_factory=dict)
    spoken: set[Value] = field(default_factory=set)
    """The words in the facts it was made for."""

    @classmethod
    def of(
        cls, game: str, document: str, edition: str, goals: frozenset[str] | None, reasons: bool
    ) -> SmallProgram:
        """One that knows no words yet."""
        words = Vocabulary(constants_of(rules_of(game, document, edition)))
        words.look_at("do", AT_START)
        words.look_at("outside", [("\x00",)])
        given: dict[str, set[Said]] = {"do": set(AT_START), "outside": {(Kind.NEAR,)}}
        return cls(game, document, edition, words, reasons, goals, given=given)

    def run(self, told: Told) -> Run:
        """The states of a scenario, or of the part of it that its questions are about."""
        if self.program is not None and told.sources <= self.covered:
            if self.words.constants.isdisjoint(told.names):
                about = self._asked(told) if self.is_apart else None
                return self.program.run(told.facts(about))
        elif self.words.is_sound:
            self._learn(told)
        return program_of(self.game, self.document, self.edition).run(told.facts())

    def _asked(self, told: Told) -> Collection[str] | None:
        if not all(question.ask in ABOUT_ONE for question in told.questions):
            return None
        return told.connected([question.of for question in told.questions], self.spoken)

    def _learn(self, told: Told) -> None:
        for source in told.sources - self.seen:
            for predicate, rows in source.facts.items():
                self.words.look_at(predicate, rows)
            if isinstance(source, Template):
                self.words.look_at("do", [("\x00", verb) for _, verb in source.happening])
            self._look_at(source)
        self.seen |= told.sources
        self.waited += 1
        if self.waited >= self.enough:
            rules = rules_of(self.game, self.document, self.edition)
            self.program = compile_program(rules, self.goals, self.words, reasons=self.reasons)
            self.covered = set(self.seen)
            self.is_apart = is_apart(self.program.expanded, self.given)
            self.waited, self.enough = 0, min(2 * self.enough, MOST)

    def _look_at(self, source: Head | Template) -> None:
        """Takes up the kinds of facts that a template makes, and the words in them."""
        if isinstance(source, Template):
            said = source.said
            self.spoken.update(source.constants)
        else:
            said = {
                predicate: frozenset({(Kind.EVERYWHERE,) * len(row) for row in rows})
                for predicate, rows in source.facts.items()
            }
            self.spoken.update(value for rows in source.facts.values() for row in rows for value in row)
        for predicate, found in said.items():
            self.given.setdefault(predicate, set()).update(found)


@cache
def _goals(asks: frozenset[str]) -> frozenset[str] | None:
    """What has to be concluded to answer these questions; None: everything."""
    found: set[str] = set()
    for ask in asks:
        if ask not in READS:
            return None
        found |= READS[ask]
    return frozenset(found)


@dataclass(slots=True)
class Many:
    """Answers scenario after scenario; what it learns makes the next ones faster.

    Without `reasons` the answers have no proofs.
    """

    reasons: bool = True
    shapes: Shapes = field(default_factory=lambda: Shapes(static_predicates()))
    programs: dict[tuple[str, str, str, frozenset[str] | None], SmallProgram] = field(default_factory=dict)

    def answers(self, text: str, source: str) -> Iterator[tuple[str, tuple[Answer, ...]]]:
        """For each scenario of a text its id and its answers.

        Raises what :func:`~kb.scenario.read.read_scenarios` and the engine raise.

        >>> text = (
        ...     '{"game": "mtg", "players": ["A"], "questions": [{"ask": "controller", "of": "ox"}], '
        ...     '"setup": [{"id": "ox", "kind": "creature", "owner": "A", "zone": "battlefield"}]}'
        ... )
        >>> [(name, [answer.value for answer in given]) for name, given in Many().answers(text, "duel")]
        [('1', ['A'])]
        """
        if self.shapes.is_full:
            self.shapes.clear()
            self.programs.clear()
        told = tell(text, source, self.shapes)
        if told is not None:
            try:
                table = self.table(told)
                found = answers(table)
            except KbError:
                # The long way says what is wrong, and where.
                pass
            else:
                yield told.id, found
                return
        for situation in read_scenarios(text, source=source):
            yield situation.id, answers(set_table(situation))

    def table(self, told: Told) -> Table:
        """The table of a scenario."""
        rules = told.ruleset
        goals = _goals(frozenset(question.ask for question in told.questions))
        key = (told.game, rules.document, rules.edition, goals)
        small = self.programs.get(key)
        if small is None:
            small = self.programs[key] = SmallProgram.of(*key, self.reasons)
        run = small.run(told)
        scenario = Scenario(
            id=told.id,
            title=told.title,
            game=told.game,
            ruleset=rules.written,
            document=rules.document,
            edition=rules.edition,
            players=told.players,
            objects=(),
            events=(),
            questions=told.questions,
            place=Place(told.id),
        )
        return Table(scenario, Encoded(run.facts, {}), run)
