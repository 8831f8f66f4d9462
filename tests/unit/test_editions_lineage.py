"""How rules are followed from one edition to the next, on small texts of our own."""

from __future__ import annotations

import pytest

from kb.editions.build import EditionTexts, build_register
from kb.editions.link import Links, link_editions
from kb.editions.lookup import history, where_is
from kb.editions.model import Edition, Kind
from kb.editions.register import Register
from kb.editions.side import Side
from kb.errors import NotFoundError

OWNER = "The owner of a lantern is the player who lit it before the first bell rang."
KEEPER = "The keeper of a lantern is the player on whose shelf it stands at dusk, unless a moth took it."
MOTH = "A moth that lands on a lantern holds it until the next bell, whoever the keeper may be."
SHELF = "Each player has one shelf, and a shelf never holds more than three lanterns or one ladder."
LADDER = "Ladders lean on shelves; a player climbs one by paying a candle and saying so aloud."


def linked(before: dict[str, str], after: dict[str, str]) -> Links:
    return link_editions(Side.of(before), Side.of(after))


def pairs(links: Links) -> dict[str, tuple[str, str]]:
    return {link.before: (link.after, str(link.kind)) for link in links.rules}


def register_from(*editions: dict[str, str], partial: int | None = None) -> Register:
    return build_register(
        EditionTexts(
            Edition("lamp-rules", f"{at}.0", None, complete=at != partial, rules=len(texts), headings=0),
            texts,
            frozenset(),
        )
        for at, texts in enumerate(editions)
    )


def test_a_rule_that_kept_its_words_and_changed_its_number_moved() -> None:
    found = pairs(linked({"110.5": OWNER, "111.2": SHELF}, {"111.2": OWNER, "112.2": SHELF}))
    assert found == {"110.5": ("111.2", "moved"), "111.2": ("112.2", "moved")}


def test_a_rule_that_only_cites_other_numbers_now_is_edited_with_the_full_score() -> None:
    links = linked({"110.5": f"{OWNER} See rule 111.2."}, {"110.5": f"{OWNER} See rule 112.2."})
    assert [(str(link.kind), link.score) for link in links.rules] == [("edited", 1.0)]


def test_a_number_given_to_another_subject_does_not_carry_the_old_one_on() -> None:
    found = pairs(linked({"110.5": OWNER, "110.6": LADDER}, {"110.5": LADDER, "110.6": MOTH}))
    assert found == {"110.6": ("110.5", "moved")}


def test_equal_titles_follow_the_rules_below_them() -> None:
    before = {"162": "Lanterns", "162.1": OWNER, "187": "Lanterns", "187.1": KEEPER}
    after = {"165": "Lanterns", "165.1": OWNER, "190": "Lanterns", "190.1": KEEPER}
    found = pairs(linked(before, after))
    assert found["162"] == ("165", "moved")
    assert found["187"] == ("190", "moved")


def test_a_chapter_with_a_new_title_is_where_its_rules_are() -> None:
    before = {"308": "Candles", "308.1": OWNER, "308.2": KEEPER}
    after = {"308": "Wicks", "308.1": OWNER, "308.2": KEEPER}
    assert pairs(linked(before, after))["308"] == ("308", "edited")


def test_nearly_equal_rules_keep_to_their_subject_when_chapters_shift() -> None:
    """Vanguards and schemes: one sentence pattern, and each chapter takes the number of the other."""
    pattern = "The owner of a {} card is the player who started the game with it in the drawer."
    before = {"310.5": pattern.format("comet"), "311.5": pattern.format("scheme")}
    after = {"311.5": pattern.format("comet"), "312.5": pattern.format("scheme")}
    found = pairs(linked(before, after))
    assert found == {"310.5": ("311.5", "moved"), "311.5": ("312.5", "moved")}


def test_a_rule_whose_sentences_became_rules_of_their_own_is_split() -> None:
    links = linked({"603.7": f"{KEEPER} {MOTH} {SHELF}"}, {"603.7": KEEPER, "603.8": MOTH, "603.9": SHELF})
    assert pairs(links) == {"603.7": ("603.7", "edited")}
    assert [(part.before, part.after, part.kind) for part in links.parts] == [
        ("603.7", "603.8", Kind.SPLIT),
        ("603.7", "603.9", Kind.SPLIT),
    ]


