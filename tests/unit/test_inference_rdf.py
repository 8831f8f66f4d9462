"""Rules as RDF: the same rules on both sides, and strangers' triples refused with the node at fault."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from inference_strategies import rulesets
from inference_tools import CONTROL
from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, Store, Triple, parse

from kb.errors import RuleError
from kb.inference.parse import parse_rules
from kb.inference.rdf_read import rules_from_rdf, rules_from_turtle
from kb.inference.rdf_write import rules_to_rdf, to_turtle
from kb.inference.records import RuleSet, merge
from kb.namespaces import BASE, CORE, LOGIC, sparql_prologue
from kb.ontology_files import ontology_files, ontology_root

LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
EXCEPTION = (
    CONTROL
    + """
rule cited
  kind constraint
  game mtg ygo
  cites mtg-cr 2010-02-01..2019-05-03: 110.2, 111.2
  cites mtg-cr 2019-07-12..: 110.2
  valid mtg-cr 2010-02-01..
  covers M-PRM-2 X-2
  en "Nobody controls two."
  controller(X, nobody) if before controller(X, P), not before controller(X, "someone else"),
    N is count of Q where before controller(X, Q) and Q != P, N > 1, M is N + -1, M < 777.
"""
)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rulesets)
def test_what_goes_through_rdf_comes_back_the_same(found: RuleSet) -> None:
    usable = RuleSet(
        tuple({predicate.name: predicate for predicate in found.predicates}.values()),
        tuple({rule.id: rule for rule in found.rules}.values()),
    )
    two_terms = all(
        len(literal.terms) <= 2
        for rule in usable.rules
        for clause in rule.clauses
        for literal in clause.literals()
    )
    if two_terms:
        assert rules_from_rdf(list(rules_to_rdf(usable))[::-1], "written.ttl") == usable


def test_the_packaged_rules_go_through_turtle_unchanged() -> None:
    packaged = merge(
        parse_rules(path.read_text(encoding="utf-8"), path.name) for path in ontology_files("rules/*.crl")
    )
    assert len(packaged.rules) > 50
    assert rules_from_turtle(to_turtle(packaged), "packaged.ttl") == packaged


def test_the_same_rules_are_always_the_same_turtle() -> None:
    rules = parse_rules(EXCEPTION, "house.crl")
    assert to_turtle(rules) == to_turtle(parse_rules(EXCEPTION, "other.crl"))


def stored(text: str) -> Store:
    store = Store()
    store.extend(Quad(*triple) for triple in rules_to_rdf(parse_rules(text, "house.crl")))
    return store


def test_a_query_finds_the_rules_that_rest_on_a_provision() -> None:
    store = stored(EXCEPTION)
    asked = sparql_prologue() + (
        "SELECT ?id WHERE { ?rule core:ruleId ?id ; "
        "core:cites <https://w3id.org/tcg-rules/provision/mtg-cr/2010-02-01/110.2> }"
    )
    assert [row["id"].value for row in store.query(asked)] == ["cited"]  # type: ignore[union-attr]


def test_a_query_finds_which_rules_conclude_and_read_a_predicate() -> None:
    store = stored(EXCEPTION)
    asked = sparql_prologue() + (
        "SELECT DISTINCT ?id WHERE { ?rule core:ruleId ?id ; logic:clause ?clause . "
        "?clause logic:head/logic:predicate/logic:name 'controller' ; "
        "logic:condition/logic:predicate/logic:name 'active' }"
    )
    assert [row["id"].value for row in store.query(asked)] == ["theft"]  # type: ignore[union-attr]


def test_every_term_used_is_declared_with_labels_in_three_languages() -> None:
    declared = Store()
    for name in ("core", "logic"):
        declared.load(path=str(ontology_root() / f"{name}.ttl"), format=RdfFormat.TURTLE)
    used = {
        node.value
        for triple in rules_to_rdf(parse_rules(EXCEPTION, "house.crl"))
        for node in triple
        if isinstance(node, NamedNode) and node.value.startswith((LOGIC, CORE))
    }
    assert len(used) > 35
    for iri in sorted(used):
        labels = declared.quads_for_pattern(NamedNode(iri), NamedNode(LABEL), None)
        languages = {quad.object.language for quad in labels if isinstance(quad.object, Literal)}
        assert languages == {"en", "fr", "es"}, iri


def changed(old: str, new: str) -> list[Triple]:
    """The triples of the rules with one piece of their N-Triples text replaced."""
    text = "\n".join(f"{triple} ." for triple in rules_to_rdf(parse_rules(EXCEPTION, "house.crl")))
    assert old in text
    return [quad.triple for quad in parse(text.replace(old, new), format=RdfFormat.N_TRIPLES)]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"cited"', '"__import__(1)"', "ruleId cannot be this: found '__import__\\(1\\)'"),
        (f"{CORE}constraintRule", f"{CORE}constrainRule", "unknown kind: .* did you mean .*constraintRule"),
        (f"{BASE}mtg#Magic", f"{BASE}mtg#Magick", "unknown game: .* did you mean .*mtg#Magic'"),
        ('"X"^^', '"x = 1"^^', "first cannot be this: found 'x = 1'"),
        (f"{LOGIC}counted", f"{LOGIC}weighed", "counted is missing"),
        ('"count"', '"len"', "unknown function: found 'len'"),
        ('<https://w3id.org/tcg-rules/logic#operator> ">"', f'<{LOGIC}operator> "in"', "unknown operator"),
        ("predicate/active>", "predicate/a%20b>", "not a predicate: found"),
        ("rule/default-controller> .", "rule/a%2Fb> .", "defeats is no rule"),
        ('"2010-02-01"', '"2010 or so"', "validFrom cannot be this"),
        ('"mtg-cr"', '"MTG; cr"', "document cannot be this"),
        (f'<{LOGIC}negated> "true"', f'<{LOGIC}negated> "perhaps"', "negated cannot be this"),
        (
            '"777"^^<http://www.w3.org/2001/XMLSchema#integer>',
            '"3.5"^^<http://www.w3.org/2001/XMLSchema#decimal>',
            "right cannot be this",
        ),
        ('"nobody"', '"nobody"@en', "second cannot be this"),
        ('"Nobody controls two."@en', '"Nobody controls two."@de', "statement cannot be this"),
    ],
)
def test_what_could_not_stand_in_a_rule_file_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(RuleError, match=rf"stranger\.ttl \(.*\): ({message})"):
        rules_from_rdf(changed(old, new), "stranger.ttl")


def test_two_values_where_one_belongs_are_refused() -> None:
    triples = list(rules_to_rdf(parse_rules(CONTROL, "house.crl")))
    rule = NamedNode(f"{BASE}rule/theft")
    triples.append(Triple(rule, NamedNode(CORE + "ruleId"), Literal("robbery")))
    with pytest.raises(RuleError, match="ruleId is given 2 times: expected one value"):
        rules_from_rdf(triples, "stranger.ttl")


def test_an_aggregate_inside_itself_is_refused() -> None:
    inner = f"{BASE}rule/cited/clause/1/3"
    triples = [
        *rules_to_rdf(parse_rules(EXCEPTION, "house.crl")),
        Triple(NamedNode(inner), NamedNode(LOGIC + "condition"), NamedNode(inner)),
    ]
    with pytest.raises(RuleError, match="an aggregate cannot hold another one"):
        rules_from_rdf(triples, "stranger.ttl")


def test_what_is_not_turtle_is_refused_with_its_line() -> None:
    with pytest.raises(RuleError, match=r"stranger\.ttl:2: not Turtle"):
        rules_from_turtle("@prefix a: <https://example.org/> .\na:b a:c", "stranger.ttl")


def test_other_triples_beside_the_rules_are_passed_over() -> None:
    other = Triple(NamedNode("https://example.org/a"), NamedNode(LABEL), Literal("a"))
    rules = parse_rules(CONTROL, "house.crl")
    assert rules_from_rdf([other, *rules_to_rdf(rules)], "mixed.ttl") == rules
