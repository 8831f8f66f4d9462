"""Checks across rules: declarations, ids, defeats, ranges of editions, sentences, what is never used."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kb.inference.editions import edition_key
from kb.inference.expand import Node
from kb.inference.parse import GAMES, LANGUAGES
from kb.inference.problems import Problem, suggestion
from kb.inference.records import Citation, Predicate, Rule, RuleKind, RuleSet, Sort, Validity
from kb.inference.strata import components

READ_BY_THE_ENGINE = ("due",)
_HOLE = re.compile(r"\{([^{}]*)\}")


def declarations(ruleset: RuleSet) -> Iterator[Problem]:
    """Predicates declared twice, with too many parameters, or with holes that are no parameters."""
    seen: dict[str, Predicate] = {}
    for predicate in ruleset.predicates:
        other = seen.setdefault(predicate.name, predicate)
        if other is not predicate:
            yield Problem(
                predicate.place, f"predicate {predicate.name!r} is declared twice (first at {other.place})"
            )
        if not 1 <= predicate.arity <= 2:
            yield Problem(
                predicate.place,
                f"predicate {predicate.name!r} has {predicate.arity} parameters, expected one or two",
            )
        if len(set(predicate.params)) != predicate.arity:
            yield Problem(predicate.place, f"two parameters of {predicate.name!r} have one name")
        for language, template in predicate.templates.items():
            yield from _holes(predicate, language, template)
        if predicate.name in READ_BY_THE_ENGINE and (
            predicate.arity != 1 or predicate.sort is not Sort.STATE
        ):
            yield Problem(
                predicate.place,
                f"{predicate.name!r} is read by the engine: declare it state, with one parameter",
            )


def _holes(predicate: Predicate, language: str, template: str) -> Iterator[Problem]:
    holes = _HOLE.findall(template)
    for hole in holes:
        if hole not in predicate.params:
            known = suggestion(hole, predicate.params)
            yield Problem(
                predicate.place,
                f"the {language} sentence of {predicate.name!r} has a hole {{{hole}}}: no parameter{known}",
            )


def identities(ruleset: RuleSet) -> Iterator[Problem]:
    """Ids given twice, and `defeats` that name no rule, no common conclusion, or each other."""
    rules = ruleset.by_id()
    for rule in ruleset.rules:
        if rules[rule.id] is not rule:
            yield Problem(rule.place, f"two rules have the id {rule.id!r} (first at {rules[rule.id].place})")
        for game in rule.games:
            if game not in GAMES:
                yield Problem(rule.place, f"unknown game {game!r}{suggestion(game, GAMES)}")
        yield from _defeats(rule, rules)
    yield from _circles(rules)


def _defeats(rule: Rule, rules: Mapping[str, Rule]) -> Iterator[Problem]:
    for other in rule.defeats:
        if other not in rules:
            yield Problem(
                rule.place, f"rule {rule.id!r} defeats {other!r}, which is no rule{suggestion(other, rules)}"
            )
        elif other == rule.id:
            yield Problem(rule.place, f"rule {rule.id!r} defeats itself")
        elif not set(rule.heads) & set(rules[other].heads):
            yield Problem(
                rule.place,
                f"rule {rule.id!r} defeats {other!r}, but they conclude nothing in common "
                f"({_listed(rule.heads)} against {_listed(rules[other].heads)})",
            )


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "nothing"


def _circles(rules: Mapping[str, Rule]) -> Iterator[Problem]:
    nodes = {name: Node(name) for name in rules}
    beats = {
        nodes[name]: [nodes[other] for other in rule.defeats if other in rules and other != name]
        for name, rule in rules.items()
    }
    for circle in components(nodes.values(), beats):
        if len(circle) > 1:
            names = sorted(node.predicate for node in circle)
            yield Problem(rules[names[0]].place, f"rules defeat each other in a circle: {', '.join(names)}")


def ranges(rule: Rule) -> Iterator[Problem]:
    """Ranges of editions that end before they begin, or that are no editions."""
    stated: list[Citation | Validity] = [*rule.cites, *rule.valid]
    for each in stated:
        if each.first is None or each.last is None or each.first == each.last:
            continue
        first, last = edition_key(each.first), edition_key(each.last)
        if not first or not last:
            yield Problem(
                rule.place,
                f"rule {rule.id!r}: {each.first}..{each.last} of {each.document} is no range of editions",
            )
        elif last < first:
            yield Problem(
                rule.place,
                f"rule {rule.id!r}: the range {each.first}..{each.last} of {each.document} runs backwards",
            )


def doubts(ruleset: RuleSet) -> Iterator[Problem]:
    """What runs but looks like a slip: nothing uses it, nothing concludes it, or a sentence is missing."""
    read = {
        literal.predicate
        for rule in ruleset.rules
        for clause in rule.clauses
        for literal in clause.literals()
    }
    made = {head for rule in ruleset.rules for head in rule.heads}
    for predicate in ruleset.declared().values():
        name = predicate.name
        if predicate.sort is Sort.STATE and name not in made:
            problem = (
                "is read but no rule concludes it"
                if name in read
                else "is neither concluded nor read by a rule"
            )
            yield Problem(predicate.place, f"state predicate {name!r} {problem}")
        elif predicate.sort is not Sort.STATE and name not in read:
            yield Problem(predicate.place, f"{predicate.sort} predicate {name!r} is never read")
        yield from _missing(predicate.templates, f"predicate {name!r}", predicate)
    for rule in ruleset.rules:
        yield from _missing(rule.sentences, f"rule {rule.id!r}", rule)
        if not rule.cites:
            yield Problem(rule.place, f"rule {rule.id!r} cites nothing")
        if rule.kind is RuleKind.EXCEPTION and not rule.defeats:
            yield Problem(rule.place, f"rule {rule.id!r} is an exception that defeats nothing")


def _missing(sentences: Mapping[str, str], what: str, owner: Predicate | Rule) -> Iterator[Problem]:
    absent = [language for language in LANGUAGES if not sentences.get(language, "").strip()]
    if absent:
        yield Problem(owner.place, f"{what} has no sentence in {', '.join(absent)}")
