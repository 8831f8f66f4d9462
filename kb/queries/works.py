"""The works, editions and language versions that the sources of a store belong to.

They are in a graph of their own, once each, however many sources speak of them: SPARQL engines count a triple
that stands in two graphs twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from kb.namespaces import EDITION, PREFIXES, TEXT, WORK, segment
from kb.queries.languages import language_tag
from kb.rdf import Literal, NamedNode, Quad
from kb.store import WORKS, Backend
from kb.store.remembering import remembered

_TYPE: Final = NamedNode(PREFIXES["rdf"] + "type")
_DATE: Final = NamedNode(PREFIXES["xsd"] + "date")
_IS_DATE: Final = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """The text of one edition of a document of a game, in one language."""

    game: str
    document: str
    edition: str
    language: str

    @property
    def iri(self) -> str:
        """The IRI of this language version.

        >>> Version("mtg", "mtg-cr", "2010-02-01", "FR").iri
        'https://w3id.org/tcg-rules/edition/mtg-cr/2010-02-01/fr'
        """
        return f"{self.edition_iri}/{segment(language_tag(self.language))}"

    @property
    def edition_iri(self) -> str:
        """The IRI of the edition, in whatever language."""
        return f"{EDITION}{segment(self.document)}/{segment(self.edition)}"

    @property
    def work_iri(self) -> str:
        """The IRI of the work, in whatever edition."""
        return WORK + segment(self.document)


def versions(store: Backend) -> tuple[Version, ...]:
    """The language versions that the store has texts of, sorted."""
    return remembered(store, "versions", lambda: _versions(store))


def _versions(store: Backend) -> tuple[Version, ...]:
    query = f"""PREFIX text: <{TEXT}> SELECT ?game ?document ?edition ?language {{ GRAPH <{WORKS}> {{
      ?version text:language ?language ; text:ofEdition ?of . ?of text:edition ?edition ; text:work ?work .
      ?work text:document ?document ; text:game ?game }} }}"""
    rows = ([str(getattr(term, "value", "")) for term in row] for row in store.query(query).rows)
    return tuple(sorted(Version(*row) for row in rows))


def works_quads(known: Iterable[Version]) -> Iterator[Quad]:
    """What the graph of works holds when the sources are of these versions."""
    quads = (quad for version in sorted(set(known)) for quad in _quads(version))
    yield from dict.fromkeys(quads)


def _quads(version: Version) -> Iterator[Quad]:
    work, edition, expression = map(NamedNode, (version.work_iri, version.edition_iri, version.iri))
    yield from _say(work, "Work", document=Literal(version.document), game=Literal(version.game))
    yield from _say(edition, "Edition", work=work, edition=Literal(version.edition))
    if _IS_DATE.fullmatch(version.edition):
        yield from _say(edition, "Edition", effectiveDate=Literal(version.edition, datatype=_DATE))
    language = Literal(language_tag(version.language))
    yield from _say(expression, "LanguageVersion", ofEdition=edition, language=language)


def _say(subject: NamedNode, class_name: str, **values: NamedNode | Literal) -> Iterator[Quad]:
    graph = NamedNode(WORKS)
    yield Quad(subject, _TYPE, NamedNode(TEXT + class_name), graph)
    for name, value in values.items():
        yield Quad(subject, NamedNode(TEXT + name), value, graph)
