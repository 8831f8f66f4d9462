"""The verbs about editions, on two small editions of our own and on the packaged register."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

Verb = Callable[..., tuple[int, str, str]]


@pytest.fixture
def lamps(root: Path) -> Path:
    return root / "docs" / "guide" / "lamps"


@pytest.fixture
def register(verb: Verb, lamps: Path, tmp_path: Path) -> Path:
    """A register of the two editions of the lamp game."""
    code, _, err = verb("editions", "build", lamps, "--out", tmp_path / "register")
    assert code == 0
    assert "notes.py: no loader knows this format" in err
    return tmp_path / "register"


def records(out: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.splitlines()]


def test_editions_lists_those_of_one_document_or_of_all(verb: Verb) -> None:
    rift = records(verb("editions", "rift-cr", "--format", "json")[1])
    assert [each["edition"] for each in rift] == ["1.0", "1.1", "1.2", "1.3", "1.4"]
    assert [each["complete"] for each in rift] == [True, True, True, True, False]
    both = {each["document"] for each in csv.DictReader(StringIO(verb("editions", "--format", "csv")[1]))}
    assert both == {"mtg-cr", "rift-cr"}


def test_editions_says_in_three_languages_what_is_known_only_in_part(verb: Verb) -> None:
    said = {tag: verb("editions", "rift-cr", "--lang", tag)[1].splitlines()[-1] for tag in ("en", "fr", "es")}
    assert "in part" in said["en"]
    assert "en partie" in said["fr"]
    assert "en parte" in said["es"]


def test_a_document_without_editions_is_told_with_those_that_have_some(verb: Verb) -> None:
    code, _, err = verb("editions", "chess")
    assert code == 2
    assert "no register of editions for 'chess'; known: mtg-cr, rift-cr" in err


def test_a_register_of_ones_own_is_used_in_place_of_the_packaged_one(verb: Verb, register: Path) -> None:
    names = [
        each["edition"] for each in records(verb("editions", "--register", register, "--format", "json")[1])
    ]
    assert names == ["2031-03-04", "2032-05-01"]


def test_build_reads_the_other_files_when_one_is_no_edition(verb: Verb, lamps: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("Nothing here is a rule.", encoding="utf-8")
    code, out, err = verb("editions", "build", bad, lamps / "lamps-2031.txt", "--out", tmp_path / "out")
    assert (code, out) == (0, "mtg-cr: 1 edition, 2031-03-04 to 2031-03-04: 1 file\n")
    assert f"tcg-rules: {bad}: no loader knows this format" in err
    assert verb("editions", "build", bad, "--out", tmp_path / "none")[0] == 2


def test_where_is_tells_every_hop_with_its_kind_and_its_evidence(verb: Verb) -> None:
    code, out, _ = verb(
        "where-is", "110.5a", "--from", "2010-02-01", "--to", "2026-08-07", "--format", "json"
    )
    [found] = records(out)
    assert (code, found["numbers"], found["kind"]) == (0, ["111.2"], "moved+edited")
    hops = found["hops"]
    assert isinstance(hops, list)
    assert [(hop["number_from"], hop["number_to"], hop["kind"]) for hop in hops] == [
        ("110.5a", "110.5a", "edited"),
        ("110.5a", "111.2", "moved"),
    ]
    assert all(0 < hop["score"] <= 1 for hop in hops)
    rows = list(
        csv.DictReader(StringIO(verb("where-is", "110.5a", "--from", "2010-02-01", "--format", "csv")[1]))
    )
    assert [row["to"] for row in rows] == ["2018-07-13", "2019-07-12"]


def test_where_is_of_a_rule_that_is_gone_is_a_finding(verb: Verb) -> None:
    code, out, _ = verb("where-is", "103.3", "--from", "2010-02-01", "--lang", "es")
    assert (code, out.splitlines()[0][:43]) == (1, "103.3 (2010-02-01) no tiene número en 2026-")


def test_where_is_takes_any_date_and_names_near_numbers(verb: Verb) -> None:
    assert "2010-02-01) is 113.8 in 2026" in verb("where-is", "112.8", "--from", "2010-03-15")[1]
    code, _, err = verb("where-is", "112.88", "--from", "2010-02-01")
    assert code == 2
    assert "no rule of mtg-cr in 2010-02-01 '112.88'; did you mean '112.8'" in err


def test_history_tells_the_numbers_by_period(verb: Verb, register: Path) -> None:
    lines = verb("history", "102.2", "--register", register, "--lang", "fr")[1].splitlines()
    assert lines[:2] == [
        "101.2\u00a0: 2031-03-04, rédactions\u00a0: 1",
        "102.2\u00a0: 2032-05-01, rédactions\u00a0: 1",
    ]
    assert lines[2].startswith("  de 2031-03-04 à 2032-05-01\u00a0: 101.2 -> 102.2, déplacée et modifiée")
    [found] = records(verb("history", "102.2", "--register", register, "--format", "json")[1])
    assert [period["number"] for period in found["periods"]] == ["101.2", "102.2"]  # type: ignore[attr-defined]


def test_diff_tells_added_moved_and_edited_apart_word_by_word(verb: Verb, lamps: Path) -> None:
    files = (lamps / "lamps-2031.txt", lamps / "lamps-2032.txt")
    code, out, _ = verb("diff", *files)
    lines = out.splitlines()
    assert code == 1
    assert "- -> 101.1: new" in lines
    assert "101.1 -> 102.1: moved" in lines
    assert "100.2: edited (only cited numbers)" in lines
    assert "the [-next-] {+second+} bell" in " ".join(out.split())
    assert "{+" not in verb("diff", *files, "--brief")[1]
    assert verb("diff", files[0], files[0]) == (0, "no difference\n", "")


def test_diff_of_loaded_editions_is_that_of_their_files(verb: Verb, lamps: Path) -> None:
    files = (lamps / "lamps-2031.txt", lamps / "lamps-2032.txt")
    verb("load", *files)
    one, other = verb("diff", "2031-03-04", "2032-05-01"), verb("diff", *files)
    assert one == other
    code, _, err = verb("diff", "2031-03-04", "2033-01-01")
    assert code == 2
    assert "in en '2033-01-01'; did you mean '2032-05-01' or '2031-03-04'?" in err


def test_cite_check_finds_stale_citations_in_a_source_tree(verb: Verb, lamps: Path, register: Path) -> None:
    arguments = ("cite-check", lamps / "notes.py", "--as-of", "2031-03-04", "--register", register)
    code, out, _ = verb(*arguments)
    assert code == 1
    assert f"{lamps / 'notes.py'}:3:8: 101.1 is 102.1 now: moved" in out
    [stale] = records(verb(*arguments, "--format", "json")[1])
    assert (stale["line"], stale["number"], stale["now"]) == (3, "101.1", ["102.1"])
    assert len(records(verb(*arguments, "--all", "--format", "json")[1])) == 2
    assert verb(*arguments, "--to", "2031-03-04")[0] == 0


def test_cite_check_says_when_there_was_no_such_rule(verb: Verb, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("See rule 603.7f. It costs 100.5 in gold. Et 603.7f.", encoding="utf-8")
    code, out, _ = verb("cite-check", note, "--as-of", "2010-02-01")
    assert code == 1
    assert "there was no 603.7f then; there is one in 2010-04-23 to 2026-08-07" in out
    assert out.count("603.7f") == 2
    assert verb("cite-check", note, "--as-of", "2010-02-01", "--only-rules")[1].count("603.7f") == 1


def test_identify_takes_a_text_or_a_file_and_shows_its_evidence(verb: Verb, tmp_path: Path) -> None:
    text = "405.4. Le contrôleur est un joueur. Cf. règles 603.7d-f."
    code, out, _ = verb("identify", text, "--lang", "es")
    assert code == 0
    assert "405.4 (francés): de 2010-04-23 a 2026-08-07" in " ".join(out.split())
    assert "remisiones: 603.7d 603.7e 603.7f" in out
    (tmp_path / "page.txt").write_text(text, encoding="utf-16")
    assert verb("identify", tmp_path / "page.txt", "--lang", "es") == (code, out, "")


def test_identify_by_words_takes_the_register_of_ones_own(verb: Verb, lamps: Path, register: Path) -> None:
    out = verb("identify", lamps / "lamps-2032.txt", "--register", register)[1].splitlines()
    assert out[0] == "the text itself says that it is in force from 2032-05-01"
    assert out[1] == "mtg-cr, English: 2032-05-01 (paragraphs that agree: 9 of 9)"


def test_identify_of_what_is_no_rule_is_a_finding_and_of_no_file_an_error(verb: Verb) -> None:
    assert verb("identify", "ladders", "sing")[0] == 1
    code, _, err = verb("identify", "missing.txt")
    assert (code, err) == (
        2,
        "tcg-rules: missing.txt: no such file: expected a file, or a text of more than one word\n",
    )


def test_the_rules_that_cite_others_in_one_language_are_listed(verb: Verb, tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text(
        "La traduction dit :\n901.1. Un jeton a un gardien. Cf. règles 901.2 et 901.4.\n"
        "901.2. Le gardien est seul. Cf. règle 901.1.\n901.5. Plus de jeton, cf. règle 901.9.\n"
        "The original says:\n901.1. A token has a keeper. See rules 901.2 and 901.3.\n"
        "901.2. The keeper is alone. See rule 901.1.\n901.3. There are no more. See rule 901.8.\n",
        encoding="utf-8",
    )
    code, out, _ = verb("compare-citations", page, "fr", "en")
    assert (code, out.splitlines()) == (
        1,
        [
            "901.1: only the French text cites 901.4; only the English text cites 901.3",
            "2 rules on both sides, of 3 and 3; citations that differ: 1",
        ],
    )
    _, out, _ = verb("compare-citations", page, "fr", "en", "--format", "json")
    assert [json.loads(line) for line in out.splitlines()] == [
        {
            "rule": "901.1",
            "left_lang": "fr",
            "right_lang": "en",
            "only_left": ["901.4"],
            "only_right": ["901.3"],
        }
    ]


@pytest.mark.shared
def test_the_citations_of_the_chinese_rules_that_differ_are_listed(verb: Verb, shared: Path) -> None:
    sides = [shared / f"corpora/mtg/zh/20260417_{tag}.txt" for tag in ("Zh", "En")]
    code, out, _ = verb("compare-citations", *sides)
    lines = out.splitlines()
    assert (code, lines[-1]) == (
        1,
        "3138 rules on both sides, of 3138 and 3138; citations that differ: 21",
    )
    assert lines[0] == "115.3: only the Chinese text cites 115.6; only the English text cites 115.7"
