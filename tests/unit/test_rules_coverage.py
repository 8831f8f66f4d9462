"""Every numbered statement is accounted for: by rules, by terms of the ontology, or by a reason why not."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kb.inference.coverage import Statement, Status, coverage_page, covering_rules, statements
from kb.inference.rulebase import packaged_rules
from kb.ontology_files import ontology_files

FOUND = statements()
IDS = [statement.id for statement in FOUND]


def test_the_page_is_what_the_rules_and_the_statements_give(root: Path) -> None:
    page = (root / "docs/reference/coverage.md").read_text(encoding="utf-8")
    assert page == coverage_page(FOUND), "run: python -m kb.inference.coverage > docs/reference/coverage.md"


def test_no_statement_is_listed_twice() -> None:
    assert len(set(IDS)) == len(IDS) == 469


def test_every_statement_is_accounted_for_and_what_is_not_encoded_says_why() -> None:
    assert [statement.id for statement in FOUND if statement.status is Status.OPEN] == []
    assert [each.id for each in FOUND if each.remark and each.status is not Status.REMARKED] == []


def test_what_is_stated_concludes_nothing() -> None:
    rules = packaged_rules().by_id()
    assert all(not rules[name].clauses for statement in FOUND for name in statement.stated)
    assert all(rules[name].clauses for statement in FOUND for name in statement.rules)


def test_rules_cover_listed_statements_only() -> None:
    assert set(covering_rules(packaged_rules().rules)) <= set(IDS)


def test_what_is_recorded_is_recorded_in_terms_that_exist() -> None:
    defined = {
        term
        for path in ontology_files("*.ttl")
        for term in re.findall(r"^([a-z]+:\w+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    used = {term for statement in FOUND for term in statement.terms}
    assert used
    assert used <= defined


def test_rules_count_before_statements_statements_before_terms_and_terms_before_remarks() -> None:
    assert Statement("a", "mtg", "s", rules=("r",), stated=("t",)).status is Status.ENCODED
    assert Statement("a", "mtg", "s", stated=("t",), terms=("core:owner",)).status is Status.STATED
    assert Statement("a", "mtg", "s", terms=("core:owner",), remark="why").status is Status.RECORDED
    assert Statement("a", "mtg", "s", remark="why").status is Status.REMARKED
    assert Statement("a", "mtg", "s").status is Status.OPEN


def test_the_page_counts_each_status_for_each_game_and_together() -> None:
    page = coverage_page(
        (
            Statement("M-1", "mtg", "Tokens", rules=("a", "b"), stated=("c",)),
            Statement("M-2", "mtg", "Zones"),
            Statement("X-1", "all", "Words", terms=("core:owner",)),
            Statement("X-2", "all", "Words", remark="no such thing in play"),
        )
    )
    assert "| Magic | 2 | 1 | 0 | 0 | 0 | 1 |" in page
    assert "| together | 4 | 1 | 0 | 1 | 1 | 1 |" in page
    assert "| M-1 | encoded | `a`, `b`, `c` |" in page
    assert "| X-2 | not encoded | no such thing in play |" in page


@pytest.mark.shared
def test_the_statements_are_those_of_the_description_of_the_domain(shared: Path) -> None:
    described = json.loads(next(shared.rglob("atomic-rules.json")).read_text(encoding="utf-8"))
    assert sorted(IDS) == sorted(each["id"] for each in described)
