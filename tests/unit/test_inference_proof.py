"""Why a fact holds, why it does not, and which rules competed."""

from __future__ import annotations

import pytest
from inference_tools import CONTROL, history, run

from kb.errors import NotFoundError
from kb.inference.engine import Run
from kb.inference.proof import Fact, PremiseKind, Proof, competing, why, why_not
from kb.inference.records import Sort


def stolen(*events: dict[str, list[tuple[str | int, ...]]]) -> Run:
    return run(
        CONTROL,
        history(
            *events,
            default_player=[("bear", "ann"), ("wolf", "cy")],
            affects=[("snatch", "bear"), ("charm", "bear")],
            gives_to=[("snatch", "bob"), ("charm", "cy")],
        ),
    )


def told(proof: Proof, depth: int = 0) -> list[str]:
    rule = proof.rule.id if proof.rule else proof.sort
    lines = [f"{'  ' * depth}{proof.fact} since {proof.since}: {rule}"]
    for premise in proof.premises:
        if premise.proof is not None:
            lines += told(premise.proof, depth + 1)
    return lines


def test_a_proof_goes_down_to_the_given_facts() -> None:
    found = stolen({}, {"begins": [("snatch",)]}, {})
    assert told(why(found, "controller", ("bear", "bob"), 2)) == [
        "controller(bear, bob) since 1: theft",
        "  active(snatch) since 1: lasting",
        "    begins(snatch) since 1: event",
        "  affects(snatch, bear) since 0: static",
        "  gives_to(snatch, bob) since 0: static",
    ]


def test_a_fact_that_stays_is_told_where_it_was_made_and_not_step_by_step() -> None:
    found = stolen({"begins": [("snatch",)]}, *[{} for _ in range(50)])
    proof = why(found, "active", ("snatch",), found.last)
    assert (proof.index, proof.since) == (50, 0)
    assert [each.fact for each in proof.walk()] == [Fact("active", ("snatch",)), Fact("begins", ("snatch",))]


def test_a_default_says_which_rule_could_have_beaten_it() -> None:
    proof = why(stolen({}), "controller", ("bear", "ann"), 0)
    assert [(each.kind, each.rule) for each in proof.premises] == [
        (PremiseKind.FACT, None),
        (PremiseKind.UNDEFEATED, "theft"),
    ]


def test_a_negated_premise_says_what_was_not_there() -> None:
    text = """
static thing(X)
event removes(X, Z)
state here(X)
rule presence
  kind default
  game all
  here(X) if thing(X), not removes(X, _), not before here(X).
"""
    proof = why(run(text, history({}, thing=[("bear",)])), "here", ("bear",), 0)
    absent = [each for each in proof.premises if each.kind is PremiseKind.ABSENT]
    assert [(each.predicate, each.args, each.index, each.before) for each in absent] == [
        ("removes", ("bear", None), 0, False),
        ("here", ("bear",), -1, True),
    ]


def test_numbers_are_told_with_their_values_and_what_was_counted() -> None:
    text = """
static player(P)
static owns(P, X)
static worth(X, N)
state rich(P, M)
rule wealth
  kind definition
  game all
  rich(P, M) if player(P), N is sum of W where owns(P, X) and worth(X, W), N > 3, M is N - 3.
"""
    facts = history(
        {}, player=[("ann",)], owns=[("ann", "bear"), ("ann", "ox")], worth=[("bear", 2), ("ox", 5)]
    )
    proof = why(run(text, facts), "rich", ("ann", 4), 0)
    summed, compared, computed = proof.premises[1:]
    assert (summed.kind, summed.value) == (PremiseKind.AGGREGATE, 7)
    assert summed.members == (
        (Fact("owns", ("ann", "bear")), Fact("worth", ("bear", 2))),
        (Fact("owns", ("ann", "ox")), Fact("worth", ("ox", 5))),
    )
    assert (compared.kind, compared.args) == (PremiseKind.COMPARISON, (7, 3))
    assert (computed.kind, computed.value) == (PremiseKind.COMPUTATION, 4)
    assert proof.bindings == {"P": "ann", "N": 7, "M": 4}


def test_a_proof_in_a_circle_of_attachments_ends() -> None:
    text = """
static attached(X, Y)
static holder(X, P)
state controller(X, P)
rule chain
  kind definition
  game all
  controller(X, P) if attached(X, Y), controller(Y, P).
  controller(X, P) if holder(X, P).
"""
    facts = history({}, attached=[("a", "b"), ("b", "c"), ("c", "a")], holder=[("c", "ann")])
    proof = why(run(text, facts), "controller", ("a", "ann"), 0)
    states = [each.fact.args[0] for each in proof.walk() if each.sort is Sort.STATE]
    assert states == ["a", "b", "c"]


def test_a_proof_may_be_thousands_of_steps_deep() -> None:
    text = """
event passes(X)
static next(P, Q)
state controller(X, P)
rule passing
  kind procedure
  game all
  controller(X, a) if passes(X), not before controller(X, _).
  controller(X, Q) if passes(X), before controller(X, P), next(P, Q).
"""
    facts = history(*[{"passes": [("ball",)]} for _ in range(3001)], next=[("a", "b"), ("b", "a")])
    proof = why(run(text, facts), "controller", ("ball", "a"), 3000)
    assert sum(1 for each in proof.walk() if each.sort is Sort.STATE) == 3001


def test_a_fact_that_does_not_hold_has_no_proof() -> None:
    found = stolen({})
    with pytest.raises(
        NotFoundError, match=r"no fact 'controller\(bear, anna\)'; did you mean 'controller\(bear, ann\)'"
    ):
        why(found, "controller", ("bear", "anna"), 0)


