"""The one way rules are written, and that nothing is lost on the way."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import RuleError
from kb.inference.format_text import format_text
from kb.inference.parse import parse_rules
from kb.inference.records import (
    Aggregate,
    Arithmetic,
    Citation,
    Clause,
    Comparison,
    Literal,
    Predicate,
    Rule,
    RuleKind,
    RuleSet,
    Sort,
    Validity,
    Variable,
)
from kb.inference.write import format_rules

words = st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True)
named = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,3}", fullmatch=True).map(Variable)
variables = st.one_of(st.just(Variable("_")), named)
letters = st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t")
texts = st.text(letters, max_size=12)
constants = st.one_of(
    st.integers(-(2**31) + 1, 2**31 - 1), words, texts, st.sampled_from(["if", "not", "is"])
)
terms = st.one_of(variables, constants)
literals = st.builds(
    Literal, words, st.lists(terms, min_size=1, max_size=3).map(tuple), st.booleans(), st.booleans()
)
comparisons = st.builds(Comparison, terms, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), terms)
aggregates = st.builds(
    Aggregate,
    terms,
    st.sampled_from(["count", "sum"]),
    named,
    st.lists(st.one_of(literals, comparisons), min_size=1, max_size=3).map(tuple),
)
sums = st.builds(Arithmetic, terms, terms, st.sampled_from(["+", "-"]), terms)
heads = st.builds(Literal, words, st.lists(terms, min_size=1, max_size=2).map(tuple))
bodies = st.lists(st.one_of(literals, comparisons, aggregates, sums), max_size=5).map(tuple)
clauses = st.builds(Clause, heads, bodies)
identities = st.from_regex(r"[a-z][a-z0-9]{0,4}(-[a-z0-9]{1,4}){0,2}", fullmatch=True)
editions = st.sampled_from(["2010-02-01", "2019-07-12", "1.2", "2005", "undated"])
ranges = st.one_of(
    editions.map(lambda one: (one, one)),
    st.tuples(editions, st.none()),
    st.tuples(st.none(), editions),
    st.tuples(editions, editions),
)
numbers = st.one_of(st.sampled_from(["110.2", "184.3.a.1", "s4"]), st.text(letters, min_size=1, max_size=12))
citations = st.builds(
    lambda document, ends, cited: Citation(document, *ends, tuple(cited)),
    identities,
    ranges,
    st.lists(numbers, min_size=1, max_size=3),
)
validities = st.builds(lambda document, ends: Validity(document, *ends), identities, ranges)
sentences = st.dictionaries(st.sampled_from(["en", "fr", "es"]), texts)
rules = st.builds(
    Rule,
    identities,
    st.sampled_from(RuleKind),
    st.lists(st.sampled_from(["mtg", "ygo", "all"]), min_size=1, max_size=2).map(tuple),
    st.lists(citations, max_size=2).map(tuple),
    st.lists(validities, max_size=2).map(tuple),
    st.lists(identities, max_size=2).map(tuple),
    st.lists(st.sampled_from(["M-PRM-2", "X-2"]), max_size=2).map(tuple),
    sentences,
    st.lists(clauses, max_size=3).map(tuple),
)
parameters = st.lists(named.map(lambda variable: variable.name), min_size=1, max_size=2).map(tuple)
predicates = st.builds(Predicate, words, st.sampled_from(Sort), parameters, sentences)
rulesets = st.builds(
    RuleSet, st.lists(predicates, max_size=3).map(tuple), st.lists(rules, max_size=3).map(tuple)
)


@settings(max_examples=150, deadline=None)
@given(rulesets)
def test_what_is_written_is_read_back_as_the_same_rules(found: RuleSet) -> None:
    assert parse_rules(format_rules(found), "written.crl") == found


@settings(max_examples=50, deadline=None)
@given(rulesets)
def test_formatting_what_is_formatted_changes_nothing(found: RuleSet) -> None:
    once = format_rules(found)
    assert format_text(once, "written.crl") == once


COMMENTED = """\
# About this file.

# Who controls what.
state controller(X,P)  # the main question
  en "{P} controls {X}" # says who

rule  stays
  # of a lasting kind
  kind duration
  game mtg ygo
  cites mtg-cr 2010-02-01..2019-05-03 : 110.2,111.2 # both
  cites ygo-pages undated: "s4, first half"
  # as long as nothing ends it
  controller(X,P) if before controller(X,P),
     not moved(X).   # "moved" is new
  # the end
"""

FORMATTED = """\
# About this file.

# Who controls what.
# the main question
# says who
state controller(X, P)
  en "{P} controls {X}"

# both
rule stays
  kind duration
  game mtg ygo
  cites mtg-cr 2010-02-01..2019-05-03: 110.2, 111.2
  cites ygo-pages undated: "s4, first half"
  # of a lasting kind
  # as long as nothing ends it
  # "moved" is new
  controller(X, P) if before controller(X, P), not moved(X).

# the end
"""


def test_comments_stay_with_what_they_are_about() -> None:
    assert format_text(COMMENTED, "house.crl") == FORMATTED
    assert format_text(FORMATTED, "house.crl") == FORMATTED


def test_a_long_clause_is_written_one_condition_a_line() -> None:
    conditions = ", ".join(f"some_long_condition_{number}(X)" for number in range(5))
    text = f"rule a\n  kind default\n  game all\n  here(X) if {conditions}.\n"
    lines = format_text(text, "house.crl").splitlines()
    assert lines[3] == "  here(X) if"
    assert lines[-1] == "    some_long_condition_4(X)."


def test_what_does_not_follow_the_language_is_not_formatted() -> None:
    with pytest.raises(RuleError, match="unknown beginning of a block"):
        format_text("here(X).", "house.crl")


def test_windows_line_ends_and_a_byte_order_mark_are_read() -> None:
    text = '\ufeffstate here(X)\r\n  en "{X} is here"\r\nrule a\r\n  kind default\r\n  game mtg\r\n'
    found = parse_rules(text, "house.crl")
    assert found.predicates[0].templates == {"en": "{X} is here"}
    assert found.rules[0].games == ("mtg",)
