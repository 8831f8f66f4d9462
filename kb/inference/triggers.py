"""Which clauses can conclude anything in a step at all: those whose event has happened.

Most clauses begin with something like `do(E, gain_control)`. Each such pair of predicate and word gets a
bit; the facts of an event give a number with the bits of what happened, and a clause whose bit is missing
is passed over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kb.inference.expand import Guarded
from kb.inference.records import Clause, Literal, Predicate, Sort, Value, Variable

Kind = tuple[str, Value | None]
"""An event predicate and its last term; None when any will do."""


def trigger(clause: Clause, declared: Mapping[str, Predicate]) -> Kind | None:
    """The event that has to happen before a clause can conclude anything; the most particular one it names.

    >>> do, when = Predicate("do", Sort.EVENT, ("E", "V")), Literal("do", (Variable("E"), "move"))
    >>> trigger(Clause(Literal("moved", (Variable("E"),)), (when,)), {"do": do})
    ('do', 'move')
    """
    found: Kind | None = None
    for condition in clause.body:
        if not isinstance(condition, Literal) or condition.negated:
            continue
        if declared[condition.predicate].sort is Sort.EVENT:
            last = condition.terms[-1]
            if not isinstance(last, Variable):
                return condition.predicate, last
            found = found or (condition.predicate, None)
    return found


def number_triggers(clauses: Iterable[Guarded], declared: Mapping[str, Predicate]) -> dict[Kind, int]:
    """A bit for each trigger of these clauses."""
    kinds = dict.fromkeys(trigger(each.clause, declared) for each in clauses)
    return {kind: 1 << place for place, kind in enumerate(kind for kind in kinds if kind is not None)}
