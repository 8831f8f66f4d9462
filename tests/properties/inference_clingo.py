"""What clingo makes of the same rules and the same steps."""

from __future__ import annotations

import clingo

from kb.inference.asp import facts_to_asp, rows_of_symbols, to_asp
from kb.inference.engine import Run
from kb.inference.records import RuleSet, Sort

Table = dict[tuple[str, int], set[tuple[str | int, ...]]]


def clingo_models(rules: RuleSet, run: Run) -> list[Table]:
    """The state facts of every stable model, by predicate and step."""
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], f"{to_asp(rules)}\n{facts_to_asp(run)}")
    control.ground([("base", [])])
    states = {each.name for each in rules.predicates if each.sort is Sort.STATE}
    models = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            symbols = [symbol for symbol in model.symbols(atoms=True) if symbol.name.lstrip("_") in states]
            models.append(rows_of_symbols(symbols))
    return models


def state_facts(run: Run) -> Table:
    """The state facts of our own engine, by predicate and step."""
    found = {}
    for predicate in run.program.declared.values():
        if predicate.sort is Sort.STATE:
            for index in range(run.last + 1):
                if rows := set(run.rows(predicate.name, index)):
                    found[predicate.name, index] = rows
    return found
