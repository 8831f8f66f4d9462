"""XML for the exchange formats: read with care, written with a declaration, one element a line."""

from __future__ import annotations

import re
from typing import Final
from xml.etree import ElementTree as Tree

from kb.errors import InputError, Place

LANG: Final = "{http://www.w3.org/XML/1998/namespace}lang"
_FORBIDDEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def parse_xml(text: str, name: str, root: str) -> Tree.Element:
    """The root of an XML document whose local name is `root`.

    Document types are refused: no exchange format needs one, and entities can grow without bound.

    Raises :class:`kb.errors.InputError` with the line.
    """
    if re.search(r"<!(?:ENTITY|DOCTYPE[^>]*\[)", text):
        raise InputError(Place(name), "a document type with declarations is refused")
    try:
        found = Tree.fromstring(text.encode())
    except Tree.ParseError as error:
        raise InputError(
            Place(name, line=error.position[0]), "not well-formed XML", found=str(error)
        ) from error
    if local(found) != root:
        raise InputError(Place(name), "another document", found=local(found), expected=f"the element {root}")
    return found


def write_xml(root: Tree.Element, doctype: str = "") -> str:
    """`root` as a document."""
    Tree.indent(root)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n' + (doctype + "\n" if doctype else "")
    return head + Tree.tostring(root, encoding="unicode") + "\n"


def add(parent: Tree.Element, tag: str, text: str | None = None, **attributes: str) -> Tree.Element:
    """A new child of `parent`; characters that XML cannot hold are left out of `text`."""
    child = Tree.SubElement(parent, tag, attributes)
    if text is not None:
        child.text = _FORBIDDEN.sub("", text)
    return child


def local(element: Tree.Element) -> str:
    """The name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def children(element: Tree.Element, name: str) -> list[Tree.Element]:
    """All elements below with a local name, in order."""
    return [each for each in element.iter() if local(each) == name]


def inner_text(element: Tree.Element | None) -> str:
    """All text inside an element, inline elements' too."""
    return "".join(element.itertext()) if element is not None else ""
