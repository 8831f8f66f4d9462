"""The Comprehensive Rules in their plain-text layouts: small texts of our own, and the real editions."""

from __future__ import annotations

import re
import tarfile
from pathlib import Path

import pytest

from kb.model import Loaded, Passage, PassageKind, Span
from loaders.base import detect, load_file
from loaders.dates import effective_date
from loaders.text import clean_source

MODERN = """A Game Comprehensive Rules

These rules are effective as of March 4, 2031.

Introduction

This text was written for tests. Subrule 100.2k would be followed by 100.2m.

Contents

1. First Things
100. General
101. Players

2. Last Things
200. General

Glossary

Credits

1. First Things

100. General

100.1. Every pebble has an owner. See rule 101.2.

100.2. A pebble may be thrown.

100.2a A thrown pebble is either:
• lost, or
• found.
Example: A pebble falls into a well. It is lost.
Example: A pebble falls on grass.

100.2b. A found pebble goes home (see rules 100.1, 101.1, and 200.1–2).

Example: This one stands apart.

100.3 A pebble has no colour.

101. Players

101.1.All players throw.

101.2. Players rest as section 2 says.

101.2. This number is used twice.

2. Last Things

200. General

200.1. The game ends.

200.2. It ends as in 100.2a.

Glossary

Owner, Owned
See rule 100.1.

Pebble
1. A small stone.
2. What players throw.
Example: A marble is no pebble.


Prepared
Ready to be thrown.

Thrown1. Said of pebbles.
2. Said of players.

Tossed (Obsolete)
An old word for thrown.

Credits

Written by nobody.
These rules are effective as of March 4, 2031.
"""

WRAPPED = """======================================
COMPREHENSIVE RULES           03/04/98
======================================

--------
Contents
--------
1. First Things
     100. General
Glossary

--------------------
1. First Things
--------------------

100. General
------------

100.1. Every pebble has an owner, and that owner is whoever
found it (see rule
100.2b). Nobody else is, whatever they say about it, as rules
100.2, "Throwing," and 100.3 show.

  100.2 A pebble
  may be thrown.
EXAMPLE: A pebble falls into a well. It is lost and nobody
will ever see it again.

  100.2a A thrown pebble
  is gone.
  100.2b This line follows without a blank
  and is a rule.

100.3. The game ends.

Glossary

Pebble
  A small stone that
  fits a hand.

  It may be grey.

Stone
  See Pebble.

Index

Pebble, 100.1
"""

FRENCH = """Règles complètes du jeu

Ces règles sont datées du 1er
Mai 2031.

1. Premières choses

100. Généralités

100.1. Chaque caillou a un propriétaire. Cf. règles 100.2 et 100.3.

100.2. Un caillou peut être lancé par les joueurs.

100.2a Un caillou lancé est perdu.
Exemple : Un caillou tombe dans un puits.

100.3. La partie est finie.

Glossaire

Caillou
Une petite pierre.
"""


def load(text: str) -> Loaded:
    source = clean_source(text.encode(), "cr.txt")
    loader = detect(source)
    assert loader.name == "mtg-cr"
    return loader.load(source)


def numbers(loaded: Loaded, kind: PassageKind) -> list[str]:
    return [passage.number for passage in loaded.passages if passage.kind is kind]


def numbered(loaded: Loaded, number: str) -> Passage:
    (passage,) = [passage for passage in loaded.passages if passage.number == number]
    return passage


def anomalies(loaded: Loaded) -> list[tuple[str, int]]:
    return [(found.kind, found.lines.first) for found in loaded.report.anomalies]


def test_a_text_gives_its_sections_chapters_rules_and_subrules() -> None:
    loaded = load(MODERN)
    assert numbers(loaded, PassageKind.RULE) == [
        "100.1", "100.2", "100.2a", "100.2b", "100.3", "101.1", "101.2", "101.2~2", "200.1", "200.2",
    ]  # fmt: skip
    assert numbers(loaded, PassageKind.HEADING) == [
        "intro.1", "intro.3", "1", "100", "101", "2", "200", "glossary",
    ]  # fmt: skip
    assert numbered(loaded, "100.2a").path == ("1. First Things", "100. General")
    assert [numbered(loaded, number).parent for number in ("100.2a", "100.2")] == ["100.2", "100"]


