"""What the engine concludes, step by step."""

from __future__ import annotations

import pytest
from inference_tools import CONTROL, history, program, run

from kb.errors import LimitError, NotFoundError, RuleError
from kb.inference.engine import Facts, Limits, StepFacts
from kb.inference.facts import Row

THEFT: dict[str, list[Row]] = {
    "default_player": [("bear", "ann")],
    "affects": [("snatch", "bear")],
    "gives_to": [("snatch", "bob")],
}


def test_a_rule_that_defeats_silences_the_other_for_its_subject_only() -> None:
    stolen = run(
        CONTROL,
        history(
            {"begins": [("snatch",)]},
            default_player=[("bear", "ann"), ("wolf", "ann")],
            affects=[("snatch", "bear")],
            gives_to=[("snatch", "bob")],
        ),
    )
    assert set(stolen.rows("controller", stolen.last)) == {("bear", "bob"), ("wolf", "ann")}


def test_a_defeated_rule_speaks_again_once_the_other_has_nothing_to_say() -> None:
    found = run(CONTROL, history({}, {"begins": [("snatch",)]}, {"ends": [("snatch",)]}, **THEFT))
    said = [found.match("controller", found.step_of(label), "bear") for label in (1, 2, 3)]
    assert said == [[("bear", "ann")], [("bear", "bob")], [("bear", "ann")]]


def test_a_defeated_rule_does_not_defeat() -> None:
    text = """
static says(R, P)
state value(X, P)
rule weak
  kind default
  game all
  value(it, P) if says(weak, P).
rule middle
  kind exception
  game all
  defeats weak
  value(it, P) if says(middle, P).
rule strong
  kind exception
  game all
  defeats middle
  value(it, P) if says(strong, P).
"""
    rows = [("weak", "a"), ("middle", "b"), ("strong", "c")]
    all_three = run(text, history({}, says=rows))
    assert set(all_three.rows("value", 0)) == {("it", "a"), ("it", "c")}
    without_strong = run(text, history({}, says=rows[:2]))
    assert set(without_strong.rows("value", 0)) == {("it", "b")}


def test_facts_stay_until_something_ends_them_and_keep_the_reason_they_had() -> None:
    text = """
event comes(X, W)
event goes(X)
state here(X)
rule presence
  kind definition
  game all
  here(X) if comes(X, _).
  here(X) if before here(X), not goes(X).
"""
    found = run(
        text,
        history(
            {"comes": [("bear", "first"), ("wolf", "first")]},
            {},
            {"comes": [("bear", "again")]},
            {"goes": [("bear",)]},
        ),
    )
    assert found.provenance("here", ("bear",), 2) == (0, 0, "bear")
    assert [found.holds("here", ("bear",), index) for index in range(4)] == [True, True, True, False]
    assert found.holds("here", ("wolf",), 3)


def test_a_fact_made_anew_in_the_step_that_ends_it_is_there() -> None:
    text = """
event comes(X)
event goes(X)
state here(X)
rule presence
  kind definition
  game all
  here(X) if before here(X), not goes(X).
  here(X) if comes(X).
"""
    found = run(text, history({"comes": [("bear",)]}, {"goes": [("bear",)], "comes": [("bear",)]}))
    assert found.provenance("here", ("bear",), 1) == (1, 1, "bear")


def test_the_state_before_the_first_step_is_empty() -> None:
    text = """
static thing(X)
state old(X)
state here(X)
rule ages
  kind definition
  game all
  here(X) if thing(X).
  old(X) if before here(X).
"""
    found = run(text, history({}, {}, thing=[("bear",)]))
    assert found.rows("old", 0) == ()
    assert found.rows("old", 1) == (("bear",),)


def test_before_under_not_reads_the_step_before() -> None:
    text = """
static thing(X)
state here(X)
state new(X)
rule arrivals
  kind definition
  game all
  here(X) if thing(X).
  new(X) if here(X), not before here(X).
"""
    found = run(text, history({}, {}, thing=[("bear",)]))
    assert [found.rows("new", index) for index in (0, 1)] == [(("bear",),), ()]


ATTACHED = """
static attached(X, Y)
static holder(X, P)
state controller(X, P)
state below(X, Y)
rule chain
  kind definition
  game all
  below(X, Y) if attached(X, Y).
  below(X, Z) if below(X, Y), attached(Y, Z).
  controller(X, P) if holder(X, P).
  controller(X, P) if attached(X, Y), controller(Y, P).
"""


def test_a_rule_may_feed_itself() -> None:
    facts = history({}, attached=[("a", "b"), ("b", "c"), ("c", "a")], holder=[("c", "ann")])
    found = run(ATTACHED, facts)
    assert len(found.rows("below", 0)) == 9
    assert {row[1] for row in found.rows("controller", 0)} == {"ann"}


