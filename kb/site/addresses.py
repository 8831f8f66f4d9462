"""Where the page of a thing is: addresses made from the IRIs, so that the one tells the other.

A module is ``core.html``, a class ``core/class/Token.html``, a concept ``terms/mtg/owner.html``, a rule
``rule/token-owner.html``: always below the folder of a language. Folders by kind keep the class `Zone` and
the property `zone` apart where the file system does not tell capital letters.
"""

from __future__ import annotations

from posixpath import dirname, relpath

from kb.namespaces import BASE, RULE, segment
from kb.site.records import Entry, Kind


def page_of_entry(entry: Entry) -> str:
    """The page of a term or concept, below the folder of a language.

    >>> page_of_entry(Entry(BASE + "core#Token", Kind.CLASS, {}, {}, {}, {}, ()))
    'core/class/Token.html'
    """
    folder = entry.module.removeprefix(BASE)
    kind = "" if entry.kind is Kind.CONCEPT else f"{entry.kind}/"
    return f"{folder}/{kind}{segment(entry.name)}.html"


def page_of_module(iri: str) -> str:
    """The page of a module or scheme.

    >>> page_of_module("https://w3id.org/tcg-rules/terms/mtg")
    'terms/mtg.html'
    """
    return f"{iri.removeprefix(BASE)}.html"


def page_of_rule(identity: str) -> str:
    """The page of an encoded rule, by its identifier.

    >>> page_of_rule("token-owner")
    'rule/token-owner.html'
    """
    return f"{RULE.removeprefix(BASE)}{segment(identity)}.html"


def page_of_case(identity: str) -> str:
    """The page of a case, by its identifier."""
    return f"case/{segment(identity)}.html"


def relative(target: str, page: str) -> str:
    """The address of `target` as seen from `page`, so that pages can be moved together.

    >>> relative("en/core.html", "en/core/class/Token.html")
    '../../core.html'
    """
    # From a root, so that the folder the program runs in is not asked for each time.
    return relpath(f"/{target}", f"/{dirname(page)}")
