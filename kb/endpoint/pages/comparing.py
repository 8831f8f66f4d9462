"""The page that compares: a rule in two languages, or in two editions of one language, word by word."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from kb.editions import compare_words, where_is
from kb.endpoint.pages.rendering import page
from kb.errors import NotFoundError
from kb.queries.languages import language_tag
from kb.queries.numbers import number_key
from kb.queries.parallel import Comparison
from kb.queries.parallel import compare as compare_languages
from kb.queries.passages import StoredPassage, passages
from kb.queries.works import versions
from kb.store import Backend
from kb.translation.diverge import diverge
from kb.translation.pairing import pair_passages
from kb.translation.records import Evidence, Finding
from kb.translation.wording import say_kind, say_severity

_LONGEST: Final = 200
_FIELDS: Final = ("number", "document", "left", "left_edition", "right", "right_edition")


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison, with the places that a finding speaks of."""

    passage: StoredPassage
    marks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Comparing:
    """The view that compares texts of a store."""

    store: Backend

    def compare(self, request: Request) -> Response:
        """The form, and under it the two sides."""
        lang = request.path_params["lang"]
        asked = {name: request.query_params.get(name, "")[:_LONGEST].strip() for name in _FIELDS}
        left, right = self._sides(asked) if asked["number"] else (None, None)
        findings = _findings(left, right) if left and right and left.language != right.language else ()
        known = versions(self.store)
        tags = sorted({v.language for v in known})
        return page(
            request,
            "compare",
            lang,
            asked={**asked, **_chosen(asked, left, right, tags, lang)},
            sides=(_side(left, findings, 0), _side(right, findings, 1)) if asked["number"] else (),
            runs=compare_words(left.text, right.text)
            if left and right and left.language == right.language
            else (),
            notes=self._notes(asked, lang),
            findings=findings,
            kind_of=say_kind,
            severity_of=say_severity,
            tags=tags,
            documents=sorted({v.document for v in known}),
            editions=sorted({v.edition for v in known}, key=number_key, reverse=True),
        )

    def _sides(self, asked: dict[str, str]) -> tuple[StoredPassage | None, StoredPassage | None]:
        number, document = asked["number"].rstrip("."), asked["document"] or None
        found = passages(self.store, number=number, document=document)
        left = _first(found, asked["left"], asked["left_edition"])
        if left is None:
            return None, _first(found, asked["right"], asked["right_edition"])
        same = [each for each in found if each.document == left.document and each is not left]
        edition = asked["right_edition"]
        if edition and edition != left.edition:
            there = _number_in(left, edition)
            same = list(passages(self.store, number=there, document=left.document, edition=edition))
        elif not edition and language_tag(asked["right"]) != left.language:
            same = [
                each for each in same if each.edition == left.edition and _is_in(each, asked["right"])
            ] or same
        return left, _first(same, asked["right"], edition)

    def _notes(self, asked: dict[str, str], lang: str) -> list[str]:
        if not asked["number"] or not asked["left"] or not asked["right"] or asked["left"] == asked["right"]:
            return []
        try:
            found: Comparison = compare_languages(
                self.store,
                asked["number"],
                asked["left"],
                asked["right"],
                document=asked["document"] or None,
                edition=asked["left_edition"] or None,
            )
        except NotFoundError:
            return []
        return list(dict.fromkeys(note for pair in found for note in pair.notes(lang)))


def _chosen(
    asked: dict[str, str],
    left: StoredPassage | None,
    right: StoredPassage | None,
    tags: list[str],
    lang: str,
) -> dict[str, str]:
    """The languages the form says: those asked for, or else those shown, or else two that differ."""
    first = asked["left"] or (left.language if left else next(iter(tags), ""))
    others = [tag for tag in tags if tag != first]
    second = asked["right"] or (
        right.language if right else lang if lang in others else next(iter(others), "")
    )
    return {"left": first, "right": second}


def _is_in(passage: StoredPassage, language: str) -> bool:
    return language_tag(language) in ("", passage.language)


def _first(found: Iterable[StoredPassage], language: str, edition: str) -> StoredPassage | None:
    """The text in a language and edition; where none is named, in the newest."""
    fitting = [p for p in found if _is_in(p, language) and edition in ("", p.edition)]
    if not fitting or edition:
        return next(iter(fitting), None)
    return max(fitting, key=lambda p: number_key(p.edition))


def _number_in(left: StoredPassage, edition: str) -> str:
    """The number of the same rule in another edition, as far as that is known."""
    try:
        numbers = where_is(left.number, left.document, from_=left.edition, to=edition).numbers
    except NotFoundError:
        return left.number
    return numbers[0] if numbers else left.number


def _findings(left: StoredPassage, right: StoredPassage) -> tuple[Finding, ...]:
    return diverge(pair_passages([left], [right]), document=left.document)


def _side(passage: StoredPassage | None, findings: tuple[Finding, ...], at: int) -> Side | None:
    if passage is None:
        return None
    found: list[Evidence | None] = [(each.divergence.left, each.divergence.right)[at] for each in findings]
    spans = {(e.start, e.end) for e in found if e is not None and e.end > e.start}
    whole = (0, len(passage.text))
    return Side(passage, tuple(sorted(span for span in spans if span != whole)))
