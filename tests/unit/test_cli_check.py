"""The verb check: exact records for programs, and exit codes that a nightly job can trust."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

Verb = Callable[..., tuple[int, str, str]]

KEYS = [
    "file", "id", "question", "ask", "of", "at", "expect", "answer", "status", "rules", "citations",
    "message",
]  # fmt: skip

SCENARIO = """
id: {id}
game: mtg
players: [Ann, Bob]
setup:
  - {{id: ox, name: the ox, kind: creature, owner: Ann, controller: Ann, zone: battlefield}}
events:
  - {{do: gain_control, player: Bob, of: ox, by: whistle, until: end_of_turn}}
questions:
  - {{ask: owner, of: ox, at: end}}
  - {question}
"""
AGREES = "{ask: controller, of: ox, at: end, expect: Bob}"
DIFFERS = "{ask: controller, of: ox, at: end, expect: Ann}"
UNDECIDED = "{ask: legal_target, of: ox, at: end, expect: true}"


@pytest.fixture
def file(tmp_path: Path) -> Callable[..., Path]:
    """Writes a file of scenarios, one for each question given."""

    def write(*questions: str) -> Path:
        path = tmp_path / "cases.yaml"
        documents = (SCENARIO.format(id=f"case-{n}", question=q) for n, q in enumerate(questions))
        path.write_text("---".join(documents), encoding="utf-8")
        return path

    return write


def test_only_questions_with_an_expected_answer_are_checked_and_keep_their_number(
    verb: Verb, file: Callable[..., Path]
) -> None:
    path = file(AGREES)
    code, out, err = verb("check", path, "--format", "json")
    record, summary = map(json.loads, out.splitlines())
    assert (code, err) == (0, "")
    assert list(record) == KEYS
    assert record["question"] == 1
    assert (record["file"], record["id"], record["ask"], record["of"], record["at"]) == (
        str(path), "case-0", "controller", "ox", "end",
    )  # fmt: skip
    assert (record["expect"], record["answer"], record["status"]) == ("Bob", "Bob", "agree")
    assert record["rules"][0] == "mtg-controller"
    assert "613.1b" in [citation.split()[-1] for citation in record["citations"]]
    assert {citation.split()[0] for citation in record["citations"]} == {"mtg-cr"}
    assert summary == {"summary": {"agree": 1, "differ": 0, "undetermined": 0, "error": 0}}


def test_a_difference_is_exit_code_1_and_says_what_was_expected_and_answered(
    verb: Verb, file: Callable[..., Path]
) -> None:
    path = file(AGREES, DIFFERS)
    code, out, _ = verb("check", path)
    assert code == 1
    line, summary = " ".join(out.split()).split(str(path))[1].rsplit('"Bob"', 1)
    assert line == ' case-1 1: controller ox end: expected "Ann", answered '
    assert summary == " 1 agree, 1 differ, 0 undetermined, 0 errors"


def test_undetermined_is_counted_apart_and_is_no_failure(verb: Verb, file: Callable[..., Path]) -> None:
    code, out, _ = verb("check", file(UNDECIDED), "--format", "json")
    record, summary = map(json.loads, out.splitlines())
    assert code == 0
    assert record["status"] == "undetermined"
    assert "missing: the card text" in record["message"]
    assert summary["summary"]["undetermined"] == 1


def test_a_scenario_that_cannot_be_read_is_an_error_exit_code_2_and_the_others_are_checked(
    verb: Verb, file: Callable[..., Path]
) -> None:
    path = file(AGREES, "{ask: controler, of: ox, at: end, expect: Bob}")
    code, out, err = verb("check", path, "--format", "json")
    agreed, wrong, summary = map(json.loads, out.splitlines())
    assert code == 2
    assert agreed["status"] == "agree"
    assert list(wrong) == KEYS
    assert wrong["status"] == "error"
    assert "did you mean 'controller'" in wrong["message"]
    assert wrong["message"] in err
    assert summary["summary"]["error"] == 1


def test_csv_has_one_row_a_question(verb: Verb, file: Callable[..., Path]) -> None:
    rows = list(csv.DictReader(StringIO(verb("check", file(AGREES, DIFFERS), "--format", "csv")[1])))
    assert list(rows[0]) == KEYS
    assert [row["status"] for row in rows] == ["agree", "differ"]


def test_explain_shows_the_derivation_of_what_differs_and_of_nothing_else(
    verb: Verb, file: Callable[..., Path]
) -> None:
    assert "mtg-gain-control" in verb("check", file(DIFFERS), "--explain")[1]
    assert "mtg-gain-control" not in verb("check", file(AGREES), "--explain")[1]


def test_the_summary_speaks_the_language_asked_for(verb: Verb, file: Callable[..., Path]) -> None:
    assert "1 concordent, 0 diffèrent" in verb("check", file(AGREES), "--lang", "fr")[1]
    assert "1 coinciden, 0 difieren" in verb("check", file(AGREES), "--lang", "es")[1]


def test_check_without_a_file_is_wrong_use(verb: Verb) -> None:
    code, _, err = verb("check")
    assert code == 2
    assert "FILE" in err


def test_every_packaged_scenario_agrees(verb: Verb, root: Path) -> None:
    files = sorted((root / "ontology" / "examples" / "scenarios").glob("*.yaml"))
    code, out, _ = verb("check", *files, "--format", "json")
    *records, summary = map(json.loads, out.splitlines())
    assert code == 0
    assert {json.loads(line)["file"] for line in out.splitlines()[:-1]} == {str(path) for path in files}
    assert summary["summary"]["agree"] == len(records)
