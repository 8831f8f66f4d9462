"""What the pages tell, as frozen records: entries of the ontology, links between games, cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

LANGUAGES: Final = ("en", "fr", "es")
"""In the order in which a text that a page lacks is looked for."""

Texts = Mapping[str, tuple[str, ...]]
"""Texts by language; a language may have several, or none."""


class Kind(StrEnum):
    """What an entry is; the value is a word of the pages, and a folder of their addresses."""

    CLASS = "class"
    OBJECT_PROPERTY = "property"
    DATA_PROPERTY = "data-property"
    ANNOTATION = "annotation"
    INDIVIDUAL = "individual"
    CONCEPT = "concept"


@dataclass(frozen=True, slots=True)
class Said:
    """A text with its language, which is not that of the page where the page's own is missing."""

    text: str
    language: str


def said(texts: Mapping[str, str] | Texts, language: str) -> tuple[Said, ...]:
    """The texts in `language`, or in the first of English, French and Spanish that has any.

    >>> said({"en": "token", "es": "ficha"}, "es"), said({"es": ("ficha",)}, "fr")
    ((Said(text='ficha', language='es'),), (Said(text='ficha', language='es'),))
    >>> said({}, "fr")
    ()
    """
    for tag in (language, *LANGUAGES):
        found = texts.get(tag)
        if found:
            return tuple(Said(each, tag) for each in ((found,) if isinstance(found, str) else found))
    return ()


@dataclass(frozen=True, slots=True)
class Ref:
    """A thing that a statement is about, by its IRI."""

    iri: str


@dataclass(frozen=True, slots=True)
class Chain:
    """Properties one after another, which together mean one property."""

    iris: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Plain:
    """A value written out; `language` is None for numbers, dates and names."""

    text: str
    language: str | None = None


Value = Ref | Chain | Plain


@dataclass(frozen=True, slots=True)
class Statement:
    """What is said of an entry: the property (an IRI, or a name that stands for one read backwards)."""

    about: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A class, property or individual of a module, or a concept of a scheme of terms."""

    iri: str
    kind: Kind
    labels: Mapping[str, str]
    definitions: Mapping[str, str]
    notes: Texts
    examples: Texts
    statements: tuple[Statement, ...]
    is_deprecated: bool = False

    @property
    def module(self) -> str:
        """The IRI of the module or scheme that defines it."""
        return self.iri.partition("#")[0]

    @property
    def name(self) -> str:
        """Its name inside its module."""
        return self.iri.partition("#")[2]


@dataclass(frozen=True, slots=True)
class Module:
    """A module of the ontology or a scheme of terms, with its entries in order."""

    iri: str
    titles: Mapping[str, str]
    descriptions: Mapping[str, str]
    version: str
    created: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A link from one concept to another of another game: how they relate, why, and the test it passes."""

    relation: str
    other: str
    reasons: Mapping[str, str] = field(hash=False)
    tests: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a case and its answer in each language, with the rules that it rests on."""

    question: Mapping[str, str]
    answer: Mapping[str, str]
    status: str
    why: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Case:
    """A situation with questions whose answers are known, as it is written, and what the engine answers."""

    id: str
    title: str
    game: str
    ruleset: str
    file: str
    source: str
    questions: tuple[Asked, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that its answers rest on, each once."""
        return tuple(dict.fromkeys(rule for each in self.questions for rule in each.rules))
