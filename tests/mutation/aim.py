"""What random situations must be full of for a clause to matter in them.

Much of what a clause reads is rare: few situations have a sort of object with the right property and the verb
that asks about it. So one is aimed at the clause: at the verbs, kinds, properties, fields and words it names,
and those by which other clauses conclude what it asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kb.inference.records import Clause, Condition, Literal, Rule, RuleSet, Variable

DEPTH = 2
"""How many conclusions back it looks."""


@dataclass(frozen=True)
class Aim:
    """What situations should be full of. Verbs that come up nearer to the clause are listed more often."""

    verbs: tuple[str, ...] = ()
    kinds: frozenset[str] = frozenset()
    properties: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    rulesets: tuple[str, ...] = ()


NOTHING = Aim()


def aim_of(rule: Rule, number: int | None, rules: RuleSet, rulesets: Sequence[str]) -> Aim:
    """What matters to a clause of a rule, by its place there (None: to all of them), in these rulesets."""
    chosen = rule.clauses if number is None else (rule.clauses[number],)
    verbs: list[str] = []
    seen: set[str] = set()
    literals: list[Literal] = []
    clauses: Iterable[Clause] = chosen
    for depth in range(DEPTH + 1):
        found = [literal for clause in clauses for literal in _literals(clause.body)]
        literals += found
        verbs += [verb for verb in _verbs(found) for _ in range(4 >> depth)]
        names = {literal.predicate for literal in found} - seen
        seen |= names
        clauses = [
            clause for other in rules.rules for clause in other.clauses if clause.head.predicate in names
        ]
    words = frozenset(word for literal in literals for word in _constants(literal))
    names = frozenset(literal.predicate for literal in literals)
    return Aim(tuple(verbs), words, words | names, names, words, tuple(rulesets))


def _literals(body: Iterable[Condition]) -> Iterator[Literal]:
    for condition in body:
        if isinstance(condition, Literal):
            yield condition
        else:
            yield from _literals(getattr(condition, "body", ()))


def _verbs(literals: Iterable[Literal]) -> list[str]:
    return [
        word for literal in literals if literal.predicate in ("do", "verb") for word in _constants(literal)
    ]


def _constants(literal: Literal) -> Iterator[str]:
    return (term for term in literal.terms if isinstance(term, str) and not isinstance(term, Variable))
