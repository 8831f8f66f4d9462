"""Clauses as queries of the engine, and the places in a text where they hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import tantivy
from tantivy import Occur, Query

from kb.search.analysis import GROUPS, STEMMED, Placed, accented, analyser, group, placed, places, split
from kb.search.folding import fold
from kb.search.query import Clause, Kind
from kb.search.records import Entry, Filters, Topic
from kb.search.schema import EXACT, FOLDED, KEYS, schema
from kb.search.terms import Terms

# A word as it was typed counts most, then the same letters, then another form of it.
_AS_TYPED: Final = 1.5
_SAME_LETTERS: Final = 2.0
_OTHER_FORM: Final = 1.0
_THE_NUMBER: Final = 12.0


@dataclass(frozen=True, slots=True)
class Sought:
    """One word of a search in one group of languages."""

    exact: str
    folded: str
    keys: frozenset[str]


def sought(word: str, of: str, terms: Terms) -> Sought:
    """A word with the keys of every way it may be written: accents make no difference to what it finds."""
    read = analyser(of)
    typed = read.word(word)
    spelt = (typed.folded, *terms.spellings(typed.folded, of), *accented(typed.folded, of))
    return Sought(typed.exact, typed.folded, frozenset(key for each in spelt for key in read.word(each).keys))


def is_number(word: str, terms: Terms) -> bool:
    """Whether some passage has the word for its number."""
    return bool(terms.searcher.doc_freq("number", word.casefold()))


def is_known(word: str, groups: Iterable[str], terms: Terms) -> bool:
    """Whether any passage has the word, or a form of it, or is a rule of that number."""
    count = terms.searcher.doc_freq
    if is_number(word, terms):
        return True
    for of in groups:
        found = sought(word, of, terms)
        if count(FOLDED[of], found.folded) or any(count(KEYS[of], key) for key in found.keys):
            return True
    return False


def clause_query(clause: Clause, groups: Sequence[str], terms: Terms) -> tantivy.Query:
    """What the engine is asked for a clause."""
    if clause.kind is Kind.RAW:
        value = clause.words[0]
        return _raw(clause.field, value if clause.field == "number" else fold(value).replace("_", "-"))
    if clause.kind is Kind.HEADING:
        return Query.const_score_query(_raw("heading", fold(clause.words[0])), 1.0)
    if clause.kind is Kind.BELOW:
        # What follows is a letter or a point with more: 702.6a and 702.6.1, but not 702.60.
        pattern = re.escape(clause.words[0].casefold()).replace(r"\-", "-") + r"([^0-9].*)?"
        return Query.const_score_query(Query.regex_query(schema(), "number", pattern), 1.0)
    found = [_in_group(clause, of, terms) for of in groups]
    if clause.kind is Kind.WORD and is_number(clause.words[0], terms):
        found.append(Query.boost_query(_raw("number", clause.words[0].casefold()), _THE_NUMBER))
    return _any(found)


def _in_group(clause: Clause, of: str, terms: Terms) -> tantivy.Query:
    if clause.kind is Kind.PHRASE:
        words = [analyser(of).word(each).folded for each in clause.words]
        return Query.phrase_query(schema(), FOLDED[of], list(words))
    if clause.kind is Kind.PREFIX:
        forms = terms.beginning(fold(clause.words[0]), of)
        found = Query.term_set_query(schema(), FOLDED[of], list(forms)) if forms else Query.empty_query()
        return Query.const_score_query(found, 1.0)
    return _word(sought(clause.words[0], of, terms), of, terms)


def _word(word: Sought, of: str, terms: Terms) -> tantivy.Query:
    folded = Query.term_query(schema(), FOLDED[of], word.folded, "position")
    parts = [
        Query.boost_query(folded, _SAME_LETTERS),
        *(Query.boost_query(_raw(KEYS[of], key), _OTHER_FORM) for key in sorted(word.keys)),
    ]
    if len(terms.spellings(word.folded, of)) > 1:
        parts.append(Query.boost_query(_raw(EXACT[of], word.exact), _AS_TYPED))
    return _any(parts)


def filter_queries(filters: Filters, clauses: Iterable[Clause], terms: Terms) -> Iterator[tantivy.Query]:
    """What narrows a search down, and adds nothing to a score."""
    language = filters.language
    # The words of a group of languages are in fields of their own: such a search is narrow already.
    is_narrow = language in STEMMED and all(_is_in_fields(clause, terms) for clause in clauses)
    for name in ("game", "document", "edition", "language"):
        value = getattr(filters, name)
        if value is not None and not (name == "language" and is_narrow):
            yield Query.const_score_query(_raw(name, fold(value).replace("_", "-")), 0.0)
    if filters.topics:
        yield Query.const_score_query(_any(_about(topic, terms) for topic in filters.topics), 0.0)


def _about(topic: Topic, terms: Terms) -> tantivy.Query:
    said = _any(_says(language, label, terms) for language, label in topic.labels)
    here = all_of((_raw("game", topic.game), said)) if topic.game else said
    return _any((_raw("concept", topic.iri), here))


def _is_in_fields(clause: Clause, terms: Terms) -> bool:
    if clause.kind is Kind.WORD:
        return not is_number(clause.words[0], terms)
    return clause.kind in (Kind.PHRASE, Kind.PREFIX)


def _says(language: str, label: str, terms: Terms) -> tantivy.Query:
    of = group(language)
    words = analyser(of).words(label)
    if len(words) > 1:
        found = Query.phrase_query(schema(), FOLDED[of], [word.folded for word in words])
    else:
        found = _any(_word(sought(word.exact, of, terms), of, terms) for word in words)
    return Query.boolean_query([(Occur.Must, found), (Occur.Must, _raw("language", language))])


def _raw(name: str, value: str) -> tantivy.Query:
    return Query.term_query(schema(), name, value, "basic")


def _any(queries: Iterable[tantivy.Query]) -> tantivy.Query:
    return Query.boolean_query([(Occur.Should, each) for each in queries])


def all_of(queries: Iterable[tantivy.Query]) -> tantivy.Query:
    """What holds where every one of the queries does."""
    return Query.boolean_query([(Occur.Must, each) for each in queries])


def groups_of(language: str | None, terms: Terms) -> tuple[str, ...]:
    """The groups of languages that a search looks into."""
    return terms.groups if language is None else tuple(g for g in GROUPS if g == group(language))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The words of the clauses in one group of languages: any of these makes a word of a text one of them."""

    folded: frozenset[str]
    keys: frozenset[str]
    beginnings: tuple[str, ...]

    def among(self, words: Iterable[str], of: str) -> frozenset[str]:
        """Those of the words of a text that are wanted, as they are written."""
        word = analyser(of).word
        read = [(each, word(each)) for each in words]
        fits = {e for e, w in read if w.folded in self.folded or not self.keys.isdisjoint(w.keys)}
        if self.beginnings:
            fits.update(e for e, w in read if w.folded.startswith(self.beginnings))
        return frozenset(fits)


