"""Random rule sets and histories, for comparing engines."""

from __future__ import annotations

from hypothesis import strategies as st

from kb.inference.check import errors_of
from kb.inference.facts import Facts, StepFacts
from kb.inference.records import (
    Aggregate,
    Arithmetic,
    Clause,
    Comparison,
    Condition,
    Literal,
    Predicate,
    Rule,
    RuleKind,
    RuleSet,
    Sort,
    Term,
    Variable,
)

THINGS = ("a", "b", "c")
NUMBERS = (0, 1, 2, 3)
ANYTHING = Variable("_")
GIVEN = (
    Predicate("kind", Sort.STATIC, ("X",)),
    Predicate("link", Sort.STATIC, ("X", "Y")),
    Predicate("size", Sort.STATIC, ("X", "N")),
    Predicate("marks", Sort.EVENT, ("X",)),
    Predicate("moves", Sort.EVENT, ("X", "Y")),
)
NAMES = ("X", "Y", "Z", "T")


def _states(count: int) -> tuple[Predicate, ...]:
    made = tuple(Predicate(f"q{n}", Sort.STATE, ("X", "Y")[: 1 + n % 2]) for n in range(count))
    return (*made, Predicate("due", Sort.STATE, ("X",)))


@st.composite
def clauses(draw: st.DrawFn, head: Predicate, states: tuple[Predicate, ...], level: int) -> Clause:
    """A safe clause for `head`; what it negates or counts now lies below `level`."""
    if draw(st.booleans()) and draw(st.booleans()):
        return _persists(draw, head, states, level)
    bound: list[str] = []
    body: list[Condition] = []
    for _ in range(draw(st.integers(1, 3))):
        body.append(_positive(draw, states, level, bound))
    if bound:
        for _ in range(draw(st.integers(0, 2))):
            body.append(_further(draw, states, level, bound))
    terms = tuple(_known(draw, bound) for _ in head.params)
    order = draw(st.permutations(body))
    return Clause(Literal(head.name, terms), tuple(order))


def _persists(draw: st.DrawFn, head: Predicate, states: tuple[Predicate, ...], level: int) -> Clause:
    terms = tuple(Variable(name) for name in head.params)
    body: list[Condition] = [Literal(head.name, terms, before=True)]
    for _ in range(draw(st.integers(0, 2))):
        body.append(_negated(draw, states, level, list(head.params)))
    return Clause(Literal(head.name, terms), tuple(body))


def _positive(draw: st.DrawFn, states: tuple[Predicate, ...], level: int, bound: list[str]) -> Literal:
    predicate = draw(st.sampled_from([*GIVEN, *states]))
    below = predicate not in states or states.index(predicate) <= level
    before = predicate in states and (not below or draw(st.booleans()))
    terms = tuple(_any_term(draw, bound) for _ in predicate.params)
    bound += [t.name for t in terms if isinstance(t, Variable) and not t.is_anonymous and t.name not in bound]
    return Literal(predicate.name, terms, before=before)


def _negated(draw: st.DrawFn, states: tuple[Predicate, ...], level: int, bound: list[str]) -> Literal:
    predicate = draw(st.sampled_from([*GIVEN, *states]))
    below = predicate not in states or states.index(predicate) < level
    before = predicate in states and (not below or draw(st.booleans()))
    terms = tuple(ANYTHING if draw(st.booleans()) else _known(draw, bound) for _ in predicate.params)
    return Literal(predicate.name, terms, before=before, negated=True)


def _further(draw: st.DrawFn, states: tuple[Predicate, ...], level: int, bound: list[str]) -> Condition:
    choice = draw(st.integers(0, 3))
    if choice == 0:
        return _negated(draw, states, level, bound)
    if choice == 1:
        return Comparison(_known(draw, bound), draw(st.sampled_from(("=", "!="))), _known(draw, bound))
    if choice == 2:
        # What is compared for size has to be a number: a size bound here.
        return Literal("size", (_known(draw, bound), draw(st.sampled_from(NUMBERS))))
    function = draw(st.sampled_from(("count", "sum")))
    inner: list[Literal | Comparison] = [Literal("size", (_known(draw, bound), Variable("W")))]
    if draw(st.booleans()):
        inner = [Literal("size", (Variable("V"), Variable("W")))]
        inner.append(_inner(draw, states, level, bound))
    if draw(st.booleans()):
        operator = draw(st.sampled_from(("<", "<=", ">", ">=", "!=")))
        inner.append(Comparison(Variable("W"), operator, draw(st.sampled_from(NUMBERS))))
    result: Term = draw(st.sampled_from([Variable("N"), 0, 1]))
    if isinstance(result, Variable):
        if "N" in bound:
            return _negated(draw, states, level, bound)
        bound.append("N")
    return Aggregate(result, function, Variable("W"), tuple(inner))


