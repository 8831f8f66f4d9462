"""Exchange files against grammars of our own, after the standards, and read by other programs."""

from __future__ import annotations

from pathlib import Path

import pandas
import polib
import pytest
from lxml import etree

from kb.translation import termbase
from kb.translation.exchange import TranslationUnit, write_units
from kb.translation.exchange.tables import COLUMNS, write_xlsx
from kb.translation.exchange.tbx import write_tbx

UNITS = (
    TranslationUnit("1.1/1", "en", "fr", 'A "token" & <b>', "Un « jeton » & <b>", "2010-02-01", "", "à voir"),
    TranslationUnit("1.1/2", "en", "fr", "Two\nlines", "", "", "One line"),
)
XML = "http://www.w3.org/XML/1998/namespace"


def _grammar(namespace: str, start: str, **elements: str) -> etree.RelaxNG:
    """A grammar: each element's content, in a short form.

    ``@name`` is an attribute that is needed, ``?@name`` one that may be there, ``text`` text, ``a*`` any
    number of an element, ``a?`` at most one, ``a+`` at least one, ``a`` just one, in order.
    """
    defined = "".join(
        f'<define name="{name}"><element name="{name}">{_content(said)}</element></define>'
        for name, said in elements.items()
    )
    text = (
        f'<grammar xmlns="http://relaxng.org/ns/structure/1.0" ns="{namespace}" xmlns:xml="{XML}">'
        f'<start><ref name="{start}"/></start>{defined}</grammar>'
    )
    return etree.RelaxNG(etree.fromstring(text))


def _content(said: str) -> str:
    parts = [_part(word) for word in said.split()]
    return "".join(parts) or "<empty/>"


def _part(word: str) -> str:
    if word == "text":
        return "<text/>"
    if word.startswith("?@"):
        return f'<optional><attribute name="{word[2:]}" ns="{_space(word)}"/></optional>'
    if word.startswith("@"):
        return f'<attribute name="{word[1:]}" ns="{_space(word)}"/>'
    wrap = {"*": "zeroOrMore", "+": "oneOrMore", "?": "optional"}.get(word[-1])
    ref = f'<ref name="{word.rstrip("*+?")}"/>'
    return f"<{wrap}>{ref}</{wrap}>" if wrap else ref


def _space(word: str) -> str:
    return XML if "xml:" in word else ""


TMX = _grammar(
    "", "tmx",
    tmx="@version header body",
    header="@creationtool @creationtoolversion @segtype @o-tmf @adminlang @srclang @datatype",
    body="tu*", tu="@tuid note* prop* tuv+", note="text", prop="@type text", tuv="@xml:lang seg", seg="text",
)  # fmt: skip
XLIFF2 = _grammar(
    "urn:oasis:names:tc:xliff:document:2.0", "xliff",
    xliff="@version @srcLang ?@trgLang file+", file="@id unit+", unit="@id ?@name notes? segment+",
    notes="note+", note="?@category text", segment="?@state source target?",
    source="?@xml:space text", target="?@xml:space text",
)  # fmt: skip
XLIFF1 = _grammar(
    "urn:oasis:names:tc:xliff:document:1.2", "xliff",
    xliff="@version file+", file="@original @datatype @source-language ?@target-language body",
    body="trans-unit*",
    **{"trans-unit": "@id ?@resname source target? note*"},
    source="?@xml:space text", target="?@xml:space text", note="?@from text",
)  # fmt: skip
TBX = _grammar(
    "urn:iso:std:iso:30042:ed-2", "tbx",
    tbx="@type @style @xml:lang tbxHeader text_", tbxHeader="fileDesc", fileDesc="sourceDesc",
    sourceDesc="p+", p="text", body="conceptEntry+", conceptEntry="@id descrip* note* langSec+",
    descrip="@type text", note="text", langSec="@xml:lang termSec+",
    termSec="term termNote* admin* note*", term="text", termNote="@type text", admin="@type text",
    text_="body",
)  # fmt: skip


@pytest.mark.parametrize(("form", "grammar"), [("tmx", TMX), ("xliff", XLIFF2), ("xliff1", XLIFF1)])
def test_a_file_has_the_shape_that_its_standard_asks_for(form: str, grammar: etree.RelaxNG) -> None:
    document = etree.fromstring(write_units(UNITS, form).encode())
    assert grammar.validate(document), grammar.error_log
    document.append(etree.SubElement(document, "stranger"))
    assert not grammar.validate(document)


def test_the_termbase_has_the_shape_of_tbx_basic() -> None:
    # The element `text` shares its name with the short form for text.
    written = write_tbx(termbase("ygo")).replace("<text>", "<text_>").replace("</text>", "</text_>")
    document = etree.fromstring(written.encode())
    assert TBX.validate(document), TBX.error_log
    assert document.get("type") == "TBX-Basic"
    kinds = {each.text for each in document.iter("{*}termNote")}
    assert kinds <= {"preferredTerm-admn-sts", "admittedTerm-admn-sts", "deprecatedTerm-admn-sts"}
    assert len(list(document.iter("{*}conceptEntry"))) == len(termbase("ygo"))


def test_a_sheet_is_read_by_a_table_program(tmp_path: Path) -> None:
    write_xlsx(UNITS, tmp_path / "units.xlsx")
    frame = pandas.read_excel(tmp_path / "units.xlsx", keep_default_na=False)
    assert list(frame.columns) == list(COLUMNS)
    assert list(frame["source"]) == [unit.source for unit in UNITS]
    assert list(frame["previous"]) == ["", "One line"]


def test_a_second_program_reads_the_po_file_with_its_context_and_previous_source(tmp_path: Path) -> None:
    (tmp_path / "units.po").write_text(write_units(UNITS, "po"), encoding="utf-8")
    entries = polib.pofile(str(tmp_path / "units.po"))
    assert [(e.msgctxt, e.msgid, e.msgstr) for e in entries] == [(u.key, u.source, u.target) for u in UNITS]
    assert entries[1].previous_msgid == "One line"
    assert entries[1].fuzzy
