"""The ontology's own page: its tables are counted, its links lead somewhere, its versions are told."""

from __future__ import annotations

import re

from ontology_reading import MODULES, parsed
from ontology_tables import README, main, module_table
from rdflib import OWL, RDF

from kb.inference.rulebase import packaged_rules
from kb.ontology_files import ontology_files, ontology_root
from kb.queries.concepts import concept


def test_the_tables_are_what_the_files_hold() -> None:
    assert main([]) == 0, "run: python tests/ontology/ontology_tables.py --write"


def test_every_term_is_said_in_three_languages() -> None:
    rows = list(module_table())[2:]

    assert [row.rsplit(" | ", 3)[1:] for row in rows] == [["all", "all", "all |"]] * len(MODULES)


def test_every_link_of_the_page_leads_to_a_file() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README.read_text(encoding="utf-8"))

    assert len(targets) >= 20
    assert [each for each in targets if not (ontology_root() / each).exists()] == []


def test_the_changes_of_terms_name_the_version_of_every_file() -> None:
    changes = (ontology_root() / "CHANGES.md").read_text(encoding="utf-8")
    for path in (*ontology_files("*.ttl"), *ontology_files("alignments/*.ttl")):
        graph = parsed(path)
        for ontology in graph.subjects(RDF.type, OWL.Ontology):
            assert f"## {graph.value(ontology, OWL.versionInfo)}" in changes, path.name


def test_the_project_s_page_leads_here_and_names_the_commands_that_find_a_word() -> None:
    readme = (ontology_root().parent / "README.md").read_text(encoding="utf-8")

    assert "](ontology/README.md)" in readme
    assert "`make site`" in readme
    assert "`tcg-rules concept propriétaire`" in readme
    assert "`tcg-rules show-rule mtg-token-owner`" in readme
    assert "mtg-token-owner" in packaged_rules().by_id()
    assert concept("propriétaire")