def _inner(draw: st.DrawFn, states: tuple[Predicate, ...], level: int, bound: list[str]) -> Literal:
    unary = [each for each in (*GIVEN, *states) if len(each.params) == 1]
    predicate = draw(st.sampled_from(unary))
    below = predicate not in states or states.index(predicate) < level
    before = predicate in states and (not below or draw(st.booleans()))
    return Literal(predicate.name, (Variable("V"),), before=before, negated=draw(st.booleans()))


def _any_term(draw: st.DrawFn, bound: list[str]) -> Term:
    choice = draw(st.integers(0, 9))
    if choice == 0:
        return draw(st.sampled_from(THINGS))
    return ANYTHING if choice == 1 else Variable(draw(st.sampled_from(NAMES)))


def _known(draw: st.DrawFn, bound: list[str]) -> Term:
    if bound and draw(st.integers(0, 7)):
        return Variable(draw(st.sampled_from(bound)))
    return draw(st.sampled_from(THINGS))


@st.composite
def rulesets(draw: st.DrawFn) -> RuleSet:
    """A rule set the checker accepts: a few rules for each predicate, some defeating others."""
    states = _states(draw(st.integers(2, 5)))
    rules: list[Rule] = []
    for level, head in enumerate(states):
        for number in range(draw(st.integers(1, 3))):
            made = tuple(draw(clauses(head, states, level)) for _ in range(draw(st.integers(1, 2))))
            beaten = [r.id for r in rules if r.heads == (head.name,)] if draw(st.booleans()) else []
            identity = f"{head.name}-{number}"
            rules.append(Rule(identity, RuleKind.DEFAULT, ("all",), defeats=tuple(beaten), clauses=made))
    if draw(st.booleans()):
        rules.append(_countdown())
        states = (*states, Predicate("left", Sort.STATE, ("X", "N")))
    found = RuleSet((*GIVEN, *states), tuple(rules))
    if next(errors_of(found), None) is not None:
        found = RuleSet(found.predicates, tuple(_harmless(rule) for rule in found.rules))
    return found


def _countdown() -> Rule:
    """Two rounds of settling after each mark."""
    left = Literal("left", (Variable("X"), Variable("M")))
    before = Literal("left", (Variable("X"), Variable("N")), before=True)
    down = (before, Comparison(Variable("N"), ">", 0), Arithmetic(Variable("M"), Variable("N"), "-", 1))
    return Rule(
        "countdown",
        RuleKind.PROCEDURE,
        ("all",),
        clauses=(
            Clause(Literal("left", (Variable("X"), 2)), (Literal("marks", (Variable("X"),)),)),
            Clause(left, down),
            Clause(
                Literal("due", (Variable("X"),)),
                (Literal("left", (Variable("X"), Variable("N"))), Comparison(Variable("N"), ">", 0)),
            ),
        ),
    )


def _harmless(rule: Rule) -> Rule:
    return Rule(rule.id, rule.kind, rule.games, clauses=rule.clauses)


@st.composite
def histories(draw: st.DrawFn) -> Facts:
    """A few things, and up to five events."""
    thing = st.sampled_from(THINGS)
    static = {
        "kind": draw(st.lists(st.tuples(thing), min_size=1, max_size=2)),
        "link": draw(st.lists(st.tuples(thing, thing), min_size=2, max_size=4)),
        "size": draw(st.lists(st.tuples(thing, st.sampled_from(NUMBERS)), min_size=1, max_size=4)),
    }
    steps = []
    for label in range(draw(st.integers(2, 5))):
        events = {
            "marks": draw(st.lists(st.tuples(thing), max_size=2)),
            "moves": draw(st.lists(st.tuples(thing, thing), max_size=2)),
        }
        steps.append(StepFacts(label, {name: rows for name, rows in events.items() if rows}))
    return Facts(static, steps)
