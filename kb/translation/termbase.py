"""The terms of each game in three languages, and the words a translation of that game must not use.

Terms are labels of concepts of one game (``ontology/terms``): matching words across games without the game is
wrong. What not to use is in
``ontology/translation/forbidden.csv``: obsolete terms, terms of another game, false
friends; `when` names the English word that must be there for the term to be the wrong one.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from kb.errors import InputError, Place
from kb.ontology_files import ontology_files
from kb.rdf import Literal, NamedNode, Quad, RdfFormat, parse
from kb.translation.tokens import Token, tokens

_SKOS: Final = "http://www.w3.org/2004/02/skos/core#"
_XL: Final = "http://www.w3.org/2008/05/skos-xl#"
_CORE: Final = "https://w3id.org/tcg-rules/core#"
_ENDINGS: Final = 3
_SAME: Final = 4
"""Letters an inflected form may have more than a label."""


@dataclass(frozen=True, slots=True)
class Label:
    """One word for a concept: preferred, alternative or hidden; `status` says how well it is attested."""

    text: str
    language: str
    kind: str
    status: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """A concept of one game and its labels."""

    notation: str
    game: str
    labels: tuple[Label, ...]

    def preferred(self, language: str) -> str | None:
        """The preferred label in a language, if there is one."""
        found = (
            label.text for label in self.labels if (label.language, label.kind) == (language, "preferred")
        )
        return next(found, None)


@dataclass(frozen=True, slots=True)
class Forbidden:
    """A word not to be used in a game's language, what to use, in place of what English word, and why."""

    game: str
    language: str
    term: str
    instead: str
    when: str
    reason: str


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a term stands in a text."""

    start: int
    end: int


@cache
def termbase(game: str | None = None) -> tuple[Term, ...]:
    """The packaged terms, of one game or of all.

    >>> [term.preferred("fr") for term in termbase("mtg") if term.notation == "mtg.stack"]
    ['pile']
    """
    quads: list[Quad] = []
    for path in ontology_files("terms/*.ttl"):
        # pyoxigraph takes bytes or a path; the path keeps its messages useful.
        quads.extend(parse(path=str(path), format=RdfFormat.TURTLE))
    terms = sorted(_terms(quads), key=lambda term: term.notation)
    return tuple(term for term in terms if game in (None, term.game))


def _terms(quads: Iterable[Quad]) -> Iterator[Term]:
    values: defaultdict[str, defaultdict[str, list[object]]] = defaultdict(lambda: defaultdict(list))
    for quad in quads:
        if isinstance(quad.subject, NamedNode):
            values[quad.subject.value][quad.predicate.value].append(quad.object)
    for found in values.values():
        notation = next((n.value for n in found.get(_SKOS + "notation", ()) if isinstance(n, Literal)), None)
        if notation:
            labels = [
                label
                for name, kind in (("pref", "preferred"), ("alt", "alternative"), ("hidden", "hidden"))
                for label in _labels(found, values, name, kind)
            ]
            labels.sort(key=lambda label: label.language)
            yield Term(notation, notation.partition(".")[0], tuple(labels))


def _labels(
    found: defaultdict[str, list[object]],
    values: defaultdict[str, defaultdict[str, list[object]]],
    name: str,
    kind: str,
) -> Iterator[Label]:
    seen: set[tuple[str, str]] = set()
    for node in found.get(f"{_XL}{name}Label", ()):
        about = values[getattr(node, "value", "")]
        for form in about.get(_XL + "literalForm", ()):
            if isinstance(form, Literal) and form.language:
                status = next(
                    (str(getattr(s, "value", "")) for s in about.get(_CORE + "labelStatus", ())), ""
                )
                source = next(
                    (str(getattr(s, "value", "")) for s in about.get(_CORE + "labelSource", ())), ""
                )
                seen.add((form.value, form.language))
                attested = status.rpartition("#")[2].removesuffix("Label") or "working"
                yield Label(form.value, form.language, kind, attested, source)
    for form in found.get(f"{_SKOS}{name}Label", ()):
        if isinstance(form, Literal) and form.language and (form.value, form.language) not in seen:
            yield Label(form.value, form.language, kind, "working")


@cache
def forbidden_terms() -> tuple[Forbidden, ...]:
    """The packaged list of words not to use."""
    found: list[Forbidden] = []
    for path in ontology_files("translation/forbidden.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            found.extend(Forbidden(**row) for row in csv.DictReader(file))
    return tuple(found)


def find_term(text: str, term: str) -> tuple[Hit, ...]:
    """Where `term` stands in `text`, inflected or not, whole words only.

    >>> find_term("Les sorts et les capacités déclenchées", "capacité déclenchée")
    (Hit(start=17, end=38),)
    >>> find_term("La sortie", "sort"), find_term("Main Deck", "deck")[0].start
    ((), 5)
    """
    wanted = _wanted(term)
    if not wanted:
        return ()
    found = tokens(text)
    hits = []
    for at in _beginnings(text).get(beginning(wanted[0]), ()):
        if at + len(wanted) <= len(found) and all(
            _fits(found[at + i], word) for i, word in enumerate(wanted)
        ):
            hits.append(Hit(found[at].start, found[at + len(wanted) - 1].end))
    return tuple(hits)


def beginning(word: str) -> str:
    """The first letters of a word, which no inflection changes.

    >>> beginning("capacité"), beginning("de")
    ('capa', 'de')
    """
    return word[:_SAME]


@lru_cache(maxsize=1024)
def _beginnings(text: str) -> Mapping[str, Sequence[int]]:
    """The places of the words of a text by their first letters."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for at, token in enumerate(tokens(text)):
        found[beginning(token.word)].append(at)
    return found


@lru_cache(maxsize=8192)
def _wanted(term: str) -> tuple[str, ...]:
    return tuple(token.word for token in tokens(term))


def _fits(token: Token, word: str) -> bool:
    """Whether a token is a word or an inflected form of it: its end may change, its first letters may not."""
    if token.word == word:
        return True
    if len(word) < 4 or not token.is_word:
        return False
    said = token.word
    if said in (word + "s", word + "es", word + "x", word + "e"):
        return True
    stem = word[:-2] if word.endswith(("er", "ar", "ir", "re")) else word[:-1]
    return len(stem) > 4 and said.startswith(stem) and len(said) - len(word) <= _ENDINGS


def read_terms_csv(path: Path) -> tuple[Term, ...]:
    """Terms out of a CSV file with the columns concept, game, en, fr, es, and maybe status and sources.

    Raises :class:`kb.errors.InputError` when a column is missing.
    """
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file)
        missing = {"concept", "game", "en", "fr", "es"} - set(reader.fieldnames or ())
        if missing:
            raise InputError(Place(path.name, line=1), f"no column {sorted(missing)[0]!r}",
                             expected="the columns concept, game, en, fr, es")  # fmt: skip
        return tuple(_csv_term(row) for row in reader)


def _csv_term(row: dict[str, str]) -> Term:
    labels: list[Label] = []
    for language in ("en", "fr", "es"):
        source = row.get(f"source_{language}", "") or row.get("source", "")
        for at, form in enumerate(part.strip() for part in (row[language] or "").split(" / ")):
            if form:
                kind = "preferred" if at == 0 else "alternative"
                labels.append(Label(form, language, kind, row.get("status", "") or "working", source or ""))
    return Term(f"{row['game']}.{row['concept']}", row["game"], tuple(labels))
