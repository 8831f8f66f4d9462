"""Turns a view into HTML: the templates, and how a thing is named and linked on a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kb.errors import MissingExtraError
from kb.namespaces import BASE, PREFIXES, PROVISION
from kb.site import addresses
from kb.site.links import Links
from kb.site.records import LANGUAGES, Said, Texts, said
from kb.site.words import LANGUAGE_NAMES, say

if TYPE_CHECKING:
    from jinja2 import Environment


@dataclass(frozen=True, slots=True)
class Markup:
    """HTML of our own making, which a template writes as it is."""

    text: str

    def __html__(self) -> str:
        return self.text


_FURTHER: Final = {
    "schema": "https://schema.org/",
    "wd": "http://www.wikidata.org/entity/",
    "mtgo": "https://cmdoret.net/mtg_ontology/",
    "sssom": "https://w3id.org/sssom/",
    "oa": "http://www.w3.org/ns/oa#",
    "frbr": "http://purl.org/vocab/frbr/core#",
    "eli": "http://data.europa.eu/eli/ontology#",
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A thing as a page names it: its words, the address of its page if it has one, and its game."""

    name: Said
    address: str | None
    of: str = ""


@dataclass(frozen=True)
class Page:
    """One page: its language, its address below the folder of that language, and how it names things."""

    links: Links
    language: str
    path: str

    def say(self, key: str, /, **fields: object) -> str:
        """A word of the pages, in the page's language."""
        return say(key, self.language, **fields)

    def said(self, texts: Mapping[str, str] | Texts) -> tuple[Said, ...]:
        """Texts in the page's language, or in another, which they then name."""
        return said(texts, self.language)

    def to(self, path: str, language: str | None = None) -> str:
        """The address of another page, seen from this one."""
        return addresses.relative(f"{language or self.language}/{path}", f"{self.language}/{self.path}")

    def data(self, path: str) -> str:
        """The address of a file that belongs to no language, seen from this page."""
        return addresses.relative(path, f"{self.language}/{self.path}")

    def show(self, iri: str) -> Shown:
        """A thing by its name in the page's language, with the address of its page."""
        entry = self.links.vocabulary.entries.get(iri)
        page = self.links.page_of(iri)
        if entry is not None and page is not None:
            name = said(entry.labels, self.language) or (Said(entry.name, ""),)
            return Shown(name[0], self.to(page), self.game_of(entry.module))
        if iri.startswith(PROVISION):
            return Shown(Said(iri.removeprefix(PROVISION).replace("/", " "), ""), None)
        return Shown(Said(_short(iri), ""), iri)

    def show_rule(self, identity: str) -> str:
        """The address of a rule's page."""
        return self.to(addresses.page_of_rule(identity))

    def show_case(self, identity: str) -> str:
        """The address of a case's page."""
        return self.to(addresses.page_of_case(identity))

    def game_of(self, module: str) -> str:
        """The game a module or scheme is about, or its subject; nothing for the core, which is about all."""
        name = module.rpartition("/")[2]
        return "" if name == "core" else say(name, self.language)

    @property
    def others(self) -> tuple[tuple[str, str, str], ...]:
        """The same page in each language: tag, name, address."""
        return tuple((tag, LANGUAGE_NAMES[tag], self.to(self.path, tag)) for tag in LANGUAGES)


def _short(iri: str) -> str:
    for prefix, namespace in ({**PREFIXES, **_FURTHER}).items():
        if iri.startswith(namespace):
            return f"{prefix}:{iri.removeprefix(namespace)}"
    return iri


def rendered(template: str, page: Page, view: Mapping[str, object]) -> str:
    """The HTML of a view on a page.

    Raises :class:`kb.errors.MissingExtraError` without the extra `site`.
    """
    return _environment().get_template(template).render(page=page, base=BASE, **view)


@cache
def _environment() -> Environment:
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
    except ImportError:
        raise MissingExtraError("jinja2", "site") from None
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
