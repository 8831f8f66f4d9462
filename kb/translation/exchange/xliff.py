"""XLIFF 2.1 and 1.2: one unit a sentence, its key as the name; previous source and edition as notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as Tree

from kb.translation.exchange.records import TranslationUnit
from kb.translation.exchange.xml import add, children, inner_text, local, parse_xml, write_xml

_NS2 = "urn:oasis:names:tc:xliff:document:2.0"
_NS1 = "urn:oasis:names:tc:xliff:document:1.2"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_NOTES = (("edition", "edition"), ("previous-source", "previous"), ("note", "note"))


def write_xliff2(units: Sequence[TranslationUnit]) -> str:
    """The units as an XLIFF 2.1 document (its core, which 2.0 readers read too)."""
    languages = _languages(units)
    root = Tree.Element(
        "xliff", {"xmlns": _NS2, "version": "2.1", "srcLang": languages[0], "trgLang": languages[1]}
    )
    file = add(root, "file", id="f1")
    for at, unit in enumerate(units, 1):
        element = add(file, "unit", id=f"u{at}", name=unit.key)
        notes = [(name, getattr(unit, field)) for name, field in _NOTES if getattr(unit, field)]
        if notes:
            group = add(element, "notes")
            for name, value in notes:
                add(group, "note", value, category=name)
        segment = add(element, "segment", state="translated" if unit.target else "initial")
        for tag, text in (("source", unit.source), ("target", unit.target)):
            add(segment, tag, text).set(_SPACE, "preserve")
    return write_xml(root)


def write_xliff1(units: Sequence[TranslationUnit]) -> str:
    """The units as an XLIFF 1.2 document."""
    languages = _languages(units)
    root = Tree.Element("xliff", {"xmlns": _NS1, "version": "1.2"})
    names = {"original": "rules", "datatype": "plaintext", "source-language": languages[0]}
    file = add(root, "file", **names, **{"target-language": languages[1]})
    body = add(file, "body")
    for at, unit in enumerate(units, 1):
        element = add(body, "trans-unit", id=f"u{at}", resname=unit.key)
        add(element, "source", unit.source).set(_SPACE, "preserve")
        add(element, "target", unit.target).set(_SPACE, "preserve")
        for name, field in _NOTES:
            if getattr(unit, field):
                add(element, "note", getattr(unit, field), **{"from": name})
    return write_xml(root)


def _languages(units: Sequence[TranslationUnit]) -> tuple[str, str]:
    return (units[0].source_lang, units[0].target_lang) if units else ("en", "fr")


def read_xliff(text: str, name: str = "-") -> Iterator[TranslationUnit]:
    """The units of an XLIFF document of version 1.2 or 2.x."""
    root = parse_xml(text, name, "xliff")
    if root.get("version", "").startswith("1"):
        for file in children(root, "file"):
            languages = file.get("source-language", ""), file.get("target-language", "")
            for element in children(file, "trans-unit"):
                yield _unit(element, element, languages, element.get("resname"), "from")
        return
    languages = root.get("srcLang", ""), root.get("trgLang", "")
    for element in children(root, "unit"):
        for segment in children(element, "segment"):
            yield _unit(element, segment, languages, element.get("name"), "category")


def _unit(
    element: Tree.Element, segment: Tree.Element, languages: tuple[str, str], key: str | None, kind: str
) -> TranslationUnit:
    parts = {local(each): inner_text(each) for each in segment if local(each) in ("source", "target")}
    notes = {note.get(kind, "note"): inner_text(note) for note in children(element, "note")}
    texts = parts.get("source", ""), parts.get("target", "")
    said = notes.get("edition", ""), notes.get("previous-source", ""), notes.get("note", "")
    return TranslationUnit(key or element.get("id") or "", *languages, *texts, *said)
