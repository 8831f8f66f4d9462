"""Many scenarios at once: what goes in comes out, a stopped run goes on, errors are rows."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kb.batch import files, infer_frame, infer_parquet
from kb.errors import InputError, LoadError


def duel(holder: str) -> str:
    return json.dumps(
        {
            "game": "mtg",
            "players": ["A", "B"],
            "setup": [
                {"id": "ox", "kind": "creature", "owner": "A", "controller": "A", "zone": "battlefield"}
            ],
            "events": [{"do": "gain_control", "player": holder, "of": "ox"}],
            "questions": [{"ask": "controller", "of": "ox"}, {"ask": "owner", "of": "ox"}],
        }
    )


def write(path: Path, rows: list[tuple[str, str]]) -> Path:
    table = pa.table({"id": [name for name, _ in rows], "scenario": [text for _, text in rows]})
    pq.write_table(table, path, row_group_size=3)
    return path


def test_every_question_of_every_scenario_is_answered_in_order(tmp_path: Path) -> None:
    source = write(tmp_path / "in.parquet", [(f"d{n}", duel("AB"[n % 2])) for n in range(10)])
    report = infer_parquet(source, tmp_path / "out.parquet", workers=1, part_rows=4)
    rows = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert (report.scenarios, report.questions, report.errors, report.parts) == (10, 20, 0, 3)
    assert [row["row"] for row in rows] == [n for n in range(10) for _ in range(2)]
    assert [row["answer"] for row in rows if row["ask"] == "controller"] == ['"A"', '"B"'] * 5
    assert rows[0]["rules"][0] == "mtg-controller"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.parquet", "out.parquet"]


def test_a_scenario_with_an_error_is_a_row_and_stops_nobody(tmp_path: Path) -> None:
    source = write(
        tmp_path / "in.parquet", [("good", duel("B")), ("bad", "{game: mtgg}"), ("also", duel("A"))]
    )
    report = infer_parquet(source, tmp_path / "out.parquet", workers=1)
    rows = pq.read_table(tmp_path / "out.parquet").to_pylist()
    assert report.errors == 1
    assert [row["id"] for row in rows] == ["good", "good", "bad", "also", "also"]
    assert "mtgg" in rows[2]["error"]


def test_a_stopped_run_goes_on_with_the_parts_that_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = write(tmp_path / "in.parquet", [("d", duel("B"))] * 9), tmp_path / "out.parquet"

    def stop(*_: object) -> tuple[int, int]:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(files, "_join", stop)
        with pytest.raises(KeyboardInterrupt):
            infer_parquet(source, target, workers=1, part_rows=3)
    (tmp_path / "out.parquet.parts" / "00000001.parquet").unlink()
    report = infer_parquet(source, target, workers=1, part_rows=3)
    assert (report.parts, report.parts_found, report.questions) == (3, 2, 18)


def test_parts_of_another_input_are_not_taken_for_this_one(tmp_path: Path) -> None:
    source = write(tmp_path / "in.parquet", [("d", duel("B"))])
    parts = tmp_path / "out.parquet.parts"
    parts.mkdir()
    (parts / "manifest.json").write_text('{"input": "other.parquet"}')
    with pytest.raises(LoadError, match="parts of another run"):
        infer_parquet(source, tmp_path / "out.parquet")


def test_what_is_no_parquet_file_or_has_no_scenarios_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.parquet").write_text("not parquet")
    pq.write_table(pa.table({"id": ["x"]}), tmp_path / "empty.parquet")
    with pytest.raises(LoadError, match="not a Parquet file"):
        infer_parquet(tmp_path / "text.parquet", tmp_path / "out.parquet")
    with pytest.raises(LoadError, match="no column of scenarios"):
        infer_parquet(tmp_path / "empty.parquet", tmp_path / "out.parquet")
    with pytest.raises(LoadError, match="no such file"):
        infer_parquet(tmp_path / "missing.parquet", tmp_path / "out.parquet")


def test_a_frame_of_scenarios_gives_a_frame_of_answers() -> None:
    answers = infer_frame(pd.DataFrame({"id": ["one"], "scenario": [duel("B")]}))
    assert list(answers["answer"]) == ['"B"', '"A"']
    with pytest.raises(InputError, match="no column of scenarios"):
        infer_frame(pd.DataFrame({"text": []}))
