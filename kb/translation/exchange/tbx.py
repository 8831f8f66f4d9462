"""TBX-Basic (ISO 30042:2019) in DCA style: one ``conceptEntry`` a concept, its labels by language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from xml.etree import ElementTree as Tree

from kb.translation.exchange.xml import LANG, add, children, inner_text, local, parse_xml, write_xml
from kb.translation.termbase import Label, Term

_NS: Final = "urn:iso:std:iso:30042:ed-2"
_STATUS: Final = {
    "preferred": "preferredTerm-admn-sts",
    "alternative": "admittedTerm-admn-sts",
    "hidden": "deprecatedTerm-admn-sts",
}


def write_tbx(terms: Sequence[Term]) -> str:
    """The terms as a TBX-Basic document."""
    root = Tree.Element("tbx", {"xmlns": _NS, "type": "TBX-Basic", "style": "dca", LANG: "en"})
    header = add(add(root, "tbxHeader"), "fileDesc")
    add(add(header, "sourceDesc"), "p", "tcg-rules-kb: terms of card games, by game and language")
    body = add(add(root, "text"), "body")
    for at, term in enumerate(terms, 1):
        entry = add(body, "conceptEntry", id=f"c{at}")
        add(entry, "descrip", term.game, type="subjectField")
        add(entry, "note", term.notation)
        for language in dict.fromkeys(label.language for label in term.labels):
            section = add(entry, "langSec")
            section.set(LANG, language)
            for label in term.labels:
                if label.language == language:
                    _add_label(section, label)
    return write_xml(root)


def _add_label(section: Tree.Element, label: Label) -> None:
    term = add(section, "termSec")
    add(term, "term", label.text)
    add(term, "termNote", _STATUS[label.kind], type="administrativeStatus")
    if label.source:
        add(term, "admin", label.source, type="source")
    add(term, "note", label.status)


def read_tbx(text: str, name: str = "-") -> Iterator[Term]:
    """The terms of a TBX document."""
    kinds = {status: kind for kind, status in _STATUS.items()}
    for at, entry in enumerate(children(parse_xml(text, name, "tbx"), "conceptEntry"), 1):
        own = {local(each): inner_text(each) for each in entry}
        labels = [
            _label(term, section.get(LANG, ""), kinds)
            for section in children(entry, "langSec")
            for term in children(section, "termSec")
        ]
        yield Term(own.get("note") or entry.get("id") or str(at), own.get("descrip", ""), tuple(labels))


def _label(term: Tree.Element, language: str, kinds: dict[str, str]) -> Label:
    parts = {local(each): inner_text(each) for each in term}
    kind = kinds.get(parts.get("termNote", ""), "alternative")
    return Label(parts.get("term", ""), language, kind, parts.get("note", "working"), parts.get("admin", ""))
