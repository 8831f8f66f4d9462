"""Results go out as Arrow tables and Parquet files with the types that their DataFrames have."""

from __future__ import annotations

import subprocess
import sys
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import kb
from kb.arrow import arrow_table
from kb.frames import frame
from kb.knowledge import KnowledgeBase
from kb.ontology_files import ontology_root

QUERY = """SELECT ?number ?language ?content ?position
{ ?p text:number ?number ; text:language ?language ; text:content ?content ; text:position ?position }"""


@pytest.fixture(scope="module")
def rules() -> KnowledgeBase:
    return kb.load(ontology_root() / "examples" / "documents", store=None)


def test_a_query_keeps_languages_numbers_and_rule_numbers_in_arrow(rules: KnowledgeBase) -> None:
    table = rules.select(QUERY).to_arrow()
    types = {field.name: str(field.type) for field in table.schema}
    assert types == {
        "number": "dictionary<values=string, indices=int32, ordered=1>",
        "language": "dictionary<values=string, indices=int32, ordered=0>",
        "content": "string",
        "content_language": "dictionary<values=string, indices=int32, ordered=0>",
        "position": "int64",
    }
    assert set(table.column("content_language").to_pylist()) == {"en", "es", "fr"}


def test_rule_numbers_sort_as_numbers_after_the_way_through_a_file(tmp_path: Path) -> None:
    numbers = [f"9.{at}" for at in range(2, 400)]
    table = arrow_table({"number": [*numbers[::-1], None]})
    pq.write_table(table, tmp_path / "n.parquet")
    read = pd.read_parquet(tmp_path / "n.parquet")["number"]
    assert read.cat.ordered
    assert list(read.sort_values().dropna()) == numbers


def _plain(column: Any) -> list[Any]:
    return [None if pd.api.types.is_scalar(value) and pd.isna(value) else _listed(value) for value in column]


def _listed(value: Any) -> Any:
    return value if pd.api.types.is_scalar(value) else list(value)


def test_a_file_of_parquet_is_the_table_again(rules: KnowledgeBase, tmp_path: Path) -> None:
    for result in (
        rules.select(QUERY),
        rules.passages(),
        rules.sources(),
        rules.coverage(),
        rules.rule("950.3"),
    ):
        path = result.to_parquet(tmp_path / "x.parquet")
        assert pq.read_table(path).equals(result.to_arrow())
        ours, read = result.to_frame(), pd.read_parquet(path)
        assert list(read.columns) == list(ours.columns)
        for name in ours.columns:
            if isinstance(ours[name].dtype, pd.CategoricalDtype):
                assert read[name].dtype == ours[name].dtype, name
            assert _plain(read[name]) == _plain(ours[name]), name


def test_what_shows_a_situation_goes_out_too(rules: KnowledgeBase, tmp_path: Path) -> None:
    situation = rules.scenario("mtg", "Ann", "Bob").permanent("ox", owner="Ann").gain_control("Bob", "ox")
    timeline = rules.timeline(situation)
    assert timeline.to_arrow().column("controller").to_pylist() == ["Ann", "Bob"]
    assert pq.read_table(rules.board(situation).to_parquet(tmp_path / "b")).column("owner").to_pylist() == [
        "Ann"
    ]
    assert rules.concept("battlefield").to_arrow().num_rows == len(rules.concept("battlefield").to_frame())
    assert rules.changes().to_arrow().num_rows == len(rules.changes().to_frame())


@pytest.mark.parametrize(
    ("values", "dtype", "kind"),
    [
        ([True, None], "boolean", pa.bool_()),
        ([1, None], "Int64", pa.int64()),
        ([1, 0.5, Decimal("2.5")], "Float64", pa.float64()),
        ([date(2010, 2, 1), None], "datetime64[ns]", pa.date32()),
        ([date(2010, 2, 1), datetime(2010, 2, 1, 3)], "datetime64[ns]", pa.timestamp("us")),
        (["a", None], "string", pa.string()),
        ([("a", "b"), ()], "object", pa.list_(pa.string())),
        (["a", 1], "object", pa.string()),
        ([], "string", pa.string()),
    ],
)
def test_each_kind_of_value_has_its_type(values: list[Any], dtype: str, kind: pa.DataType) -> None:
    assert str(frame({"x": values})["x"].dtype) == dtype
    made = arrow_table({"x": values})
    assert made.schema.field("x").type == kind
    assert made.column("x").null_count == sum(value is None for value in values)


def test_an_empty_result_has_its_columns(rules: KnowledgeBase) -> None:
    found = rules.select(
        'SELECT ?number ?x { ?p text:number ?number ; text:content "nothing" ; text:nope ?x }'
    )
    assert found.to_arrow().column_names == ["number", "x"] == list(found.to_frame().columns)


def test_without_pyarrow_the_error_names_the_extra() -> None:
    program = """
import sys
sys.modules["pyarrow"] = None
import kb
try:
    kb.load(store=None).sources().to_arrow()
except kb.errors.MissingExtraError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "pip install 'tcg-rules-kb[batch]'" in done.stdout