def test_a_rule_that_another_took_in_is_merged() -> None:
    links = linked({"603.7": KEEPER, "603.8": MOTH}, {"603.7": f"{KEEPER} {MOTH}"})
    assert pairs(links) == {"603.7": ("603.7", "edited")}
    assert [(part.before, part.after, part.kind) for part in links.parts] == [("603.8", "603.7", Kind.MERGED)]


def test_a_rule_is_followed_over_several_editions_with_every_change_named() -> None:
    register = register_from({"110.5": OWNER}, {"111.2": OWNER}, {"111.2": f"{OWNER} No bell, no owner."})
    lineage = where_is(register, "110.5", "0.0", "2.0")
    assert lineage.numbers == ("111.2",)
    assert lineage.kind is Kind.MOVED_EDITED
    assert [str(hop) for hop in lineage.hops] == [
        "0.0 to 1.0: 110.5 -> 111.2, moved (1.00)",
        f"1.0 to 2.0: 111.2 -> 111.2, edited ({lineage.score:.2f})",
    ]


def test_a_rule_is_followed_backwards_too() -> None:
    register = register_from({"110.5": OWNER, "110.6": KEEPER}, {"111.2": OWNER, "110.6": KEEPER})
    assert where_is(register, "111.2", "1.0", "0.0").numbers == ("110.5",)
    assert where_is(register, "110.6", "1.0", "0.0").kind is Kind.SAME


def test_all_parts_of_a_split_rule_are_followed_and_the_main_one_comes_first() -> None:
    register = register_from(
        {"603.7": f"{KEEPER} {MOTH} {SHELF}"},
        {"603.7": KEEPER, "603.8": MOTH, "603.9": SHELF},
        {"604.1": KEEPER, "604.2": MOTH, "603.9": SHELF},
    )
    lineage = where_is(register, "603.7", "0.0", "2.0")
    assert lineage.numbers == ("604.1", "604.2", "603.9")
    assert lineage.kind is Kind.SPLIT
    assert where_is(register, "604.2", "2.0", "0.0").numbers == ("603.7",)


def test_a_rule_without_a_successor_is_gone_and_scores_nothing() -> None:
    lineage = where_is(register_from({"110.5": OWNER}, {"110.5": LADDER}), "110.5", "0.0", "1.0")
    assert (lineage.numbers, lineage.kind, lineage.score) == ((), Kind.GONE, 0.0)


def test_a_rule_missing_from_an_excerpt_is_unknown_not_gone() -> None:
    register = register_from({"110.5": OWNER, "110.6": MOTH}, {"110.6": MOTH}, partial=1)
    assert where_is(register, "110.5", "0.0", "1.0").kind is Kind.UNKNOWN


def test_a_history_names_the_numbers_by_period_and_where_the_rule_began() -> None:
    register = register_from({"9.1": SHELF}, {"110.5": OWNER, "9.1": SHELF}, {"111.2": OWNER, "9.1": SHELF})
    told = history(register, "111.2")
    assert [(period.number, str(period.editions)) for period in told.periods] == [
        ("110.5", "1.0"),
        ("111.2", "2.0"),
    ]
    assert [hop.kind for hop in told.hops] == [Kind.NEW, Kind.MOVED]


def test_an_edition_is_found_by_a_date_on_which_it_was_in_force() -> None:
    register = build_register(
        EditionTexts(
            Edition("lamp-rules", date, date, complete=True, rules=1, headings=0), texts, frozenset()
        )
        for date, texts in (("2010-02-01", {"110.5": OWNER}), ("2010-04-23", {"111.2": OWNER}))
    )
    assert where_is(register, "110.5", "2010-03-15", "2024-01-01").to == "2010-04-23"
    with pytest.raises(NotFoundError, match="no edition of lamp-rules '2009-01-01'"):
        where_is(register, "110.5", "2009-01-01", "2010-04-23")


def test_a_number_that_the_edition_does_not_have_is_told_with_the_nearest_ones() -> None:
    register = register_from({"110.5a": OWNER}, {"111.2": OWNER})
    with pytest.raises(NotFoundError, match=r"in 0\.0 '110\.5b'; did you mean '110\.5a'\?"):
        where_is(register, "110.5b", "0.0", "1.0")
