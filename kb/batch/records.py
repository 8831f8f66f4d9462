"""One record a question for very many scenarios."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Final

from kb.errors import InputError, KbError, Place
from kb.inference.answers import Answer, Outcome
from kb.inference.many import Many
from kb.queries.tabular import columns_of

if TYPE_CHECKING:
    import pandas as pd

COLUMNS: Final = (
    "row",
    "id",
    "question",
    "ask",
    "of",
    "at",
    "outcome",
    "answer",
    "basis",
    "document",
    "edition",
    "rules",
    "missing",
    "error",
)


Row = tuple[object, ...]
"""One record, in the order of the columns."""

_to_json: Final = json.JSONEncoder(ensure_ascii=False).encode


def infer(
    scenarios: Iterable[tuple[str | None, str]], *, first: int = 0, reasons: bool = True
) -> Iterator[dict[str, object]]:
    """One record a question for (id, text) pairs, in order; a text that cannot be read gives an error record.

    `first` is the row number of the first pair. Without `reasons` the rules of the derivations are left out,
    which is faster. JSON is answered several times faster than YAML.

    >>> text = (
    ...     "{game: mtg, players: [A, B], questions: [{ask: owner, of: x}], "
    ...     "setup: [{id: x, kind: creature, owner: A, controller: A, zone: battlefield}]}"
    ... )
    >>> [(row["id"], row["answer"], row["outcome"]) for row in infer([("duel", text), ("bad", "{")])]
    [('duel', '"A"', 'answered'), ('bad', None, 'error')]
    """
    for row in rows(scenarios, first=first, reasons=reasons):
        yield dict(zip(COLUMNS, row, strict=True))


def rows(scenarios: Iterable[tuple[str | None, str]], *, first: int, reasons: bool) -> Iterator[Row]:
    """The same as tuples."""
    many = _many(reasons)
    for row, (name, text) in enumerate(scenarios, start=first):
        source = name if name is not None else f"row {row}"
        try:
            for own_name, found in many.answers(text, source):
                for number, answer in enumerate(found):
                    yield _row(row, name if name is not None else own_name, number, answer, reasons)
        except KbError as error:
            yield (row, name, *_NO_QUESTION, "error", *_NO_ANSWER, str(error))


@cache
def _many(reasons: bool) -> Many:
    """What this process has learnt from the scenarios it answered."""
    return Many(reasons)


_NO_QUESTION: Final = (None,) * 4
_NO_ANSWER: Final = (None,) * 6


def _row(row: int, name: str, number: int, answer: Answer, reasons: bool) -> Row:
    question = answer.question
    return (
        row,
        name,
        number,
        question.ask,
        question.of,
        question.at,
        answer.outcome.value,
        None if answer.outcome is Outcome.UNDETERMINED else _to_json(answer.value),
        answer.basis,
        answer.document,
        answer.edition,
        answer.rules if reasons else (),
        answer.missing,
        None,
    )


def infer_frame(frame: pd.DataFrame, *, reasons: bool = True) -> pd.DataFrame:
    """The answers for a DataFrame with a column ``scenario`` (and, if it likes, ``id``), one row a question.

    Raises :class:`~kb.errors.InputError` when there is no such column.
    """
    from kb.frames import frame as as_frame

    if "scenario" not in frame.columns:
        raise InputError(
            Place("the DataFrame"), "no column of scenarios", found=list(frame.columns), expected="'scenario'"
        )
    names = frame["id"] if "id" in frame.columns else [None] * len(frame)
    pairs = (
        (None if name is None else str(name), str(text))
        for name, text in zip(names, frame["scenario"], strict=True)
    )
    return as_frame(columns_of(list(infer(pairs, reasons=reasons)), COLUMNS))
