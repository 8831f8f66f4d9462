"""Card databases of simulators, SQLite files with a table ``texts``, as lines: one card a line."""

from __future__ import annotations

import json
import sqlite3
from typing import Final

from kb.errors import LoadError, Place

CDB_ENCODING: Final = "SQLite"
_MAGIC: Final = b"SQLite format 3\x00"
_PROMPTS: Final = ", ".join(f"str{number}" for number in range(1, 17))


_MOST_STEPS: Final = 500_000_000
"""Of SQLite's machine, before a query is given up: some seconds; an honest database takes a tenth."""


def is_sqlite(data: bytes) -> bool:
    """Whether `data` is an SQLite database.

    >>> is_sqlite(b"SQLite format 3\\x00..."), is_sqlite(b"108. Cards")
    (True, False)
    """
    return data.startswith(_MAGIC)


def sqlite_lines(data: bytes, name: str) -> str:
    """The cards of a card database as JSON, one a line, by their number.

    Raises :class:`kb.errors.LoadError` for a damaged database and one without card texts.
    """
    connection = sqlite3.connect(":memory:")
    # A view, a trigger or an expression in a stranger's database may run for ever.
    connection.set_progress_handler(lambda: 1, _MOST_STEPS)
    connection.text_factory = lambda stored: stored.decode(errors="replace")
    try:
        connection.deserialize(data)
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        kinds = connection.execute("SELECT type FROM sqlite_master WHERE name = 'texts'").fetchall()
        if kinds != [("table",)]:
            raise sqlite3.DatabaseError("it has no table of card texts")
        rows = connection.execute(f"SELECT id, name, desc, {_PROMPTS} FROM texts ORDER BY id").fetchall()
    except sqlite3.Error as error:
        raise LoadError(
            Place(name),
            f"the database cannot be read: {str(error).lower()}",
            expected="the table texts of cards",
        ) from None
    finally:
        connection.close()
    if not rows:
        raise LoadError(Place(name), "nothing to load", found="0 cards", expected="a card database")
    return "".join(
        json.dumps(
            {
                "id": number if isinstance(number, int) else 0,
                "name": _text(card),
                "desc": _text(text),
                "prompts": [_text(words) for words in prompts if words],
            },
            ensure_ascii=False,
        )
        + "\n"
        for number, card, text, *prompts in rows
    )


def _text(stored: object) -> str:
    """A value as text: SQLite stores anything anywhere, bytes too."""
    if isinstance(stored, bytes):
        return stored.decode(errors="replace")
    return "" if stored is None else str(stored)
