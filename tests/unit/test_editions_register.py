"""The register: made from passages, kept without their text, read back, extended."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from pathlib import Path

import pytest

from kb.editions.build import (
    Conflict,
    EditionTexts,
    build_register,
    edition_texts,
    extend_register,
    merge_editions,
)
from kb.editions.lookup import register_of, where_is
from kb.editions.model import Edition, Kind
from kb.editions.storage import documents_in, read_register, write_register
from kb.errors import LoadError, NotFoundError
from kb.model import Passage, PassageKind, Span

OWNER = "The owner of a lantern is the player who lit it before the first bell rang."
MOTH = "A moth that lands on a lantern holds it until the next bell. See rules 603.7d-f."


def passage(number: str, text: str, kind: PassageKind = PassageKind.RULE, edition: str = "1.0") -> Passage:
    return Passage("lamp", "lamp-rules", edition, "en", number, kind, text, Span(1, 1))


def texts(name: str, rules: Mapping[str, str]) -> EditionTexts:
    return EditionTexts(Edition("lamp-rules", name, None, True, len(rules), 0), rules, frozenset())


def test_what_continues_a_rule_is_part_of_its_text_and_examples_are_not() -> None:
    found = edition_texts(
        [
            passage("108", "Lanterns", PassageKind.HEADING),
            passage("108.4", "One."),
            passage("108.4~p1", "Two.", PassageKind.PARAGRAPH),
            passage("108.4~ex1", "Three.", PassageKind.EXAMPLE),
            passage("glossary:Moth", "Four.", PassageKind.GLOSSARY),
            passage("intro.1", "Five.", PassageKind.PARAGRAPH),
        ]
    )
    assert found.texts == {"108": "Lanterns", "108.4": "One. Two."}
    assert (found.edition.rules, found.edition.headings) == (1, 1)


def test_a_number_given_to_two_rules_keeps_both() -> None:
    found = edition_texts([passage("702.175", "One."), passage("702.175", "Two.")])
    assert found.texts == {"702.175": "One.", "702.175~2": "Two."}


def test_passages_of_two_editions_are_refused() -> None:
    both = [passage("108.4", "One."), passage("108.4", "Two.", edition="2.0")]
    with pytest.raises(
        LoadError, match=r"not one edition: found 'lamp-rules 1\.0 en, lamp-rules 2\.0 en', expected one"
    ):
        edition_texts(both)


def test_passages_without_an_edition_are_refused() -> None:
    with pytest.raises(LoadError, match="the edition is not known"):
        edition_texts([passage("108.4", "One.", edition="undated")])


def test_sources_of_one_edition_are_put_together_and_what_they_disagree_on_is_told() -> None:
    later, part = texts("10.0", {"9.1": MOTH}), texts("2.0", {"9.1": OWNER})
    other_part = texts("2.0", {"9.1": f"_{OWNER}_", "9.2": MOTH, "110.5": OWNER})
    contrary = texts("2.0", {"110.5": MOTH})
    merged, conflicts = merge_editions([later, part, other_part, contrary])
    assert [(each.edition.name, each.edition.rules) for each in merged] == [("2.0", 3), ("10.0", 1)]
    assert merged[0].texts["110.5"] == OWNER
    assert conflicts == (Conflict("2.0", ("110.5",)),)


def test_a_register_read_back_is_the_one_written_and_the_same_bytes_each_time(tmp_path: Path) -> None:
    register = build_register([texts("1.0", {"110.5": OWNER, "9.1": MOTH}), texts("2.0", {"111.2": OWNER})])
    first = [path.read_bytes() for path in write_register(register, tmp_path)]
    again = read_register(tmp_path, "lamp-rules")
    assert documents_in(tmp_path) == ("lamp-rules",)
    assert (again.editions, again.wordings, again.changes) == (
        register.editions,
        register.wordings,
        register.changes,
    )
    assert [path.read_bytes() for path in write_register(again, tmp_path)] == first


def test_no_word_of_a_rule_is_in_the_files(tmp_path: Path) -> None:
    paths = write_register(build_register([texts("1.0", {"110.5": OWNER, "9.1": MOTH})]), tmp_path)
    records = [
        line
        for path in paths
        for line in gzip.decompress(path.read_bytes()).decode().splitlines()
        if not line.startswith("#")
    ]
    assert not any(word in line for line in records for word in ("owner", "lantern", "moth"))
    assert any("603.7d 603.7e 603.7f" in line for line in records)


def test_a_damaged_line_is_named_with_its_file_and_line(tmp_path: Path) -> None:
    register, _ = write_register(build_register([texts("1.0", {"110.5": OWNER})]), tmp_path)
    damaged = gzip.decompress(register.read_bytes()).replace(b"110.5\tr\t0", b"110.5\tr\tzero")
    register.write_bytes(gzip.compress(damaged))
    with pytest.raises(LoadError, match=r"register\.tsv\.gz:\d+: not a line of a register"):
        read_register(tmp_path, "lamp-rules")


def test_a_lineage_of_other_editions_is_refused(tmp_path: Path) -> None:
    _, lineage = write_register(build_register([texts("1.0", {"110.5": OWNER})]), tmp_path)
    kept = lineage.read_bytes()
    write_register(build_register([texts("1.0", {"110.5": OWNER}), texts("2.0", {"110.5": OWNER})]), tmp_path)
    lineage.write_bytes(kept)
    with pytest.raises(LoadError, match="the lineage is not of these editions: found '0 changes of edition'"):
        read_register(tmp_path, "lamp-rules")


def test_a_wording_that_comes_back_is_two_runs_of_editions() -> None:
    register = build_register(texts(f"{at}.0", {"9.1": text}) for at, text in enumerate((OWNER, MOTH, OWNER)))
    assert [(each.first, each.last) for each in register.wordings_of("9.1")] == [(0, 0), (1, 1), (2, 2)]


def test_an_edition_added_to_a_register_is_the_same_as_one_built_with_it() -> None:
    one, two = texts("1.0", {"110.5": OWNER, "9.1": MOTH}), texts("2.0", {"111.2": OWNER, "9.1": MOTH})
    three = texts("3.0", {"112.2": OWNER, "9.1": MOTH})
    extended = extend_register(build_register([one, two]), [two, three])
    whole = build_register([one, two, three])
    assert (extended.editions, extended.wordings, extended.changes) == (
        whole.editions,
        whole.wordings,
        whole.changes,
    )
    assert where_is(extended, "110.5", "1.0", "3.0").numbers == ("112.2",)


def test_a_register_is_only_continued_from_the_text_of_its_newest_edition() -> None:
    register = build_register([texts("1.0", {"110.5": OWNER})])
    with pytest.raises(LoadError, match=r"cannot continue the register: found '2\.0', expected the newest"):
        extend_register(register, [texts("2.0", {"110.5": OWNER})])
    with pytest.raises(LoadError, match=r"1\.0 differs from the register: found '110\.5'"):
        extend_register(register, [texts("1.0", {"110.5": MOTH})])


def test_only_what_did_not_simply_stay_is_kept_as_a_link() -> None:
    one = texts("1.0", {"110.5": OWNER, "9.1": MOTH})
    register = build_register([one, texts("2.0", {"111.2": OWNER, "9.1": MOTH})])
    assert [(link.before, link.kind) for link in register.changes[0].rules] == [("110.5", Kind.MOVED)]


def test_a_document_without_a_register_is_told_with_those_that_have_one() -> None:
    with pytest.raises(NotFoundError, match=r"no register of editions for 'chess'; known: .*mtg-cr"):
        register_of("chess")
