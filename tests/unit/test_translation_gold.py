"""The bilingual page against the findings read by hand: what is found, and what is found for nothing."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from translation_tools import gold, seed_pairs

from kb.translation import Direction, Finding, diverge

ACCEPTED: dict[str, set[str]] = {
    "meta.version_skew": {"meta.version_skew"},
    "structure.missing_sentence": {"structure.missing_sentence", "structure.missing_rule"},
    "structure.missing_rule": {"structure.missing_rule"},
    "structure.missing_clause": {
        "structure.missing_clause",
        "structure.replaced_sentence",
        "meaning.condition",
    },
    "structure.added_clause": {"structure.added_clause", "meaning.time"},
    "structure.replaced_sentence": {"structure.replaced_sentence"},
    "structure.rephrased_sentence": {"structure.rephrased_sentence"},
    "structure.undeclared_elision": {"structure.undeclared_elision"},
    "structure.sentence_split": {"structure.sentence_split"},
    "xref.added": {"xref.added"},
    "xref.removed": {"xref.removed", "structure.missing_rule"},
    "xref.dangling": {"xref.dangling"},
    "meaning.scope": {"meaning.scope"},
    "meaning.attachment": {"meaning.attachment"},
    "meaning.modality": {"meaning.modality"},
    "meaning.possessive": {"meaning.possessive"},
    "meaning.scope_of_instead": {"meaning.scope_of_instead"},
    "meaning.term_shift": {"meaning.term_shift"},
    "wording.obsolete_term": {"wording.obsolete_term"},
    "meaning.contradiction": {"meaning.contradiction"},
    "meta.authority_label": {"meta.authority_label"},
    "meta.language_only_text": {"meta.language_only_text"},
    "typo.nbsp": {"typo.nbsp"},
    "typo.apostrophe": {"typo.apostrophe"},
    "typo.quote_style": {"typo.quote_style"},
    "typo.paren_period": {"typo.paren_period"},
}
"""What answers a row of the gold standard, beside which a finding counts as right."""
NO_RULE = {
    "typo.nbsp",
    "typo.apostrophe",
    "typo.quote_style",
    "typo.paren_period",
    "meta.version_skew",
    "meta.authority_label",
}


@pytest.fixture(scope="module")
def findings(shared: Path) -> tuple[Finding, ...]:
    return diverge(seed_pairs(shared), document="mtg-cr")


def _by_rule(findings: tuple[Finding, ...]) -> dict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for each in findings:
        found[_rule(each)].add(each.divergence.kind)
        found["doc"].add(each.divergence.kind)
    return found


def _rule(finding: Finding) -> str:
    """The rule of a finding as the gold standard names it: paragraphs before the rules are the preamble."""
    return "preamble" if finding.pair.part == "prose" else finding.pair.key


def _is_found(row: dict[str, str], found: dict[str, set[str]]) -> bool:
    return bool(ACCEPTED.get(row["kind"], set()) & found.get(row["rule"], set()))


def _recall(rows: list[dict[str, str]], found: dict[str, set[str]]) -> float:
    missed = [f"{row['id']} {row['kind']}" for row in rows if not _is_found(row, found)]
    share = 1 - len(missed) / len(rows)
    print(f"{len(rows)} rows, recall {share:.2f}, missed {missed}")
    return share


def test_what_is_missing_replaced_or_cited_otherwise_is_found(
    shared: Path, findings: tuple[Finding, ...]
) -> None:
    families = ("structure.missing", "structure.replaced", "structure.undeclared", "xref.")
    rows = [
        row
        for row in gold(shared, "gold-divergences-seed-003.csv")
        if row["kind"].startswith(families) and row["kind"] != "xref.number_agreement"
    ]
    assert _recall(rows, _by_rule(findings)) >= 0.95


def test_most_of_what_changes_the_meaning_is_found(shared: Path, findings: tuple[Finding, ...]) -> None:
    rows = [r for r in gold(shared, "gold-divergences-seed-003.csv") if r["severity"] == "changed meaning"]
    assert _recall(rows, _by_rule(findings)) >= 0.75


def test_what_is_stale_is_found(shared: Path, findings: tuple[Finding, ...]) -> None:
    rows = [r for r in gold(shared, "gold-divergences-seed-003.csv") if r["severity"] == "stale translation"]
    assert _recall(rows, _by_rule(findings)) >= 0.90


def test_the_newer_side_is_right_on_every_stale_finding(shared: Path, findings: tuple[Finding, ...]) -> None:
    newer = {
        row["rule"]: row["newer_side"]
        for row in gold(shared, "gold-divergences-seed-003.csv")
        if row["severity"] == "stale translation" and row["rule"] != "doc"
    }
    told = [f for f in findings if f.divergence.severity == "stale" and f.pair.key in newer]
    sides = {Direction.LEFT: "EN", Direction.RIGHT: "FR", None: "-"}
    assert len(told) >= 10
    assert [f.pair.key for f in told if sides[f.divergence.newer] != newer[f.pair.key]] == []


def test_what_is_found_is_in_the_gold_standard(shared: Path, findings: tuple[Finding, ...]) -> None:
    wanted: defaultdict[str, set[str]] = defaultdict(set)
    for row in gold(shared, "gold-divergences-seed-003.csv"):
        accepted = ACCEPTED.get(row["kind"], {row["kind"]})
        wanted[row["rule"]] |= accepted
        wanted["doc"] |= accepted & NO_RULE | ({"xref.dangling"} if row["kind"] == "xref.dangling" else set())
    wrong = [
        f"{f.pair.key} {f.divergence.kind} {f.divergence.note}"
        for f in findings
        if f.divergence.kind not in wanted[_rule(f)] | wanted["doc"]
    ]
    share = 1 - len(wrong) / len(findings)
    print(f"{len(findings)} findings, precision {share:.2f}, wrong {wrong}")
    assert share >= 0.90


def test_a_sentence_that_is_missing_is_not_called_newer_or_older_without_evidence(
    findings: tuple[Finding, ...],
) -> None:
    [found] = [
        f for f in findings if (f.pair.key, f.divergence.kind) == ("111.2", "structure.missing_sentence")
    ]
    assert found.divergence.newer is None
    assert found.divergence.severity == "changed meaning"
