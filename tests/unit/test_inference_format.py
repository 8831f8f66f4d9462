"""The one way rules are written, and that nothing is lost on the way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from inference_strategies import rulesets

from kb.errors import RuleError
from kb.inference.format_text import format_text
from kb.inference.parse import parse_rules
from kb.inference.records import RuleSet
from kb.inference.write import format_rules


@settings(max_examples=150, deadline=None)
@given(rulesets)
def test_what_is_written_is_read_back_as_the_same_rules(found: RuleSet) -> None:
    assert parse_rules(format_rules(found), "written.crl") == found


@settings(max_examples=50, deadline=None)
@given(rulesets)
def test_formatting_what_is_formatted_changes_nothing(found: RuleSet) -> None:
    once = format_rules(found)
    assert format_text(once, "written.crl") == once


COMMENTED = """\
# About this file.

# Who controls what.
state controller(X,P)  # the main question
  en "{P} controls {X}" # says who

rule  stays
  # of a lasting kind
  kind duration
  game mtg ygo
  cites mtg-cr 2010-02-01..2019-05-03 : 110.2,111.2 # both
  cites ygo-pages undated: "s4, first half"
  # as long as nothing ends it
  controller(X,P) if before controller(X,P),
     not moved(X).   # "moved" is new
  # the end
"""

FORMATTED = """\
# About this file.

# Who controls what.
# the main question
# says who
state controller(X, P)
  en "{P} controls {X}"

# both
rule stays
  kind duration
  game mtg ygo
  cites mtg-cr 2010-02-01..2019-05-03: 110.2, 111.2
  cites ygo-pages undated: "s4, first half"
  # of a lasting kind
  # as long as nothing ends it
  # "moved" is new
  controller(X, P) if before controller(X, P), not moved(X).

# the end
"""


def test_comments_stay_with_what_they_are_about() -> None:
    assert format_text(COMMENTED, "house.crl") == FORMATTED
    assert format_text(FORMATTED, "house.crl") == FORMATTED


def test_a_long_clause_goes_on_the_next_line_between_two_conditions() -> None:
    conditions = ", ".join(f"some_long_condition_{number}(X)" for number in range(9))
    text = f"rule a\n  kind default\n  game all\n  here(X) if {conditions}.\n"
    lines = format_text(text, "house.crl").splitlines()[3:]
    assert all(len(line) <= 110 for line in lines)
    assert [line.strip()[:9] for line in lines] == ["here(X) i", "some_long", "some_long"]
    assert all(line.endswith(",") for line in lines[:-1])


def test_declarations_stand_together_and_rules_stand_apart() -> None:
    text = "rule a\n kind default\n game all\nstate b(X)\n\n\nevent c(X)\nrule d\n kind default\n game all\n"
    assert format_text(text, "house.crl").split("\n\n") == [
        "rule a\n  kind default\n  game all",
        "state b(X)\nevent c(X)",
        "rule d\n  kind default\n  game all\n",
    ]


def test_what_does_not_follow_the_language_is_not_formatted() -> None:
    with pytest.raises(RuleError, match="unknown beginning of a block"):
        format_text("here(X).", "house.crl")


def test_windows_line_ends_and_a_byte_order_mark_are_read() -> None:
    text = '\ufeffstate here(X)\r\n  en "{X} is here"\r\nrule a\r\n  kind default\r\n  game mtg\r\n'
    found = parse_rules(text, "house.crl")
    assert found.predicates[0].templates == {"en": "{X} is here"}
    assert found.rules[0].games == ("mtg",)


def test_every_rule_and_clause_of_the_reference_page_can_be_read(root: Path) -> None:
    page = (root / "docs" / "reference" / "rule-language.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```crl\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 5
    for block in blocks:
        whole = block if block.startswith(("rule", "static")) else f"rule a\nkind default\ngame all\n{block}"
        found = parse_rules(whole, "rule-language.md")
        assert found.rules or found.predicates
