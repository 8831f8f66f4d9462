"""The report queries: each finds its fault, and the ontology has none that matters."""

from __future__ import annotations

import pyoxigraph
import pytest
from pyoxigraph import Quad, RdfFormat, parse

from kb.inference.rdf_write import to_turtle
from kb.inference.rulebase import packaged_rules
from kb.ontology_files import ontology_files, ontology_root
from kb.turtle import format_turtle
from kb.validation import Check, Severity, checks, run
from kb.validation.queries import run_checks

ONTOLOGY = (
    *ontology_files("*.ttl"),
    *ontology_files("terms/*.ttl"),
    *ontology_files("alignments/*.ttl"),
    *ontology_files("shapes/*.ttl"),
)
CHECKS = checks()
by_name = pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)


def quads() -> list[Quad]:
    return [quad for path in ONTOLOGY for quad in parse(path=path, format=RdfFormat.TURTLE)]


def test_the_profile_names_every_check_and_no_other() -> None:
    lines = (ontology_root() / "checks" / "profile.tsv").read_text(encoding="utf-8").splitlines()
    named = [line.split("\t")[1] for line in lines if not line.startswith("#")]

    assert sorted(named) == sorted(check.name for check in CHECKS)
    assert len(named) >= 40


@by_name
def test_a_check_finds_the_fault_made_for_it(check: Check) -> None:
    store = pyoxigraph.Store()
    example = ontology_root() / "checks" / "examples" / f"{check.name}.ttl"
    store.load(path=str(example), format=RdfFormat.TURTLE)

    assert check.name in {finding.name for finding in run_checks(store)}


@by_name
def test_an_example_of_a_fault_is_in_the_fixed_order(check: Check) -> None:
    example = ontology_root() / "checks" / "examples" / f"{check.name}.ttl"
    text = example.read_text(encoding="utf-8")

    assert format_turtle(text) == text, f"run: python -m kb.turtle {example}"


def test_the_ontology_has_no_fault_that_a_check_or_shape_calls_an_error_or_a_warning() -> None:
    report = run(quads())

    assert [each.text() for each in report.findings if each.severity is not Severity.INFO] == []
    assert report.conforms
    assert report.statements > 10_000


def test_a_fault_in_the_ontology_would_be_found() -> None:
    faulty = [quad for quad in quads() if str(quad.object) != '"propriétaire"@fr']
    names = {finding.name for finding in run(faulty, with_shapes=False).errors}

    assert "missing_translation" in names


def test_the_encoded_rules_break_no_shape_and_no_check() -> None:
    rules = parse(to_turtle(packaged_rules()), format=RdfFormat.TURTLE)
    errors = run([*quads(), *rules]).errors

    assert [each.text() for each in errors] == []
