"""Rule files with one mistake each: the error names the place, the mistake and what was meant."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from kb.errors import RuleError
from kb.inference.check import Severity, check_rules
from kb.inference.parse import parse_rules

BAD = sorted((Path(__file__).parent.parent / "bad" / "rules").glob("*.crl"))


def message_about(path: Path) -> str:
    """What the parser or else the checker says about a file: its first error."""
    try:
        rules = parse_rules(path.read_text(encoding="utf-8"), path.name)
    except RuleError as error:
        return str(error)
    errors = [finding for finding in check_rules(rules) if finding.severity is Severity.ERROR]
    return "\n".join(f"{each.place}: {each.message}" for each in errors)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_a_mistake_is_named_with_its_place(path: Path) -> None:
    message = message_about(path)
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# says: "):
            assert line.removeprefix("# says: ") in message
    assert message.startswith(f"{path.name}:")


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_every_bad_file_says_what_it_expects(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# says: ")


def test_an_error_shows_the_line_with_a_caret_under_the_place() -> None:
    with pytest.raises(RuleError) as caught:
        parse_rules("rule a\n  kind defalt\n", "house.crl")
    assert caught.value.excerpt == "  kind defalt\n       ^"
    assert str(caught.value).endswith(caught.value.excerpt)


def test_a_caret_under_a_line_with_tabs_keeps_the_tabs() -> None:
    with pytest.raises(RuleError) as caught:
        parse_rules("rule a\n\tkind\tdefalt\n", "house.crl")
    assert caught.value.excerpt == "\tkind\tdefalt\n\t    \t^"


def test_an_error_in_an_endless_line_shows_only_what_is_near() -> None:
    with pytest.raises(RuleError) as caught:
        parse_rules("rule a kind " + "x" * 1_000_000, "house.crl")
    assert caught.value.excerpt is not None
    assert len(caught.value.excerpt) < 400
    assert len(str(caught.value)) < 800


def test_a_rule_error_survives_being_sent_to_another_process() -> None:
    with pytest.raises(RuleError) as caught:
        parse_rules("rule a\n  kind defalt\n", "house.crl")
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert again.near == ("default",)
