"""What a text lacks of the edition it follows, and translations held against their edition."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.editions.build import EditionTexts, build_register
from kb.editions.gaps import Gaps, gaps
from kb.editions.model import Edition
from kb.model import Loaded, PassageKind
from loaders.base import load_file

Verb = Callable[..., tuple[int, str, str]]
NUMBERS = ("100", "100.1", "100.2", "100.2a", "101", "101.1", "101.2", "101.3")


def found(*numbers: str) -> Gaps:
    texts = {number: f"Text of {number}." for number in NUMBERS}
    edition = EditionTexts(Edition("lamp-rules", "1.0", None, True, 6, 2), texts, frozenset(("100", "101")))
    return gaps(build_register([edition]), numbers, "1.0")


def test_a_number_left_out_of_a_chapter_is_a_gap() -> None:
    assert found("100", "100.1", "100.2a", "100.2a~ex1").missing == ("100.2",)


def test_a_chapter_of_which_there_is_little_is_an_excerpt_and_no_gap() -> None:
    assert found("100", "100.1", "100.2", "100.2a", "101.2").missing == ()


def test_a_number_that_the_edition_does_not_have_is_told() -> None:
    assert found("100.12", "100.1", "909.1").unknown == ("100.12", "909.1")


def cited(loaded: Loaded) -> dict[str, set[str]]:
    return {
        passage.number: {number for reference in passage.references for number in reference.numbers}
        for passage in loaded.passages
        if passage.kind is PassageKind.RULE
    }


@pytest.mark.shared
def test_the_chinese_rules_cite_other_numbers_than_the_english_in_23_of_3138(shared: Path) -> None:
    chinese, english = (
        cited(load_file(shared / f"corpora/mtg/zh/20260417_{tag}.txt")) for tag in ("Zh", "En")
    )
    assert len(chinese) == len(english) == len(chinese.keys() & english.keys()) == 3138
    differ = {number for number in english if chinese[number] != english[number]}
    assert len(differ) == 23
    assert (chinese["115.3"] - english["115.3"], english["115.3"] - chinese["115.3"]) == (
        {"115.6"},
        {"115.7"},
    )


@pytest.mark.shared
@pytest.mark.parametrize(
    ("chapter", "missing", "unknown"),
    [
        ("100", ["101.4e", "120.4d"], []),
        ("300", ["302.4b"], []),
        ("700", ["701.44b", "702.22b", "702.62c", "702.85b"], ["701.43b", "702.212"]),
    ],
)
def test_the_gaps_of_the_korean_rules_are_found(
    verb: Verb, shared: Path, chapter: str, missing: list[str], unknown: list[str]
) -> None:
    out = verb("identify", shared / f"corpora/mtg/ko/2021-03-05-{chapter}.md", "--format", "json")[1]
    (whole,) = [record for line in out.splitlines() if "whole" in (record := json.loads(line))]
    assert (whole["whole"], whole["missing"], whole["unknown"]) == ("ko", missing, unknown)


@pytest.mark.shared
def test_the_polish_catalogue_is_seen_to_be_untranslated(shared: Path) -> None:
    report = load_file(shared / "corpora/mtg/pl/comprules_pl.po").report
    assert report.language == "en"
    assert [each.detail for each in report.anomalies if each.kind == "translated"] == [
        "0 of 3385 messages are translated"
    ]
