"""Results as DataFrames with types that fit: the only module that imports pandas.

Games, documents, editions, languages and kinds are categories. Rule numbers are ordered categories, so that
they sort as numbers: 109.10 comes after 109.9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

import pandas as pd

from kb.queries.numbers import number_key

_CATEGORIES: Final = frozenset(("game", "document", "edition", "language", "kind", "loader", "source"))


def frame(records: Sequence[Mapping[str, object]], columns: Sequence[str]) -> pd.DataFrame:
    """One row for each record, with the columns in this order, each with the type that its values have.

    >>> found = frame([{"number": "9.10", "n": 1}, {"number": "9.9", "n": None}], ["number", "n"])
    >>> list(found.sort_values("number")["number"]), str(found["n"].dtype)
    (['9.9', '9.10'], 'Int64')
    """
    data = {name: _column(name, [record.get(name) for record in records]) for name in columns}
    return pd.DataFrame(data, columns=list(columns))


def _column(name: str, values: list[object]) -> pd.Series[Any]:
    present = [value for value in values if value is not None]
    if name == "number" and all(isinstance(value, str) for value in present):
        order = sorted({str(value) for value in present}, key=number_key)
        return pd.Series(pd.Categorical(values, categories=order, ordered=True))
    if name in _CATEGORIES or name.endswith("_language"):
        return pd.Series(values, dtype="category")
    return pd.Series(values, dtype=_dtype(present))


def _dtype(present: list[object]) -> Any:
    """The narrowest type that holds all of the values; bool is no number here."""
    kinds = {type(value) for value in present}
    if kinds == {bool}:
        return "boolean"
    if kinds == {int}:
        return "Int64"
    if kinds and kinds <= {int, float, Decimal}:
        return "Float64"
    if kinds and kinds <= {date, datetime}:
        return "datetime64[ns]" if not _has_zone(present) else "object"
    if kinds <= {str}:
        return "string"
    return "object"


def _has_zone(present: list[object]) -> bool:
    return any(isinstance(value, datetime) and value.tzinfo for value in present)
