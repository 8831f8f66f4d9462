"""The verbs load, sources and remove, as people and programs use them."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

Verb = Callable[..., tuple[int, str, str]]

JSON_KEYS = [
    "file", "loader", "document", "edition", "language", "encoding", "line_ends", "lines", "accounted",
    "skipped", "passages", "references", "dangling", "anomalies",
]  # fmt: skip


@pytest.fixture
def page(root: Path, tmp_path: Path) -> Path:
    """A copy of the packaged page of rules in French and English."""
    return Path(
        shutil.copy(root / "ontology/examples/documents/lanternes-fr-en.txt", tmp_path / "lanternes.txt")
    )


def test_a_load_says_what_was_read_and_that_every_line_is_accounted_for(verb: Verb, page: Path) -> None:
    code, out, err = verb("load", page)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"{page}: mtg-cr, edition undated, French, English: 20 passages, 6 references",
        "  20 lines, every one accounted for",
        "  refers to rules that are not loaded: fr 950.5: 950.4",
        "1 file loaded, 0 lines unaccounted for",
    ]


def test_a_load_speaks_french(verb: Verb, page: Path) -> None:
    out = verb("load", "--lang", "fr", page)[1]
    assert "édition non datée, français, anglais\u00a0: 20 passages, 6 renvois" in out


def test_json_is_one_object_a_file_with_exactly_the_promised_keys(verb: Verb, root: Path) -> None:
    folder = root / "ontology/examples/documents"
    code, out, _ = verb("load", "--format", "json", folder)
    records = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [list(record) for record in records] == [JSON_KEYS] * 2
    assert [Path(record["file"]).name for record in records] == ["faroles-es.txt", "lanternes-fr-en.txt"]
    assert all(record["lines"] == record["accounted"] for record in records)


def test_lines_left_out_carry_their_numbers_and_the_reason(verb: Verb, page: Path) -> None:
    page.write_text("\n\n" + page.read_text(encoding="utf-8"), encoding="utf-8")
    record = json.loads(verb("load", "--format", "json", page)[1])
    assert record["skipped"] == [{"lines": "1-2", "reason": "blank line"}]
    assert "  left out: 2 lines (1-2), blank line" in verb("load", page)[1]


def test_csv_has_a_header_and_counts_where_json_has_lists(verb: Verb, page: Path) -> None:
    [row] = csv.DictReader(StringIO(verb("load", "--format", "csv", page)[1]))
    assert list(row) == JSON_KEYS
    assert (row["skipped"], row["dangling"], row["document"]) == ("0", "1", "mtg-cr")


def test_loading_twice_adds_nothing_and_says_so(verb: Verb, page: Path) -> None:
    verb("load", page)
    before = verb("sources", "--format", "json")[1]
    code, out, _ = verb("load", page)
    assert code == 0
    assert "already there, nothing added" in out
    assert verb("sources", "--format", "json")[1] == before


def test_a_changed_file_takes_the_place_of_what_it_said_before(verb: Verb, page: Path) -> None:
    verb("load", page)
    page.write_text(
        page.read_text(encoding="utf-8").replace("two", "2") + "950.6. A lantern is lit.\n", "utf-8"
    )
    assert "takes the place of what was loaded from there before" in verb("load", page)[1]
    assert len(verb("sources", "--format", "json")[1].splitlines()) == 1


def test_a_bad_file_is_named_the_others_are_loaded_and_the_exit_code_is_2(
    verb: Verb, page: Path, tmp_path: Path
) -> None:
    empty = tmp_path / "empty.txt"
    empty.touch()
    code, out, err = verb("load", empty, page, tmp_path / "missing.txt")
    assert code == 2
    assert "1 file loaded" in out
    assert [line.split(":")[1].strip() for line in err.splitlines()] == [
        str(empty),
        str(tmp_path / "missing.txt"),
    ]
    assert "Traceback" not in err


def test_an_atomic_load_with_a_bad_file_loads_nothing(verb: Verb, page: Path, tmp_path: Path) -> None:
    code, out, err = verb("load", "--atomic", page, tmp_path / "missing.txt")
    assert (code, out) == (2, "")
    assert "missing.txt" in err
    assert verb("sources", "--format", "json")[1] == ""


def test_sources_of_an_empty_store_say_how_to_load_and_make_no_directory(verb: Verb, tmp_path: Path) -> None:
    code, out, _ = verb("sources", "--lang", "es")
    assert (code, out) == (
        0,
        "todavía no hay nada cargado; cargue documentos con: tcg-rules load ARCHIVO...\n",
    )
    assert not (tmp_path / "store").exists()


def test_sources_show_a_row_for_each_file(verb: Verb, page: Path) -> None:
    verb("load", page)
    header, row = verb("sources")[1].splitlines()
    assert header.split() == [
        "file",
        "game",
        "document",
        "edition",
        "language",
        "passages",
        "lines",
        "loader",
    ]
    assert row.split() == ["lanternes.txt", "mtg", "mtg-cr", "undated", "fr+en", "20", "20", "mtg-page"]


def test_removing_one_source_leaves_the_others(verb: Verb, root: Path) -> None:
    verb("load", root / "ontology/examples/documents")
    code, out, _ = verb("remove", "faroles-es.txt")
    assert (code, out) == (0, "faroles-es.txt removed\n")
    assert [json.loads(line)["file"] for line in verb("sources", "--format", "json")[1].splitlines()] == [
        "lanternes-fr-en.txt"
    ]


def test_removing_what_is_not_there_names_the_near_matches(verb: Verb, page: Path) -> None:
    verb("load", page)
    code, _, err = verb("remove", "lanterne.txt")
    assert (code, err) == (2, "tcg-rules: no source 'lanterne.txt'; did you mean 'lanternes.txt'?\n")


def test_a_directory_that_is_not_a_store_is_left_alone(verb: Verb, page: Path, tmp_path: Path) -> None:
    strange = tmp_path / "letters"
    strange.mkdir()
    (strange / "dear.txt").write_text("Dear reader", encoding="utf-8")
    code, _, err = verb("load", "--store", strange, page)
    assert code == 2
    assert "this directory is not a store" in err
    assert [path.name for path in strange.iterdir()] == ["dear.txt"]


@pytest.mark.parametrize(
    ("language", "said"),
    [("fr", "rien à charger"), ("es", "nada que cargar"), ("en", "nothing to load")],
)
def test_a_file_that_cannot_be_loaded_is_told_in_the_language_asked_for(
    language: str, said: str, verb: Verb, page: Path
) -> None:
    empty = page.with_name("empty.txt")
    empty.touch()
    code, out, err = verb("load", "--lang", language, page, empty)
    assert code == 2
    assert str(page) in out
    assert f"{empty}" in err
    assert said in err
