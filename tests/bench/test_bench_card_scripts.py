"""All public card scripts, where CARD_SCRIPTS names the folder of a copy; skipped, and counted, without."""

from __future__ import annotations

import csv
import os
import re
from pathlib import Path
from time import process_time

import pytest
from card_script_counts import CONSTANTS, USES, count, page

from kb.edopro.agreement import CardAgreement, Differs, agreements
from kb.edopro.records import ControlFact, Kind
from kb.edopro.texts import LANGUAGES
from loaders.scripts.card_texts import card_texts
from loaders.scripts.facts import script_facts
from loaders.scripts.files import read_facts, read_findings


@pytest.fixture(scope="module")
def scripts() -> list[Path]:
    folder = os.environ.get("CARD_SCRIPTS")
    if not folder:
        pytest.skip("needs a copy of the public card scripts (CARD_SCRIPTS names its folder)")
    return sorted(Path(folder).rglob("*.lua"))


def test_all_scripts_are_read_in_a_minute_and_a_gigabyte(scripts: list[Path]) -> None:
    start, facts, unread = process_time(), 0, []
    for path in scripts:
        found = script_facts(path.read_bytes(), path.name, with_effects=False)
        facts += len(found.control)
        unread += [path.name for problem in found.problems if problem.rule in ("SCR001", "SCR002")]
    worked = process_time() - start
    status = Path("/proc/self/status").read_text("utf-8")
    most = int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]
    print(f"\n  {len(scripts)} scripts, {facts} facts: {worked:.1f} s of work, at most {most:.0f} MB", end="")
    assert unread == []
    assert worked < 60
    assert most < 1024


def test_the_page_of_counts_explains_every_difference(scripts: list[Path]) -> None:
    """Calls read from the tree are those a plain search finds; every other occurrence has a column."""
    found, files = count(Path(os.environ["CARD_SCRIPTS"]))
    assert files == len(scripts)
    for word, counts in found.items():
        assert counts["plain calls"] == counts["calls read"], word
        assert counts["passed on as a value"] >= 0, word
    for word in CONSTANTS:
        explained = found[word]["control facts"] + sum(found[word][use] for use in USES)
        assert explained == found[word]["words"], word
    written = Path(__file__).parents[2] / "docs" / "reference" / "card-script-counts.md"
    assert written.read_text("utf-8") == page(found, files)


def told(fact: ControlFact) -> dict[str, str]:
    """A fact as the columns of the label files."""
    return {
        "by": fact.by,
        "kind": fact.kind.value,
        "to": "; ".join(fact.to),
        "duration": fact.duration.text,
        "what": "; ".join(fact.what),
        "result": fact.result.value if fact.result else "",
        "follow_ups": "; ".join(sorted(fact.follow_ups)),
    }


def compared(scripts: list[Path], labels: str) -> tuple[int, list[str], list[str]]:
    """How many facts were labelled, and which are wrong: where the analyser is certain, and where not."""
    path = Path(__file__).with_name(labels)
    with path.open(encoding="utf-8", newline="") as opened:
        rows = list(csv.DictReader(opened))
    paths = {each.name: each for each in scripts}
    certain, uncertain = [], []
    for name in dict.fromkeys(row["script"] for row in rows):
        facts = [
            fact
            for fact in script_facts(paths[name].read_bytes(), name).control
            if fact.by != "Duel.CreateToken"
        ]
        mine = [row for row in rows if row["script"] == name]
        for by in {row["by"] for row in mine} | {fact.by for fact in facts}:
            of_row = [row for row in mine if row["by"] == by]
            of_fact = [fact for fact in facts if fact.by == by]
            assert len(of_row) == len(of_fact), (name, by)
            for row, fact in zip(of_row, of_fact, strict=True):
                read = told(fact)
                label = {column: row[column] for column in read if column in row}
                if "follow_ups" in label:
                    label["follow_ups"] = "; ".join(sorted(filter(None, label["follow_ups"].split("; "))))
                if any(read[column] != said for column, said in label.items()):
                    (uncertain if fact.unknown else certain).append(f"{name}:{fact.at} {label}")
    return len(rows), certain, uncertain


@pytest.mark.parametrize(
    "labels", ["card_script_labels.csv", "card_script_labels_blind.csv", "card_script_labels_later.csv"]
)
def test_facts_are_those_a_reader_of_the_script_wrote_down(scripts: list[Path], labels: str) -> None:
    """The reader of the first 30 scripts had the facts to check; the reader of the 180 others had not."""
    labelled, certain, uncertain = compared(scripts, labels)
    print(f"\n  {labelled} facts: {len(certain)} wrong, {len(uncertain)} not understood", end="")
    assert certain == []
    assert len(uncertain) <= 0.02 * labelled


@pytest.fixture(scope="module")
def agreement_found() -> tuple[CardAgreement, ...]:
    scripts, texts = os.environ.get("CARD_SCRIPTS"), os.environ.get("CARD_TEXTS")
    if not scripts or not texts:
        pytest.skip(
            "needs copies of the scripts and of card files (CARD_SCRIPTS and CARD_TEXTS name folders)"
        )
    return agreements(card_texts([Path(texts)]), read_facts([Path(scripts)]), LANGUAGES)


def test_texts_that_change_control_agree_with_the_scripts_in_ninety_seven_of_a_hundred(
    agreement_found: tuple[CardAgreement, ...],
) -> None:
    """On the cards of the printed game; those of shows and of other rules are read less well."""
    printed = [each for each in agreement_found if "/official/" in each.script]
    for kinds in ({Kind.TAKE}, set(Kind) - {Kind.LOCK}):
        speaking = [each for each in printed if any(s.kind in kinds for s in each.said["en"])]
        agreeing = [
            each for each in speaking if all(d.differs is Differs.LANGUAGES for d in each.differences)
        ]
        print(f"\n  {len(agreeing)} of {len(speaking)} agree", end="")
        assert len(speaking) > 140
        assert len(agreeing) >= 0.97 * len(speaking)


def test_every_difference_between_text_and_script_was_read_and_classed(
    agreement_found: tuple[CardAgreement, ...],
) -> None:
    path = Path(__file__).with_name("card_text_differences.csv")
    with path.open(encoding="utf-8", newline="") as opened:
        known = {(row["card"], row["differs"]) for row in csv.DictReader(opened)}
    found = {(each.card, d.differs.value) for each in agreement_found for d in each.differences}
    assert found <= known


def test_at_most_one_finding_in_twenty_is_a_false_alarm(scripts: list[Path]) -> None:
    """All findings in the public scripts were read by hand: there are hardly more than a hundred."""
    path = Path(__file__).with_name("card_script_findings.csv")
    with path.open(encoding="utf-8", newline="") as opened:
        verdicts = {(r["rule"], r["script"], int(r["line"])): r["verdict"] for r in csv.DictReader(opened)}
    found = {
        (finding.rule, Path(finding.file).name, finding.at.line)
        for finding in read_findings(scripts)
        if finding.level != "note"
    }
    false = [each for each in found if verdicts.get(each) == "false"]
    print(f"\n  {len(found)} findings: {len(false)} false", end="")
    assert found <= set(verdicts)
    assert 20 * len(false) <= len(found)
    assert {each for each, verdict in verdicts.items() if verdict == "right"} <= found
