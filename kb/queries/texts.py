"""All texts of a store, folded for searching, kept until the store changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

from kb.errors import LimitError
from kb.namespaces import TEXT, passage_address
from kb.queries.folding import Words, fold, parse_words
from kb.rdf import Literal, NamedNode
from kb.store import Backend
from kb.store.finding import words_of
from kb.store.served import ServedStore


@dataclass(frozen=True, slots=True)
class Text:
    """The folded text of one passage in one source, and what a search narrows down by."""

    graph: str
    passage: str
    document: str
    edition: str
    language: str
    number: str
    folded: str


_MOST_SERVED: Final = 1000
_KEPT: Final[WeakKeyDictionary[Backend, tuple[str, tuple[Text, ...]]]] = WeakKeyDictionary()


def texts_with(store: Backend, words: Words) -> tuple[Text, ...]:
    """The texts that have all the words, or a number that is one of them."""
    return tuple(text for text in texts(store) if words.fit(f"{text.number} {text.folded}"))


def passages_with(store: Backend, words: str) -> set[tuple[str, str]]:
    """The graphs and IRIs of all passages that have the words, as :func:`kb.queries.find.find` reads them."""
    if isinstance(store, ServedStore):
        served = store.search({"q": words, "most": str(_MOST_SERVED)})
        if served["total"] > _MOST_SERVED:
            raise LimitError("hits of a server", _MOST_SERVED, "narrow the search down")
        return {(each["graph"], each["iri"]) for each in served["hits"]}
    index = words_of(store)
    if index is None:
        return {(text.graph, text.passage) for text in texts_with(store, parse_words(words))}
    found = index.search(words, most=max(1, len(index))).found
    return {(each.entry.graph, each.entry.iri) for each in found}


def texts(store: Backend) -> tuple[Text, ...]:
    """All texts of `store` as it is now."""
    version = store.version
    kept = _KEPT.get(store)
    if kept is None or kept[0] != version:
        kept = _KEPT[store] = (version, tuple(_read(store)))
    return kept[1]


def _read(store: Backend) -> Iterator[Text]:
    query = f"SELECT ?graph ?passage ?content {{ GRAPH ?graph {{ ?passage <{TEXT}content> ?content }} }}"
    for graph, passage, content in store.query(query).rows:
        if isinstance(content, Literal) and isinstance(passage, NamedNode) and isinstance(graph, NamedNode):
            document, edition, language, number = passage_address(passage.value)
            folded = fold(content.value)
            yield Text(graph.value, passage.value, document, edition, language, number, folded)
