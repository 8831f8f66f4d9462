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

Ask = Callable[[str], Solutions]
"""Answers a SELECT query."""


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


def entries(ask: Ask, sources: Iterable[str]) -> Iterator[Entry]:
    """The passages of these graphs, as they are indexed."""
    for graph in sources:
        yield from _entries(ask, graph)


def _entries(ask: Ask, graph: str) -> Iterator[Entry]:
    # Property by property: an engine answers that faster than one query with optional parts.
    kinds, games, positions = (_values(ask, graph, name) for name in ("kind", "game", "position"))
    headings, parents = (_values(ask, graph, name) for name in ("heading", "parent"))
    concepts = _many(ask, graph, "mentions")
    for iri, text in _values(ask, graph, "content").items():
        document, edition, language, number = passage_address(iri)
        yield Entry(
            graph, iri, games.get(iri, ""), document, edition, language, number, kinds.get(iri, ""), text,
            headings.get(iri, ""), unquote(parents.get(iri, "").rpartition("/")[2]),
            int(positions.get(iri, 0)), concepts.get(iri, ()),
        )  # fmt: skip


def _values(ask: Ask, graph: str, name: str) -> dict[str, str]:
    return dict(_pairs(ask, graph, name))


def _many(ask: Ask, graph: str, name: str) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for subject, value in _pairs(ask, graph, name):
        found[subject] = (*found.get(subject, ()), value)
    return found


def _pairs(ask: Ask, graph: str, name: str) -> Iterator[tuple[str, str]]:
    query = f"SELECT ?s ?v {{ GRAPH {NamedNode(graph)} {{ ?s <{TEXT}{name}> ?v }} }}"
    for subject, value in ask(query).rows:
        yield str(getattr(subject, "value", "")), str(getattr(value, "value", ""))


def sources_with_passages(ask: Ask) -> list[str]:
    """The graphs that have passages."""
    found = ask(f"SELECT DISTINCT ?g {{ GRAPH ?g {{ ?s a <{TEXT}Passage> }} }}").rows
    return sorted(str(getattr(graph, "value", "")) for (graph,) in found)
