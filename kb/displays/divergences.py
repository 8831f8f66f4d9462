"""Where two languages of the loaded texts really differ, as a table to work through."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from types import MappingProxyType

from kb.displays.words import say
from kb.errors import InputError, NotFoundError, Place
from kb.queries.languages import language_name, language_tag
from kb.queries.listing import SHOWN, Cell, Listing
from kb.queries.passages import StoredPassage, passages
from kb.queries.tabular import Kind
from kb.queries.works import versions
from kb.store import Backend
from kb.translation import Evidence, Finding, Pair, Text, diverge, pair_passages
from kb.translation.diverge import newer_language
from kb.translation.report import say_note
from kb.translation.wording import say_kind, say_severity


class Divergences(Listing[Finding]):
    """Findings, the gravest first: leads for a reader, never verdicts."""

    what = "divergences"
    names = (
        "number", "severity", "kind", "note", "left_language", "left", "right_language", "right", "newer",
        "detector", "confidence", "id",
    )  # fmt: skip
    kinds = MappingProxyType({"confidence": Kind.REAL})

    def __init__(self, items: Iterable[Finding] = (), pairs: tuple[Pair, ...] = (), language: str = "en"):
        super().__init__(items)
        self.pairs = pairs
        """Everything that was compared, with and without findings."""
        self.language = language
        heads = ("number", "severity", "kind", "left", "right", "newer")
        self.columns = tuple(say(head, language) for head in heads)

    def cells(self, item: Finding) -> tuple[Cell, ...]:
        """What one finding puts into each of the columns."""
        found, newer = item.divergence, newer_language(item)
        said = say_note(found, self.language)
        note = f" ({said})" if said else ""
        return (
            Cell(item.pair.key),
            Cell(say_severity(found.severity, self.language), self.language),
            Cell(say_kind(found.kind, self.language) + note, self.language),
            self._side(item.pair.left, found.left),
            self._side(item.pair.right, found.right),
            Cell(language_name(newer, self.language) if newer else "", self.language),
        )

    def record(self, item: Finding) -> Mapping[str, object]:
        """A finding as a row of a DataFrame, in the words of the machine-readable formats."""
        found, pair = item.divergence, item.pair
        return {
            "number": pair.key, "severity": str(found.severity), "kind": found.kind, "note": found.note,
            "left_language": pair.left.language if pair.left else None,
            "left": found.left.text if found.left else None,
            "right_language": pair.right.language if pair.right else None,
            "right": found.right.text if found.right else None,
            "newer": newer_language(item), "detector": found.detector,
            "confidence": found.confidence, "id": item.id,
        }  # fmt: skip

    def of(self, number: str) -> Divergences:
        """The findings about one rule."""
        return self._like(tuple(item for item in self if item.pair.key == number))

    def _more(self) -> str:
        left = len(self) - SHOWN
        if not self:
            return say("no_divergences", self.language)
        return "\n" + say("more_divergences", self.language, count=left) if left > 0 else ""

    def _repr_html_(self) -> str:
        return f'<div lang="{escape(self.language)}">{super()._repr_html_()}</div>'

    def _like(self, items: tuple[Finding, ...]) -> Divergences:
        return Divergences(items, self.pairs, self.language)

    def _side(self, side: Text | None, evidence: Evidence | None) -> Cell:
        if side is None:
            return Cell(say("missing", self.language), self.language)
        if evidence is None:
            return Cell(say("not_here", self.language), self.language)
        return (
            Cell(evidence.text, side.language)
            if evidence.text
            else Cell(say("missing", self.language), self.language)
        )


def divergences(
    store: Backend,
    left: str,
    right: str,
    *,
    document: str | None = None,
    edition: str | None = None,
    language: str = "en",
) -> Divergences:
    """Where the texts of two languages in a store differ in meaning, edition, wording or form.

    Raises NotFoundError for a language that is not loaded; InputError when several documents are and none
    is named.
    """
    tags = (language_tag(left), language_tag(right))
    found = stored_sides(store, tags, document, edition)
    sides = [[passage for passage in found if passage.language == tag] for tag in tags]
    for tag, side in zip(tags, sides, strict=True):
        if not side:
            raise NotFoundError("language", tag, sorted({version.language for version in versions(store)}))
    pairs = pair_passages(*sides)
    named = {passage.document for passage in found}
    of = named.pop() if len(named) == 1 else None
    findings = diverge(pairs, document=of)
    gravest = sorted(findings, key=lambda each: -each.divergence.severity.rank)
    return Divergences(gravest, pairs, language)


def stored_sides(
    store: Backend, tags: tuple[str, str], document: str | None, edition: str | None
) -> list[StoredPassage]:
    """The passages of one document in both languages: in the newest edition that has both, else in any.

    Raises InputError when the languages are loaded in several documents and none is named.
    """
    known = [v for v in versions(store) if document in (None, v.document) and edition in (None, v.edition)]
    both = sorted(
        {(v.document, v.edition) for v in known if v.language == tags[0]}
        & {(v.document, v.edition) for v in known if v.language == tags[1]}
    )
    if both:
        named, dated = both[-1]
        return list(passages(store, document=named, edition=dated))
    documents = sorted({v.document for v in known if v.language in tags})
    if len(documents) > 1:
        problem = "the languages are loaded in several documents"
        raise InputError(Place("document"), problem, found=documents, expected="one of them")
    return list(passages(store, document=documents[0], edition=edition)) if documents else []
