"""Two engines that share nothing but the rules have to come to the same facts in every step."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from inference_clingo import clingo_models, state_facts
from inference_programs import histories, rulesets

from kb.errors import LimitError
from kb.inference.check import errors_of
from kb.inference.compile import compile_program
from kb.inference.engine import Limits, Run
from kb.inference.facts import Facts
from kb.inference.proof import PremiseKind, Proof, competing, why, why_not
from kb.inference.records import Literal, RuleSet, Sort

MANY = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))


def run_of(rules: RuleSet, facts: Facts) -> Run:
    assume(next(errors_of(rules), None) is None)
    try:
        return compile_program(rules).run(facts, Limits(settling=12))
    except LimitError:
        assume(False)
        raise


@MANY
@given(rulesets(), histories())
def test_clingo_finds_one_model_with_the_same_facts(rules: RuleSet, facts: Facts) -> None:
    run = run_of(rules, facts)
    models = clingo_models(rules, run)
    assert len(models) == 1
    assert state_facts(run) == models[0]


@MANY
@given(rulesets(), histories(), st.data())
def test_a_slice_gives_the_same_facts_for_its_goals(
    rules: RuleSet, facts: Facts, data: st.DataObject
) -> None:
    whole = run_of(rules, facts)
    goal = data.draw(st.sampled_from([p.name for p in rules.predicates if p.sort is Sort.STATE]))
    part = compile_program(rules, [goal]).run(facts, Limits(settling=12))
    # Settling ends when nothing changes any more, which the part may see earlier than the whole.
    for step in facts.steps:
        there, here = whole.step_of(step.label), part.step_of(step.label)
        assert set(whole.rows(goal, there)) == set(part.rows(goal, here))


def assert_sound(proof: Proof, run: Run) -> None:
    """A proof says only what holds: its conclusion follows from its clause, and each premise was so."""
    for each in proof.walk():
        assert run.holds(each.fact.predicate, each.fact.args, each.index)
        if each.rule is None or each.clause is None or each.bindings is None:
            assert each.sort is not Sort.STATE
            continue
        assert each.since <= each.index
        said = [each.bindings[t.name] if hasattr(t, "name") else t for t in each.clause.head.terms]
        assert tuple(said) == each.fact.args
        for premise in each.premises:
            if premise.kind is PremiseKind.FACT:
                assert premise.proof is not None
                assert premise.proof.index == premise.index
                assert premise.index in (each.index - premise.before, each.since - premise.before)
            if premise.kind is PremiseKind.ABSENT:
                assert premise.predicate is not None
                assert premise.index < 0 or not run.match(premise.predicate, premise.index, *premise.args)


@MANY
@given(rulesets(), histories())
def test_every_fact_has_a_sound_proof(rules: RuleSet, facts: Facts) -> None:
    run = run_of(rules, facts)
    for (name, index), rows in state_facts(run).items():
        for row in rows:
            assert_sound(why(run, name, row, index), run)


@MANY
@given(rulesets(), histories(), st.data())
def test_what_does_not_hold_fails_somewhere_and_what_holds_does_not(
    rules: RuleSet, facts: Facts, data: st.DataObject
) -> None:
    run = run_of(rules, facts)
    predicate = data.draw(st.sampled_from([p for p in rules.predicates if p.sort is Sort.STATE]))
    args = tuple(data.draw(st.sampled_from("abc")) for _ in predicate.params)
    index = data.draw(st.integers(0, run.last))
    failures = why_not(run, predicate.name, args, index)
    if run.holds(predicate.name, args, index):
        assert failures == ()
        return
    for failure in failures:
        assert (failure.condition is None) == (failure.defeated_by is not None)
        assert failure.reached < failure.size or failure.condition is None
        literal = failure.condition
        # `size(X, X)` lacks more than two values: that they are one.
        if isinstance(literal, Literal) and len(set(literal.variables)) == len(literal.terms):
            assert failure.predicate is not None
            assume(failure.index >= 0)
            found = run.match(failure.predicate, failure.index, *failure.missing)
            assert bool(found) == bool(failure.blocking)


@MANY
@given(rulesets(), histories(), st.data())
def test_the_competitors_that_no_rule_beat_are_what_holds(
    rules: RuleSet, facts: Facts, data: st.DataObject
) -> None:
    run = run_of(rules, facts)
    predicate = data.draw(st.sampled_from([p.name for p in rules.predicates if p.sort is Sort.STATE]))
    index = data.draw(st.integers(0, run.last))
    for thing in "abc":
        told = {
            each.conclusion.args for each in competing(run, predicate, thing, index) if not each.defeated_by
        }
        assert told == set(run.match(predicate, index, thing))


@pytest.mark.slow
@settings(MANY, max_examples=int(os.environ.get("SITUATIONS", "300")))
@given(rulesets(), histories())
def test_clingo_agrees_on_many_more(rules: RuleSet, facts: Facts) -> None:
    run = run_of(rules, facts)
    assert [state_facts(run)] == clingo_models(rules, run)