def test_all_competing_rules_are_shown_with_the_one_that_beat_them() -> None:
    found = stolen({"begins": [("snatch",), ("charm",)]})
    rules = [
        (each.rule.id, str(each.conclusion), each.defeated_by)
        for each in competing(found, "controller", "bear", 0)
    ]
    assert rules == [
        ("default-controller", "controller(bear, ann)", "theft"),
        ("theft", "controller(bear, bob)", None),
        ("theft", "controller(bear, cy)", None),
    ]
    alone = competing(found, "controller", "wolf", 0)
    assert [(each.rule.id, each.defeated_by) for each in alone] == [("default-controller", None)]


def test_a_clause_that_only_keeps_a_fact_competes_as_such() -> None:
    found = stolen({"begins": [("snatch",)]}, {})
    assert [(each.rule.id, each.persists) for each in competing(found, "active", "snatch", 1)] == [
        ("lasting", True)
    ]
    assert [(each.rule.id, each.persists) for each in competing(found, "active", "snatch", 0)] == [
        ("lasting", False)
    ]


def test_why_not_names_the_condition_that_failed_and_why_in_turn() -> None:
    found = stolen({})
    failures = why_not(found, "controller", ("bear", "bob"), 0)
    told = [(each.rule.id, each.reached, each.size, each.predicate, each.missing) for each in failures]
    # One condition short each: the default lacks the player, the theft the activity of its effect.
    assert told == [
        ("default-controller", 0, 1, "default_player", ("bear", "bob")),
        ("theft", 0, 3, "active", (None,)),
    ]
    assert [(each.rule.id, each.predicate) for each in failures[1].deeper] == [
        ("lasting", "begins"),
        ("lasting", "active"),
    ]


def test_why_not_names_the_rule_that_beat_the_one_that_would_have_said_so() -> None:
    found = stolen({"begins": [("snatch",)]})
    failures = why_not(found, "controller", ("bear", "ann"), 0)
    first = failures[0]
    assert (first.rule.id, first.condition, first.defeated_by) == ("default-controller", None, "theft")


def test_why_not_names_the_fact_that_stood_in_the_way() -> None:
    found = stolen({"begins": [("snatch",)]}, {"ends": [("snatch",)]})
    first = why_not(found, "active", ("snatch",), 1)[0]
    assert (first.reached, first.size, first.blocking) == (1, 2, (Fact("ends", ("snatch",)),))


def test_why_not_has_nothing_to_say_of_what_holds() -> None:
    assert why_not(stolen({}), "controller", ("bear", "ann"), 0) == ()


def test_why_not_of_an_unknown_predicate_names_the_near_ones() -> None:
    with pytest.raises(NotFoundError, match="no predicate 'contoller'; did you mean 'controller'"):
        why_not(stolen({}), "contoller", ("bear", "ann"), 0)


MOVING = """
event puts(X, K)
state link(X, Y)
state base(X)
state holds(X)
rule placing
  kind procedure
  game all
  base(X) if puts(X, base).
  link(X, Y) if puts(X, Y), Y != base.
rule reaching
  kind definition
  game all
  holds(X) if base(X).
  holds(X) if link(X, Y), holds(Y).
"""


def test_a_fact_that_holds_on_for_another_reason_is_told_with_the_reason_of_now() -> None:
    facts = history({"puts": [("b", "base"), ("a", "b")]}, {"puts": [("a", "base"), ("b", "a")]})
    found = run(MOVING, facts)
    assert set(found.rows("holds", 0)) == set(found.rows("holds", 1)) == {("a",), ("b",)}
    assert [str(each.fact) for each in why(found, "holds", ("b",), 1).walk()] == [
        "holds(b)",
        "link(b, a)",
        "puts(b, a)",
        "holds(a)",
        "base(a)",
        "puts(a, base)",
    ]


def test_the_same_holds_for_a_reason_that_does_not_feed_itself() -> None:
    text = """
event says(X, P)
state heard(X)
state known(X)
rule hearing
  kind definition
  game all
  heard(X) if says(X, P), P != nobody.
  known(X) if heard(X).
"""
    found = run(text, history({"says": [("news", "ann")]}, {"says": [("news", "bob")]}))
    proof = why(found, "known", ("news",), 1)
    assert (proof.since, [str(each.fact) for each in proof.walk()][-1]) == (0, "says(news, bob)")


def test_a_fact_that_went_and_came_back_in_one_step_came_anew() -> None:
    text = """
static about(V, X)
event votes(V, P)
event ends(X)
state value(X, P)
rule lasting
  kind duration
  game all
  value(X, P) if before value(X, P), not ends(X).
rule usual
  kind default
  game all
  value(X, nobody) if ends(X).
rule chosen
  kind exception
  game all
  defeats usual
  value(X, P) if votes(V, P), about(V, X).
"""
    facts = history(
        {"votes": [("v1", "ann")]},
        {"votes": [("v2", "ann")], "ends": [("crown",)]},
        {},
        about=[("v1", "crown"), ("v2", "crown")],
    )
    proofs = [why(run(text, facts), "value", ("crown", "ann"), index) for index in range(3)]
    assert [proof.since for proof in proofs] == [0, 1, 1]
    assert [str(proof.premises[0].proof.fact) for proof in proofs if proof.premises[0].proof] == [
        "votes(v1, ann)",
        "votes(v2, ann)",
        "votes(v2, ann)",
    ]
