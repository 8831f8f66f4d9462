"""Results as Arrow tables and Parquet files, with the types of the DataFrames of :mod:`kb.frames`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from kb.queries.numbers import number_key
from kb.queries.tabular import Columns, Kind, kind_of

_TYPES: Final = {
    Kind.TRUTH: pa.bool_(),
    Kind.INTEGER: pa.int64(),
    Kind.REAL: pa.float64(),
    Kind.DAY: pa.date32(),
    Kind.TIME: pa.timestamp("us"),
    Kind.TEXT: pa.string(),
}


def arrow_table(columns: Columns) -> pa.Table:
    """A table of these columns, each with the type that its values have.

    >>> found = arrow_table({"number": ["9.10", "9.9"], "n": [1, None]})
    >>> str(found.schema.field("number").type), str(found.schema.field("n").type)
    ('dictionary<values=string, indices=int32, ordered=1>', 'int64')
    >>> found.column("number").combine_chunks().dictionary.to_pylist()
    ['9.9', '9.10']
    """
    return pa.table({name: _column(name, values) for name, values in columns.items()})


def write_parquet(columns: Columns, path: Path) -> None:
    """Writes these columns to a Parquet file, in one row group, so that dictionaries keep their order."""
    table = arrow_table(columns)
    pq.write_table(table, path, row_group_size=max(1, len(table)))


def _column(name: str, values: Sequence[object]) -> pa.Array:
    kind = kind_of(name, values)
    if kind is Kind.NUMBER:
        return _dictionary(values, sorted({str(v) for v in values if v is not None}, key=number_key), True)
    if kind is Kind.CATEGORY:
        return _dictionary(values, sorted({str(v) for v in values if v is not None}), False)
    if kind is Kind.OBJECT:
        return _anything(values)
    if kind is Kind.REAL:
        return pa.array([None if v is None else float(str(v)) for v in values], _TYPES[kind])
    if kind is Kind.TIME:
        return pa.array([_moment(value) for value in values], _TYPES[kind])
    return pa.array(values, _TYPES[kind])


def _moment(value: object) -> object:
    is_day = isinstance(value, date) and not isinstance(value, datetime)
    return datetime.combine(value, time()) if is_day else value  # type: ignore[arg-type]


def _dictionary(values: Sequence[object], words: Sequence[str], ordered: bool) -> pa.DictionaryArray:
    places = {word: at for at, word in enumerate(words)}
    indices = pa.array([None if v is None else places[str(v)] for v in values], pa.int32())
    return pa.DictionaryArray.from_arrays(indices, pa.array(words, pa.string()), ordered=ordered)


def _anything(values: Sequence[object]) -> pa.Array:
    """Lists and the like as Arrow takes them; what it does not take, as text."""
    try:
        return pa.array([list(v) if isinstance(v, tuple | frozenset | set) else v for v in values])
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError):
        return pa.array([None if v is None else str(v) for v in values], pa.string())