def test_the_edition_is_the_date_in_the_text() -> None:
    assert load(MODERN).report.edition == "2031-03-04"
    assert load(WRAPPED).report.edition == "1998-03-04"
    assert load(FRENCH).report.edition == "2031-05-01"


def test_a_paragraph_without_a_number_belongs_to_the_rule_above() -> None:
    passage = numbered(load(MODERN), "100.2a")
    assert passage.text == "A thrown pebble is either:\n• lost, or\n• found."
    assert passage.lines == Span(30, 32)


def test_every_example_is_kept_also_after_a_blank_line() -> None:
    loaded = load(MODERN)
    assert numbers(loaded, PassageKind.EXAMPLE) == [
        "100.2a~ex1", "100.2a~ex2", "100.2b~ex1", "glossary:Pebble~ex1",
    ]  # fmt: skip
    assert numbered(loaded, "100.2a~ex2").text == "A pebble falls on grass."
    assert numbered(loaded, "100.2b~ex1").parent == "100.2b"


def test_odd_numbers_are_read_and_reported() -> None:
    loaded = load(MODERN)
    assert numbered(loaded, "101.1").text == "All players throw."
    assert anomalies(loaded) == [
        ("extra dot", 36),
        ("missing dot", 40),
        ("missing space", 44),
        ("out of order", 48),
        ("duplicate number", 48),
        ("glued term", 72),
    ]


def test_the_glossary_keeps_senses_together_and_cuts_glued_terms() -> None:
    loaded = load(MODERN)
    assert numbers(loaded, PassageKind.GLOSSARY) == [
        "glossary:Owner, Owned",
        "glossary:Pebble",
        "glossary:Prepared",
        "glossary:Thrown",
        "glossary:Tossed (Obsolete)",
    ]
    assert numbered(loaded, "glossary:Pebble").text == "Pebble\n1. A small stone.\n2. What players throw."
    assert numbered(loaded, "glossary:Thrown").text == "Thrown\n1. Said of pebbles.\n2. Said of players."
    assert numbered(loaded, "glossary:Tossed (Obsolete)").facts == (("term", "Tossed"), ("obsolete", "true"))


def test_contents_and_credits_are_skipped_with_their_reason() -> None:
    report = load(MODERN).report
    reasons = {skip.reason for skip in report.skipped}
    assert reasons == {"blank line", "table of contents", "credits"}
    assert report.accounted == report.lines


def test_references_are_resolved_inside_the_edition() -> None:
    loaded = load(MODERN)
    assert [one.numbers for one in numbered(loaded, "100.2b").references] == [
        ("100.1", "101.1", "200.1", "200.2")
    ]
    assert numbered(loaded, "101.2").references[0].numbers == ("2",)
    assert loaded.report.dangling == ("en intro.4: 100.2k", "en intro.4: 100.2m")


def test_wrapped_lines_are_joined_and_a_cited_number_at_a_line_start_starts_no_rule() -> None:
    loaded = load(WRAPPED)
    assert numbers(loaded, PassageKind.RULE) == ["100.1", "100.2", "100.2a", "100.2b", "100.3"]
    assert numbered(loaded, "100.1").text.endswith('as rules 100.2, "Throwing," and 100.3 show.')
    assert numbered(loaded, "100.2~ex1").text.endswith("nobody will ever see it again.")
    assert numbered(loaded, "100.2b").text == "This line follows without a blank and is a rule."
    assert loaded.report.accounted == loaded.report.lines
    assert {skip.reason for skip in loaded.report.skipped} == {
        "blank line",
        "ruler",
        "table of contents",
        "index",
    }


def test_an_indented_block_goes_on_with_the_glossary_entry_above() -> None:
    loaded = load(WRAPPED)
    assert (
        numbered(loaded, "glossary:Pebble").text == "Pebble\nA small stone that fits a hand.\nIt may be grey."
    )
    assert numbers(loaded, PassageKind.GLOSSARY) == ["glossary:Pebble", "glossary:Stone"]


def test_a_french_text_is_read_like_an_english_one() -> None:
    loaded = load(FRENCH)
    assert loaded.report.language == "fr"
    assert numbers(loaded, PassageKind.EXAMPLE) == ["100.2a~ex1"]
    assert numbers(loaded, PassageKind.GLOSSARY) == ["glossary:Caillou"]
    assert loaded.report.dangling == ()


