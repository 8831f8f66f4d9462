"""The same situation through each engine, as plain sets of facts that can be compared."""

from __future__ import annotations

from functools import cache

import clingo

from kb.inference.asp import facts_to_asp, rows_of_symbols, to_asp
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
    found: Facts = {}
    for predicate in run.program.declared.values():
        if predicate.sort is Sort.STATE:
            for index in range(run.last + 1):
                rows = set(run.rows(predicate.name, index))
                if rows:
                    found[predicate.name, index] = rows
    return found


@cache
def _asp_of(game: str, document: str, edition: str) -> str:
    return to_asp(rules_of(game, document, edition))


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


def differences(one: Facts, two: Facts) -> list[str]:
    """What one engine says and the other does not, earliest step first."""
    keys = sorted(set(one) | set(two), key=lambda key: (key[1], key[0]))
    return [
        f"step {key[1]}: {key[0]}: only first {sorted(map(str, one.get(key, set()) - two.get(key, set())))}, "
        f"only second {sorted(map(str, two.get(key, set()) - one.get(key, set())))}"
        for key in keys
        if one.get(key, set()) != two.get(key, set())
    ]
