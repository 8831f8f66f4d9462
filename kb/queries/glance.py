"""A first look for words while their index is still made: some passages that have them, in no order."""

from __future__ import annotations

from kb.namespaces import TEXT
from kb.queries.find import Hit, Hits
from kb.queries.languages import language_tag
from kb.queries.passages import with_iris
from kb.rdf import Literal
from kb.store import Backend


def glance(
    store: Backend, words: str, *, language: str | None = None, game: str | None = None, most: int = 50
) -> Hits:
    """At most `most` passages in which each of the words stands, or whose number begins with it.

    Capitals do not matter, but accents and inflections do: this reads texts until there are enough, and takes
    a second or two where there are few. :func:`kb.queries.find.find` is what knows better, and takes longer
    the first time.
    """
    typed = [Literal(word) for word in words.replace('"', " ").casefold().split()]
    if not typed:
        return Hits()
    holds = " && ".join(_holds(word) for word in typed)
    numbered = "?p :number ?number ." if any(_has_digit(word) for word in typed) else ""
    narrow = f"?p :game {Literal(game)} ." if game else ""
    if language:
        tag = language_tag(language)
        narrow += f" ?p :language ?l FILTER(?l = {Literal(tag)} || STRSTARTS(?l, {Literal(tag + '-')}))"
    rows = store.query(
        f"""PREFIX : <{TEXT}> SELECT ?g ?p {{ GRAPH ?g {{
        ?p :content ?content . {numbered} {narrow} FILTER({holds}) }} }} LIMIT {most}"""
    ).rows
    keys = [(str(getattr(graph, "value", "")), str(getattr(iri, "value", ""))) for graph, iri in rows]
    records = {(p.graph, p.iri): p for p in with_iris(store, (iri for _, iri in keys))}
    return Hits(tuple(Hit(records[key], 0.0) for key in dict.fromkeys(keys) if key in records))


def _holds(word: Literal) -> str:
    is_there = f"CONTAINS(LCASE(?content), {word})"
    return f"({is_there} || STRSTARTS(LCASE(?number), {word}))" if _has_digit(word) else is_there


def _has_digit(word: Literal) -> bool:
    return any(letter.isdigit() for letter in word.value)
