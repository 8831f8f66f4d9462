"""Where pyoxigraph is absent, as in a browser, rdflib stands in for it and the answers are the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pyoxigraph
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.rdf import formats, parsing, results, store, terms, writing
from kb.rdf.memory import time_limit

ROOT = Path(__file__).parents[2]
BLOCKED = "pyoxigraph tantivy Stemmer rapidfuzz pandas numpy ipywidgets"
SESSION = """
import sys
for name in sys.argv[1:]:
    sys.modules[name] = None
import kb
from kb.ontology_files import ontology_root
from kb.rdf import IS_FALLBACK
examples = ontology_root() / "examples"
rules = kb.load(examples / "documents", store=None)
print("fallback", IS_FALLBACK, file=sys.stderr)
table = rules.table(examples / "scenarios" / "mtg-borrowed-over-aura.yaml")
answer = rules.who_controls("ox", table, at="after:2")
print(answer.value, answer.why("fr"), answer.why_not("Ben"), answer.picture())
print(rules.compare("950.3", "fr", "en"), rules.rule("950.3"), rules.coverage())
print(repr(rules.passages(language="fr")), repr(rules.sources()))
print(rules.concept("battlefield"), rules.timeline(table))
print(repr(rules.diverge("en", "fr")))
texts = '?p text:number ?n ; text:content ?t ; text:language "fr"'
print(rules.select(f"SELECT ?n ?t {{ {texts} }} ORDER BY ?n").to_dicts())
print(rules.select('ASK { ?p text:number "950.3" }'))
made = rules.select('CONSTRUCT { ?p text:number ?n } { ?p text:number ?n ; text:language "es" }')
print(sorted(map(str, made.to_dicts())), len(made.to_turtle().split()) > 30)
print(rules.select('SELECT (COUNT(*) AS ?rules) { ?r a core:Rule }'))
print(rules.select('SELECT (COUNT(*) AS ?n) { GRAPH ?g { ?c a skos:Concept } }'))
graph = rules.publish(table)
print(rules.select(f'SELECT (COUNT(*) AS ?facts) FROM <{graph}> {{ ?s ?p ?o }}'))
"""


def _session(*blocked: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SESSION, *blocked], capture_output=True, text=True, cwd=ROOT, timeout=300
    )


@pytest.mark.slow
def test_every_answer_is_the_same_without_pyoxigraph_and_the_index_of_words() -> None:
    usual, without = _session(), _session(*BLOCKED.split())
    assert "fallback False" in usual.stderr
    assert "fallback True" in without.stderr, without.stderr
    assert without.returncode == 0, without.stderr
    assert len(usual.stdout) > 10_000
    assert without.stdout == usual.stdout


def test_a_directory_needs_pyoxigraph_and_the_error_says_so() -> None:
    with pytest.raises(OSError, match=r"needs pyoxigraph; store=None keeps it in memory"):
        store.Store("somewhere")


def _term(of: Any, kind: str, value: str, extra: str) -> Any:
    if kind == "language":
        return of.Literal(value, language=extra)
    if kind == "typed":
        return of.Literal(value, datatype=of.NamedNode(f"http://example.org/{extra}"))
    return of.Literal(value)


@given(
    st.sampled_from(["plain", "language", "typed"]), st.text(), st.from_regex("[a-zA-Z]{2,8}", fullmatch=True)
)
def test_a_literal_is_spelt_as_pyoxigraph_spells_it_and_read_back(kind: str, value: str, extra: str) -> None:
    ours, theirs = _term(terms, kind, value, extra), _term(pyoxigraph, kind, value, extra)
    assert (str(ours), ours.value, ours.language) == (str(theirs), theirs.value, theirs.language)
    line = f"<x:s> <x:p> {ours} ."
    [quad] = parsing.parse(line, formats.RdfFormat.N_TRIPLES)
    assert quad.object == ours


@pytest.mark.parametrize("value", [True, False, 0, -7, 5.0, 0.25])
def test_a_python_value_is_the_literal_that_pyoxigraph_makes(value: float) -> None:
    assert str(terms.Literal(value)) == str(pyoxigraph.Literal(value))


@pytest.mark.parametrize("iri", ["rel", "a b:c", "x:é", "x:a|b", "x:a{b", "x:%zz", "x:%20", "1x:a", "x:"])
def test_an_iri_is_one_where_pyoxigraph_takes_it_for_one(iri: str) -> None:
    def is_taken(of: Any) -> bool:
        try:
            of.NamedNode(iri)
        except ValueError:
            return False
        return True

    assert is_taken(terms) == is_taken(pyoxigraph)


TEXT = """@prefix x: <http://example.org/> .
x:a x:says "oui"@fr , "01"^^x:code , 7 , true ; x:knows x:b .
x:b x:says "no \\"x\\"" ."""


@pytest.mark.parametrize("form", ["TURTLE", "N_TRIPLES", "RDF_XML", "JSON_LD", "TRIG"])
def test_what_is_written_is_read_again(form: str) -> None:
    quads = set(parsing.parse(TEXT, formats.RdfFormat.TURTLE))
    assert len(quads) == 6
    written = writing.serialize(quads, format=formats.RdfFormat[form], prefixes={"x": "http://example.org/"})
    assert written is not None
    assert set(parsing.parse(written, formats.RdfFormat[form])) == quads
    there = pyoxigraph.parse(written, getattr(pyoxigraph.RdfFormat, form))
    assert {str(quad) for quad in there} == {str(quad) for quad in quads}


@pytest.mark.parametrize(("text", "line"), [("<x:a> <x:b> <x:c> .\n<x:a> <x:b> .\n", 2), ("\n\n<x:a", 3)])
def test_a_fault_is_named_with_its_line(text: str, line: int) -> None:
    with pytest.raises(SyntaxError, match="not a triple") as raised:
        list(parsing.parse(text, formats.RdfFormat.N_TRIPLES))
    assert raised.value.lineno == line
    with pytest.raises(SyntaxError, match="Parser error"):
        list(parsing.parse("<x:a> <x:b> .", formats.RdfFormat.TURTLE))


@pytest.fixture
def filled() -> store.Store:
    made = store.Store()
    for graph in ("x:g", "x:h"):
        made.load(
            "<x:s> <x:p> <x:o> .\n" + f'<x:s> <x:in> "{graph}" .', formats.RdfFormat.N_TRIPLES,
            to_graph=terms.NamedNode(graph),
        )  # fmt: skip
    return made


def _count(of: store.Store, where: str, **how: Any) -> int:
    found = of.query(f"SELECT (COUNT(*) AS ?n) {{ {where} }}", **how)
    assert isinstance(found, results.QuerySolutions)
    return int(next(found)["n"].value)


def test_the_default_graph_is_empty_the_union_of_all_or_what_is_chosen(filled: store.Store) -> None:
    assert _count(filled, "?s ?p ?o") == 0
    assert _count(filled, "GRAPH ?g { ?s ?p ?o }") == 4
    assert _count(filled, "?s ?p ?o", use_default_graph_as_union=True) == 3
    chosen = [terms.NamedNode("x:g")]
    assert _count(filled, "?s ?p ?o", default_graph=chosen, named_graphs=[]) == 2
    assert _count(filled, "GRAPH ?g { ?s ?p ?o }", default_graph=[], named_graphs=chosen) == 2


def test_quads_are_found_by_any_part_and_removed(filled: store.Store) -> None:
    s, p, o, g = (terms.NamedNode(f"x:{name}") for name in "spog")
    for pattern in ((s, p, o), (s, p, None), (None, p, o), (s, None, o), (s, None, None), (None, p, None)):
        assert len(list(filled.quads_for_pattern(*pattern, g))) == (2 if pattern[1:] == (None, None) else 1)
    filled.remove(terms.Quad(s, p, o, g))
    assert len(list(filled.quads_for_pattern(None, None, o))) == 1
    filled.remove_graph(terms.NamedNode("x:h"))
    assert [name.value for name in filled.named_graphs()] == ["x:g"]
    assert len(filled) == 1


def test_a_query_with_a_fault_has_its_place(filled: store.Store) -> None:
    with pytest.raises(SyntaxError, match="error at 2:"):
        filled.query("SELECT * {\n ?a ?b }")
    with pytest.raises(SyntaxError, match="Prefix not found"):
        filled.query("SELECT * { ?a no:such ?b }")


def test_a_query_is_stopped_when_its_time_is_up(filled: store.Store) -> None:
    with time_limit(0.0), pytest.raises(TimeoutError):
        list(filled.query("SELECT * { GRAPH ?g { ?a ?b ?c } GRAPH ?h { ?d ?e ?f } }"))  # type: ignore[arg-type]


def test_results_in_json_are_read(filled: store.Store) -> None:
    cell = '{"type":"literal","value":"pli","xml:lang":"fr"}'
    text = f'{{"head":{{"vars":["x","y"]}},"results":{{"bindings":[{{"x":{cell}}}]}}}}'
    found = results.parse_query_results(text)
    assert isinstance(found, results.QuerySolutions)
    assert [tuple(row) for row in found] == [(terms.Literal("pli", language="fr"), None)]
    assert bool(results.parse_query_results('{"head":{},"boolean":true}'))
    with pytest.raises(SyntaxError, match="no results in JSON"):
        results.parse_query_results("[]")
