"""The start page and the search: as pages, and as JSON for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from kb.endpoint.negotiation import Form, choose
from kb.endpoint.pages.rendering import HEADERS, page, to_own_language
from kb.endpoint.pages.words import LANGUAGES
from kb.errors import NotFoundError
from kb.model import Game
from kb.queries.concepts import Concept, concept
from kb.queries.find import Hit, find
from kb.queries.sources import passage_count
from kb.queries.works import versions
from kb.store import Backend
from kb.store.finding import words_of

_PAGE: Final = 20
_MOST: Final = 1000
_FEW: Final = 6
"""So many editions of a document are shown at once; more unfold."""
_LONGEST: Final = 400
"""Letters of a search that are read."""
_JSON: Final = Form("json", "application/json")
_HTML: Final = Form("html", "text/html", ("application/xhtml+xml",))
FILTERS: Final = ("language", "game", "document", "edition", "concept")


@dataclass(frozen=True, slots=True)
class Searching:
    """The views that search a store."""

    store: Backend

    def start(self, request: Request) -> Response:
        """The first page: the search, and what is loaded."""
        shelf: dict[str, dict[str, dict[str, list[str]]]] = {}
        for version in versions(self.store):
            editions = shelf.setdefault(version.game, {}).setdefault(version.document, {})
            editions.setdefault(version.edition, []).append(version.language)
        language = request.path_params["lang"]
        values = self._values({}, "", language)
        return page(
            request,
            "start",
            language,
            shelf=shelf,
            few=_FEW,
            count=passage_count(self.store),
            **values,
        )

    def search(self, request: Request) -> Response:
        """What a search finds, as a page."""
        language = request.path_params["lang"]
        words = request.query_params.get("q", "")[:_LONGEST].strip()
        asked = _filters(request)
        start = _number(request.query_params.get("from"))
        problem = None
        try:
            hits = find(self.store, words, **asked, most=start + _PAGE)
        except NotFoundError as missing:
            problem, hits = str(missing), find(self.store, "")
        return page(
            request,
            "search",
            language,
            hits=hits[start:],
            total=hits.total,
            start=start,
            problem=problem,
            suggestion=hits.suggestion,
            concepts=_concepts(words, asked),
            more=_PAGE,
            again=lambda **more: _again(words, asked, **more),
            **self._values(asked, words, language),
        )

    def for_programs(self, request: Request) -> Response:
        """What a search finds as JSON; a browser is sent to the page."""
        form = choose(request.headers.get("accept"), (_JSON, _HTML))
        if form is _HTML:
            return to_own_language(request)
        if form is None:
            return PlainTextResponse(
                "this comes as one of: application/json, text/html\n", 406, {"Vary": "Accept"}
            )
        words = request.query_params.get("q", "")
        if len(words) > _LONGEST:
            return JSONResponse({"error": f"a search may have {_LONGEST} letters"}, 400)
        most = min(_number(request.query_params.get("most"), _PAGE), _MOST)
        try:
            hits = find(self.store, words, **_filters(request), most=most)
        except NotFoundError as problem:
            return JSONResponse({"error": str(problem)}, 400)
        found = {
            "total": hits.total,
            "suggestion": hits.suggestion,
            "hits": [self._record(hit) for hit in hits],
        }
        return JSONResponse(found, headers={**HEADERS, "Vary": "Accept"})

    def _record(self, hit: Hit) -> dict[str, object]:
        found = hit.passage
        index = words_of(self.store)
        siblings = (
            ()
            if index is None
            else index.siblings_of(found.graph, found.edition, found.language, found.parent)
        )
        return {
            "iri": found.iri,
            "graph": found.graph,
            "number": found.number,
            "game": str(found.game),
            "document": found.document,
            "edition": found.edition,
            "language": found.language,
            "kind": found.kind.value,
            "heading": list(found.path),
            "text": found.text,
            "score": hit.score,
            "marks": [list(mark) for mark in hit.marks],
            "source": found.source,
            "siblings": [each.number for each in siblings],
        }

    def _values(self, asked: Mapping[str, str | None], words: str, language: str) -> dict[str, Any]:
        known = versions(self.store)
        tags = {version.language for version in known}
        return {
            "words": words,
            "asked": dict.fromkeys(FILTERS) | dict(asked),
            "games": [game.value for game in Game],
            "tags": sorted(tags, key=lambda tag: (tag not in LANGUAGES, tag)),
            "documents": sorted({version.document for version in known}),
            "editions": sorted({version.edition for version in known}, reverse=True),
        }


def _concepts(words: str, asked: Mapping[str, str | None]) -> tuple[Concept, ...]:
    """The concepts that the search is a label of."""
    try:
        return concept(words.strip('"*'), game=asked["game"]) if words.strip('"*') else ()
    except NotFoundError:
        return ()


def _filters(request: Request) -> dict[str, str | None]:
    return {name: request.query_params.get(name, "")[:_LONGEST].strip() or None for name in FILTERS}


def _again(words: str, asked: Mapping[str, str | None], **more: object) -> str:
    """The query string of the same search with something else about it."""
    values = {"q": words, **{name: value for name, value in asked.items() if value}, **more}
    return "?" + urlencode({name: value for name, value in values.items() if value not in (None, "", 0)})


def _number(text: str | None, otherwise: int = 0) -> int:
    return min(int(text), _MOST) if text and text.isascii() and text.isdecimal() else otherwise
