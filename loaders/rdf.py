"""Records become quads here, with :mod:`loaders.triples`: passages in their source's graph, reports apart.

The words used are those of ``ontology/text.ttl``. The same records always give the same quads in the same
order, every node has an IRI, and language tags are written in one form (``pt-BR`` and ``pt_br`` are one
language: ``pt-br``), because SPARQL compares them as strings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from kb.model import Loaded, LoadReport, Passage, SourceText
from kb.namespaces import PREFIXES, TEXT
from kb.queries.languages import language_tag
from kb.queries.works import Version
from kb.rdf import Literal, NamedNode, Quad, RdfFormat, parse
from kb.store import CATALOGUE, source_graph
from loaders.files import real_path
from loaders.triples import document_triples

_TYPE: Final = NamedNode(PREFIXES["rdf"] + "type")


@dataclass(frozen=True, slots=True)
class _Graph:
    """Makes quads of one graph."""

    name: NamedNode

    def say(self, subject: str, **values: object) -> Iterator[Quad]:
        """A quad for each value that is not None; a tuple gives one for each of its members."""
        node = NamedNode(subject)
        for name, value in values.items():
            for each in value if isinstance(value, tuple) else (value,):
                if each is not None:
                    yield Quad(node, _property(name), _term(each), self.name)

    def is_a(self, subject: str, class_name: str) -> Quad:
        return Quad(NamedNode(subject), _TYPE, _property(class_name), self.name)


@cache
def _property(name: str) -> NamedNode:
    return NamedNode(TEXT + name)


def _term(value: object) -> NamedNode | Literal:
    if isinstance(value, NamedNode | Literal):
        return value
    return Literal(value) if isinstance(value, int) else Literal(str(value))


def source_iri(source: SourceText) -> str:
    """The IRI of a source, which also names its graph: made of its hash and name, not of its folder."""
    return source_graph(source.sha256, Path(source.name).name)


def location_hash(path: Path) -> str:
    """Tells whether two loads read the same place, without keeping the user's folders in the store.

    >>> location_hash(Path("a.txt")) == location_hash(Path("b/../a.txt"))
    True
    """
    return sha256(str(real_path(path)).encode(errors="surrogateescape")).hexdigest()


def with_stored_languages(loaded: Loaded) -> Loaded:
    """`loaded` with its language tags in the one form that stores hold; the same object when they are."""
    tags = {passage.language: language_tag(passage.language) for passage in loaded.passages}
    if all(tag == stored for tag, stored in tags.items()):
        return loaded
    moved = {p.iri: replace(p, language=tags[p.language]) for p in loaded.passages}
    concepts = tuple((moved[iri].iri if iri in moved else iri, concept) for iri, concept in loaded.concepts)
    return replace(loaded, passages=tuple(moved.values()), concepts=concepts)


def document_quads(loaded: Loaded, iri: str) -> Iterator[Quad]:
    """The quads of the graph `iri` of one source: its passages, as :mod:`loaders.triples` writes them.

    Raises LoadError when two passages have the same address: nothing is merged in silence.
    """
    graph = NamedNode(iri)
    for triple in parse("".join(document_triples(loaded, iri)), format=RdfFormat.N_TRIPLES):
        yield Quad(triple.subject, triple.predicate, triple.object, graph)


def _version(passage: Passage) -> Version:
    return Version(str(passage.game), passage.document, passage.edition, passage.language)


def catalogue_quads(loaded: Loaded, source: str, locations: Iterable[str]) -> Iterator[Quad]:
    """The quads about one source in the catalogue: what the file was, and what its loader reported."""
    graph, report = _Graph(NamedNode(CATALOGUE)), loaded.report
    yield graph.is_a(source, "Source")
    yield from graph.say(
        source,
        name=Path(loaded.source.name).name, hash=loaded.source.sha256,
        game=tuple(dict.fromkeys(passage.game for passage in loaded.passages)),
        document=report.document, edition=report.edition, language=report.language,
        report=NamedNode(f"{source}#report"),
        inLanguageVersion=tuple(NamedNode(v.iri) for v in dict.fromkeys(map(_version, loaded.passages))),
    )  # fmt: skip
    yield from (location_quad(source, location) for location in sorted(locations))
    yield from _report(graph, f"{source}#report", source, report)


def location_quad(source: str, location: str) -> Quad:
    """Says in the catalogue that a source is at a place, given by its :func:`location_hash`."""
    return Quad(NamedNode(source), _property("location"), Literal(location), NamedNode(CATALOGUE))


def _report(graph: _Graph, iri: str, source: str, report: LoadReport) -> Iterator[Quad]:
    reasons = dict.fromkeys(left_out.reason for left_out in report.skipped)
    skipped = tuple(f"{source}#skipped-{at}" for at in range(1, len(reasons) + 1))
    anomalies = tuple(f"{source}#anomaly-{at}" for at in range(1, len(report.anomalies) + 1))
    yield graph.is_a(iri, "LoadReport")
    yield from graph.say(
        iri,
        loader=report.loader, encoding=report.encoding, lineEnds=report.line_ends, lineCount=report.lines,
        accountedLines=report.accounted, passageCount=report.passages, referenceCount=report.references,
        danglingNumber=report.dangling,
        skipped=tuple(map(NamedNode, skipped)), anomaly=tuple(map(NamedNode, anomalies)),
    )  # fmt: skip
    # One node for each reason: a long document has thousands of blank lines, and all for one reason.
    for node, reason in zip(skipped, reasons, strict=True):
        spans = [left_out.lines for left_out in report.skipped if left_out.reason == reason]
        yield graph.is_a(node, "SkippedLines")
        yield from graph.say(
            node,
            reason=reason,
            lines=" ".join(map(str, spans)),
            firstLine=spans[0].first,
            lastLine=spans[-1].last,
        )
    for node, anomaly in zip(anomalies, report.anomalies, strict=True):
        yield graph.is_a(node, "Anomaly")
        yield from graph.say(
            node,
            firstLine=anomaly.lines.first, lastLine=anomaly.lines.last, anomalyKind=anomaly.kind,
            detail=anomaly.detail,
        )  # fmt: skip
