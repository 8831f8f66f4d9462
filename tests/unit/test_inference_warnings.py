"""What runs but looks like a slip is said, and nothing else is."""

from __future__ import annotations

import pytest

from kb.inference.check import Severity, check_rules
from kb.inference.parse import parse_rules

SPOTLESS = """
static thing(X)
  en "{X} is a thing"
  fr "{X} est une chose"
  es "{X} es una cosa"
state here(X)
  en "{X} is here"
  fr "{X} est ici"
  es "{X} está aquí"
rule presence
  kind definition
  game all
  cites house-rules undated: s1
  en "Things are here."
  fr "Les choses sont ici."
  es "Las cosas están aquí."
  here(X) if thing(X), not before here(X).
"""


def warnings(text: str) -> list[str]:
    findings = check_rules(parse_rules(text, "house.crl"))
    assert all(finding.severity is Severity.WARNING for finding in findings)
    return [str(finding) for finding in findings]


def test_rules_without_a_slip_have_no_findings() -> None:
    assert warnings(SPOTLESS) == []


def test_a_missing_language_is_named() -> None:
    text = SPOTLESS.replace('  fr "Les choses sont ici."\n', "").replace('  es "{X} es una cosa"\n', "")
    assert warnings(text) == [
        "house.crl:2:8: warning: predicate 'thing' has no sentence in es",
        "house.crl:9:6: warning: rule 'presence' has no sentence in fr",
    ]


def test_a_sentence_of_blanks_is_no_sentence() -> None:
    text = SPOTLESS.replace('"Les choses sont ici."', '"  "')
    assert warnings(text) == ["house.crl:10:6: warning: rule 'presence' has no sentence in fr"]


def test_a_rule_without_a_citation_is_named() -> None:
    text = SPOTLESS.replace("  cites house-rules undated: s1\n", "")
    assert warnings(text) == ["house.crl:10:6: warning: rule 'presence' cites nothing"]


def test_an_exception_to_nothing_is_named() -> None:
    text = SPOTLESS.replace("kind definition", "kind exception")
    assert warnings(text) == ["house.crl:10:6: warning: rule 'presence' is an exception that defeats nothing"]


def test_a_variable_that_stands_once_is_named() -> None:
    text = SPOTLESS.replace("thing(X), not", "thing(X), thing(Y), not")
    assert warnings(text) == [
        "house.crl:17:24: warning: variable 'Y' stands only once: write '_' if it may be anything"
    ]


def test_words_that_nothing_reads_or_concludes_are_named() -> None:
    sentences = '\n en "a {X}"\n fr "a {X}"\n es "a {X}"\n'
    text = SPOTLESS + f"state gone(X){sentences}event idle(X){sentences}"
    assert warnings(text) == [
        "house.crl:18:7: warning: state predicate 'gone' is neither concluded nor read by a rule",
        "house.crl:22:7: warning: event predicate 'idle' is never read",
    ]
    read = text.replace("not before here(X).", "not before here(X), not gone(X).")
    assert "house.crl:18:7: warning: state predicate 'gone' is read but no rule concludes it" in warnings(
        read
    )


APART = """
static thing(X)
state held(X)
state free(X)
rule held-unless-free
  kind default
  {one}
  held(X) if thing(X), not free(X).
rule free-unless-held
  kind default
  {other}
  free(X) if thing(X), not held(X).
"""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("game mtg", "game ygo"),
        ("game mtg\n  valid mtg-cr ..2019-05-03", "game mtg\n  valid mtg-cr 2019-07-12.."),
    ],
    ids=["games", "editions"],
)
def test_rules_that_never_run_together_make_no_circle(one: str, other: str) -> None:
    rules = parse_rules(APART.format(one=one, other=other), "house.crl")
    assert [each for each in check_rules(rules) if each.severity is Severity.ERROR] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("game mtg", "game all"),
        ("game mtg ygo", "game ygo"),
        ("game mtg\n  valid mtg-cr ..2019-07-12", "game mtg\n  valid mtg-cr 2019-07-12.."),
    ],
)
def test_rules_that_run_together_somewhere_make_a_circle_once(one: str, other: str) -> None:
    rules = parse_rules(APART.format(one=one, other=other), "house.crl")
    assert len([each for each in check_rules(rules) if each.severity is Severity.ERROR]) == 1
