"""The same rules as text for clingo: a second engine that knows nothing of steps, and must come to the same
answers.

Every state predicate gets the step as a last term. All words are written as texts in quotation marks, so
that no word of a rule or a scenario can mean anything to clingo. The caller gives clingo the steps that the
first engine took, settling steps included; clingo then has to find exactly one model.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

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
    expanded = expand(kept)
    names = {node: _name(node, number) for number, node in enumerate(expanded.nodes)}
    lines = [f"#defined {signature}." for signature in sorted(_signatures(kept, declared))]
    lines += [_clause(each, declared, names) for each in expanded.clauses]
    lines += _parts(expanded.nodes, declared, names)
    return "\n".join(lines)


def _signatures(ruleset: RuleSet, declared: Mapping[str, Predicate]) -> Iterator[str]:
    used = {
        literal.predicate
        for rule in ruleset.rules
        for clause in rule.clauses
        for literal in (clause.head, *clause.literals())
    }
    for name in used:
        arity = declared[name].arity + (declared[name].sort is not Sort.STATIC)
        yield f"{_word(name)}/{arity}"


def _word(name: str) -> str:
    # `not` is clingo's and `time` is ours; no predicate of a rule can begin with a low line.
    return f"_{name}" if name in ("not", "time") else name


def _name(node: Node, number: int) -> str:
    return _word(node.predicate) if node.rule is None else f"_part{number}_{node.predicate}"


def _clause(each: Guarded, declared: Mapping[str, Predicate], names: Mapping[Node, str]) -> str:
    clause = each.clause
    shared = outer_variables(clause.head, clause.body)
    head = _atom(names[each.target], clause.head.terms, TIME)
    body = [
        _condition(condition, declared, shared.get(position, set()))
        for position, condition in enumerate(clause.body)
    ]
    rest = [Variable("_")] * (len(clause.head.terms) - 1)
    body += [f"not {_atom(names[guard], (clause.head.terms[0], *rest), TIME)}" for guard in each.guards]
    return f"{head} :- {', '.join([*body, f'time({TIME})'])}."


def _parts(
    nodes: Iterable[Node], declared: Mapping[str, Predicate], names: Mapping[Node, str]
) -> Iterator[str]:
    for node in nodes:
        if node.rule is not None:
            terms = tuple(Variable(f"X{position}") for position in range(declared[node.predicate].arity))
            whole = _atom(names[Node(node.predicate)], terms, TIME)
            yield f"{whole} :- {_atom(names[node], terms, TIME)}."


def _atom(name: str, terms: Iterable[Term], time: str | None) -> str:
    written = [_term(term) for term in terms]
    return f"{name}({','.join([*written, *([time] if time else [])])})"


def _term(term: Term) -> str:
    if isinstance(term, Variable):
        # `T` is the step, so a rule's own `T` (and, then, its `T_`) moves out of the way.
        return f"{term.name}_" if term.name.rstrip("_") == TIME else term.name
    if isinstance(term, int):
        return str(term)
    escaped = term.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _literal(literal: Literal, declared: Mapping[str, Predicate]) -> str:
    time: str | None = None
    if declared[literal.predicate].sort is not Sort.STATIC:
        time = f"{TIME}-1" if literal.before else TIME
    atom = _atom(_word(literal.predicate), literal.terms, time)
    return f"not {atom}" if literal.negated else atom


def _condition(condition: Condition, declared: Mapping[str, Predicate], shared: set[str]) -> str:
    if isinstance(condition, Literal):
        return _literal(condition, declared)
    if isinstance(condition, Comparison):
        return f"{_term(condition.left)} {condition.operator} {_term(condition.right)}"
    if isinstance(condition, Arithmetic):
        left, right = _term(condition.left), _term(condition.right)
        return f"{_term(condition.result)} = {left} {condition.operator} {right}"
    return _aggregate(condition, declared, shared)


def _aggregate(condition: Aggregate, declared: Mapping[str, Predicate], shared: set[str]) -> str:
    counted = _term(condition.counted)
    terms = [counted]
    if condition.function == "sum":
        terms += [_term(Variable(name)) for name in condition.inner if name not in shared]
    inside = ", ".join(_condition(inner, declared, set()) for inner in condition.conditions)
    return f"{_term(condition.result)} = #{condition.function} {{ {','.join(terms)} : {inside} }}"


def facts_to_asp(run: Run) -> str:
    """The given facts of a run and the steps it took, for the program of :func:`to_asp`."""
    return "\n".join(_facts(run))


def _facts(run: Run) -> Iterator[str]:
    for name, rows in run.facts.static.items():
        for row in rows:
            yield f"{_atom(_word(name), row, None)}."
    for index, given in enumerate(run.given):
        yield f"time({index})."
        for name, rows in given.events.items():
            for row in rows:
                yield f"{_atom(_word(name), row, str(index))}."


def rows_of_symbols(symbols: Iterable[object]) -> dict[tuple[str, int], set[Row]]:
    """The facts of a clingo model by predicate and step, from its symbols of event and state predicates."""
    found: dict[tuple[str, int], set[Row]] = {}
    for symbol in symbols:
        name, arguments = symbol.name, symbol.arguments  # type: ignore[attr-defined]
        values = tuple(each.string if "String" in str(each.type) else each.number for each in arguments)
        found.setdefault((name.removeprefix("_"), values[-1]), set()).add(values[:-1])
    return found
