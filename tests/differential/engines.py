"""The same situation through each engine, as plain sets of facts that can be compared."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache

import clingo

from kb.inference.asp import (
    facts_to_asp,
    in_world,
    rows_of_symbols,
    to_asp,
    to_asp_in_worlds,
    worlds_to_asp,
)
from kb.inference.engine import Run
from kb.inference.records import RuleSet, Sort
from kb.inference.rulebase import rules_of
from kb.inference.table import set_table
from kb.scenario.records import Scenario

Facts = dict[tuple[str, int], set[tuple[str | int, ...]]]


def run_of(situation: Scenario) -> Run:
    return set_table(situation).run


def engine_facts(run: Run) -> Facts:
    """Every state fact of every step (settling steps included) that the compiled program derives."""
    return {
        (predicate, index): set(rows)
        for predicate in {node.predicate for node in run.program.expanded.nodes}
        for index in range(run.last + 1)
        if (rows := run.rows(predicate, index))
    }


@cache
def _asp_of(game: str, document: str, edition: str) -> str:
    return to_asp(rules_of(game, document, edition))


@cache
def _asp_in_worlds(game: str, document: str, edition: str, steps: int) -> str:
    return to_asp_in_worlds(rules_of(game, document, edition), steps)


def clingo_facts(situation: Scenario, run: Run) -> list[Facts]:
    """The facts of every model that clingo finds for the same rules and the same steps."""
    rules: RuleSet = rules_of(situation.game, situation.document, situation.edition)
    control = clingo.Control(["0", "--warn=none"])
    control.add(
        "base", [], _asp_of(situation.game, situation.document, situation.edition) + "\n" + facts_to_asp(run)
    )
    control.ground([("base", [])])
    states = {each.name for each in rules.predicates if each.sort is Sort.STATE}
    models = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            symbols = [symbol for symbol in model.symbols(atoms=True) if symbol.name.lstrip("_") in states]
            models.append(rows_of_symbols(symbols))
    return models


ONE_ATOM = re.compile(r'(?:[^ "]|"(?:[^"\\]|\\.)*")+')
"""An atom in a model that clingo wrote out; between atoms is a space, and so may there be within a text."""
AT_ONCE = 250
"""How many situations clingo gets in one program."""


def clingo_disagrees(told: Sequence[Scenario]) -> Iterator[tuple[Scenario, str]]:
    """The situations of which clingo has another model than our engine, or not exactly one.

    Those of one edition go to clingo many at a time, the short ones and the long ones apart. Where anything
    differs, each is looked at alone.
    """
    by_edition: defaultdict[tuple[str, str, str], list[tuple[Scenario, Run]]] = defaultdict(list)
    for one in told:
        by_edition[one.game, one.document, one.edition].append((one, run_of(one)))
    for edition, those in by_edition.items():
        those.sort(key=lambda each: each[1].last)
        for first in range(0, len(those), AT_ONCE):
            some = those[first : first + AT_ONCE]
            runs = [run for _, run in some]
            if models_in_worlds(edition, runs) != [atoms_of(runs)]:
                yield from _looked_at_alone(some)


def models_in_worlds(edition: tuple[str, str, str], runs: Sequence[Run]) -> list[set[str]]:
    """The state facts of every model of several runs at once, as clingo writes them."""
    control = clingo.Control(["0", "--warn=none"])
    steps = max(run.last for run in runs) + 1
    control.add("base", [], f"{_asp_in_worlds(*edition, steps)}\n{worlds_to_asp(runs)}")
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        return [set(ONE_ATOM.findall(str(model))) for model in handle]


def atoms_of(runs: Sequence[Run]) -> set[str]:
    """What our engine says of several runs at once, written as clingo writes it."""
    return {
        in_world(predicate, row, index, world)
        for world, run in enumerate(runs)
        for (predicate, index), rows in engine_facts(run).items()
        for row in rows
    }


def _looked_at_alone(told: Sequence[tuple[Scenario, Run]]) -> Iterator[tuple[Scenario, str]]:
    found = False
    for one, run in told:
        models = clingo_facts(one, run)
        if len(models) != 1:
            found = True
            yield one, f"{len(models)} models"
        elif parted := differences(engine_facts(run), models[0]):
            found = True
            yield one, "; ".join(parted)
    if not found:
        yield told[0][0], f"these {len(told)} differ only when they are in one program"


def differences(one: Facts, two: Facts) -> list[str]:
    """What one engine says and the other does not, earliest step first."""
    keys = sorted(set(one) | set(two), key=lambda key: (key[1], key[0]))
    return [
        f"step {key[1]}: {key[0]}: only first {sorted(map(str, one.get(key, set()) - two.get(key, set())))}, "
        f"only second {sorted(map(str, two.get(key, set()) - one.get(key, set())))}"
        for key in keys
        if one.get(key, set()) != two.get(key, set())
    ]
