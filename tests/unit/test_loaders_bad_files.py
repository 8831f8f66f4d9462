"""Files made to do harm: each is an error of its own, and the others are loaded."""

from __future__ import annotations

import json
import lzma
import os
import sqlite3
from pathlib import Path

import pytest

from kb.errors import LoadError
from kb.model import Loaded
from kb.store import open_store
from loaders import prepare
from loaders.base import load_file, load_source
from loaders.pipeline import LoadStatus, load_paths
from loaders.text import clean_source

RULES = b"100. General\n100.1. These rules apply.\n100.2. To play, see rule 100.1.\n"
COLUMNS = ", ".join(f"str{number} text" for number in range(1, 17))


@pytest.mark.skipif(os.name != "posix", reason="names are bytes there")
@pytest.mark.parametrize("name", [b"a\nb.txt", b"caf\xe9.txt"])
def test_a_file_with_a_strange_name_is_loaded_under_a_readable_one(tmp_path: Path, name: bytes) -> None:
    path = tmp_path / os.fsdecode(name)
    path.write_bytes(RULES)
    store = open_store()
    (outcome,) = load_paths(store, [tmp_path])
    assert (outcome.status, outcome.error) == (LoadStatus.LOADED, None)
    assert Path(outcome.file).name in ("a\ufffdb.txt", "caf\ufffd.txt")
    assert str(outcome.source).encode()


def test_a_mistake_of_a_loader_is_an_error_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(source: object) -> Loaded:
        raise KeyError("x")

    (tmp_path / "a.txt").write_bytes(RULES)
    monkeypatch.setattr(prepare, "load_source", fails)
    (outcome,) = load_paths(open_store(), [tmp_path])
    assert "a loader fails on this file: found \"KeyError: 'x'\"" in str(outcome.error)


def database(path: Path, script: str) -> Path:
    with sqlite3.connect(path) as connection:
        connection.executescript(script)
    connection.close()
    return path


def test_bytes_and_blanks_in_a_card_database_are_read_as_text(tmp_path: Path) -> None:
    script = f"create table texts(id integer primary key, name text, desc text, {COLUMNS});"
    script += "insert into texts(id, name, desc) values (1, x'ff41', x'80'), (2, null, 'You control it.');"
    script += "create trigger t after insert on texts begin delete from texts; end;"
    loaded = load_file(database(tmp_path / "a.cdb", script))
    assert [one.text for one in loaded.passages] == ["\ufffdA\n\ufffd", "You control it."]
    assert loaded.report.accounted == loaded.report.lines


def test_a_view_that_never_ends_is_refused(tmp_path: Path) -> None:
    ends = ", ".join(f"'' as str{number}" for number in range(1, 17))
    script = f"""create view texts as with recursive r(id) as (select 1 union all select id + 1 from r)
        select id, 'x' as name, 'y' as desc, {ends} from r;"""
    with pytest.raises(LoadError, match="no table of card texts"):
        load_file(database(tmp_path / "a.cdb", script))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'[{"object": "card", "name": ' + b"9" * 10_000 + b"}]", "no loader knows this format"),
        (b"[" * 100_000, "no loader knows this format"),
        (b"100.1. " + b"x " * 600_000, "the line is too long"),
        (lzma.compress(b"0" * 1_000_000), "an xz archive"),
        (b"%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF", "the PDF cannot be read"),
    ],
    ids=["number", "depth", "line", "archive", "pdf"],
)
def test_what_cannot_be_loaded_is_said_so(data: bytes, said: str) -> None:
    with pytest.raises(LoadError, match=said):
        load_source(clean_source(data, "bad"))


def test_half_a_pair_and_odd_fields_of_cards_are_mended_or_reported() -> None:
    cards = [
        {
            "object": "card",
            "lang": None,
            "name": "\ud800 Ox",
            "oracle_text": "\udfff control",
            "card_faces": 7,
        },
        {"object": "card", "lang": "en", "oracle_text": "nameless"},
    ]
    loaded = load_source(clean_source(json.dumps(cards).encode(), "cards.json"))
    assert [(one.language, one.text) for one in loaded.passages] == [("en", "\ufffd Ox\n\ufffd control")]
    assert [(one.kind, one.detail) for one in loaded.report.anomalies] == [
        ("not a card", "card 2 has no 'name'")
    ]
