"""Results as DataFrames with types that fit: the only module that imports pandas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pandas as pd

from kb.queries.numbers import number_key
from kb.queries.tabular import Columns, Kind, kind_of

_DTYPES: Final = {
    Kind.CATEGORY: "category",
    Kind.TRUTH: "boolean",
    Kind.INTEGER: "Int64",
    Kind.REAL: "Float64",
    Kind.DAY: "datetime64[ns]",
    Kind.TIME: "datetime64[ns]",
    Kind.TEXT: "string",
    Kind.OBJECT: "object",
}


def frame(columns: Columns) -> pd.DataFrame:
    """A DataFrame of these columns, each with the type that its values have.

    >>> found = frame({"number": ["9.10", "9.9"], "n": [1, None]})
    >>> list(found.sort_values("number")["number"]), str(found["n"].dtype)
    (['9.9', '9.10'], 'Int64')
    """
    return pd.DataFrame({name: _column(name, values) for name, values in columns.items()})


def _column(name: str, values: Sequence[object]) -> pd.Series[Any]:
    kind = kind_of(name, values)
    if kind is Kind.NUMBER:
        order = sorted({str(value) for value in values if value is not None}, key=number_key)
        return pd.Series(pd.Categorical(values, categories=order, ordered=True))
    return pd.Series(values, dtype=_DTYPES[kind])
