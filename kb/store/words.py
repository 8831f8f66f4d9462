"""Writing the index of words of a store: from its passages, or from the index before and what changed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote

from kb.namespaces import TEXT, passage_address
from kb.rdf import NamedNode
from kb.search import Entry, is_available
from kb.store.backend import Solutions
from kb.store.graphs import CATALOGUE

Ask = Callable[[str], Solutions]
"""Answers a SELECT query."""

_Key = tuple[str, str]
"""A graph and a subject in it."""


def write_words(folder: Path, ask: Ask, old: Path | None, changed: Collection[str]) -> None:
    """Writes the index of a new snapshot into `folder`, from the one before where there is one.

    Only the `changed` graphs are read again. Does nothing without the extra ``search``; an
    index that cannot be written is made when somebody searches.
    """
    if not is_available():
        return
    # Optional, and slow to import: not before it is needed.
    from kb.search.schema import is_index
    from kb.search.writing import write_index

    try:
        if old is not None and is_index(old):
            graphs = sorted(changed)
            write_index(folder, entries(ask, graphs), old=old, without=graphs)
        else:
            write_index(folder, entries(ask, sources_with_passages(ask)))
    except (OSError, ValueError):
        shutil.rmtree(folder, ignore_errors=True)


def passage_counts(ask: Ask) -> dict[str, int]:
    """How many passages the reports of the sources count, by the source's graph."""
    query = f"""SELECT ?source ?count {{ GRAPH <{CATALOGUE}> {{
      ?source <{TEXT}report> ?report . ?report <{TEXT}passageCount> ?count }} }}"""
    rows = ([str(getattr(term, "value", "0")) for term in row] for row in ask(query).rows)
    return {source: int(count) for source, count in rows}


def entries(ask: Ask, sources: Iterable[str]) -> Iterator[Entry]:
    """The passages of these graphs, as they are indexed."""
    for graph in sources:
        yield from _entries(ask, graph)


def entries_of_all(ask: Ask) -> Iterator[Entry]:
    """The passages of all graphs, in a handful of queries however many graphs there are: for servers."""
    yield from _entries(ask, None)


def _entries(ask: Ask, graph: str | None) -> Iterator[Entry]:
    # Property by property: an engine answers that faster than one query with optional parts.
    kinds, games, positions = (_values(ask, graph, name) for name in ("kind", "game", "position"))
    headings, parents = (_values(ask, graph, name) for name in ("heading", "parent"))
    concepts = _many(ask, graph, "mentions")
    for key, text in _values(ask, graph, "content").items():
        of, iri = key
        document, edition, language, number = passage_address(iri)
        yield Entry(
            of, iri, games.get(key, ""), document, edition, language, number, kinds.get(key, ""), text,
            headings.get(key, ""), unquote(parents.get(key, "").rpartition("/")[2]),
            int(positions.get(key, 0)), concepts.get(key, ()),
        )  # fmt: skip


def _values(ask: Ask, graph: str | None, name: str) -> dict[_Key, str]:
    return dict(_pairs(ask, graph, name))


def _many(ask: Ask, graph: str | None, name: str) -> Mapping[_Key, tuple[str, ...]]:
    found: dict[_Key, tuple[str, ...]] = {}
    for key, value in _pairs(ask, graph, name):
        found[key] = (*found.get(key, ()), value)
    return found


def _pairs(ask: Ask, graph: str | None, name: str) -> Iterator[tuple[_Key, str]]:
    if graph is None:
        rows = ask(f"SELECT ?g ?s ?v {{ GRAPH ?g {{ ?s <{TEXT}{name}> ?v }} }}").rows
    else:
        known = NamedNode(graph)
        asked = f"SELECT ?s ?v {{ GRAPH {known} {{ ?s <{TEXT}{name}> ?v }} }}"
        rows = tuple((known, *row) for row in ask(asked).rows)
    for of, subject, value in rows:
        key = (str(getattr(of, "value", "")), str(getattr(subject, "value", "")))
        yield key, str(getattr(value, "value", ""))


def sources_with_passages(ask: Ask) -> list[str]:
    """The graphs that have passages."""
    found = ask(f"SELECT DISTINCT ?g {{ GRAPH ?g {{ ?s a <{TEXT}Passage> }} }}").rows
    return sorted(str(getattr(graph, "value", "")) for (graph,) in found)
