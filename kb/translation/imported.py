"""Sentences and terms taken over from other tools' files: kept as candidates, each with its source.

Nothing is overwritten. What is known already is not added twice; a translation that differs from a known one
of the same sentence stands beside it, and each says which file it came from and when.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

from kb.namespaces import BASE, PREFIXES
from kb.rdf import Literal, NamedNode, Quad
from kb.store import Backend
from kb.translation.exchange import TranslationUnit
from kb.translation.termbase import Label, Term

IMPORTED: Final = BASE + "graph/imported"
"""The graph that holds everything imported."""
_NODE: Final = BASE + "imported/"
_PROV: Final = PREFIXES["prov"]
_TYPE: Final = NamedNode(PREFIXES["rdf"] + "type")
_TIME: Final = NamedNode(PREFIXES["xsd"] + "dateTime")
_DCT: Final = PREFIXES["dct"]
_ENTITY: Final = NamedNode(PREFIXES["prov"] + "Entity")
_KIND: Final = NamedNode(_DCT + "type")
_SOURCE: Final = NamedNode(_DCT + "source")
_RECORD: Final = NamedNode(PREFIXES["rdf"] + "value")
_UNIT, _TERM = "unit", "term"
CANDIDATE: Final = "candidate"


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: entries that are new, known already, or beside another translation."""

    new: int
    known: int
    beside: int
    """New entries whose sentence or concept had another one before; that one stays."""


def keep_units(store: Backend, units: Sequence[TranslationUnit], source: str) -> Imported:
    """Stores translated sentences with their source; returns what was new.

    >>> from kb.store import open_store
    >>> store, unit = open_store(), TranslationUnit("1", "en", "fr", "A token.", "Un jeton.")
    >>> keep_units(store, [unit], "a.tmx"), keep_units(store, [unit], "b.tmx")
    (Imported(new=1, known=0, beside=0), Imported(new=0, known=1, beside=0))
    """
    there = {(each.source_lang, each.target_lang, each.source) for each in kept_units(store)}
    records = [
        (asdict(each), (each.source_lang, each.target_lang, each.source) in there)
        for each in units
        if each.source and each.target
    ]
    return _keep(store, _UNIT, records, source)


def keep_terms(store: Backend, terms: Sequence[Term], source: str) -> Imported:
    """Stores terms as candidates with their source; returns what was new."""
    there = {term.notation for term in kept_terms(store)}
    return _keep(store, _TERM, [(asdict(each), each.notation in there) for each in terms], source)


def _keep(store: Backend, kind: str, records: Iterable[tuple[dict[str, Any], bool]], source: str) -> Imported:
    known_nodes = {node for node, _ in _records(store, kind)}
    quads: list[Quad] = []
    new = known = beside = 0
    for record, has_other in records:
        written = json.dumps(record, ensure_ascii=False, sort_keys=True)
        node = _NODE + sha256(f"{kind}\n{written}".encode()).hexdigest()[:24]
        if node in known_nodes:
            known += 1
            continue
        known_nodes.add(node)
        new, beside = new + 1, beside + has_other
        quads.extend(_quads(node, kind, written, source))
    if quads:
        with store.transaction() as change:
            change.add(quads)
    return Imported(new, known, beside)


def _quads(node: str, kind: str, written: str, source: str) -> Iterator[Quad]:
    graph, subject = NamedNode(IMPORTED), NamedNode(node)
    stamp = datetime.now(UTC).isoformat(timespec="seconds")
    values: list[tuple[NamedNode, NamedNode | Literal]] = [
        (_TYPE, _ENTITY),
        (_KIND, Literal(kind)),
        (_RECORD, Literal(written)),
        (_SOURCE, Literal(source)),
        (NamedNode(_PROV + "generatedAtTime"), Literal(stamp, datatype=_TIME)),
    ]
    for predicate, value in values:
        yield Quad(subject, predicate, value, graph)


def _records(store: Backend, kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    query = f"""SELECT ?node ?record ?source {{ GRAPH <{IMPORTED}> {{ ?node <{_KIND.value}> "{kind}" ;
      <{_RECORD.value}> ?record ; <{_SOURCE.value}> ?source }} }} ORDER BY ?node"""
    for row in store.query(query).rows:
        node, record, source = (str(getattr(term, "value", "")) for term in row)
        yield node, json.loads(record) | {"imported_from": source}


def kept_units(store: Backend) -> tuple[TranslationUnit, ...]:
    """The sentences that were imported."""
    found = (record for _, record in _records(store, _UNIT))
    return tuple(
        TranslationUnit(**{k: v for k, v in record.items() if k != "imported_from"}) for record in found
    )


def kept_terms(store: Backend, game: str | None = None) -> tuple[Term, ...]:
    """The terms that were imported, of one game or of all; their labels are candidates of their file."""
    found = []
    for _, record in _records(store, _TERM):
        labels = tuple(
            Label(each["text"], each["language"], each["kind"], CANDIDATE, record["imported_from"])
            for each in record["labels"]
        )
        if game in (None, record["game"]):
            found.append(Term(record["notation"], record["game"], labels))
    return tuple(sorted(found, key=lambda term: term.notation))
