"""Answers for very many scenarios: a Parquet file in, a Parquet file out, in constant memory on all cores.

`infer` does it for texts, `infer_frame` for a DataFrame, `infer_parquet` for files.
"""

from __future__ import annotations

from kb.batch.files import PART_ROWS, BatchReport, Progress, infer_parquet
from kb.batch.records import COLUMNS, infer, infer_frame

__all__ = [
    "COLUMNS",
    "PART_ROWS",
    "BatchReport",
    "Progress",
    "infer",
    "infer_frame",
    "infer_parquet",
]
