"""Which sources a store holds, what their loaders reported, and how to take one out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from types import MappingProxyType

from kb.errors import NotFoundError
from kb.model import Anomaly, Loaded, LoadReport, Skipped, Span
from kb.namespaces import SOURCE, TEXT
from kb.queries.languages import language_tag
from kb.queries.listing import Cell, Listing
from kb.queries.numbers import number_key
from kb.queries.tabular import Kind
from kb.queries.works import Version, versions, works_quads
from kb.rdf import NamedNode, Quad
from kb.store import CATALOGUE, WORKS, Backend, Transaction
from kb.store.remembering import remembered

Values = Mapping[str, list[str]]
"""The values of a node's properties, by the properties' short names."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file in the store, and the report on it."""

    iri: str
    name: str
    hash: str
    locations: frozenset[str]
    """A hash of each place it was loaded from."""
    versions: tuple[Version, ...]
    """The language versions that its passages belong to."""
    report: LoadReport

    @property
    def games(self) -> tuple[str, ...]:
        """The games it speaks of."""
        return tuple(dict.fromkeys(version.game for version in self.versions))

    @classmethod
    def of(cls, iri: str, loaded: Loaded, locations: frozenset[str]) -> Source:
        """The source that a load has just made."""
        found = loaded.passages
        keys = {(str(p.game), p.document, p.edition, language_tag(p.language)) for p in found}
        versions = tuple(sorted(Version(*key) for key in keys))
        name = PurePath(loaded.source.name).name
        return cls(iri, name, loaded.source.sha256, locations, versions, loaded.report)


class Sources(Listing[Source]):
    """The sources of a store, by document, edition, language and name."""

    columns = ("file", "game", "document", "edition", "language", "passages", "lines", "loader")
    names = (
        "file", "game", "document", "edition", "language", "passages", "references", "lines", "accounted",
        "loader", "hash", "iri",
    )  # fmt: skip
    kinds = MappingProxyType(dict.fromkeys(("passages", "references", "lines", "accounted"), Kind.INTEGER))
    what = "sources"

    def cells(self, item: Source) -> tuple[Cell, ...]:
        """What a source puts into each of the columns."""
        report = item.report
        texts = (
            item.name, "+".join(item.games), report.document, report.edition, report.language,
            str(report.passages), str(report.lines), report.loader,
        )  # fmt: skip
        return tuple(map(Cell, texts))

    def record(self, item: Source) -> Mapping[str, object]:
        """A source as a row of a DataFrame."""
        report = item.report
        return {
            "file": item.name, "game": "+".join(item.games), "document": report.document,
            "edition": report.edition, "language": report.language, "passages": report.passages,
            "references": report.references, "lines": report.lines, "accounted": report.accounted,
            "loader": report.loader, "hash": item.hash, "iri": item.iri,
        }  # fmt: skip


def sources(store: Backend) -> Sources:
    """The sources in `store`, each with its load report."""
    nodes = _catalogue(store)
    known = {version.iri: version for version in versions(store)}
    iris = (iri for iri in nodes if iri.startswith(SOURCE) and "#" not in iri)
    return Sources(sorted((_source(iri, nodes, known) for iri in iris), key=_shelf))


def passage_count(store: Backend) -> int:
    """How many passages the reports of all sources count.

    >>> from kb.store import open_store
    >>> passage_count(open_store())
    0
    """
    return remembered(store, "count of passages", lambda: _count(store))


def _count(store: Backend) -> int:
    query = f"SELECT ?report ?n {{ GRAPH <{CATALOGUE}> {{ ?report <{TEXT}passageCount> ?n }} }}"
    return sum(int(getattr(count, "value", "0")) for _, count in store.query(query).rows)


def _shelf(source: Source) -> tuple[str, ...]:
    report = source.report
    return report.document, report.edition, report.language, source.name, source.iri


def find_source(store: Backend, name: str) -> Source:
    """The source with this IRI, file name, or beginning of a hash of at least six digits.

    Raises NotFoundError, which names the others, when there is none or more than one.
    """
    known = sources(store)
    found = [s for s in known if name in (s.iri, s.name) or (len(name) >= 6 and s.hash.startswith(name))]
    if len(found) > 1:
        raise NotFoundError("single source", name, [source.iri for source in found], show_all=True)
    if not found:
        raise NotFoundError("source", name, [source.name for source in known])
    return found[0]


