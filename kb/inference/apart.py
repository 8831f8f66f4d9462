"""Whether what rules conclude about a thing rests on nothing but the things that facts connect it with.

Where that is so, a question about one object is answered by running the rules on a part of the scenario: the
object, whatever some fact connects with it, and the events that name no object at all. :func:`is_apart` looks
at the rules once for very many scenarios.

The argument goes by induction over the steps and the order in which relations are made. Call *near* what may
be an object, a card's name, or an event that names objects; what may be an event without objects, a player, a
zone, a word or a number is there in every part. A clause passes when those of its conditions that may speak
of something near all hang together by variables that can be nothing else, and when its head has such a
variable. Then everything near in a fact it concludes is connected, the fact is concluded in the part exactly
when it is in the whole, and facts about nothing near come only from clauses that read nothing near.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum

from kb.inference.expand import Expanded, Guarded
from kb.inference.records import Clause, Literal, Term, Value, Variable


class Kind(Enum):
    """What may stand in one place of a fact."""

    NEAR = "near"
    EVERYWHERE = "everywhere"


Kinds = frozenset[Kind]
Said = tuple[Kind | Value, ...]
"""A fact as rules may meet it: kinds in place of names, and the words that are in every such fact."""
_NEAR: Kinds = frozenset({Kind.NEAR})
_ANYTHING = Variable("_")


def is_apart(rules: Expanded, given: Mapping[str, Iterable[Said]]) -> bool:
    """Whether the rules conclude the same about a thing from the part of a scenario it is connected with.

    `given` are the kinds of facts that scenarios give. Says no where it cannot tell, and wherever something
    may become `due`, since settling steps are for everything at once.

    >>> from kb.inference.expand import expand
    >>> from kb.inference.parse import parse_rules
    >>> head = "static zone(X, Z)\\nstate here(X)\\nrule place\\n  kind definition\\n  game mtg\\n  "
    >>> apart = expand(parse_rules(head + "here(X) if zone(X, hand).", "x.crl"))
    >>> joined = expand(parse_rules(head + "here(X) if zone(X, Z), zone(Y, Z), X != Y.", "x.crl"))
    >>> given = {"zone": [(Kind.NEAR, Kind.EVERYWHERE)]}
    >>> is_apart(apart, given), is_apart(joined, given)
    (True, False)
    """
    known = _Known(given)
    known.conclude(rules.clauses)
    return not any(node.predicate == "due" for node in rules.nodes) and all(
        _passes(each, known) for each in rules.clauses
    )


class _Known:
    """What may stand in the places of each predicate."""

    def __init__(self, given: Mapping[str, Iterable[Said]]) -> None:
        self.given = {predicate: frozenset(rows) for predicate, rows in given.items()}
        self.concluded: dict[str, tuple[Kinds, ...]] = {}

    def conclude(self, clauses: Sequence[Guarded]) -> None:
        """Works out what may stand in the places of what the clauses conclude."""
        grew = True
        while grew:
            grew = False
            for each in clauses:
                head = each.clause.head
                kinds = self.variables(each.clause)
                found = tuple(self._of(term, kinds) for term in head.terms)
                before = self.concluded.get(head.predicate)
                after = found if before is None else tuple(map(frozenset.union, before, found))
                grew |= before != after
                self.concluded[head.predicate] = after

    def _of(self, term: Term, kinds: Mapping[str, Kinds]) -> Kinds:
        if isinstance(term, Variable):
            # What is computed is a number.
            return kinds.get(term.name, frozenset({Kind.EVERYWHERE}))
        return frozenset({Kind.EVERYWHERE})

    def columns(self, literal: Literal) -> tuple[Kinds, ...]:
        """What may stand in the places of a literal."""
        concluded = self.concluded.get(literal.predicate, (frozenset(),) * len(literal.terms))
        rows = [row for row in self.given.get(literal.predicate, ()) if _fits(literal, row)]
        columns = zip(*rows, strict=True) if rows else ((),) * len(literal.terms)
        return tuple(
            frozenset(_kind(value) for value in column) | kinds
            for column, kinds in zip(columns, concluded, strict=True)
        )

    def variables(self, clause: Clause) -> dict[str, Kinds]:
        """What each variable of a clause may be."""
        found: dict[str, Kinds] = {}
        for literal in _positive(clause):
            for term, kinds in zip(literal.terms, self.columns(literal), strict=True):
                if isinstance(term, Variable) and not term.is_anonymous:
                    found[term.name] = found[term.name] & kinds if term.name in found else kinds
        return found

    def near(self, literal: Literal, kinds: Mapping[str, Kinds]) -> list[Term]:
        """The terms of a literal that may be something near."""
        return [
            term
            for term, column in zip(literal.terms, self.columns(literal), strict=True)
            if isinstance(term, Variable)
            and Kind.NEAR in (column if term.is_anonymous else kinds.get(term.name, column))
        ]


def _fits(literal: Literal, row: Said) -> bool:
    return all(
        isinstance(term, Variable) or value is Kind.EVERYWHERE or term == value
        for term, value in zip(literal.terms, row, strict=True)
    )


def _kind(value: Kind | Value) -> Kind:
    return value if isinstance(value, Kind) else Kind.EVERYWHERE


def _positive(clause: Clause) -> Iterator[Literal]:
    """What has to hold for a clause to conclude, and what is counted in it."""
    return (literal for literal in clause.literals() if not literal.negated)


def _passes(each: Guarded, known: _Known) -> bool:
    clause = each.clause
    kinds = known.variables(clause)
    if not all(kinds.values()):
        # Conditions that can never meet are no ground to conclude anything from.
        return False
    sure = {name for name, found in kinds.items() if found == _NEAR}
    near = [literal for literal in _positive(clause) if known.near(literal, kinds)]
    if near and not _is_sure(clause.head, sure):
        return False
    if not _hang_together([sure.intersection(literal.variables) for literal in near]):
        return False
    return all(_is_about(literal, known, kinds, sure) for literal in _negated(clause)) and all(
        _is_sure(Literal(guard.predicate, clause.head.terms[:1]), sure)
        or not known.near(Literal(guard.predicate, (_ANYTHING,) * len(clause.head.terms)), {})
        for guard in each.guards
    )


def _negated(clause: Clause) -> Iterator[Literal]:
    return (literal for literal in clause.literals() if literal.negated)


def _is_sure(literal: Literal, sure: set[str]) -> bool:
    return not sure.isdisjoint(literal.variables)


def _is_about(literal: Literal, known: _Known, kinds: Mapping[str, Kinds], sure: set[str]) -> bool:
    """Whether a negated condition looks only at what the clause already speaks of."""
    near = known.near(literal, kinds)
    return _is_sure(literal, sure) or all(
        isinstance(term, Variable) and not term.is_anonymous for term in near
    )


def _hang_together(groups: list[set[str]]) -> bool:
    """Whether sets are all connected by what they share."""
    if not groups:
        return True
    reached, waiting = set(groups[0]), groups[1:]
    while waiting:
        joined = [group for group in waiting if not group.isdisjoint(reached)]
        if not joined:
            return False
        waiting = [group for group in waiting if group.isdisjoint(reached)]
        reached.update(*joined)
    return bool(reached)
