"""Which rules hold in which game and edition."""

from __future__ import annotations

import pytest

from kb.inference.editions import covers, edition_key, select
from kb.inference.parse import parse_rules
from kb.inference.records import RuleSet, Validity

RULES = parse_rules(
    """
rule token-owner-old
  kind definition
  game mtg
  valid mtg-cr ..2019-05-03
rule token-owner-new
  kind definition
  game mtg
  valid mtg-cr 2019-07-12..
rule field
  kind definition
  game ygo
rule everywhere
  kind definition
  game all
rule contested-locks
  kind constraint
  game riftbound
  valid riftbound-cr 1.1..1.2
rule two-papers
  kind definition
  game ygo edopro
  valid ygo-rulings 2005
  valid ygo-rulings 2010-01..2011
  valid ygo-book 9..
""",
    "editions.crl",
)


def ids(game: str, **editions: str) -> list[str]:
    named = {name.replace("_", "-"): edition for name, edition in editions.items()}
    return [rule.id for rule in select(RULES, game, named).rules]


def test_the_newest_edition_holds_when_none_is_given() -> None:
    assert ids("mtg") == ["token-owner-new", "everywhere"]
    assert ids("riftbound") == ["everywhere"]


def test_both_ends_of_a_range_belong_to_it() -> None:
    assert ids("mtg", mtg_cr="2019-05-03") == ["token-owner-old", "everywhere"]
    assert ids("mtg", mtg_cr="2019-07-12") == ["token-owner-new", "everywhere"]
    assert ids("riftbound", riftbound_cr="1.2") == ["contested-locks", "everywhere"][::-1]
    assert ids("riftbound", riftbound_cr="1.3") == ["everywhere"]


def test_every_document_a_rule_names_has_to_be_in_one_of_its_ranges() -> None:
    assert "two-papers" in ids("ygo", ygo_rulings="2005")
    assert "two-papers" in ids("edopro", ygo_rulings="2010-06", ygo_book="10")
    assert "two-papers" not in ids("ygo", ygo_rulings="2005", ygo_book="8")
    assert "two-papers" not in ids("ygo", ygo_rulings="2008")
    assert "two-papers" not in ids("ygo")


def test_versions_are_compared_as_numbers() -> None:
    assert edition_key("1.10") > edition_key("1.9")
    assert covers(Validity("d", "1.9", None), "1.10")


@pytest.mark.parametrize("edition", ["undated", ""])
def test_an_edition_without_a_number_is_in_no_range_but_its_own(edition: str) -> None:
    assert not covers(Validity("d", "1", "2"), edition)
    assert not covers(Validity("d", None, "2"), edition)
    assert covers(Validity("d", "undated", "undated"), "undated")


def test_selecting_keeps_every_declaration() -> None:
    declared = parse_rules("state here(X)", "a.crl")
    assert select(RuleSet(declared.predicates, ()), "mtg", {}).predicates == declared.predicates
