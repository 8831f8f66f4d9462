"""The records of the rule language: frozen, with no knowledge of text, RDF or Python code.

A *rule* is one cited statement about a game with one or more clauses. A *clause* concludes its head when
every condition of its body holds. Predicates have one of three sorts: `static` facts never change, `event`
facts belong to one step, `state` facts are what rules conclude, and `before` reads them as they were one
step earlier.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from kb.errors import Place

Value = str | int
"""A constant: a word, a text or a whole number."""

NOWHERE = Place("(built in a program)")
LANGUAGES: Final = ("en", "fr", "es")
GAMES: Final = ("mtg", "ygo", "riftbound", "edopro", "all")


def in_order(words: Iterable[str]) -> tuple[str, ...]:
    """The words each once and in one order, numbers in them by value: what is a set is written one way.

    >>> in_order(["M-TOK-10", "M-TOK-9", "M-OWN-1", "M-TOK-9"])
    ('M-OWN-1', 'M-TOK-9', 'M-TOK-10')
    """
    return tuple(sorted(set(words), key=lambda word: [_rank(part) for part in re.split(r"([0-9]+)", word)]))


def _rank(part: str) -> tuple[bool, int, str]:
    return part.isascii() and part.isdigit(), int(part) if part.isascii() and part.isdigit() else 0, part


class Sort(StrEnum):
    """When facts of a predicate hold."""

    STATIC = "static"
    EVENT = "event"
    STATE = "state"


class RuleKind(StrEnum):
    """What a rule is among the rules of its game."""

    DEFINITION = "definition"
    DEFAULT = "default"
    EXCEPTION = "exception"
    CONSTRAINT = "constraint"
    PROCEDURE = "procedure"
    DURATION = "duration"


@dataclass(frozen=True, slots=True)
class Variable:
    """A placeholder; the anonymous one, written `_`, stands for anything, each time anew."""

    name: str

    @property
    def is_anonymous(self) -> bool:
        """Whether it is `_`."""
        return self.name == "_"


Term = Variable | str | int


def variables_of(terms: Iterable[Term]) -> tuple[str, ...]:
    """The names of the variables among `terms`, in order, each once, without `_`.

    >>> variables_of([Variable("X"), "field", Variable("_"), Variable("X")])
    ('X',)
    """
    names = (term.name for term in terms if isinstance(term, Variable) and not term.is_anonymous)
    return tuple(dict.fromkeys(names))


@dataclass(frozen=True, slots=True)
class Literal:
    """A predicate with its terms: now, or `before` (one step earlier), or negated."""

    predicate: str
    terms: tuple[Term, ...]
    before: bool = False
    negated: bool = False
    place: Place = field(default=NOWHERE, compare=False, repr=False)

    @property
    def variables(self) -> tuple[str, ...]:
        """The named variables, each once."""
        return variables_of(self.terms)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two bound values compared: `=` and `!=` on anything, the others on whole numbers."""

    left: Term
    operator: str
    right: Term
    place: Place = field(default=NOWHERE, compare=False, repr=False)

    @property
    def variables(self) -> tuple[str, ...]:
        """The named variables, each once."""
        return variables_of((self.left, self.right))


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`result is left + right` or `result is left - right`, on whole numbers."""

    result: Term
    left: Term
    operator: str
    right: Term
    place: Place = field(default=NOWHERE, compare=False, repr=False)

    @property
    def operands(self) -> tuple[str, ...]:
        """The named variables it reads."""
        return variables_of((self.left, self.right))

    @property
    def variables(self) -> tuple[str, ...]:
        """The named variables, each once."""
        return variables_of((self.result, self.left, self.right))


@dataclass(frozen=True, slots=True)
class Aggregate:
    """`result is count of X where ...` or `result is sum of W where ...`; nothing counted gives 0."""

    result: Term
    function: str
    counted: Variable
    conditions: tuple[Literal | Comparison, ...]
    place: Place = field(default=NOWHERE, compare=False, repr=False)

    @property
    def inner(self) -> tuple[str, ...]:
        """The named variables of the `where` part and the counted one."""
        names = [name for condition in self.conditions for name in condition.variables]
        return tuple(dict.fromkeys([*names, *variables_of((self.counted,))]))

    @property
    def variables(self) -> tuple[str, ...]:
        """The named variables, each once."""
        return tuple(dict.fromkeys([*variables_of((self.result,)), *self.inner]))


Condition = Literal | Comparison | Arithmetic | Aggregate


@dataclass(frozen=True, slots=True)
class Clause:
    """The head holds when every condition of the body holds; a fact has no body."""

    head: Literal
    body: tuple[Condition, ...] = ()
    place: Place = field(default=NOWHERE, compare=False, repr=False)

    def literals(self) -> Iterator[Literal]:
        """Every literal of the body, those inside aggregates included.

        >>> clause = Clause(Literal("p", ("a",)), (Literal("q", ("a",)), Comparison(1, "<", 2)))
        >>> [literal.predicate for literal in clause.literals()]
        ['q']
        """
        for condition in self.body:
            if isinstance(condition, Literal):
                yield condition
            elif isinstance(condition, Aggregate):
                yield from (inner for inner in condition.conditions if isinstance(inner, Literal))

    @property
    def variables(self) -> tuple[str, ...]:
        """The named variables of head and body, each once, the body's first."""
        names = [name for condition in self.body for name in condition.variables]
        return tuple(dict.fromkeys([*names, *self.head.variables]))


