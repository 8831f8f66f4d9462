"""Rule numbers sort, nest and expand as numbers."""

from __future__ import annotations

import random

import pytest

from kb.errors import InputError
from loaders.numbering import RuleNumber, expand


def numbers(*texts: str) -> list[RuleNumber]:
    return [RuleNumber.parse(text) for text in texts]


def test_numbers_sort_by_value_and_aa_comes_after_z() -> None:
    ordered = [
        "108",
        "108.3",
        "108.4",
        "108.4a",
        "108.4b",
        "108.10",
        "702.6",
        "702.60",
        "704.5z",
        "704.5aa",
        "704.6",
    ]
    mixed = numbers(*ordered)
    random.Random(7).shuffle(mixed)
    assert [str(number) for number in sorted(mixed)] == ordered


def test_dotted_numbers_sort_part_by_part() -> None:
    ordered = ["184.2.b", "184.3", "184.3.a", "184.3.a.1", "184.3.a.2", "184.3.a.10", "184.3.b", "184.10"]
    assert [str(number) for number in sorted(numbers(*reversed(ordered)))] == ordered


@pytest.mark.parametrize("text", ["108", "108.4", "108.4a", "704.5aa", "184.3.a.1", "318.3.d.1.a"])
def test_parse_then_print_gives_the_same_text(text: str) -> None:
    assert str(RuleNumber.parse(text)) == text


@pytest.mark.parametrize(
    ("written", "number"),
    [("110.2.", "110.2"), ("901.4.All", "901.4"), ("119.1d.", "119.1d"), (" 184.3.a. ", "184.3.a")],
)
def test_final_dots_and_glued_words_are_no_part_of_a_number(written: str, number: str) -> None:
    assert str(RuleNumber.parse(written)) == number


@pytest.mark.parametrize("text", ["", "rule", "108.", "108.4abc", "1.2.3", "10-8", "108.4A"])
def test_other_texts_are_no_numbers(text: str) -> None:
    if text == "108.":
        assert str(RuleNumber.parse(text)) == "108"
        return
    with pytest.raises(InputError, match="not a rule number: found"):
        RuleNumber.parse(text)


@pytest.mark.parametrize("text", ["108.4l", "704.5o"])
def test_the_letters_l_and_o_are_never_used(text: str) -> None:
    with pytest.raises(InputError, match="the letters l and o are never used"):
        RuleNumber.parse(text)


def test_702_6_does_not_contain_702_60() -> None:
    keyword, other, part = numbers("702.6", "702.60", "702.6d")
    assert part.is_within(keyword)
    assert not other.is_within(keyword)
    assert part.parent == keyword


@pytest.mark.parametrize(
    ("written", "expanded"),
    [
        ("603.7d-f", ["603.7d", "603.7e", "603.7f"]),
        ("603.7d–f", ["603.7d", "603.7e", "603.7f"]),
        ("603.7d - f", ["603.7d", "603.7e", "603.7f"]),
        ("603.7j-n", ["603.7j", "603.7k", "603.7m", "603.7n"]),
        ("704.5y-aa", ["704.5y", "704.5z", "704.5aa"]),
        ("119.7–8", ["119.7", "119.8"]),
        ("184.3.a-c", ["184.3.a", "184.3.b", "184.3.c"]),
        ("108.4a", ["108.4a"]),
    ],
)
def test_ranges_expand_to_every_number_in_them(written: str, expanded: list[str]) -> None:
    assert [str(number) for number in expand(written)] == expanded


@pytest.mark.parametrize("written", ["603.7f-d", "119.8-7", "603.7a-3", "702.1-900"])
def test_a_range_that_runs_backwards_mixes_kinds_or_has_no_end_is_refused(written: str) -> None:
    with pytest.raises(InputError, match="a range runs"):
        expand(written)
