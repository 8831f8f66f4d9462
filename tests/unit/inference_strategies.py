"""Any rule set that can be written, sensible or not."""

from __future__ import annotations

from hypothesis import strategies as st

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
    in_order,
)

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
    st.sampled_from([("mtg",), ("mtg", "ygo"), ("all",), ("riftbound", "edopro")]),
    st.lists(citations, max_size=2).map(tuple),
    st.lists(validities, max_size=2).map(tuple),
    st.lists(identities, max_size=2).map(in_order),
    st.lists(st.sampled_from(["M-PRM-2", "M-PRM-10", "X-2"]), max_size=2).map(in_order),
    sentences,
    st.lists(clauses, max_size=3).map(tuple),
)
parameters = st.lists(named.map(lambda variable: variable.name), min_size=1, max_size=2).map(tuple)
predicates = st.builds(Predicate, words, st.sampled_from(Sort), parameters, sentences)
rulesets = st.builds(
    RuleSet, st.lists(predicates, max_size=3).map(tuple), st.lists(rules, max_size=3).map(tuple)
)