@dataclass(frozen=True, slots=True)
class Validity:
    """Editions of one document: from `first` to `last`, both included; None leaves that end open."""

    document: str
    first: str | None
    last: str | None


@dataclass(frozen=True, slots=True)
class Citation:
    """Numbers in the editions of one document from `first` to `last`; None leaves that end open."""

    document: str
    first: str | None
    last: str | None
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """One cited statement, its sentences by language, and the clauses that encode it."""

    id: str
    kind: RuleKind
    games: tuple[str, ...]
    cites: tuple[Citation, ...] = ()
    valid: tuple[Validity, ...] = ()
    defeats: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()
    sentences: Mapping[str, str] = field(default_factory=dict, hash=False)
    clauses: tuple[Clause, ...] = ()
    place: Place = field(default=NOWHERE, compare=False, repr=False)

    @property
    def heads(self) -> tuple[str, ...]:
        """The predicates its clauses conclude, each once."""
        return tuple(dict.fromkeys(clause.head.predicate for clause in self.clauses))


@dataclass(frozen=True, slots=True)
class Predicate:
    """A declared predicate: its sort, its parameters and the sentence it stands for in each language."""

    name: str
    sort: Sort
    params: tuple[str, ...]
    templates: Mapping[str, str] = field(default_factory=dict, hash=False)
    place: Place = field(default=NOWHERE, compare=False, repr=False)

    @property
    def arity(self) -> int:
        """How many terms it takes."""
        return len(self.params)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Declarations and rules, in the order they were written."""

    predicates: tuple[Predicate, ...] = ()
    rules: tuple[Rule, ...] = ()

    def declared(self) -> dict[str, Predicate]:
        """The predicates by name; the first declaration of a name counts."""
        found: dict[str, Predicate] = {}
        for predicate in self.predicates:
            found.setdefault(predicate.name, predicate)
        return found

    def by_id(self) -> dict[str, Rule]:
        """The rules by id; the first rule of an id counts."""
        found: dict[str, Rule] = {}
        for rule in self.rules:
            found.setdefault(rule.id, rule)
        return found


def merge(rulesets: Iterable[RuleSet]) -> RuleSet:
    """All declarations and rules of several rule sets as one.

    >>> merge([RuleSet(rules=(Rule("a", RuleKind.DEFAULT, ("all",)),)), RuleSet()]).rules[0].id
    'a'
    """
    sets = tuple(rulesets)
    return RuleSet(
        tuple(predicate for each in sets for predicate in each.predicates),
        tuple(rule for each in sets for rule in each.rules),
    )
