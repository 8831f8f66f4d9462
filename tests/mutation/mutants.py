"""Mutants: the packaged rules with one small mistake in them, each named by what was done to which clause.

A clause can be dropped, lose one condition, have one condition turned into its opposite, or conclude the
wrong way round; a rule can stop defeating another. A mutant that the rule language refuses (an unsafe
variable, a negation in a circle) is found out when it is compiled, and counts for nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from kb.inference.records import Clause, Comparison, Condition, Literal, Rule, RuleSet, Variable
from kb.inference.write import format_clause, format_condition

Sorts = Mapping[tuple[str, int], Collection[str]]
"""What sorts of values a predicate has in each position: players, objects, events, numbers, words."""

OPPOSITE: Final = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@dataclass(frozen=True)
class Mutant:
    """One mistake in one rule. Its name says all about it, and does not change while the clause stays."""

    rule: str
    clause: str
    change: str
    mutated: Rule
    number: int | None
    """The place of the clause in its rule; None where the whole rule is meant."""

    @property
    def name(self) -> str:
        """What was done to which clause of which rule."""
        return f"{self.rule}: {self.change}" + (f" in {self.clause}" if self.clause else "")

    @property
    def is_whole(self) -> bool:
        """Whether a whole clause is left out."""
        return self.change == "drop the clause"

    def applied(self, rules: RuleSet) -> RuleSet:
        """The rules with the mistake in them; a rule that has nothing left to beat there defeats nothing."""
        spoilt = [self.mutated if each.id == self.rule else each for each in rules.rules]
        heads = {each.id: set(each.heads) for each in spoilt}
        return RuleSet(rules.predicates, tuple(_beating(each, heads) for each in spoilt))


def _beating(rule: Rule, heads: Mapping[str, set[str]]) -> Rule:
    left = tuple(other for other in rule.defeats if heads[rule.id] & heads.get(other, set()))
    return rule if left == rule.defeats else replace(rule, defeats=left)


def mutants_of(rule: Rule, sorts: Sorts) -> Iterator[Mutant]:
    """Every mutant of a rule, those of one clause together."""
    for number, clause in enumerate(rule.clauses):
        for change, mutated in _clauses(clause, sorts):
            kept = () if mutated is None else (mutated,)
            clauses = (*rule.clauses[:number], *kept, *rule.clauses[number + 1 :])
            yield Mutant(rule.id, format_clause(clause), change, replace(rule, clauses=clauses), number)
    for other in rule.defeats:
        left = tuple(each for each in rule.defeats if each != other)
        yield Mutant(rule.id, "", f"does not defeat {other}", replace(rule, defeats=left), None)


def _clauses(clause: Clause, sorts: Sorts) -> Iterator[tuple[str, Clause | None]]:
    yield "drop the clause", None
    for number, condition in enumerate(clause.body):
        written = format_condition(condition)
        before, after = clause.body[:number], clause.body[number + 1 :]
        yield f"drop {written}", replace(clause, body=(*before, *after))
        opposite = _opposite(condition)
        if opposite is not None:
            yield f"flip {written}", replace(clause, body=(*before, opposite, *after))
    if _can_swap(clause, sorts):
        head = replace(clause.head, terms=clause.head.terms[::-1])
        yield "swap the variables of the head", replace(clause, head=head)


def _opposite(condition: Condition) -> Condition | None:
    if isinstance(condition, Literal):
        return replace(condition, negated=not condition.negated)
    if isinstance(condition, Comparison):
        return replace(condition, operator=OPPOSITE[condition.operator])
    return None


def _can_swap(clause: Clause, sorts: Sorts) -> bool:
    terms = clause.head.terms
    if len(terms) != 2 or terms[0] == terms[1] or not all(isinstance(term, Variable) for term in terms):
        return False
    first, second = (set(sorts.get((clause.head.predicate, place), ())) for place in (0, 1))
    return bool(first & second)