class Marker:
    """Finds the places in texts where the words of the clauses stand."""

    def __init__(self, clauses: Iterable[Clause], terms: Terms) -> None:
        self._clauses = tuple(clauses)
        self._terms = terms
        self._wanted: dict[str, _Wanted] = {}

    def marks(self, entry: Entry) -> tuple[tuple[int, int], ...]:
        """The places in the text of an entry, in order."""
        of = group(entry.language)
        if of not in self._wanted:
            self._wanted[of] = self._in_group(of)
        found = set(places(entry.text, self._wanted[of].among(set(split(entry.text)), of)))
        for clause in self._clauses:
            if clause.kind is Kind.PHRASE:
                found.update(_runs(placed(entry.text, of), [fold(each) for each in clause.words]))
        return tuple(sorted(found))

    def _in_group(self, of: str) -> _Wanted:
        words = [sought(c.words[0], of, self._terms) for c in self._clauses if c.kind is Kind.WORD]
        begin = (fold(c.words[0]) for c in self._clauses if c.kind is Kind.PREFIX)
        keys = frozenset(key for word in words for key in word.keys)
        return _Wanted(frozenset(word.folded for word in words), keys, tuple(begin))


def _runs(words: Sequence[Placed], wanted: list[str]) -> Iterator[tuple[int, int]]:
    folded = [word.folded for _, _, word in words]
    for at in range(len(words) - len(wanted) + 1):
        if folded[at : at + len(wanted)] == wanted:
            yield words[at][0], words[at + len(wanted) - 1][1]
