"""All mutants of a rule in one program, and facts that say which of them is at work.

Compiling the rules of a game takes longer than a hundred tests. So the program has each clause of the rule
unless a fact says that it is spoilt, and each mutated clause if a fact says so.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from mutants import Mutant

from kb.inference.facts import Facts
from kb.inference.records import Clause, Literal, Predicate, Rule, RuleSet, Sort, Value

SWITCH = Predicate("spoilt_here", Sort.STATIC, ("Which",))
Rows = tuple[tuple[Value], ...]


@dataclass(frozen=True)
class Switched:
    """The rules with every mutant of one rule in them, each to be switched on."""

    rules: RuleSet
    switches: dict[str, Rows]
    """What to say for a mutant, by its name."""


def switched(rules: RuleSet, rule: Rule, mutants: Sequence[Mutant]) -> Switched:
    """The rules with these mutants of a rule, all of single clauses."""
    rows: dict[str, Rows] = {}
    spoilt: list[Clause] = []
    for number, mutant in enumerate(mutants):
        assert mutant.number is not None
        clause = _clause_of(rule, mutant)
        if clause is not None:
            spoilt.append(replace(clause, body=(*clause.body, _switch(number))))
        rows[mutant.name] = ((_without(mutant.number),), *(((number,),) if clause is not None else ()))
    touched = {mutant.number for mutant in mutants}
    clauses = tuple(
        replace(clause, body=(*clause.body, replace(_switch(_without(number)), negated=True)))
        if number in touched
        else clause
        for number, clause in enumerate(rule.clauses)
    )
    whole = replace(rule, clauses=(*clauses, *spoilt))
    kept = tuple(whole if each.id == rule.id else each for each in rules.rules)
    return Switched(RuleSet((*rules.predicates, SWITCH), kept), rows)


def switched_on(facts: Facts, rows: Collection[tuple[Value]]) -> Facts:
    """The facts of a history, and that a mutant is at work in it."""
    return replace(facts, static={**facts.static, SWITCH.name: tuple(rows)})


def _clause_of(rule: Rule, mutant: Mutant) -> Clause | None:
    """The clause as the mutant has it; None if it is left out."""
    if len(mutant.mutated.clauses) < len(rule.clauses):
        return None
    assert mutant.number is not None
    return mutant.mutated.clauses[mutant.number]


def _without(number: int) -> str:
    return f"clause {number}"


def _switch(which: Value) -> Literal:
    return Literal(SWITCH.name, (which,))
