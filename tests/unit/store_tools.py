"""Small documents of our own, as records and as files, for tests of the store and the queries."""

from __future__ import annotations

from hashlib import sha256

from kb.model import Loaded, LoadReport, Passage, PassageKind, Reference, SourceText, Span
from kb.queries.passages import StoredPassage
from kb.store import Backend
from loaders.pipeline import write_loaded

FRENCH = {
    "7.1": "Un pion a un gardien. Cf. règle 7.3.",
    "7.3": "Le gardien d’un pion est «\u00a0vous\u00a0», à moins que 2 joueurs ne le gardent.",
    "7.10": "Personne ne garde l’œil du cyclone.",
}
ENGLISH = {
    "7.1": "A pawn has a keeper. See rules 7.2 and 7.3.",
    "7.2": "A pawn off the board has no keeper.",
    "7.3": "The keeper of a pawn is you, unless 3 players keep it.",
    "7.10": "Nobody keeps the eye of the storm.",
}
_REFERENCES = {
    ("fr", "7.1"): (Reference("règle 7.3", ("7.3",)),),
    ("en", "7.1"): (Reference("rules 7.2 and 7.3", ("7.2", "7.3")),),
}


def document(
    texts: dict[str, str],
    language: str,
    *,
    edition: str = "2020-01-01",
    document: str = "pawn-cr",
    game: str = "mtg",
    name: str | None = None,
    more: tuple[Passage, ...] = (),
) -> Loaded:
    """What a loader would make of these rules; `more` passages come after them."""
    rules = tuple(
        Passage(
            game, document, edition, language, number, PassageKind.RULE, text, Span(line, line),
            ("7. Pawns",), None, _REFERENCES.get((language, number), ()),
        )
        for line, (number, text) in enumerate(texts.items(), 1)
    )  # fmt: skip
    lines = tuple(passage.text for passage in (*rules, *more))
    digest = sha256(f"{document} {edition} {language} {lines}".encode()).hexdigest()
    file = name or f"{document}-{edition}-{language}.txt"
    source = SourceText(file, lines, "UTF-8", "LF", digest)
    report = LoadReport(
        file, "made-up", document, edition, language, "UTF-8", "LF", len(lines), len(lines), (),
        len(rules) + len(more), sum(len(p.references) for p in rules), (), (),
    )  # fmt: skip
    return Loaded(source, (*rules, *more), report)


def put(store: Backend, *documents: Loaded) -> None:
    """Writes documents into a store in one switch."""
    write_loaded(store, documents)


def without_source(passage: StoredPassage) -> Passage:
    """The passage as its loader made it."""
    return Passage(
        passage.game, passage.document, passage.edition, passage.language, passage.number, passage.kind,
        passage.text, passage.lines, passage.path, passage.parent, passage.references, passage.facts,
    )  # fmt: skip


def bilingual(store: Backend) -> Backend:
    """The same store with the pawn rules of one edition in English and French."""
    put(store, document(ENGLISH, "en"), document(FRENCH, "fr"))
    return store
