"""Records as tables of other programs: a DataFrame, an Arrow table, a Parquet file, with the same types.

Games, documents, editions, languages and kinds are categories. Rule numbers are categories in the order of
numbers, so that 109.10 comes after 109.9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kb.errors import MissingExtraError

if TYPE_CHECKING:
    import pandas
    import pyarrow

Columns = Mapping[str, Sequence[object]]
"""The values of each column, from the first row to the last; None where there is none."""

_CATEGORIES: Final = frozenset(("game", "document", "edition", "language", "kind", "loader", "source"))


class Kind(Enum):
    """What the values of a column are."""

    NUMBER = "rule numbers"
    CATEGORY = "a few words again and again"
    TRUTH = "truths"
    INTEGER = "integers"
    REAL = "numbers"
    DAY = "days"
    TIME = "moments without a time zone"
    TEXT = "texts"
    OBJECT = "something else"


class NoValues(tuple[object, ...]):
    """A column of a table without rows, which still says what its values would be."""

    kind: Kind

    @classmethod
    def of(cls, kind: Kind) -> NoValues:
        """A column of this kind."""
        made = cls()
        made.kind = kind
        return made


def kind_of(name: str, values: Sequence[object]) -> Kind:
    """What the values of a column are: the narrowest kind that fits all of them.

    >>> kind_of("number", ["9.10"]).name, kind_of("n", [1, None]).name, kind_of("n", [1, 0.5]).name
    ('NUMBER', 'INTEGER', 'REAL')
    """
    if isinstance(values, NoValues):
        return values.kind
    kinds = {type(value) for value in values} - {type(None)}
    if name == "number" and kinds <= {str}:
        return Kind.NUMBER
    if name in _CATEGORIES or name.endswith("_language"):
        return Kind.CATEGORY
    if kinds == {bool}:
        return Kind.TRUTH
    if kinds == {int}:
        return Kind.INTEGER
    if kinds and kinds <= {int, float, Decimal}:
        return Kind.REAL
    if kinds == {date}:
        return Kind.DAY
    if kinds and kinds <= {date, datetime} and not any(isinstance(v, datetime) and v.tzinfo for v in values):
        return Kind.TIME
    return Kind.TEXT if kinds <= {str} else Kind.OBJECT


def columns_of(records: Sequence[Mapping[str, object]], names: Sequence[str]) -> Columns:
    """Records as columns with these names."""
    return {name: [record.get(name) for record in records] for name in names}


class Tabular:
    """Something that goes out as a table; a subclass says what is in the columns."""

    def table(self) -> Columns:
        """The values by column, as Python has them."""
        raise NotImplementedError

    def to_frame(self) -> pandas.DataFrame:
        """A typed DataFrame. Raises MissingExtraError without pandas."""
        frame: pandas.DataFrame = _optional("kb.frames", "pandas", "frames").frame(self.table())
        return frame

    def to_arrow(self) -> pyarrow.Table:
        """A typed table of Arrow; what is a category in the DataFrame is a dictionary here.

        Raises MissingExtraError without pyarrow.
        """
        arrow: pyarrow.Table = _optional("kb.arrow", "pyarrow", "batch").arrow_table(self.table())
        return arrow

    def to_parquet(self, path: str | Path) -> Path:
        """Writes a Parquet file and gives its path; ``pandas.read_parquet`` gives the types of `to_frame`.

        Raises MissingExtraError without pyarrow, OSError where the file cannot be written.
        """
        _optional("kb.arrow", "pyarrow", "batch").write_parquet(self.table(), Path(path))
        return Path(path)


def _optional(module: str, package: str, extra: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name != package:
            raise
        raise MissingExtraError(package, extra) from missing
