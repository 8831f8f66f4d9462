"""Puts mutants on trial: which deciding test, if any, tells a mutant from the rules as they are.

Only what the mutated rule can reach is done: its games, one compilation of all its mutants for each set of
rules that holds in some edition, the tests in which the mutated clause is at work first, and no further than
the first difference.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

from deciding import Deciding
from mutants import Mutant, mutants_of
from switched import Rows, switched

from kb.errors import RuleError
from kb.inference.check import errors_of
from kb.inference.compile import compile_program
from kb.inference.editions import select
from kb.inference.engine import Program, Run
from kb.inference.expand import Node
from kb.inference.records import RuleSet, Sort
from kb.inference.rulebase import packaged_rules, program_of, rules_of
from kb.scenario.records import Scenario

Selected = tuple[str, ...]
"""The ids of the rules that hold together in some editions, which share one program."""
At = tuple[str, int]
"""A clause, by its rule and its place there."""


Ready = tuple[Program, Rows]
"""A program, and which mutant is to be at work in it."""


class NoMutantError(Exception):
    """The rule language refuses the mutant."""


@dataclass
class Court:
    """The deciding tests, and where each clause is at work in them."""

    tests: list[Deciding]
    useless: list[Deciding] = field(default_factory=list)
    """Cases that the rules fail as they are: they decide nothing."""
    at_work: dict[At, list[Deciding]] = field(default_factory=lambda: defaultdict(list))
    sorts: dict[tuple[str, int], set[str]] = field(default_factory=lambda: defaultdict(set))
    _selected: dict[tuple[str, str, str], Selected] = field(default_factory=dict)
    _switched: dict[tuple[str, Selected], tuple[Program, dict[str, Rows]] | None] = field(
        default_factory=dict
    )
    """The programs with all mutants of the rule that was last on trial."""

    def prepare(self) -> None:
        """Runs every test on the rules as they are."""
        kept = []
        for test in self.tests:
            if test.missing is not None and test.reference is not True:
                self.useless.append(test)
                continue
            kept.append(test)
            run = program_of(*test.rules).run(test.encoded.facts)
            for at in _working(run):
                self.at_work[at].append(test)
            _learn_sorts(run, test.scenario, self.sorts)
        self.tests = kept

    def selected(self, rules: tuple[str, str, str]) -> Selected:
        """The rules that hold together for a test."""
        found = self._selected.get(rules)
        if found is None:
            found = self._selected[rules] = tuple(rule.id for rule in rules_of(*rules).rules)
        return found

    def verdict(self, mutant: Mutant, hint: str | None = None) -> str | None:
        """The name of the test that kills a mutant; None when it survives.

        Raises :class:`NoMutantError` when the mutant does not compile.
        """
        return self.killer(mutant, self._in_order(mutant, hint))

    def killer(self, mutant: Mutant, tests: Iterable[Deciding]) -> str | None:
        """The name of the first of some tests that kills a mutant; None when it survives them all."""
        programs: dict[Selected, Ready] = {}
        for test in tests:
            selected = self.selected(test.rules)
            if mutant.rule not in selected:
                continue
            if selected not in programs:
                programs[selected] = self._ready(mutant, test.rules)
            if test.result(*programs[selected]) != test.reference:
                return test.name
        return None

    def _ready(self, mutant: Mutant, rules: tuple[str, str, str]) -> Ready:
        """A program in which the mutant is at work: with those of the whole rule, or else of its own."""
        mutated = mutant.applied(packaged_rules())
        if mutant.number is None:
            return compiled(mutated, rules), ()
        _check(mutated, rules)
        at = mutant.rule, self.selected(rules)
        if at not in self._switched:
            if any(rule != mutant.rule for rule, _ in self._switched):
                self._switched.clear()
            self._switched[at] = _compiled_together(mutant.rule, rules, self.sorts)
        together = self._switched[at]
        if together is None or mutant.name not in together[1]:
            return compiled(mutated, rules), ()
        return together[0], together[1][mutant.name]

    def _in_order(self, mutant: Mutant, hint: str | None) -> Iterator[Deciding]:
        """The tests, those most likely to tell the mutant first, each once."""
        numbers = range(len(mutant.mutated.clauses) + 1) if mutant.number is None else (mutant.number,)
        likely = [test for number in numbers for test in self.at_work[mutant.rule, number]]
        hinted = [test for test in self.tests if test.name == hint]
        yield from {id(test): test for test in (*hinted, *likely, *self.tests)}.values()


def compiled(mutated: RuleSet, rules: tuple[str, str, str]) -> Program:
    """The program of rules in an edition; raises :class:`NoMutantError` when the rule language refuses it."""
    game, document, edition = rules
    try:
        return compile_program(select(mutated, game, {document: edition}))
    except RuleError as error:
        raise NoMutantError(str(error)) from error


def _check(mutated: RuleSet, rules: tuple[str, str, str]) -> None:
    game, document, edition = rules
    for error in errors_of(select(mutated, game, {document: edition})):
        raise NoMutantError(f"{error.place}: {error.message}")


def _compiled_together(
    rule_id: str, rules: tuple[str, str, str], sorts: dict[tuple[str, int], set[str]]
) -> tuple[Program, dict[str, Rows]] | None:
    """The program with every mutant of a rule that the rule language takes; None if not all go together."""
    game, document, edition = rules
    rule = packaged_rules().by_id()[rule_id]
    sound = []
    for mutant in mutants_of(rule, sorts):
        if mutant.number is not None:
            with suppress(NoMutantError):
                _check(mutant.applied(packaged_rules()), rules)
                sound.append(mutant)
    whole = switched(packaged_rules(), rule, sound)
    try:
        return compile_program(select(whole.rules, game, {document: edition})), whole.switches
    except RuleError:
        return None


def _working(run: Run) -> Iterable[At]:
    """The clauses that first made some fact of a run."""
    numbers = {
        made[0]
        for predicate in run.program.declared.values()
        if predicate.sort is Sort.STATE
        for index in range(run.last + 1)
        for made in run.relation(Node(predicate.name), index).values()
        if isinstance(made, tuple)
    }
    clauses = run.program.clauses
    return [(clauses[n].rule.id, clauses[n].rule.clauses.index(clauses[n].clause)) for n in sorted(numbers)]


def _learn_sorts(run: Run, scenario: Scenario, sorts: dict[tuple[str, int], set[str]]) -> None:
    players = set(scenario.players)
    objects = {thing.id for thing in scenario.objects} | {event.text("id") for event in scenario.events}
    parts = {name for names in run.facts.steps for name, _ in names.events.get("do", ())}
    for predicate in run.program.declared.values():
        if predicate.sort is Sort.STATE and predicate.arity == 2:
            for row in run.rows(predicate.name, run.last):
                for place, value in enumerate(row):
                    sorts[predicate.name, place].add(_sort(value, players, objects, parts))


def _sort(value: object, players: set[str], objects: set[str | None], parts: set[object]) -> str:
    if isinstance(value, int):
        return "number"
    for name, known in (("player", players), ("object", objects), ("event", parts)):
        if value in known:
            return name
    return "word"
