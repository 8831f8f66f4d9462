"""One passage by what people call it: a number, with as much before it as it takes to tell it apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import astuple
from typing import Final
from urllib.parse import unquote

from kb.errors import NotFoundError, near_matches
from kb.namespaces import PASSAGE
from kb.queries.passages import Passages, StoredPassage, fetch, numbers_of, passages, with_iris
from kb.queries.works import versions
from kb.rdf import Literal
from kb.store import Backend

_SEPARATOR: Final = re.compile(r"[/\s]+")


def show(store: Backend, name: str) -> Passages:
    """The passages that `name` may mean: one, or several that another word would tell apart.

    `name` is a number (``109.5``), a number after any of its game, document, edition and language
    (``mtg-cr fr 109.5``, ``mtg-cr/2010-02-01/fr/109.5``), the name of a function of EDOPro, or an IRI.

    Raises NotFoundError with the near matches.
    """
    text = name.strip().strip("<>")
    if "://" in text:
        return _by_iri(store, text)
    found: list[StoredPassage] = []
    for words, number in _readings(text):
        found = list(passages(store, number=number) or _by_fact(store, number))
        if found:
            return _narrowed(store, found, words, text)
    numbers = numbers_of(store)
    last = _SEPARATOR.split(text)[-1]
    raise NotFoundError("passage", text, near_matches(text, numbers) or near_matches(last, numbers))


def _readings(text: str) -> Iterator[tuple[list[str], str]]:
    """Each way to read `text` as words and then a number, the fewest words first."""
    plain = unquote(text)
    yield [], plain.removesuffix(".")
    for gap in _SEPARATOR.finditer(plain):
        words = [word for word in _SEPARATOR.split(plain[: gap.start()]) if word]
        yield words, plain[gap.end() :].removesuffix(".")


def _by_iri(store: Backend, iri: str) -> Passages:
    try:
        found = with_iris(store, [iri])
    except ValueError:
        found = Passages()
    if not found:
        number = unquote(iri.rpartition("/")[2])
        near = [passage.iri for passage in passages(store, number=number)]
        raise NotFoundError("passage", iri, near if iri.startswith(PASSAGE) else ())
    return found


def _by_fact(store: Backend, value: str) -> Passages:
    return fetch(store, f'?passage text:fact [ text:name "api" ; text:value {Literal(value)} ] . ')


def _narrowed(store: Backend, found: list[StoredPassage], words: list[str], name: str) -> Passages:
    for word in words:
        if not any(word in _names(passage) for passage in found):
            known = {each for version in versions(store) for each in astuple(version)}
            if word not in known:
                raise NotFoundError("game, document, edition or language", word, sorted(known))
    left = [passage for passage in found if all(word in _names(passage) for word in words)]
    if not left:
        there = [f"{p.document}/{p.edition}/{p.language}/{p.number}" for p in found]
        raise NotFoundError("passage", name, there, show_all=True)
    return Passages(left)


def _names(passage: StoredPassage) -> tuple[str, ...]:
    return str(passage.game), passage.document, passage.edition, passage.language
