"""The packaged rules, run by both engines on every example: one model, and the same facts in every step."""

from __future__ import annotations

from pathlib import Path

import pytest
from inference_clingo import clingo_models, state_facts

from kb.inference.encode import encode
from kb.inference.engine import Run
from kb.inference.proof import why
from kb.inference.records import RuleSet, Sort
from kb.inference.rulebase import packaged_rules, program_of, rules_of
from kb.ontology_files import ontology_files
from kb.scenario import Scenario, read_scenarios

EXAMPLES = ontology_files("examples/scenarios/*.yaml")
CASES = ("mtg", "ygo", "riftbound")


def run_of(scenario: Scenario) -> tuple[RuleSet, Run]:
    given = {name: each for name, each in packaged_rules().declared().items() if each.sort is Sort.STATIC}
    facts = encode(scenario, given).facts
    key = (scenario.game, scenario.document, scenario.edition)
    return rules_of(*key), program_of(*key).run(facts)


def assert_engines_agree(scenario: Scenario) -> None:
    rules, run = run_of(scenario)
    models = clingo_models(rules, run)
    assert len(models) == 1
    assert state_facts(run) == models[0]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_clingo_agrees_on_every_packaged_example(path: Path) -> None:
    for scenario in read_scenarios(path):
        assert_engines_agree(scenario)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_controller_of_an_example_has_a_proof_down_to_given_facts(path: Path) -> None:
    for scenario in read_scenarios(path):
        _, run = run_of(scenario)
        for row in run.rows("controller", run.last):
            leaves = [each for each in why(run, "controller", row, run.last).walk() if not each.premises]
            assert leaves
            assert all(each.sort is not Sort.STATE or each.rule is not None for each in leaves)


@pytest.mark.parametrize("game", CASES)
def test_clingo_agrees_on_the_shared_cases(game: str, shared: Path) -> None:
    scenarios = read_scenarios(shared / "cases" / f"{game}.yaml")
    assert len(scenarios) >= 10
    for scenario in scenarios:
        assert_engines_agree(scenario)