def test_a_text_without_a_date_is_undated_and_says_so() -> None:
    loaded = load(re.sub(r".*effective as of.*\n", "", MODERN))
    assert loaded.report.edition == "undated"
    assert ("undated", 1) in anomalies(loaded)


def test_a_beginning_without_rules_is_dated_and_told_by_its_language() -> None:
    head, _, _ = FRENCH.partition("1. Premières")
    loaded = load(
        head + "Introduction\n\nCe document est pour les joueurs.\n\nSommaire\n\n1. Choses\n100. Ceci\n"
    )
    assert (loaded.report.edition, loaded.report.language) == ("2031-05-01", "fr")
    assert [one.text for one in loaded.passages][-1] == "Ce document est pour les joueurs."
    assert loaded.report.accounted == loaded.report.lines


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("These rules are current as of December 1, 2003.", "2003-12-01"),
        ("Ces règles entrent en vigueur au 25 janvier 2019.", "2019-01-25"),
        ("Estas reglas son válidas desde el 22 de abril de 2021.", "2021-04-22"),
        ("Estas reglas son vlidas desde el viernes, 25 de enero de 2019.", "2019-01-25"),
        ("Estas reglas son vlidas a partir de febrero de 2005.", "2005-02"),
        ("此规则于2026年4月17日起生效。", "2026-04-17"),
        ("The cards were printed in March 2019.", None),
        ("© 2026 Nobody. As of now, nothing.", None),
    ],
)
def test_only_a_date_with_words_of_validity_dates_an_edition(text: str, date: str | None) -> None:
    assert effective_date([text]) == date


# Rules, subrules, chapters, examples, glossary entries: counted with grep on the files of these editions; the
# examples of editions that print EXAMPLE in capitals are counted as well, entries before 2003 are those whose
# first line is not indented.
EDITIONS = {
    "cr-1999-04-23-6ED.txt": ("1999-04-23", 196, 151, 63, 36, 175),
    "cr-2003-12-01-MRD.txt": ("2003-12-01", 321, 367, 69, 106, 301),
    "cr-2005-08-01-9ED.txt": ("2005-08-01", 389, 490, 81, 145, 339),
    "cr-2007-02-01-PLC.txt": ("2007-02-01", 427, 555, 84, 164, 358),
    "cr-2009-07-08-M10.txt": ("2009-07-11", 648, 822, 104, 189, 408),
    "cr-2010-02-01-WWK.txt": ("2010-02-01", 718, 919, 114, 200, 425),
    "cr-2012-02-01-DKA.txt": ("2012-02-01", 821, 1049, 123, 218, 461),
    "rules_20160826.txt": ("2016-08-26", 904, 1228, 129, 238, 519),
    "rules_20190125.txt": ("2019-01-25", 941, 1387, 130, 243, 554),
    "rules_20210609.txt": ("2021-06-18", 993, 1537, 133, 260, 591),
    "rules_20221118.txt": ("2022-11-18", 1080, 1711, 141, 271, 647),
    "rules_20240917.txt": ("2024-09-20", 1128, 1888, 144, 279, 698),
    "rules_20260417.txt": ("2026-04-17", 1165, 1973, 147, 277, 730),
    "rules_20260807.txt": ("2026-08-07", 1173, 1989, 147, 277, 739),
}


def counts(loaded: Loaded) -> tuple[int, int, int, int, int]:
    rules = [
        passage.number.partition("~")[0] for passage in loaded.passages if passage.kind is PassageKind.RULE
    ]
    subrules = sum(1 for number in rules if number[-1].isalpha())
    chapters = sum(1 for number in numbers(loaded, PassageKind.HEADING) if re.fullmatch(r"\d{3}", number))
    examples, entries = (len(numbers(loaded, kind)) for kind in (PassageKind.EXAMPLE, PassageKind.GLOSSARY))
    return len(rules) - subrules, subrules, chapters, examples, entries


@pytest.mark.shared
@pytest.mark.parametrize("name", EDITIONS)
def test_a_published_edition_is_read_whole(shared: Path, name: str) -> None:
    loaded = load_file(shared / "corpora" / "mtg" / "en" / name)
    assert (loaded.report.edition, *counts(loaded)) == EDITIONS[name]
    assert loaded.report.accounted == loaded.report.lines