def remove_source(store: Backend, name: str) -> Source:
    """Takes one source out of `store`; every other graph keeps every quad.

    Raises NotFoundError when there is no such source, StoreError when the store cannot be written.
    """
    source = find_source(store, name)
    with store.transaction() as change:
        forget_source(store, change, source.iri)
        refresh_works(change, (other for other in sources(store) if other.iri != source.iri))
    return source


def forget_source(store: Backend, change: Transaction, iri: str) -> None:
    """Takes a source's graph and its part of the catalogue out, as part of a larger change."""
    change.drop_graph(iri)
    change.remove(source_quads(store, iri))


def refresh_works(change: Transaction, left: Iterable[Source]) -> None:
    """Makes the graph of works speak of what these sources, and no others, belong to."""
    change.replace_graph(WORKS, works_quads(version for source in left for version in source.versions))


def source_quads(store: Backend, iri: str) -> Iterator[Quad]:
    """What the catalogue says about one source."""
    for quad in store.quads(CATALOGUE):
        subject = quad.subject
        if isinstance(subject, NamedNode) and (subject.value == iri or subject.value.startswith(f"{iri}#")):
            yield quad


def _catalogue(store: Backend) -> dict[str, Values]:
    rows = store.query(
        f"SELECT ?node ?property ?value {{ GRAPH <{CATALOGUE}> {{ ?node ?property ?value }} }}"
    ).rows
    nodes: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for node, name, value in rows:
        if isinstance(node, NamedNode) and isinstance(name, NamedNode):
            nodes[node.value][name.value.removeprefix(TEXT)].append(getattr(value, "value", str(value)))
    return {node: dict(values) for node, values in nodes.items()}


def _source(iri: str, nodes: Mapping[str, Values], known: Mapping[str, Version]) -> Source:
    values = nodes[iri]
    return Source(
        iri, _one(values, "name"), _one(values, "hash"), frozenset(values.get("location", ())),
        tuple(sorted(known[name] for name in values.get("inLanguageVersion", ()) if name in known)),
        _report(values, nodes),
    )  # fmt: skip


def _report(source: Values, nodes: Mapping[str, Values]) -> LoadReport:
    report = nodes[_one(source, "report")]
    skipped = [nodes[iri] for iri in _in_order(report, "skipped")]
    anomalies = [nodes[iri] for iri in _in_order(report, "anomaly")]
    return LoadReport(
        file=_one(source, "name"), loader=_one(report, "loader"), document=_one(source, "document"),
        edition=_one(source, "edition"), language=_one(source, "language"), encoding=_one(report, "encoding"),
        line_ends=_one(report, "lineEnds"), lines=int(_one(report, "lineCount")),
        accounted=int(_one(report, "accountedLines")), passages=int(_one(report, "passageCount")),
        references=int(_one(report, "referenceCount")),
        dangling=tuple(sorted(report.get("danglingNumber", ()), key=number_key)),
        skipped=tuple(sorted((each for node in skipped for each in _skipped(node)), key=_first_line)),
        anomalies=tuple(Anomaly(_span(n), _one(n, "anomalyKind"), _one(n, "detail")) for n in anomalies),
    )  # fmt: skip


def _skipped(node: Values) -> Iterator[Skipped]:
    for span in _one(node, "lines").split():
        first, _, last = span.partition("-")
        yield Skipped(Span(int(first), int(last or first)), _one(node, "reason"))


def _first_line(skipped: Skipped) -> Span:
    return skipped.lines


def _in_order(values: Values, name: str) -> list[str]:
    return sorted(values.get(name, ()), key=lambda iri: int(iri.rpartition("-")[2]))


def _span(values: Values) -> Span:
    return Span(int(_one(values, "firstLine")), int(_one(values, "lastLine")))


def _one(values: Values, name: str) -> str:
    return next(iter(values.get(name, ())), "")
