"""Which numbers a rule cites under an edition."""

from __future__ import annotations

from kb.inference.citations import Fit, citations_for
from kb.inference.records import Citation, Rule, RuleKind


def rule(*cites: Citation) -> Rule:
    return Rule("a-rule", RuleKind.DEFAULT, ("all",), cites=cites)


OLD = Citation("mtg-cr", "2010-02-01", "2012-05-01", ("1.1",))
MIDDLE = Citation("mtg-cr", "2014-02-01", "2016-08-26", ("1.2", "1.3"))
NEW = Citation("mtg-cr", "2019-07-12", None, ("2.4",))
SPELLS = Citation("mtg-cr", "2010-02-01", None, ("7.1",))


def test_every_citation_that_holds_in_the_edition_is_given() -> None:
    cited = citations_for(rule(OLD, NEW, SPELLS), "mtg-cr", "2011-02-04")
    assert [(each.numbers, each.edition, each.fit) for each in cited] == [
        (("1.1",), "2011-02-04", Fit.HOLDS),
        (("7.1",), "2011-02-04", Fit.HOLDS),
    ]


def test_both_ends_of_a_range_are_included() -> None:
    for edition in ("2014-02-01", "2016-08-26"):
        assert [each.fit for each in citations_for(rule(MIDDLE), "mtg-cr", edition)] == [Fit.HOLDS]


def test_between_two_ranges_the_earlier_one_is_given_with_its_last_edition() -> None:
    (cited,) = citations_for(rule(OLD, MIDDLE, NEW), "mtg-cr", "2018-07-13")
    assert (cited.numbers, cited.edition, cited.fit) == (("1.2", "1.3"), "2016-08-26", Fit.EARLIER)
    assert (cited.first, cited.last) == ("2014-02-01", "2016-08-26")


def test_before_all_ranges_the_first_one_is_given_with_its_first_edition() -> None:
    (cited,) = citations_for(rule(NEW, MIDDLE), "mtg-cr", "2009-10-01")
    assert (cited.numbers, cited.edition, cited.fit) == (("1.2", "1.3"), "2014-02-01", Fit.LATER)


def test_rulings_of_another_year_and_undated_guides_are_kept() -> None:
    ruling = Citation("ygo-rulings", "2005", "2005", ("A CARD",))
    guide = Citation("edopro-guide", "undated", "undated", ("A Section",))
    cited = citations_for(rule(ruling, guide), "ygo-tcg", "2010")
    assert [(each.document, each.edition, each.fit) for each in cited] == [
        ("ygo-rulings", "2005", Fit.OTHER_DOCUMENT),
        ("edopro-guide", "undated", Fit.OTHER_DOCUMENT),
    ]


def test_documents_on_other_games_are_left_out() -> None:
    other = Citation("rift-cr", "1.3", None, ("187",))
    assert [each.document for each in citations_for(rule(NEW, other), "rift-cr", "1.4")] == ["rift-cr"]
    assert citations_for(rule(NEW), "rift-cr", "1.4") == ()


def test_versions_compare_by_their_numbers() -> None:
    nine, ten = Citation("rift-cr", "1.9", "1.9", ("9",)), Citation("rift-cr", "1.10", "1.10", ("10",))
    assert [each.numbers for each in citations_for(rule(nine, ten), "rift-cr", "1.11")] == [("10",)]
