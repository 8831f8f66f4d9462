"""Checks rules before they run: what is wrong (errors) and what is probably a slip (warnings)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from kb.errors import Place
from kb.inference import check_clauses, check_rules_of_set
from kb.inference.editions import select
from kb.inference.expand import Edge, expand
from kb.inference.problems import Problem
from kb.inference.records import GAMES, RuleSet
from kb.inference.strata import bad_cycles, groups


class Severity(StrEnum):
    """Whether the rules cannot run, or run but look wrong."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing the checker found.

    >>> print(Finding(Severity.WARNING, Place("a.crl", 3, 1), "predicate 'p' is never read"))
    a.crl:3:1: warning: predicate 'p' is never read
    """

    severity: Severity
    place: Place
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.severity}: {self.message}"


def check_rules(ruleset: RuleSet) -> tuple[Finding, ...]:
    """Everything wrong or doubtful in a rule set, errors first, each in the order of the text.

    >>> from kb.inference.parse import parse_rules
    >>> text = "state owner(X)\\nrule r\\n kind default\\n game all\\n owner(X) if ownr(X)."
    >>> print(check_rules(parse_rules(text, "a.crl"))[0])
    a.crl:5:14: error: undeclared predicate 'ownr'; did you mean 'owner'?
    """
    found = [*_errors(ruleset, _run_together(ruleset)), *warnings_of(ruleset)]
    return tuple(sorted(found, key=lambda each: (each.severity != Severity.ERROR, _position(each.place))))


def _position(place: Place) -> tuple[str, int, int]:
    return place.source, place.line or 0, place.column or 0


def errors_of(ruleset: RuleSet) -> Iterator[Finding]:
    """What keeps a rule set from running as a whole; :func:`check_rules` keeps games and editions apart."""
    yield from _errors(ruleset, [ruleset])


def _run_together(ruleset: RuleSet) -> Iterator[RuleSet]:
    """The rules that are ever run together: of one game, in the editions at the ends of every range."""
    yielded: set[tuple[str, ...]] = set()
    ends: dict[str, dict[str, None]] = {}
    for rule in ruleset.rules:
        for each in rule.valid:
            named = [edition for edition in (each.first, each.last) if edition is not None]
            ends.setdefault(each.document, {}).update(dict.fromkeys(named))
    points = [{}, *({document: edition} for document, named in ends.items() for edition in named)]
    for game in (game for game in GAMES if any(game in rule.games for rule in ruleset.rules)):
        for editions in points:
            found = select(ruleset, game, editions)
            key = tuple(rule.id for rule in found.rules)
            if key not in yielded:
                yielded.add(key)
                yield found


def _errors(ruleset: RuleSet, together: Iterable[RuleSet]) -> Iterator[Finding]:
    blocking = False
    for problem in _structural(ruleset):
        blocking = True
        yield Finding(Severity.ERROR, problem.place, problem.message)
    # The order of relations means something only when every predicate is known.
    if not blocking:
        circles = (problem for each in together for problem in _unstratified(each))
        for problem in dict.fromkeys(circles):
            yield Finding(Severity.ERROR, problem.place, problem.message)


def _structural(ruleset: RuleSet) -> Iterator[Problem]:
    yield from check_rules_of_set.declarations(ruleset)
    yield from check_rules_of_set.identities(ruleset)
    declared = ruleset.declared()
    for rule in ruleset.rules:
        yield from check_rules_of_set.ranges(rule)
        for clause in rule.clauses:
            yield from check_clauses.uses(clause, declared)
            yield from check_clauses.safety(clause)


def warnings_of(ruleset: RuleSet) -> Iterator[Finding]:
    """What runs but looks like a slip, and sentences that are missing."""
    for problem in check_rules_of_set.doubts(ruleset):
        yield Finding(Severity.WARNING, problem.place, problem.message)
    for rule in ruleset.rules:
        for clause in rule.clauses:
            for problem in check_clauses.lonely_variables(clause):
                yield Finding(Severity.WARNING, problem.place, problem.message)


def _unstratified(ruleset: RuleSet) -> Iterator[Problem]:
    expanded = expand(ruleset)
    reported: set[frozenset[str]] = set()
    order = groups(expanded)
    for edge, way in bad_cycles(expanded, order):
        names = frozenset(str(each.reader) for each in (edge, *way))
        if names in reported:
            continue
        reported.add(names)
        assert edge.clause is not None
        chain = " -> ".join([str(edge.reader), _link(edge), *(_link(each) for each in way)])
        yield Problem(
            edge.clause.clause.place,
            f"rule {edge.clause.rule.id!r} needs {str(edge.read)!r} complete before {str(edge.reader)!r}, "
            f"but {str(edge.read)!r} needs {str(edge.reader)!r}: {chain} (read one of them with 'before', "
            "or conclude the exception from something that does not need it)",
        )
    yield from check_clauses.recursive_arithmetic(expanded, order)


def _link(edge: Edge) -> str:
    return f"not {edge.read}" if edge.complete else str(edge.read)
