"""The packaged registers, against facts established by hand and against the real texts where they are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kb import editions as editions_api
from kb.editions import Kind, register_of, where_is
from kb.editions.build import EditionTexts, build_register, edition_texts
from kb.editions.wording import facts_of
from kb.ontology_files import ontology_root
from loaders.base import load_file

NUMBERED = {
    "1999-04-23": 196 + 151,
    "2001-07-23": 245 + 229,
    "2005-08-01": 389 + 490,
    "2009-07-11": 648 + 822,
    "2010-02-01": 718 + 919,
    "2012-02-01": 821 + 1049,
    "2016-01-16": 875 + 1183,
    "2019-01-25": 941 + 1387,
    "2021-02-05": 988 + 1526,
    "2024-09-20": 1128 + 1888,
    "2026-04-17": 1165 + 1973,
    "2026-08-07": 1173 + 1989,
}
"""Rules and subrules of twelve editions, counted without this project; a number given twice counts twice."""

CONSECUTIVE = ("2009-07-08", "2009-10-05", "2010-02-01", "2010-04-23", "2010-06-18", "2010-07-16")
"""File names of consecutive editions among the real texts."""


def test_the_known_editions_have_as_many_rules_as_were_counted_by_hand() -> None:
    known = {edition.name: edition.rules for edition in editions_api.editions()}
    assert {name: known[name] for name in NUMBERED} == NUMBERED
    assert len(known) == 128


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("110.5a", "111.2"),
        ("111.2", "112.2"),
        ("112.8", "113.8"),
        ("309.5", "311.5"),
        ("310.5", "313.5"),
        ("301.5d", "301.5d"),
        ("303.4e", "303.4e"),
        ("108.4a", "108.4a"),
        ("710.1", "723.1"),
    ],
)
def test_rules_of_2010_are_found_in_2026_and_back(before: str, after: str) -> None:
    there = where_is(before, from_="2010-02-01", to="2026-08-07")
    assert there.numbers == (after,)
    assert all(hop.score > 0 and hop.number_after for hop in there.hops)
    assert where_is(after, from_="2026-08-07", to="2010-02-01").numbers == (before,)


def test_the_rule_on_delayed_triggers_was_split_on_2010_04_23() -> None:
    there = where_is("603.7d", from_="2010-02-01", to="2026-08-07")
    assert (there.numbers, there.kind) == (("603.7d", "603.7e", "603.7f"), Kind.SPLIT)
    assert [(hop.before, hop.after, hop.parts) for hop in there.hops if hop.kind is Kind.SPLIT] == [
        ("2010-02-01", "2010-04-23", ("603.7e", "603.7f"))
    ]


def test_controlling_another_player_had_a_dozen_numbers() -> None:
    numbers = [period.number for period in editions_api.history("723.1").periods]
    assert numbers[:3] == ["507.1", "710.1", "711.1"]
    assert numbers[-3:] == ["721.1", "722.1", "723.1"]


@pytest.mark.parametrize(("version", "number"), [("1.1", "181"), ("1.3", "187"), ("1.4", "190")])
def test_the_control_section_of_riftbound_is_found_in_every_version(version: str, number: str) -> None:
    assert where_is("184", "rift-cr", from_="1.2", to=version).numbers == (number,)
    below = where_is("184.3.a", "rift-cr", from_="1.2", to=version)
    assert (below.numbers, below.kind) == ((f"{number}.3.a",), Kind.MOVED)


def test_a_riftbound_rule_that_the_excerpt_of_1_4_leaves_out_is_unknown_there() -> None:
    assert where_is("184.6.b", "rift-cr", from_="1.2", to="1.4").kind is Kind.UNKNOWN
    assert [edition.complete for edition in editions_api.editions("rift-cr")] == [True] * 4 + [False]


def test_the_packaged_registers_are_small() -> None:
    assert sum(path.stat().st_size for path in (ontology_root() / "editions").glob("*.gz")) < 1_000_000


def test_every_link_leads_from_and_to_numbers_that_the_editions_have() -> None:
    for document in ("mtg-cr", "rift-cr"):
        register = register_of(document)
        for at, change in enumerate(register.changes):
            for link in (*change.rules, *change.parts):
                assert register.wording(link.before, at), (document, at, link)
                assert register.wording(link.after, at + 1), (document, at, link)


def test_the_bilingual_page_is_two_editions(shared: Path) -> None:
    page = next((shared / "seeds").glob("003*.txt")).read_text(encoding="utf-8")
    found = editions_api.identify(page)
    french, english = found.wholes
    assert str(english) == "en: 2010-02-01, 15 of 15 paragraphs"
    assert (french.language, french.intervals[0].first) == ("fr", "2010-04-23")
    fits = {fit.number: fit for fit in found.fits if fit.language == "fr"}
    for number in ("109.5", "112.8", "405.4", "603.3a", "603.7d"):
        (window,) = fits[number].intervals
        assert window.first == "2010-04-23" <= window.last, number
    assert all(fit.possible for fit in fits.values() if fit.number)


def test_the_chinese_rules_are_dated_by_what_they_cite(shared: Path) -> None:
    text = (shared / "corpora/mtg/zh/20260417_Zh.txt").read_text(encoding="utf-8")
    (whole,) = editions_api.identify(text, language="zh").wholes
    assert [str(interval) for interval in whole.intervals] == ["2026-04-17"]


def test_the_korean_rules_are_dated_by_what_they_cite_through_their_markup(shared: Path) -> None:
    chapter = (shared / "corpora/mtg/ko/2021-03-05-700.md").read_text(encoding="utf-8")
    (whole,) = editions_api.identify(chapter, "mtg-cr", language="ko").wholes
    assert [str(interval) for interval in whole.intervals] == ["2020-04-17 to 2026-08-07"]


def test_a_text_is_taken_for_the_document_that_fits_it_best(shared: Path) -> None:
    page = next((shared / "seeds").glob("002*.txt")).read_text(encoding="utf-8")
    found = editions_api.identify(page)
    assert found.document == "rift-cr"
    assert [str(whole) for whole in found.wholes] == ["en: 1.2, 21 of 21 paragraphs"]


@pytest.mark.slow
def test_the_packaged_register_is_what_the_real_texts_give(shared: Path) -> None:
    """Five changes of edition of 127."""
    folder = shared / "corpora/mtg/en"
    texts = [_texts(next(folder.glob(f"cr-{name}*.txt"))) for name in CONSECUTIVE]
    built = build_register(texts)
    packaged = register_of("mtg-cr")
    first = packaged.position("2009-07-11")
    assert built.editions == packaged.editions[first : first + len(texts)]
    assert built.changes == packaged.changes[first : first + len(built.changes)]
    for at in range(len(texts)):
        assert all(_same(built, packaged, number, at, first) for number in texts[at].texts)


@pytest.mark.parametrize(
    ("version", "file"), [("1.2", "v1.2_2025-12-01/v1.2_html.md"), ("1.3", "v1.3_2026-03-30/v1.3_html.md")]
)
def test_the_packaged_riftbound_register_is_what_the_real_texts_give(
    version: str, file: str, shared: Path
) -> None:
    register = register_of("rift-cr")
    at = register.position(version)
    passages = load_file(shared / "corpora/riftbound/core-rules" / file).passages
    texts = edition_texts([replace(passage, edition=version) for passage in passages]).texts
    known = [register.wording(number, at) for number in texts]
    same = sum(
        wording is not None and wording.hash == facts_of(text).hash
        for wording, text in zip(known, texts.values(), strict=True)
    )
    assert same >= 0.98 * len(texts) > 1700


def _texts(path: Path) -> EditionTexts:
    return edition_texts(load_file(path).passages)


def _same(
    built: editions_api.Register, packaged: editions_api.Register, number: str, at: int, first: int
) -> bool:
    one, other = built.wording(number, at), packaged.wording(number, first + at)
    return one is not None and other is not None and (one.hash, one.cited) == (other.hash, other.cited)
