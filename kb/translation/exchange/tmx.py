"""TMX 1.4b: one ``tu`` a unit, its key, edition and note as ``prop`` and ``note``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as Tree

from kb.translation.exchange.records import TranslationUnit
from kb.translation.exchange.xml import LANG, add, children, inner_text, local, parse_xml, write_xml

_DOCTYPE = '<!DOCTYPE tmx SYSTEM "tmx14.dtd">'


def write_tmx(units: Sequence[TranslationUnit]) -> str:
    """The units as a TMX 1.4b document."""
    root = Tree.Element("tmx", version="1.4")
    source = units[0].source_lang if units else "*all*"
    header = {
        "creationtool": "tcg-rules-kb", "creationtoolversion": "0", "segtype": "sentence",
        "o-tmf": "tcg-rules-kb", "adminlang": "en", "srclang": source, "datatype": "plaintext",
    }  # fmt: skip
    Tree.SubElement(root, "header", header)
    body = add(root, "body")
    for unit in units:
        element = add(body, "tu", tuid=unit.key)
        if unit.note:
            add(element, "note", unit.note)
        for name, value in (("x-edition", unit.edition), ("x-previous", unit.previous)):
            if value:
                add(element, "prop", value, type=name)
        for language, text in ((unit.source_lang, unit.source), (unit.target_lang, unit.target)):
            variant = add(element, "tuv")
            variant.set(LANG, language)
            add(variant, "seg", text)
    return write_xml(root, _DOCTYPE)


def read_tmx(text: str, name: str = "-") -> Iterator[TranslationUnit]:
    """The units of a TMX document: the variant in the source language, and the first other one."""
    root = parse_xml(text, name, "tmx")
    header = next(iter(children(root, "header")), None)
    source = (header.get("srclang", "") if header is not None else "").lower()
    for at, element in enumerate(children(root, "tu"), 1):
        variants = [_variant(each) for each in children(element, "tuv")]
        first = next((v for v in variants if v[0] == source), variants[0] if variants else ("", ""))
        other = next((v for v in variants if v is not first), ("", ""))
        props = {p.get("type", ""): inner_text(p) for p in element if local(p) == "prop"}
        note = inner_text(next((n for n in element if local(n) == "note"), None))
        yield TranslationUnit(
            element.get("tuid") or str(at), first[0], other[0], first[1], other[1],
            props.get("x-edition", ""), props.get("x-previous", ""), note,
        )  # fmt: skip


def _variant(variant: Tree.Element) -> tuple[str, str]:
    """The language and the text of a variant."""
    language = variant.get(LANG) or variant.get("lang") or ""
    return language.lower(), inner_text(next(iter(children(variant, "seg")), None))
