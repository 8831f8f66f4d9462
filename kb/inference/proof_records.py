"""What a proof, a beaten rule and a failed one are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from kb.inference.records import Clause, Condition, Rule, Sort, Value
from kb.inference.solve import Bindings


class PremiseKind(StrEnum):
    """How a condition of a clause was met."""

    FACT = "fact"
    ABSENT = "absent"
    COMPARISON = "comparison"
    COMPUTATION = "computation"
    AGGREGATE = "aggregate"
    UNDEFEATED = "undefeated"


@dataclass(frozen=True, slots=True)
class Fact:
    """A predicate with its values.

    >>> print(Fact("controller", ("bear", "p1")))
    controller(bear, p1)
    """

    predicate: str
    args: tuple[Value, ...]

    def __str__(self) -> str:
        return f"{self.predicate}({', '.join(map(str, self.args))})"


@dataclass(frozen=True, slots=True)
class Premise:
    """One condition of a clause, and how it was met.

    `args` are the values read, None where anything would have done. A FACT has its `proof`. A COMPARISON
    has its two values in `args`. A COMPUTATION or AGGREGATE has its `value`, an AGGREGATE also its
    `members` (the facts of each thing counted). UNDEFEATED names in `rule` the rule that would have beaten
    this one and did not apply.
    """

    kind: PremiseKind
    condition: Condition | None
    index: int
    predicate: str | None = None
    args: tuple[Value | None, ...] = ()
    before: bool = False
    proof: Proof | None = None
    value: Value | None = None
    members: tuple[tuple[Fact, ...], ...] = ()
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Proof:
    """Why a fact holds at `index`: concluded by a clause of a rule from its premises.

    It has held without a break since step `since`. What lasts is told as it was made then; what every step
    concludes anew is told as it is now. A fact that was given (`sort` static or event) has no rule and no
    premises.
    """

    fact: Fact
    index: int
    since: int
    sort: Sort
    rule: Rule | None = None
    clause: Clause | None = None
    bindings: Bindings | None = None
    premises: tuple[Premise, ...] = ()

    def walk(self) -> Iterator[Proof]:
        """This proof and every proof below it, each once, parents first."""
        seen: set[int] = set()
        waiting = [self]
        while waiting:
            proof = waiting.pop()
            if id(proof) in seen:
                continue
            seen.add(id(proof))
            yield proof
            waiting += [each.proof for each in reversed(proof.premises) if each.proof is not None]


@dataclass(frozen=True, slots=True)
class Competitor:
    """A rule whose conditions held for a subject, what it concludes, and the rule that beat it, if any.

    `persists` tells the clauses that only keep what was so before.
    """

    rule: Rule
    clause: Clause
    conclusion: Fact
    bindings: Bindings
    defeated_by: str | None
    persists: bool


@dataclass(frozen=True, slots=True)
class Failure:
    """Why one clause did not conclude a fact: the condition it failed at, and what was known by then.

    `reached` of `size` conditions held. `missing` is what it lacked (values, None where anything would do);
    `blocking` the facts that a `not` found; `defeated_by` the rule that beat it although every condition
    held; `deeper` says why the missing fact does not hold in turn.
    """

    rule: Rule
    clause: Clause
    reached: int
    size: int
    condition: Condition | None
    bindings: Bindings
    index: int
    predicate: str | None = None
    missing: tuple[Value | None, ...] = ()
    blocking: tuple[Fact, ...] = ()
    defeated_by: str | None = None
    deeper: tuple[Failure, ...] = ()
