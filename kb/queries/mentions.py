"""Which loaded passages speak of a concept: how many in each document and language, and some of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from kb.namespaces import TEXT, passage_address
from kb.rdf import Literal, NamedNode
from kb.store import Backend

_MOST_EXAMPLES: Final = 5


@dataclass(frozen=True, slots=True)
class Mentions:
    """The passages of one document and language that speak of a concept."""

    document: str
    language: str
    count: int
    examples: tuple[str, ...]
    """How some of them begin: a card's name."""


def mentions(store: Backend, concepts: Iterable[str]) -> tuple[Mentions, ...]:
    """Where the loaded texts speak of any of these concepts, given by their IRIs; the most first."""
    values = " ".join(str(NamedNode(iri)) for iri in concepts)
    found = store.query(
        f"SELECT DISTINCT ?p ?content {{ VALUES ?c {{ {values} }} "
        f"GRAPH ?g {{ ?p <{TEXT}mentions> ?c ; <{TEXT}content> ?content }} }}"
    ).rows
    grouped: dict[tuple[str, str], dict[str, str]] = {}
    for passage, content in found:
        if isinstance(passage, NamedNode) and isinstance(content, Literal):
            document, _, language, _ = passage_address(passage.value)
            begun = content.value.partition("\n")[0]
            grouped.setdefault((document, language), {})[passage.value] = begun
    made = (
        Mentions(*key, len(passages), tuple(sorted(set(passages.values()))[:_MOST_EXAMPLES]))
        for key, passages in grouped.items()
    )
    return tuple(sorted(made, key=lambda each: (-each.count, each.document, each.language)))
