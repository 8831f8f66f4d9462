"""An index of words that is open: passages for what people type, best first."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

import tantivy

from kb.search.folding import fold
from kb.search.matching import Marker, all_of, clause_query, filter_queries, groups_of, is_known
from kb.search.query import Clause, Kind, read_query
from kb.search.records import Entry, Filters, Found, Outcome
from kb.search.schema import open_index, schema
from kb.search.terms import Terms
from kb.search.writing import above, unpacked

_MORE: Final = 2
"""So many times more are looked at than asked for: a rule may come before an example with the same words."""
_Scored = tuple[float, tantivy.DocAddress]


class WordIndex:
    """The index of one state of a store; it stays as it is.

    >>> from kb.search.writing import write_index
    >>> rule = Entry("x:s", "x:rule", "mtg", "doc", "undated", "fr", "1.2", "rule", "Le maître des jeux.")
    >>> index = WordIndex(write_index(None, [rule]))
    >>> [found.entry.number for found in index.search("jeu maitre").found], index.search("maittre").suggestion
    (['1.2'], 'maître')
    """

    def __init__(self, index: tantivy.Index) -> None:
        self._index = index
        self._searcher = index.searcher()
        self._terms = Terms(self._searcher)

    @classmethod
    def at(cls, folder: Path) -> WordIndex:
        """The index in a folder."""
        return cls(open_index(folder))

    def __len__(self) -> int:
        return int(self._searcher.num_docs)

    def search(self, text: str, filters: Filters | None = None, *, most: int = 20) -> Outcome:
        """The passages in which everything in `text` holds, at most `most` of them.

        A word stands for all its forms; one that no passage has stands for the words that begin with it. When
        there is no such word either, nothing is found, and the outcome suggests a search.
        """
        narrow = filters or Filters()
        groups = groups_of(narrow.language, self._terms)
        typed = read_query(text)
        clauses = tuple(self._settled(clause, groups) for clause in typed)
        if not clauses:
            return Outcome()
        asked = all_of(
            (
                *(clause_query(clause, groups, self._terms) for clause in clauses),
                *filter_queries(narrow, clauses, self._terms),
            )
        )
        result = self._searcher.search(asked, max(1, most * _MORE))
        found = [(score, self._entry(address)) for score, address in self._best(result.hits, most)]
        # Equal scores in an order of our own, which no merging of files changes.
        found.sort(key=lambda each: (-round(each[0], 4), each[1].iri, each[1].graph))
        marker = Marker(clauses, self._terms)
        hits = tuple(Found(entry, score, marker.marks(entry)) for score, entry in found)
        suggestion = None if hits else self._suggestion(clauses, groups)
        return Outcome(hits, int(result.count), suggestion)  # type: ignore[attr-defined]  # missing in its stubs

    def siblings(self, entry: Entry) -> tuple[Entry, ...]:
        """The passages that belong to the same one as `entry`, in order, with it; none for an outermost."""
        return self.siblings_of(entry.graph, entry.edition, entry.language, entry.parent)

    def siblings_of(self, graph: str, edition: str, language: str, parent: str | None) -> tuple[Entry, ...]:
        """The passages of a source, edition and language that belong to the passage `parent`, in order."""
        if not parent:
            return ()
        asked = tantivy.Query.term_query(schema(), "above", above(graph, edition, language, parent), "basic")
        found = self._searcher.search(asked, 100, count=False)
        near = (self._entry(address) for _, address in found.hits)
        return tuple(sorted(near, key=lambda each: (each.position, each.number)))

    def _best(self, hits: list[tuple[float, tantivy.DocAddress]], most: int) -> list[_Scored]:
        """The best of the hits when the kinds of the passages are counted in."""
        weights = self._searcher.fast_field_values("weight", [address for _, address in hits])
        weighed = [(score * (weight or 1.0), at) for (score, at), weight in zip(hits, weights, strict=True)]
        return sorted(weighed, key=lambda each: -each[0])[: max(1, most)]

    def _entry(self, address: tantivy.DocAddress) -> Entry:
        record = self._searcher.doc(address).get_first("record")
        return unpacked(bytes(record or b""))

    def _settled(self, clause: Clause, groups: tuple[str, ...]) -> Clause:
        """The clause; for a word that nothing has, what it may be the beginning of."""
        if clause.kind is not Kind.WORD or is_known(clause.words[0], groups, self._terms):
            return clause
        return replace(clause, kind=Kind.PREFIX)

    def _suggestion(self, clauses: tuple[Clause, ...], groups: tuple[str, ...]) -> str | None:
        better = [self._better(clause, groups) for clause in clauses]
        if all(new is clause for new, clause in zip(better, clauses, strict=True)):
            return None
        return " ".join(map(str, better))

    def _better(self, clause: Clause, groups: tuple[str, ...]) -> Clause:
        if clause.kind is not Kind.PREFIX:
            return clause
        folded = fold(clause.words[0])
        if any(self._terms.beginning(folded, of) for of in groups):
            return clause
        near = [found for of in groups if (found := self._terms.nearest(folded, of))]
        return Clause(Kind.WORD, (min(near)[2],)) if near else clause
