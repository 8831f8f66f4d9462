"""The rules answer situations a judge could write down: packaged ones, our own, and collected ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.inference.answers import Answer, answers
from kb.inference.check import Severity, check_rules
from kb.inference.records import RuleKind
from kb.inference.rulebase import packaged_rules, rules_of
from kb.inference.table import set_table
from kb.inference.verdicts import status_of
from kb.scenario.read import read_scenarios

ROOT = Path(__file__).parent.parent.parent
OWN = sorted([*(ROOT / "tests/cases").glob("*.yaml"), *(ROOT / "ontology/examples/scenarios").glob("*.yaml")])
RULESETS = [
    ("mtg", "mtg-cr", "2026-08-07"),
    ("mtg", "mtg-cr", "2010-02-01"),
    ("ygo", "ygo-tcg", "2005"),
    ("ygo", "ygo-tcg", "2024"),
    ("riftbound", "rift-cr", "1.2"),
    ("riftbound", "rift-cr", "1.4"),
]


def asked(path: Path) -> Iterator[Answer]:
    for scenario in read_scenarios(path):
        for answer in answers(set_table(scenario)):
            if answer.question.is_checked and answer.question.mechanical is not False:
                yield answer


def told(answer: Answer) -> str:
    expected = answer.question.expect
    return f"{answer.table.scenario.id}: {answer} (expected {expected!r}, missing {answer.missing})"


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.stem)
def test_our_own_situations_are_answered_as_expected(path: Path) -> None:
    wrong = [told(answer) for answer in asked(path) if status_of(answer) != "agree"]
    assert not wrong, "\n".join(wrong)


def test_every_mechanical_question_of_the_collected_cases_agrees(shared: Path) -> None:
    found = [answer for path in sorted((shared / "cases").glob("*.yaml")) for answer in asked(path)]
    wrong = [told(answer) for answer in found if status_of(answer) != "agree"]
    assert not wrong, "\n".join(wrong)
    assert len(found) == 230


def test_every_determined_answer_has_a_derivation_that_cites_something(shared: Path) -> None:
    counted: Counter[bool] = Counter()
    for path in [*OWN, *sorted((shared / "cases").glob("*.yaml"))]:
        for answer in asked(path):
            nobody_may = dict.fromkeys(answer.table.scenario.players, False)
            assert answer.proofs or answer.value in (nobody_may, False), told(answer)
            if answer.proofs:
                counted[bool(answer.citations)] += 1
    assert counted[True] > 400
    assert counted[False] < counted[True] // 30


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_the_packaged_rules_have_no_error_in_any_game_and_edition(ruleset: tuple[str, str, str]) -> None:
    errors = [str(each) for each in check_rules(rules_of(*ruleset)) if each.severity is Severity.ERROR]
    assert not errors


def test_every_packaged_exception_names_the_rule_it_beats() -> None:
    doubts = [each for each in check_rules(packaged_rules()) if each.severity is Severity.WARNING]
    assert [str(each) for each in doubts if "defeats nothing" in each.message] == []
    bookkeeping = {rule.id for rule in packaged_rules().rules if rule.kind is RuleKind.PROCEDURE}
    uncited = [each.message for each in doubts if "cites nothing" in each.message]
    assert {message.split("'")[1] for message in uncited} <= bookkeeping


def test_every_packaged_rule_speaks_three_languages_and_cites_unless_it_is_bookkeeping() -> None:
    for rule in packaged_rules().rules:
        assert set(rule.sentences) == {"en", "fr", "es"}, rule.id
        assert rule.cites or rule.kind is RuleKind.PROCEDURE, rule.id


def test_every_word_of_the_rules_has_a_sentence_in_three_languages() -> None:
    for predicate in packaged_rules().predicates:
        assert set(predicate.templates) == {"en", "fr", "es"}, predicate.name
        for language, template in predicate.templates.items():
            assert f"{{{predicate.params[0]}}}" in template, (predicate.name, language)