def test_a_long_chain_does_not_overflow_the_stack() -> None:
    links = [(f"x{number}", f"x{number + 1}") for number in range(300)]
    found = run(ATTACHED, history({}, attached=links, holder=[("x300", "ann")]))
    assert found.holds("controller", ("x0", "ann"), 0)


COUNTS = """
static player(P)
static owns(P, X)
static worth(X, N)
state how_many(P, N)
state how_much(P, N)
state only_one(P)
rule counting
  kind definition
  game all
  how_many(P, N) if player(P), N is count of X where owns(P, X).
  how_much(P, N) if player(P), N is sum of W where owns(P, X) and worth(X, W).
  only_one(P) if player(P), 1 is count of X where owns(P, X).
"""


def test_counts_and_sums_are_taken_for_each_group_and_nothing_counts_zero() -> None:
    facts = history(
        {},
        player=[("ann",), ("bob",), ("cy",)],
        owns=[("ann", "bear"), ("ann", "wolf"), ("bob", "ox")],
        worth=[("bear", 2), ("wolf", 2), ("ox", 5)],
    )
    found = run(COUNTS, facts)
    assert set(found.rows("how_many", 0)) == {("ann", 2), ("bob", 1), ("cy", 0)}
    # Two things of one worth are two things: 2 + 2, not 2.
    assert set(found.rows("how_much", 0)) == {("ann", 4), ("bob", 5), ("cy", 0)}
    assert found.rows("only_one", 0) == (("bob",),)


def test_two_counts_in_one_clause_keep_their_variables_apart() -> None:
    text = """
static player(P)
static owns(P, X)
static lends(P, X)
state balanced(P)
rule counting
  kind definition
  game all
  balanced(P) if player(P), N is count of X where owns(P, X), M is count of X where lends(P, X), N = M.
"""
    facts = history({}, player=[("ann",), ("bob",)], owns=[("ann", "bear")], lends=[("ann", "ox")])
    assert set(run(text, facts).rows("balanced", 0)) == {("ann",), ("bob",)}


def test_a_sum_of_words_is_an_error_that_names_the_rule() -> None:
    facts = history({}, player=[("ann",)], owns=[("ann", "bear")], worth=[("bear", "much")])
    with pytest.raises(
        RuleError, match=r"house.crl:12 \(rule counting\): cannot compute with this: found 'much'"
    ):
        run(COUNTS, facts)


def test_words_have_no_order() -> None:
    text = """
static worth(X, N)
state cheap(X)
rule cheapness
  kind definition
  game all
  cheap(X) if worth(X, N), N < 3.
"""
    assert run(text, history({}, worth=[("bear", 2), ("ox", 3)])).rows("cheap", 0) == (("bear",),)
    with pytest.raises(RuleError, match="'2' < 3 compares something that has no order"):
        run(text, history({}, worth=[("bear", "2")]))


SETTLING = """
event wounded(X, N)
static tough(X)
state damage(X, N)
state dead(X)
state due(X)
rule wounds
  kind procedure
  game all
  damage(X, N) if wounded(X, N).
  damage(X, M) if before damage(X, N), N > 0, not before dead(X), M is N - 1.
  due(X) if damage(X, N), N > 0, not tough(X).
rule dying
  kind procedure
  game all
  dead(X) if before damage(X, N), N = 1.
  dead(X) if before dead(X).
"""


def test_what_is_due_is_done_before_the_next_event() -> None:
    found = run(SETTLING, history({"wounded": [("bear", 3)]}, {}))
    assert found.settled == {1: 3, 2: 4}
    assert [found.is_settling(index) for index in range(5)] == [False, True, True, True, False]
    assert [found.label_of(index) for index in range(5)] == [1, 1, 1, 1, 2]
    assert found.holds("dead", ("bear",), found.step_of(1))
    assert not found.holds("dead", ("bear",), 2)


def test_settling_ends_when_nothing_changes_any_more() -> None:
    text = """
static thing(X)
state due(X)
rule restless
  kind procedure
  game all
  due(X) if thing(X).
"""
    found = run(text, history({}, {}, thing=[("bear",)]))
    assert found.settled == {1: 1, 2: 3}


SWINGING = """
state left(X)
state due(X)
rule swing
  kind procedure
  game all
  left(pendulum) if not before left(pendulum).
rule swing-on
  kind procedure
  game all
  due(pendulum).
"""


def test_settling_without_end_names_the_rule_that_keeps_it_going() -> None:
    with pytest.raises(
        LimitError, match="the limit of 7 settling steps: after event 1, kept going by rule swing-on"
    ):
        run(SWINGING, history({}), Limits(settling=7))


PAIRS = """
static thing(X)
state pair(X, Y)
rule pairing
  kind definition
  game all
  pair(X, Y) if thing(X), thing(Y).
"""


