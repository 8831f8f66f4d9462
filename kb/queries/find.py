"""Full text search: all the words, with or without accents and capitals, best matches first.

With the extra ``search`` an index of words answers, which knows that *jeu* and *jeux* are one word; without
it every text is read, and a word fits where a word begins with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kb.errors import LimitError
from kb.model import Game, PassageKind
from kb.queries.concepts import concept as concepts_of
from kb.queries.folding import Words, parse_words
from kb.queries.languages import is_in_language, language_tag
from kb.queries.listing import Cell, Listing
from kb.queries.passages import StoredPassage, with_iris
from kb.queries.tabular import Kind
from kb.queries.texts import Text, texts_with
from kb.queries.works import Version, versions
from kb.search.records import Filters, Outcome, Topic
from kb.store import Backend
from kb.store.finding import words_of
from kb.store.served import ServedStore

_GAMES = {game.value: game.value for game in Game}
MOST_SERVED = 1000
"""So many hits a server gives at a time."""
_KIND_WEIGHT: dict[str, float] = {PassageKind.RULE: 1.5, PassageKind.HEADING: 1.2, PassageKind.EXAMPLE: 0.8}


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that has the words, and how well it fits; only the order of scores means something."""

    passage: StoredPassage
    score: float
    marks: tuple[tuple[int, int], ...] = ()
    """Where in its text the words stand: pairs of the first character and the one after the last."""


class Hits(Listing[Hit]):
    """What a search found, best first, and how much there was before it was cut."""

    columns = ("number", "document", "edition", "language", "text")
    what = "hits"
    names = ("score", "game", "document", "edition", "language", "number", "text", "source", "iri")
    kinds = MappingProxyType({"score": Kind.REAL})

    def __init__(
        self, items: tuple[Hit, ...] = (), *, total: int | None = None, suggestion: str | None = None
    ) -> None:
        super().__init__(items)
        self.total = len(items) if total is None else total
        self.suggestion = suggestion
        """When nothing was found: the search with words that are there."""

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
    concept: str | None = None,
    most: int = 50,
) -> Hits:
    """The passages that have all of `words`, best first, at most `most` of them.

    A word stands for all its forms, whatever its case and accents, and one that is nowhere for the words that
    begin with it; words in quotes must follow each other. Further signs are in :mod:`kb.search.query`. With
    `concept`, a word or a notation, only passages that speak of one of its concepts count. An empty search
    finds nothing.

    Raises :class:`kb.errors.NotFoundError` for a concept there is not.
    """
    tag = language_tag(language) if language else None
    narrow = Filters(game, document, edition, tag, _topics(concept))
    if isinstance(store, ServedStore):
        return _asked_for(store, words, narrow, concept, most)
    index = words_of(store)
    if index is None:
        return _read_through(store, words, narrow, most)
    outcome = index.search(words, narrow, most=most)
    return Hits(tuple(_hits(store, outcome)), total=outcome.total, suggestion=outcome.suggestion)


def _topics(name: str | None) -> tuple[Topic, ...]:
    return tuple(
        Topic(each.iri, _GAMES.get(each.scheme), tuple((word.language, word.text) for word in each.words))
        for each in (concepts_of(name) if name else ())
    )


def _hits(store: Backend, outcome: Outcome) -> Iterator[Hit]:
    records = {(p.graph, p.iri): p for p in with_iris(store, (each.entry.iri for each in outcome.found))}
    for each in outcome.found:
        yield Hit(records[each.entry.graph, each.entry.iri], each.score, each.marks)


def _asked_for(store: ServedStore, words: str, narrow: Filters, concept: str | None, most: int) -> Hits:
    """What a server finds with its own index; the passages are then read as from any store."""
    if not words.strip():
        return Hits()
    wanted = {
        "q": words, "language": narrow.language, "game": narrow.game, "document": narrow.document,
        "edition": narrow.edition, "concept": concept,
    }  # fmt: skip
    fields = {name: value for name, value in wanted.items() if value}
    found = store.search({**fields, "most": str(min(most, MOST_SERVED))})
    if most > MOST_SERVED and found["total"] > MOST_SERVED:
        raise LimitError("hits of a server", MOST_SERVED, "narrow the search down")
    records = {(p.graph, p.iri): p for p in with_iris(store, (each["iri"] for each in found["hits"]))}
    hits = (
        Hit(
            records[each["graph"], each["iri"]],
            each["score"],
            tuple((start, end) for start, end in each["marks"]),
        )
        for each in found["hits"]
    )
    return Hits(tuple(hits), total=found["total"], suggestion=found["suggestion"])


def _read_through(store: Backend, words: str, narrow: Filters, most: int) -> Hits:
    """What is found without an index: the texts are read one by one."""
    wanted = parse_words(words)
    if not wanted.terms:
        return Hits()
    keys = {(v.document, v.edition, v.language): v.game for v in versions(store) if _is_wanted(v, narrow)}
    scored = [
        (_score(text, wanted), text)
        for text in texts_with(store, wanted)
        if (game := keys.get((text.document, text.edition, text.language)))
        and (not narrow.topics or any(_is_about(text, topic, game) for topic in narrow.topics))
    ]
    scored.sort(key=lambda pair: (-pair[0], pair[1].passage, pair[1].graph))
    best = scored[: most * 2]
    records = {(p.graph, p.iri): p for p in with_iris(store, (text.passage for _, text in best))}
    paired = ((score, records[text.graph, text.passage]) for score, text in best)
    hits = (Hit(p, score * _KIND_WEIGHT.get(p.kind, 1.0)) for score, p in paired)
    ranked = sorted(hits, key=lambda hit: -hit.score)
    return Hits(tuple(ranked[:most]), total=len(scored))


def _is_wanted(version: Version, narrow: Filters) -> bool:
    asked = (narrow.game, narrow.document, narrow.edition)
    here = (version.game, version.document, version.edition)
    return all(a is None or a == b for a, b in zip(asked, here, strict=True)) and (
        narrow.language is None or is_in_language(version.language, narrow.language)
    )


def _is_about(text: Text, topic: Topic, game: str) -> bool:
    return topic.game in (None, game) and any(
        is_in_language(text.language, language) and parse_words(f'"{label}"').fit(text.folded)
        for language, label in topic.labels
    )


def _score(text: Text, words: Words) -> float:
    by_number = 3.0 if text.number.casefold() in words.terms else 0.0
    return by_number + words.score(text.folded)
