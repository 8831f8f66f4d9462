"""The page of a concept: what it is called in each language, what it is not, who speaks of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from kb.endpoint.pages.rendering import page
from kb.endpoint.pages.ruling import missing
from kb.errors import NotFoundError, near_matches
from kb.inference.records import Rule
from kb.queries.concepts import concept, rules_about
from kb.queries.find import find
from kb.queries.languages import INTERFACE
from kb.store import Backend

_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class Meaning:
    """The view of the concepts of the games, with the passages of a store."""

    store: Backend

    def concept(self, request: Request) -> Response:
        """A concept by its notation, such as ``mtg.owner``."""
        lang, notation = request.path_params["lang"], request.path_params["notation"]
        try:
            found = concept(notation)[0]
        except NotFoundError as problem:
            return missing(
                request,
                notation,
                [f"/{lang}/concept/{near}" for near in near_matches(notation, _notations(problem))],
            )
        label = found.label(lang)
        languages = sorted({word.language for word in found.words}, key=lambda tag: (tag != lang, _rank(tag)))
        hits = find(self.store, f'"{label}"', concept=found.notation, language=lang, most=_SHOWN)
        return page(
            request,
            "concept",
            lang,
            concept=found,
            label=label,
            hits=hits,
            tags=languages,
            definition=in_language(found.definitions, lang),
            note=in_language(found.notes, lang),
            links=[(link, in_language(link.reasons, lang), _label(link.other, lang)) for link in found.links],
            rules=_rules(found.notation),
        )


def in_language(texts: Mapping[str, str], language: str) -> tuple[str, str] | None:
    """A text and its language: the one wanted, or the next in the order in which they stand in for another.

    >>> in_language({"en": "owner", "es": "dueño"}, "fr"), in_language({}, "fr")
    (('owner', 'en'), None)
    """
    for tag in (language, *INTERFACE, *sorted(texts)):
        if texts.get(tag):
            return texts[tag], tag
    return None


@cache
def _rules(notation: str) -> tuple[Rule, ...]:
    return rules_about(concept(notation)[0])


def _notations(problem: NotFoundError) -> list[str]:
    return [name for name in problem.known if "." in name]


def _rank(tag: str) -> int:
    return INTERFACE.index(tag) if tag in INTERFACE else len(INTERFACE)


def _label(notation: str, language: str) -> str:
    return concept(notation)[0].label(language)
