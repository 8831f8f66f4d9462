"""The part of a rule set that can conclude anything from facts of a known vocabulary.

Many scenarios together still use few of the words that rules know. A clause that asks for a word which no
fact can hold never concludes anything and is left out; so is what could only follow from it; and a condition
that no such fact holds is always met. What may hold is worked out for each place of each predicate: which of
the constants of the rules can stand there, and whether anything else can.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from kb.inference.facts import Row
from kb.inference.records import (
    Arithmetic,
    Clause,
    Comparison,
    Condition,
    Literal,
    Rule,
    RuleSet,
    Term,
    Value,
    Variable,
)


@dataclass(frozen=True, slots=True)
class Other:
    """Stands for every value that is no constant of the rules."""


OTHER: Final = Other()
Words = frozenset[Value | Other]
"""What can stand in one place of a predicate."""
_MADE: Final = re.compile(r"start\..*|e[0-9]+(\.[0-9]+)?")
"""How the names of events begin, which no constant may look like."""


def constants_of(ruleset: RuleSet) -> frozenset[Value]:
    """Every constant that a clause names."""
    terms = (term for rule in ruleset.rules for clause in rule.clauses for term in _terms(clause))
    return frozenset(term for term in terms if not isinstance(term, Variable))


def _terms(clause: Clause) -> Iterator[Term]:
    yield from clause.head.terms
    waiting: list[Condition] = list(clause.body)
    while waiting:
        condition = waiting.pop()
        if isinstance(condition, Literal):
            yield from condition.terms
        elif isinstance(condition, Comparison):
            yield from (condition.left, condition.right)
        elif isinstance(condition, Arithmetic):
            yield from (condition.left, condition.right, condition.result)
        else:
            yield condition.result
            waiting += condition.conditions


class Vocabulary:
    """What may stand in each place of each predicate; grows as facts are looked at."""

    def __init__(self, constants: frozenset[Value]) -> None:
        self.constants = constants
        self.everything: Words = frozenset({*constants, OTHER})
        self._numbers: Words = frozenset({OTHER, *(value for value in constants if isinstance(value, int))})
        self.words: dict[str, tuple[Words, ...]] = {}

    @property
    def is_sound(self) -> bool:
        """Whether no constant looks like a name that is made for an event."""
        return not any(isinstance(value, str) and _MADE.fullmatch(value) for value in self.constants)

    def look_at(self, predicate: str, rows: Iterable[Row]) -> None:
        """Takes up what these facts hold. Of numbers any may come, since some are made by counting."""
        columns = [frozenset().union(*map(self._of, set(column))) for column in zip(*rows, strict=True)]
        if columns:
            self.grow(predicate, tuple(columns))

    def _of(self, value: Value) -> Words:
        if isinstance(value, int):
            return self._numbers
        return frozenset({value if value in self.constants else OTHER})

    def grow(self, predicate: str, columns: tuple[Words, ...]) -> bool:
        """Takes up what may stand in the places of a predicate; whether that was new."""
        before = self.words.get(predicate)
        after = columns if before is None else tuple(map(frozenset.union, before, columns))
        self.words[predicate] = after
        return before != after

    def copy(self) -> Vocabulary:
        """A vocabulary of its own with the same words."""
        made = Vocabulary(self.constants)
        made.words = dict(self.words)
        return made

    def may_hold(self, literal: Literal) -> bool:
        """Whether some fact may fit a literal."""
        columns = self.words.get(literal.predicate)
        return columns is not None and all(
            isinstance(term, Variable) or term in words
            for term, words in zip(literal.terms, columns, strict=True)
        )

    def bindings(self, clause: Clause) -> dict[str, Words] | None:
        """What each variable of a clause may be; None when the clause cannot conclude anything."""
        found: dict[str, Words] = {}
        for condition in clause.body:
            if not isinstance(condition, Literal) or condition.negated:
                continue
            if not self.may_hold(condition):
                return None
            for term, words in zip(condition.terms, self.words[condition.predicate], strict=True):
                if isinstance(term, Variable) and not term.is_anonymous:
                    found[term.name] = found.get(term.name, self.everything) & words
        for condition in clause.body:
            if isinstance(condition, Comparison):
                self._narrow(condition, found)
        return found if all(found.values()) else None

    def _narrow(self, comparison: Comparison, found: dict[str, Words]) -> None:
        sides = (comparison.left, comparison.right), (comparison.right, comparison.left)
        for variable, constant in sides:
            if isinstance(variable, Variable) and not isinstance(constant, Variable):
                words = found.get(variable.name, self.everything)
                if comparison.operator == "=":
                    found[variable.name] = words & {constant}
                elif comparison.operator == "!=":
                    found[variable.name] = words - {constant}


def close(ruleset: RuleSet, given: Vocabulary) -> RuleSet:
    """The rules without what cannot conclude anything from facts of the given vocabulary.

    >>> from kb.inference.parse import parse_rules
    >>> rules = parse_rules('''
    ... static verb(E, V)
    ... state ends(E)
    ... state goes(E)
    ... rule ending
    ...   kind definition
    ...   game mtg
    ...   ends(E) if verb(E, end_turn).
    ...   goes(E) if verb(E, move), not ends(E).
    ... ''', "example.crl")
    >>> words = Vocabulary(constants_of(rules))
    >>> words.look_at("verb", [("e1", "move")])
    >>> [str(clause.head.predicate) for rule in close(rules, words).rules for clause in rule.clauses]
    ['goes']
    """
    words = given.copy()
    waiting = [clause for rule in ruleset.rules for clause in rule.clauses]
    grew = True
    while grew:
        grew = False
        for clause in waiting:
            found = words.bindings(clause)
            if found is not None:
                grew |= words.grow(clause.head.predicate, _columns(clause.head, found, words.everything))
    return RuleSet(ruleset.predicates, tuple(_kept(ruleset.rules, words)))


def _columns(head: Literal, found: Mapping[str, Words], everything: Words) -> tuple[Words, ...]:
    return tuple(
        found.get(term.name, everything) if isinstance(term, Variable) else frozenset({term})
        for term in head.terms
    )


def _kept(rules: Iterable[Rule], words: Vocabulary) -> Iterator[Rule]:
    for rule in rules:
        clauses = tuple(
            replace(clause, body=tuple(each for each in clause.body if not _always_met(each, words)))
            for clause in rule.clauses
            if words.bindings(clause) is not None
        )
        if clauses:
            yield replace(rule, clauses=clauses)


def _always_met(condition: Condition, words: Vocabulary) -> bool:
    return isinstance(condition, Literal) and condition.negated and not words.may_hold(condition)
