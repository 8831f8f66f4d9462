"""The IRIs this project uses. One place, so that a rename is one change.

The base is an identifier we use, not one we have registered: nothing answers there.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote, unquote

BASE: Final = "https://w3id.org/tcg-rules/"

CORE: Final = BASE + "core#"
MTG: Final = BASE + "mtg#"
YGO: Final = BASE + "ygo#"
RIFTBOUND: Final = BASE + "riftbound#"
EDOPRO: Final = BASE + "edopro#"
TEXT: Final = BASE + "text#"
LOGIC: Final = BASE + "logic#"
RULE: Final = BASE + "rule/"
PREDICATE: Final = BASE + "predicate/"
SOURCE: Final = BASE + "source/"
PASSAGE: Final = BASE + "passage/"
WORK: Final = BASE + "work/"
EDITION: Final = BASE + "edition/"
PROVISION: Final = BASE + "provision/"
SCENARIO: Final = BASE + "scenario/"

PREFIXES: Final[dict[str, str]] = {
    "core": CORE,
    "mtg": MTG,
    "ygo": YGO,
    "rift": RIFTBOUND,
    "edopro": EDOPRO,
    "text": TEXT,
    "logic": LOGIC,
    "rule": RULE,
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "dct": "http://purl.org/dc/terms/",
    "prov": "http://www.w3.org/ns/prov#",
}


_PLAIN: Final = re.compile(r"[A-Za-z0-9._~-]*")


def segment(text: str) -> str:
    """`text` as one path segment of an IRI: nothing in it can end the segment or the IRI.

    >>> segment("184.3.a.1"), segment("a b/c>")
    ('184.3.a.1', 'a%20b%2Fc%3E')
    """
    return text if _PLAIN.fullmatch(text) else quote(text, safe="-._~")


def passage_address(iri: str) -> tuple[str, str, str, str]:
    """The document, edition, language and number in a passage's IRI.

    >>> passage_address("https://w3id.org/tcg-rules/passage/mtg-cr/2010-02-01/fr/108.4a")
    ('mtg-cr', '2010-02-01', 'fr', '108.4a')
    """
    document, edition, language, number = map(unquote, iri.removeprefix(PASSAGE).split("/"))
    return document, edition, language, number


def sparql_prologue() -> str:
    """The PREFIX lines that every query may use without declaring them."""
    return "".join(f"PREFIX {prefix}: <{iri}>\n" for prefix, iri in PREFIXES.items())
