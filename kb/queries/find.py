"""Full text search: all the words, with or without accents and capitals, best matches first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass

from kb.model import PassageKind
from kb.queries.folding import Words, parse_words
from kb.queries.languages import language_tag
from kb.queries.listing import Cell, Listing
from kb.queries.passages import StoredPassage, with_iris
from kb.queries.texts import Text, texts_with
from kb.queries.works import versions
from kb.store import Backend

_KIND_WEIGHT: dict[str, float] = {PassageKind.RULE: 1.5, PassageKind.HEADING: 1.2, PassageKind.EXAMPLE: 0.8}


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that has the words, and how well it fits; only the order of scores means something."""

    passage: StoredPassage
    score: float


class Hits(Listing[Hit]):
    """What a search found, best first, and how much there was before it was cut."""

    columns = ("number", "document", "edition", "language", "text")
    what = "hits"

    def __init__(self, items: tuple[Hit, ...] = (), *, total: int | None = None) -> None:
        super().__init__(items)
        self.total = len(items) if total is None else total

    def cells(self, item: Hit) -> tuple[Cell, ...]:
        """What a hit puts into each of the columns."""
        found = item.passage
        names = (found.number, found.document, found.edition, found.language)
        return (*map(Cell, names), Cell(found.text, found.language))

    def record(self, item: Hit) -> Mapping[str, object]:
        """A hit as a row of a DataFrame."""
        found = item.passage
        return {
            "score": round(item.score, 3), "game": str(found.game), "document": found.document,
            "edition": found.edition, "language": found.language, "number": found.number,
            "text": found.text, "source": found.source, "iri": found.iri,
        }  # fmt: skip


def find(
    store: Backend,
    words: str,
    *,
    language: str | None = None,
    game: str | None = None,
    document: str | None = None,
    edition: str | None = None,
    most: int = 50,
) -> Hits:
    """The passages that have all of `words`, best first, at most `most` of them.

    A word fits where a word begins with it, whatever its case and accents; words in quotes must follow each
    other. An empty search finds nothing.
    """
    wanted = parse_words(words)
    if not wanted.terms:
        return Hits()
    asked = (game, document, edition, language_tag(language) if language else None)
    keys = {
        (version.document, version.edition, version.language)
        for version in versions(store)
        if all(a is None or a == b for a, b in zip(asked, astuple(version), strict=True))
    }
    scored = [
        (_score(text, wanted), text)
        for text in texts_with(store, wanted)
        if (text.document, text.edition, text.language) in keys
    ]
    scored.sort(key=lambda pair: (-pair[0], pair[1].passage, pair[1].graph))
    best = scored[: most * 2]
    records = {(p.graph, p.iri): p for p in with_iris(store, (text.passage for _, text in best))}
    hits = (Hit(p, score * _KIND_WEIGHT.get(p.kind, 1.0)) for score, p in _paired(best, records))
    ranked = sorted(hits, key=lambda hit: -hit.score)
    return Hits(tuple(ranked[:most]), total=len(scored))


def _paired(
    best: list[tuple[float, Text]], records: Mapping[tuple[str, str], StoredPassage]
) -> Iterator[tuple[float, StoredPassage]]:
    return ((score, records[text.graph, text.passage]) for score, text in best)


def _score(text: Text, words: Words) -> float:
    by_number = 3.0 if text.number.casefold() in words.terms else 0.0
    return by_number + words.score(text.folded)