@pytest.mark.shared
def test_the_edition_of_august_2026_cites_no_rule_it_does_not_have(shared: Path) -> None:
    loaded = load_file(shared / "corpora" / "mtg" / "en" / "rules_20260807.txt")
    assert loaded.report.dangling == ()
    pairs = {pair for passage in loaded.passages for pair in cited(passage)}
    assert {("108.4", "110.2"), ("108.4", "112.2"), ("109.5", "603.7f"), ("701.28a", "712.10")} <= pairs
    assert numbered(loaded, "704.5aa").lines.first > numbered(loaded, "704.5z").lines.first


@pytest.mark.shared
def test_the_reference_pairs_of_august_2026_are_counted_by_how_they_are_written(shared: Path) -> None:
    loaded = load_file(shared / "corpora" / "mtg" / "en" / "rules_20260807.txt")
    rules = [passage for passage in loaded.passages if passage.kind is PassageKind.RULE]
    said = {pair for rule in rules for pair in cited(rule, "rule")}
    # 1,236 pairs of a numbered rule and a rule it names after "rule" or "rules", lists and ranges written
    # out; the one range between two whole numbers, 903.6-903.11, has four more inside.
    inside = {("903.13g", f"903.{number}") for number in range(7, 11)}
    assert inside <= said
    assert len(said - inside) == 1236
    # Sentences that begin with "Rules".
    first = {pair for rule in rules for pair in cited(rule, "Rules")}
    assert {citing for citing, _ in first} == {"301.6", "506.7g"}
    assert len(first - said) == 12
    other = {pair for rule in rules for pair in cited(rule)} - said - first
    # Sections, a number behind a title, and numbers with a point that no word stands before ("steps 601.2b").
    assert len([pair for pair in other if len(pair[1]) == 1]) == 7
    assert ("701.27g", "730") in other  # "rules 701.42, “Meld,” and 730": behind a title
    assert len(other) == 72
    everywhere = {pair for passage in loaded.passages for pair in cited(passage)}
    assert len(everywhere) == loaded.report.references == 2146


def cited(passage: Passage, word: str = "") -> set[tuple[str, str]]:
    """The numbers that a passage cites in references that begin with `word`, each beside its own."""
    return {
        (passage.number, number)
        for reference in passage.references
        if reference.written.startswith(word)
        for number in reference.numbers
    }


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("mtg/en/rules_20240917.txt", "duplicate number"),
        ("mtg/en/rules_20210609.txt", "glued term"),
        ("mtg/other-layouts/lzybluee_20200417.txt", "indented"),
    ],
)
def test_known_oddities_of_published_files_are_reported(shared: Path, name: str, kind: str) -> None:
    loaded = load_file(shared / "corpora" / name)
    assert kind in {found.kind for found in loaded.report.anomalies}
    assert loaded.report.accounted == loaded.report.lines


@pytest.mark.shared
def test_the_chinese_edition_has_the_rules_of_the_english_one(shared: Path) -> None:
    chinese, english = (
        load_file(shared / "corpora" / "mtg" / "zh" / f"20260417_{language}.txt") for language in ("Zh", "En")
    )
    assert (chinese.report.language, chinese.report.edition) == ("zh", english.report.edition)
    assert numbers(chinese, PassageKind.RULE) == numbers(english, PassageKind.RULE)
    assert len(numbers(chinese, PassageKind.RULE)) == 3138


@pytest.mark.shared
@pytest.mark.slow
def test_no_line_of_158_published_files_is_lost_and_each_is_dated_by_its_text(shared: Path) -> None:
    (archive,) = (shared / "corpora" / "mtg" / "en-all").glob("*.tar.xz")
    other_name: list[str] = []
    read = 0
    with tarfile.open(archive) as files:
        for member in files:
            file = files.extractfile(member)
            if file is None:
                continue
            source = clean_source(file.read(), member.name)
            report = detect(source).load(source).report
            assert report.accounted == report.lines, member.name
            read += 1
            date = re.search(r"rules_(\d{4})(\d\d)(\d\d)", member.name)
            if date and "-".join(date.groups()) != report.edition:
                other_name.append(member.name)
    assert (read, len(other_name)) == (158, 14)
