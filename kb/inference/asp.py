"""The same rules as text for clingo: a second engine that knows nothing of steps, and must come to the same
answers.

Every state predicate gets the step as a last term. All words are written as texts in quotation marks, so
that no word of a rule or a scenario can mean anything to clingo. The caller gives clingo the steps that the
first engine took, settling steps included; clingo then has to find exactly one model.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kb.inference.engine import Run
from kb.inference.expand import Guarded, Node, expand, slice_rules
from kb.inference.facts import Row
from kb.inference.plan import outer_variables
from kb.inference.records import (
    Aggregate,
    Arithmetic,
    Comparison,
    Condition,
    Literal,
    Predicate,
    RuleSet,
    Sort,
    Term,
    Variable,
)

TIME = "T"
WORLD = "World"


@dataclass(frozen=True, slots=True)
class _Form:
    """How atoms are written: with the step as their last term; or, in worlds, as part of their name."""

    declared: Mapping[str, Predicate]
    step: int | None = None

    def atom(self, name: str, terms: Iterable[Term], ago: int = 0) -> str:
        """An atom of this step, or of so many steps ago."""
        if self.step is None:
            return _atom(name, terms, f"{TIME}-{ago}" if ago else TIME)
        return _atom(_at(name, self.step - ago), terms, WORLD)

    def of_all_steps(self, name: str, terms: Iterable[Term]) -> str:
        """An atom that holds in every step of a history."""
        return _atom(name, terms, None if self.step is None else WORLD)


def to_asp(ruleset: RuleSet, goals: Iterable[str] | None = None) -> str:
    """The rules (or those the goals need) as an ASP program over steps `time(T)`.

    >>> from kb.inference.parse import parse_rules
    >>> print(to_asp(parse_rules('''
    ... event enters(X)
    ... state here(X)
    ... rule arrives
    ...   kind definition
    ...   game all
    ...   here(X) if enters(X).
    ...   here(X) if before here(X), not gone(X, _).
    ... state gone(X, Z)
    ... ''', "example.crl")))
    #defined enters/2.
    #defined gone/3.
    #defined here/2.
    here(X,T) :- enters(X,T), time(T).
    here(X,T) :- here(X,T-1), not gone(X,_,T), time(T).
    """
    declared = ruleset.declared()
    kept = ruleset if goals is None else slice_rules(ruleset, goals)
    defined = (f"{_word(name)}/{declared[name].arity + _has_step(declared[name])}" for name in _used(kept))
    return "\n".join([*_defined(defined), *_program(kept, [_Form(declared)])])


def to_asp_in_worlds(ruleset: RuleSet, steps: int) -> str:
    """The rules as an ASP program for many histories of up to so many steps, each history a world.

    Every atom has the number of its world as the last term, and the step is part of the name, counted from 1:
    `here'4(X,World)` is what `here(X,3)` is in a program of one. So clingo sees that the rules of a step
    depend on earlier steps only, and finds the model while it grounds, for all worlds together. Only the
    states are shown.

    >>> from kb.inference.parse import parse_rules
    >>> print(to_asp_in_worlds(parse_rules('''
    ... event enters(X)
    ... state here(X)
    ... rule arrives
    ...   kind definition
    ...   game all
    ...   here(X) if enters(X).
    ...   here(X) if before here(X).
    ... ''', "example.crl"), 1))
    #defined enters'0/2.
    #defined enters'1/2.
    #defined here'0/2.
    #defined here'1/2.
    here'1(X,World) :- enters'1(X,World), time'1(World).
    here'1(X,World) :- here'0(X,World), time'1(World).
    #show here'1/2.
    """
    declared = ruleset.declared()
    of_steps = {name for name in _used(ruleset) if _has_step(declared[name])}
    defined = [f"{_word(name)}/{declared[name].arity + 1}" for name in _used(ruleset) - of_steps]
    defined += [
        f"{_at(_word(name), step)}/{declared[name].arity + 1}"
        for name in of_steps
        for step in range(-1, steps)
    ]
    forms = [_Form(declared, step) for step in range(steps)]
    shown = [
        f"#show {_at(_word(name), step)}/{declared[name].arity + 1}."
        for name in sorted(of_steps)
        if declared[name].sort is Sort.STATE
        for step in range(steps)
    ]
    return "\n".join([*_defined(defined), *_program(ruleset, forms), *shown])


def _program(ruleset: RuleSet, forms: Sequence[_Form]) -> Iterator[str]:
    expanded = expand(ruleset)
    names = {node: _name(node, number) for number, node in enumerate(expanded.nodes)}
    for form in forms:
        yield from (_clause(each, form, names) for each in expanded.clauses)
        yield from _parts(expanded.nodes, form, names)


def _defined(signatures: Iterable[str]) -> Iterator[str]:
    return (f"#defined {signature}." for signature in sorted(signatures))


def _used(ruleset: RuleSet) -> set[str]:
    return {
        literal.predicate
        for rule in ruleset.rules
        for clause in rule.clauses
        for literal in (clause.head, *clause.literals())
    }


def _has_step(predicate: Predicate) -> bool:
    return predicate.sort is not Sort.STATIC


def _at(name: str, step: int) -> str:
    # Step 0 comes after a step in which there is nothing. No name of a rule has an apostrophe.
    return f"{name}'{step + 1}"


def _word(name: str) -> str:
    # `not` is clingo's and `time` is ours; no predicate of a rule can begin with a low line.
    return f"_{name}" if name in ("not", "time") else name


def _name(node: Node, number: int) -> str:
    return _word(node.predicate) if node.rule is None else f"_part{number}_{node.predicate}"


def _clause(each: Guarded, form: _Form, names: Mapping[Node, str]) -> str:
    clause = each.clause
    shared = outer_variables(clause.head, clause.body)
    head = form.atom(names[each.target], clause.head.terms)
    body = [
        _condition(condition, form, shared.get(position, set()))
        for position, condition in enumerate(clause.body)
    ]
    rest = [Variable("_")] * (len(clause.head.terms) - 1)
    body += [f"not {form.atom(names[guard], (clause.head.terms[0], *rest))}" for guard in each.guards]
    return f"{head} :- {', '.join([*body, form.atom('time', ())])}."


def _parts(nodes: Iterable[Node], form: _Form, names: Mapping[Node, str]) -> Iterator[str]:
    for node in nodes:
        if node.rule is not None:
            terms = tuple(Variable(f"X{position}") for position in range(form.declared[node.predicate].arity))
            whole = form.atom(names[Node(node.predicate)], terms)
            yield f"{whole} :- {form.atom(names[node], terms)}."


def _atom(name: str, terms: Iterable[Term], time: str | None) -> str:
    written = [_term(term) for term in terms]
    if time:
        written.append(time)
    return f"{name}({','.join(written)})"


def _term(term: Term) -> str:
    if isinstance(term, Variable):
        # `T` is the step, so a rule's own `T` (and, then, its `T_`) moves out of the way.
        return f"{term.name}_" if term.name.rstrip("_") in (TIME, WORLD) else term.name
    return _constant(term)


@lru_cache(maxsize=4096)
def _constant(term: str | int) -> str:
    if isinstance(term, int):
        return str(term)
    escaped = term.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _literal(literal: Literal, form: _Form) -> str:
    name = _word(literal.predicate)
    if _has_step(form.declared[literal.predicate]):
        atom = form.atom(name, literal.terms, ago=int(literal.before))
    else:
        atom = form.of_all_steps(name, literal.terms)
    return f"not {atom}" if literal.negated else atom


def _condition(condition: Condition, form: _Form, shared: set[str]) -> str:
    if isinstance(condition, Literal):
        return _literal(condition, form)
    if isinstance(condition, Comparison):
        return f"{_term(condition.left)} {condition.operator} {_term(condition.right)}"
    if isinstance(condition, Arithmetic):
        left, right = _term(condition.left), _term(condition.right)
        return f"{_term(condition.result)} = {left} {condition.operator} {right}"
    return _aggregate(condition, form, shared)


def _aggregate(condition: Aggregate, form: _Form, shared: set[str]) -> str:
    counted = _term(condition.counted)
    terms = [counted]
    if condition.function == "sum":
        terms += [_term(Variable(name)) for name in condition.inner if name not in shared]
    inside = ", ".join(_condition(inner, form, set()) for inner in condition.conditions)
    return f"{_term(condition.result)} = #{condition.function} {{ {','.join(terms)} : {inside} }}"


def facts_to_asp(run: Run) -> str:
    """The given facts of a run and the steps it took, for the program of :func:`to_asp`."""
    lines = [f"{_atom(_word(name), row, None)}." for name, row in _static(run)]
    for step, given in enumerate(run.given):
        lines.append(f"time({step}).")
        lines += (f"{_atom(_word(name), row, str(step))}." for name, row in _rows(given.events))
    return "\n".join(lines)


def worlds_to_asp(runs: Iterable[Run]) -> str:
    """The given facts of many runs, numbered in their order, for the program of :func:`to_asp_in_worlds`."""
    lines: list[str] = []
    for number, run in enumerate(runs):
        world = str(number)
        lines += (f"{_atom(_word(name), row, world)}." for name, row in _static(run))
        for step, given in enumerate(run.given):
            lines.append(f"{_atom(_at('time', step), (), world)}.")
            lines += (f"{_atom(_at(_word(name), step), row, world)}." for name, row in _rows(given.events))
    return "\n".join(lines)


def _static(run: Run) -> Iterator[tuple[str, Row]]:
    return _rows(run.facts.static)


def _rows(relations: Mapping[str, Iterable[Row]]) -> Iterator[tuple[str, Row]]:
    return ((name, row) for name, rows in relations.items() for row in rows)


def in_world(predicate: str, row: Row, step: int, world: int) -> str:
    """A fact of a step as clingo writes it for a program in worlds.

    >>> print(in_world("zone", ("bear", "hand"), 3, 0))
    zone'4("bear","hand",0)
    """
    return _atom(_at(_word(predicate), step), row, str(world))


def rows_of_symbols(symbols: Iterable[object]) -> dict[tuple[str, int], set[Row]]:
    """The facts of a clingo model by predicate and step, from its symbols of event and state predicates."""
    found: dict[tuple[str, int], set[Row]] = {}
    for symbol in symbols:
        name, arguments = symbol.name, symbol.arguments  # type: ignore[attr-defined]
        values = tuple(each.string if "String" in str(each.type) else each.number for each in arguments)
        found.setdefault((name.removeprefix("_"), values[-1]), set()).add(values[:-1])
    return found
