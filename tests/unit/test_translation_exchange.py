"""What goes out comes back, and another program reads the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from translate.storage import pypo, tmx, xliff, xliff2  # type: ignore[import-not-found]

from kb.errors import InputError
from kb.translation import termbase
from kb.translation.exchange import TranslationUnit, read_units, write_units
from kb.translation.exchange.tables import read_xlsx, write_xlsx
from kb.translation.exchange.tbx import read_tbx, write_tbx

UNITS = (
    TranslationUnit(
        "1.1/1", "en", "fr", 'A "token" & <b>', "Un « jeton » & <b>\u00a0!", "2010-02-01", "", "à\nvoir"
    ),
    TranslationUnit("1.1/2", "en", "fr", "Two\nlines\tand a \\ backslash", "", "", "One line", ""),
    TranslationUnit("1.2", "en", "fr", "Same source", "Une traduction"),
    TranslationUnit("1.3", "en", "fr", "Same source", "Une autre"),
)


@pytest.mark.parametrize("form", ["tmx", "xliff", "xliff1", "po", "csv"])
def test_every_format_gives_back_what_it_was_given(form: str) -> None:
    assert read_units(write_units(UNITS, form), form.removesuffix("1")) == UNITS


def test_a_sheet_gives_back_what_it_was_given(tmp_path: Path) -> None:
    write_xlsx(UNITS, tmp_path / "units.xlsx")
    assert read_xlsx(tmp_path / "units.xlsx") == UNITS


@pytest.mark.parametrize(
    ("form", "reader"),
    [("tmx", tmx.tmxfile), ("xliff", xliff2.Xliff2File), ("xliff1", xliff.xlifffile), ("po", pypo.pofile)],
)
def test_another_program_reads_the_same_texts(form: str, reader: type) -> None:
    store = reader.parsestring(write_units(UNITS, form).encode())  # type: ignore[attr-defined]
    found = [(str(u.source), str(u.target or "")) for u in store.units if not u.isheader()]
    assert found == [(unit.source, unit.target) for unit in UNITS]


def test_po_carries_the_rule_as_context_and_the_previous_source() -> None:
    store = pypo.pofile.parsestring(write_units(UNITS, "po").encode())
    assert [unit.getcontext() for unit in store.units[1:]] == ["1.1/1", "1.1/2", "1.2", "1.3"]
    assert store.units[2].prev_source == "One line"
    assert store.units[2].isfuzzy()


def test_the_termbase_goes_out_as_tbx_and_comes_back() -> None:
    terms = termbase("mtg")
    assert tuple(read_tbx(write_tbx(terms))) == terms
    assert write_tbx(terms).count("<conceptEntry ") == len(terms)


def test_a_file_of_another_kind_is_refused_with_its_place() -> None:
    with pytest.raises(InputError, match=r"a\.tmx: another document: found 'html', expected the element tmx"):
        read_units("<html/>", "tmx", name="a.tmx")
    with pytest.raises(InputError, match=r"b\.po:1: not a line of a PO file: found 'hello'"):
        read_units("hello", "po", name="b.po")
    with pytest.raises(InputError, match="a document type with declarations is refused"):
        read_units('<!DOCTYPE tmx [<!ENTITY a "b">]><tmx/>', "tmx")
