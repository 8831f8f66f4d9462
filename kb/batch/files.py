"""Answers for the scenarios of a Parquet file, written to another.

The input has a column ``scenario`` (the text of one scenario, YAML or JSON) and may have a column ``id``.
The output has one row a question. Work is done a part at a time; each finished part is a file of its own
beside the output, so that a run that was stopped goes on where it was. The parts become one file at the end.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED as FIRST
from concurrent.futures import Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from kb.batch.records import COLUMNS, rows
from kb.errors import LoadError, MissingExtraError, Place

Progress = Callable[[int, int, str], None]
"""Called with how many parts are done, how many there are, and the name of the next one."""

PART_ROWS: Final = 2000
READ_BYTES: Final = 1 << 20
READ_ROWS: Final = 2000
Pairs = list[tuple[str | None, str]]
"""The id and text of each scenario of a part."""


@dataclass(frozen=True, slots=True)
class BatchReport:
    """What a batch did: scenarios read, questions answered, scenarios that had errors, parts found done."""

    scenarios: int
    questions: int
    errors: int
    parts: int
    parts_found: int


def infer_parquet(
    source: Path,
    target: Path,
    *,
    workers: int | None = None,
    part_rows: int = PART_ROWS,
    reasons: bool = True,
    progress: Progress | None = None,
) -> BatchReport:
    """Answers every scenario of a Parquet file into another; goes on where an earlier run was stopped.

    Raises :class:`~kb.errors.LoadError` when the input is not a Parquet file with a column ``scenario``, or
    parts beside the output belong to another input, :class:`~kb.errors.MissingExtraError` without pyarrow.
    """
    pq = _parquet()
    count = _rows(pq, source)
    parts = max(1, -(-count // part_rows))
    folder = target.with_name(target.name + ".parts")
    done = _open_parts(folder, source, count, part_rows, reasons)
    left = ((number, pairs) for number, pairs in _parts(pq, source, part_rows) if number not in done)
    answer_part = partial(_answer_part, folder, part_rows, reasons)
    _run(left, parts, len(done), answer_part, workers or os.cpu_count() or 1, progress)
    report = _join(pq, folder, target, parts)
    shutil.rmtree(folder)
    return BatchReport(count, report[0], report[1], parts, len(done))


def _parquet() -> Any:
    try:
        import pyarrow.parquet as pq
    except ImportError as error:
        raise MissingExtraError("pyarrow", "batch") from error
    return pq


def _rows(pq: Any, source: Path) -> int:
    try:
        with pq.ParquetFile(source) as file:
            names = file.schema_arrow.names
            rows: int = file.metadata.num_rows
    except FileNotFoundError as error:
        raise LoadError(Place(str(source)), "no such file") from error
    except Exception as error:
        raise LoadError(Place(str(source)), "not a Parquet file", found=str(error)) from error
    if "scenario" not in names:
        raise LoadError(Place(str(source)), "no column of scenarios", found=names, expected="'scenario'")
    return rows


def _open_parts(folder: Path, source: Path, rows: int, part_rows: int, reasons: bool) -> set[int]:
    """The numbers of the parts that an earlier run finished."""
    status = source.stat()
    asked = {
        "input": source.name,
        "bytes": status.st_size,
        "changed": status.st_mtime_ns,
        "rows": rows,
        "part_rows": part_rows,
        "reasons": reasons,
    }
    manifest = folder / "manifest.json"
    if manifest.exists():
        found = json.loads(manifest.read_text(encoding="utf-8"))
        if found != asked:
            raise LoadError(
                Place(str(folder)),
                "parts of another run",
                found=found,
                expected=str(asked),
                hint="remove the folder to begin anew",
            )
    else:
        folder.mkdir(parents=True, exist_ok=True)
        manifest.write_text(json.dumps(asked), encoding="utf-8")
    return {int(path.stem) for path in folder.glob("*.parquet")}


def _run(
    parts: Iterator[tuple[int, Pairs]],
    count: int,
    found_done: int,
    answer_part: Callable[[int, Pairs], int],
    workers: int,
    progress: Progress | None,
) -> None:
    """Answers the parts that are left; never more of them in flight than the workers can hold."""
    finished = found_done
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        flying: set[Future[int]] = set()
        while True:
            while len(flying) < 2 * workers and (part := next(parts, None)) is not None:
                flying.add(pool.submit(answer_part, *part))
            if not flying:
                return
            landed, flying = wait(flying, return_when=FIRST)
            for each in landed:
                number = each.result()
                finished += 1
                if progress is not None:
                    progress(finished, count, f"part {number}")


def _answer_part(folder: Path, part_rows: int, reasons: bool, number: int, pairs: Pairs) -> int:
    import pyarrow as pa

    # A scenario leaves many small things behind but hardly ever a cycle: to look so often is waste.
    gc.set_threshold(200_000, 10, 10)
    found = list(rows(pairs, first=number * part_rows, reasons=reasons))
    columns = list(zip(*found, strict=True)) or [()] * len(COLUMNS)
    schema = _schema()
    table = pa.table(
        [pa.array(column, kind) for column, kind in zip(columns, schema.types, strict=True)], schema=schema
    )
    half = folder / f"{number:08d}.half"
    _parquet().write_table(table, half)
    half.replace(folder / f"{number:08d}.parquet")
    return number


def _parts(pq: Any, source: Path, part_rows: int) -> Iterator[tuple[int, Pairs]]:
    """The numbered parts of a file, read from front to back: it may be one row group, larger than memory."""
    with pq.ParquetFile(source, pre_buffer=False, buffer_size=READ_BYTES) as file:
        columns = [name for name in ("id", "scenario") if name in file.schema_arrow.names]
        number, waiting = 0, []
        for batch in file.iter_batches(batch_size=min(part_rows, READ_ROWS), columns=columns):
            texts = batch.column("scenario").to_pylist()
            names = batch.column("id").to_pylist() if "id" in columns else [None] * len(texts)
            waiting += [
                (None if name is None else str(name), str(text))
                for name, text in zip(names, texts, strict=True)
            ]
            while len(waiting) >= part_rows:
                yield number, waiting[:part_rows]
                number, waiting = number + 1, waiting[part_rows:]
        if waiting or not number:
            yield number, waiting


def _schema() -> Any:
    import pyarrow as pa

    texts = {name: pa.string() for name in COLUMNS}
    kinds: Mapping[str, Any] = {
        **texts,
        "row": pa.int64(),
        "question": pa.int32(),
        "rules": pa.list_(pa.string()),
        "missing": pa.list_(pa.string()),
    }
    return pa.schema([(name, kinds[name]) for name in COLUMNS])


def _join(pq: Any, folder: Path, target: Path, parts: int) -> tuple[int, int]:
    """The parts as one file, put in place in one step; how many questions and errors it holds."""
    questions = errors = 0
    half = target.with_name(target.name + ".half")
    with pq.ParquetWriter(half, _schema()) as writer:
        for number in range(parts):
            table = pq.read_table(folder / f"{number:08d}.parquet")
            outcomes = table.column("outcome").to_pylist()
            errors += outcomes.count("error")
            questions += len(outcomes) - outcomes.count("error")
            writer.write_table(table)
    half.replace(target)
    return questions, errors
