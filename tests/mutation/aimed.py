"""Random situations aimed at one clause, for the mutants that all other tests leave alive."""

from __future__ import annotations

from functools import cache

from aim import aim_of
from anything import anything, rulesets_of
from deciding import GAMES, Deciding
from mutants import Mutant
from trial import Court

from kb.inference.records import Rule
from kb.inference.rulebase import packaged_rules, rules_of
from kb.scenario.rulesets import resolve_ruleset

AIMED = 600
"""How many for each clause and game."""


def aimed_verdict(court: Court, mutant: Mutant, hint: str | None = None) -> str | None:
    """The name of the first situation aimed at the clause in which a mutant answers otherwise, if any."""
    rule = packaged_rules().by_id()[mutant.rule]
    tests = [test for game in GAMES for test in aimed_at(rule.id, mutant.number, game)]
    hinted = [test for test in tests if test.name == hint]
    return court.killer(mutant, (*hinted, *tests))


@cache
def _rulesets(rule: str, game: str) -> tuple[str, ...]:
    """Those of the random situations in which a rule holds."""
    found = []
    for name in rulesets_of(game):
        ruleset = resolve_ruleset(game, name)
        if rule in rules_of(game, ruleset.document, ruleset.edition).by_id():
            found.append(name)
    return tuple(found)


_kept: dict[tuple[str, int | None, str], list[Deciding]] = {}


def aimed_at(rule_id: str, number: int | None, game: str) -> list[Deciding]:
    """The situations of a game aimed at a clause of a rule; none where the rule does not hold."""
    asked = rule_id, number, game
    if asked not in _kept:
        if any(known[0] != rule_id for known in _kept):
            _kept.clear()
        _kept[asked] = _made(packaged_rules().by_id()[rule_id], number, game)
    return _kept[asked]


def _made(rule: Rule, number: int | None, game: str) -> list[Deciding]:
    rulesets = _rulesets(rule.id, game)
    if not rulesets:
        return []
    aim = aim_of(rule, number, packaged_rules(), rulesets)
    return [
        Deciding(f"aimed at {rule.id} {number} {game} {seed}", anything(game, seed, aim))
        for seed in range(AIMED)
    ]