def test_too_many_facts_are_an_error_and_not_a_full_memory() -> None:
    things = history({}, thing=[(number,) for number in range(300)])
    with pytest.raises(
        LimitError, match="the limit of 1000 facts of one relation: at event 1, rule 'pairing'"
    ):
        run(PAIRS, things, Limits(facts=1000))
    with pytest.raises(LimitError, match=r"the limit of 89000 facts (of one relation|in one state)"):
        run(PAIRS, things, Limits(facts=89_000))
    assert len(run(PAIRS, things, Limits(facts=90_000)).rows("pair", 0)) == 90_000


def test_too_many_combinations_are_an_error_and_not_a_long_wait() -> None:
    text = """
static thing(X)
state odd(X)
rule search
  kind definition
  game all
  odd(A) if thing(A), thing(B), thing(C), thing(D), thing(E), A != B, B != C, C != A, D = 1, E = 0.
"""
    things = history({}, thing=[(number,) for number in range(1000)])
    with pytest.raises(
        LimitError, match="the limit of 50000 facts visited in one step: at event 1, rule 'search'"
    ):
        run(text, things, Limits(joins=50_000))


def test_too_many_steps_are_an_error() -> None:
    with pytest.raises(LimitError, match="the limit of 3 steps: at event 4"):
        run(CONTROL, history({}, {}, {}, {}), Limits(steps=3))


def test_a_run_that_takes_too_long_is_an_error() -> None:
    with pytest.raises(LimitError, match="the limit of 0 seconds: at event 1"):
        run(CONTROL, history({}), Limits(seconds=0))


def test_facts_that_nobody_declared_are_an_error_with_the_near_names() -> None:
    with pytest.raises(RuleError, match=r"static facts \(afects\): .* did you mean 'affects'\?"):
        run(CONTROL, history(afects=[("snatch", "bear")]))
    with pytest.raises(RuleError, match=r"facts of event 1 \(begin\): .* did you mean 'begins'\?"):
        run(CONTROL, history({"begin": [("snatch",)]}))


def test_facts_of_the_wrong_sort_are_an_error() -> None:
    with pytest.raises(RuleError, match="facts of a predicate declared static, given as event facts"):
        run(CONTROL, history({"affects": [("snatch", "bear")]}))
    with pytest.raises(RuleError, match="facts of a predicate declared state, given as static facts"):
        run(CONTROL, history({}, controller=[("bear", "ann")]))


@pytest.mark.parametrize("row", [("snatch",), ("snatch", "bear", "ox"), ["snatch", "bear"]])
def test_a_fact_of_the_wrong_length_is_an_error(row: object) -> None:
    with pytest.raises(RuleError, match=r"a fact of affects takes 2 values: found .*, expected \(F, X\)"):
        run(CONTROL, Facts({"affects": [row]}, [StepFacts(1)]))  # type: ignore[list-item]


@pytest.mark.parametrize("value", [True, 1.0, None, ("nested",)])
def test_a_value_that_is_neither_text_nor_number_is_an_error(value: object) -> None:
    with pytest.raises(RuleError, match="not a value of a fact"):
        run(CONTROL, Facts({"affects": [("snatch", value)]}, [StepFacts(1)]))  # type: ignore[list-item]


def test_a_goal_that_nobody_declared_is_an_error_with_the_near_names() -> None:
    with pytest.raises(NotFoundError, match="no predicate 'contoller'; did you mean 'controller'"):
        program(CONTROL, ["contoller"])


def test_a_program_for_one_goal_leaves_out_what_the_goal_does_not_need() -> None:
    active = program(CONTROL, ["active"])
    assert {each.rule.id for each in active.clauses} == {"lasting"}
    found = active.run(history({"begins": [("snatch",)]}, **THEFT))
    assert found.rows("active", 0) == (("snatch",),)


def test_matching_uses_what_is_given_of_a_fact() -> None:
    found = run(CONTROL, history({"begins": [("snatch",)]}, **THEFT))
    assert found.match("controller", 0, second="bob") == [("bear", "bob")]
    assert found.match("controller", 0, "bear", "ann") == []
    assert found.match("affects", 0, second="bear") == [("snatch", "bear")]
    assert found.match("begins", 0) == [("snatch",)]
    assert found.match("begins", 0, "other") == []


def test_an_event_that_never_happened_is_not_found() -> None:
    found = run(CONTROL, history({}))
    with pytest.raises(NotFoundError, match="no event '9'"):
        found.step_of(9)
    with pytest.raises(NotFoundError, match="no predicate 'contoller'; did you mean 'controller'"):
        found.rows("contoller", 0)


def test_two_events_cannot_share_a_label() -> None:
    with pytest.raises(ValueError, match="two events have the label 1"):
        run(CONTROL, Facts({}, [StepFacts(1), StepFacts(1)]))


def test_the_same_fact_given_twice_is_one_fact() -> None:
    found = run(CONTROL, history({}, default_player=[("bear", "ann"), ("bear", "ann")]))
    assert found.rows("controller", 0) == (("bear", "ann"),)
