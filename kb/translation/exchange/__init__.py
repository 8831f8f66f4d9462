"""Files that translators' tools read and write: TMX, XLIFF, TBX, PO, CSV, XLSX.

Each format is one small module with a `write_` and a `read_` function over the same records, so that what
goes out comes back. XML is written and read with the standard library; only XLSX needs an extra.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from kb.errors import InputError, Place
from kb.translation.exchange.po import read_po, write_po
from kb.translation.exchange.records import TranslationUnit
from kb.translation.exchange.tables import read_csv, write_csv
from kb.translation.exchange.tmx import read_tmx, write_tmx
from kb.translation.exchange.xliff import read_xliff, write_xliff1, write_xliff2

__all__ = ["FORMATS", "TranslationUnit", "read_units", "write_units"]

Writer = Callable[[Sequence[TranslationUnit]], str]
FORMATS: Final[dict[str, Writer]] = {
    "tmx": write_tmx,
    "xliff": write_xliff2,
    "xliff1": write_xliff1,
    "po": write_po,
    "csv": write_csv,
}
_READERS: Final = {"tmx": read_tmx, "xliff": read_xliff, "xlf": read_xliff, "po": read_po, "csv": read_csv}


def write_units(units: Sequence[TranslationUnit], form: str) -> str:
    """The units as text of a format: tmx, xliff (2.1), xliff1 (1.2), po or csv."""
    return FORMATS[form](units)


def read_units(text: str, form: str, *, name: str = "-") -> tuple[TranslationUnit, ...]:
    """The units in a text of a format.

    >>> unit = TranslationUnit("1", "en", "fr", "A token.", "Un jeton.")
    >>> read_units(write_units([unit], "tmx"), "tmx") == (unit,)
    True

    Raises :class:`kb.errors.InputError` when the text is not of that format.
    """
    if form not in _READERS:
        raise InputError(Place(name), "unknown format", found=form, expected=f"one of {', '.join(_READERS)}")
    return tuple(_READERS[form](text, name))
