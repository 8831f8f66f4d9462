"""The words of what an answer cites, where they are loaded."""

from __future__ import annotations

from collections.abc import Iterable

from kb.inference.answers import Answer
from kb.queries.passages import StoredPassage, passages
from kb.store import Backend


def quoted(store: Backend, answers: Iterable[Answer], language: str | None) -> list[StoredPassage]:
    """The loaded passages that answers cite: in the edition cited where it is loaded, else in any other."""
    found: dict[tuple[str, str], StoredPassage] = {}
    for answer in answers:
        for cited in answer.citations:
            for number in cited.numbers:
                for passage in cited_passages(store, cited.document, cited.edition, number, language):
                    found.setdefault((passage.graph, passage.iri), passage)
    return list(found.values())


def cited_passages(
    store: Backend, document: str, edition: str, number: str, language: str | None
) -> tuple[StoredPassage, ...]:
    """The passages of a number of a document: in this edition where it is loaded, else in any other."""
    loaded = passages(store, document=document, number=number, language=language)
    exact = tuple(passage for passage in loaded if passage.edition == edition)
    return exact or tuple(loaded)
