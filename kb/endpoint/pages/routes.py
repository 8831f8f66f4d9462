"""The addresses of the pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from inspect import iscoroutinefunction
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from kb.endpoint.negotiation import Form, choose, choose_language
from kb.endpoint.pages.asking import Asking
from kb.endpoint.pages.comparing import Comparing
from kb.endpoint.pages.editor import Editor
from kb.endpoint.pages.meaning import Meaning
from kb.endpoint.pages.programs import Programs
from kb.endpoint.pages.querying import Querying
from kb.endpoint.pages.rendering import HEADERS, to_own_language
from kb.endpoint.pages.resources import Resources
from kb.endpoint.pages.ruling import Ruling, missing
from kb.endpoint.pages.searching import Searching
from kb.endpoint.pages.words import LANGUAGES
from kb.endpoint.pool import Pool
from kb.endpoint.settings import Settings
from kb.store import Backend
from kb.store.finding import words_of

KINDS: Final = (
    "passage",
    "provision",
    "work",
    "edition",
    "source",
    "graph",
    "scenario",
    "predicate",
    "alignments",
)
"""What the paths of IRIs begin with, beside those of the ontology."""
_TEXT: Final = Form("text", "text/plain")
_HTML: Final = Form("html", "text/html", ("application/xhtml+xml",))
View = Callable[[Request], Response] | Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of a store: their routes, and what is to be ended with the server."""

    routes: tuple[BaseRoute, ...]
    asking: Asking
    store: Backend

    def warm_up(self) -> None:
        """Makes the index of words where there is none: the first to search would wait for it."""
        words_of(self.store)

    async def close(self) -> None:
        """Ends the processes that the pages have started."""
        await self.asking.close()


def pages(store: Backend, settings: Settings, pool: Pool) -> Pages:
    """The pages of `store`; queries run in the processes of `pool`."""
    searching, ruling, comparing = Searching(store), Ruling(store), Comparing(store)
    editor = Editor(settings.yasgui)
    asking, querying, things = Asking(settings), Querying(pool, settings, editor), Resources(store)
    rule = "{document}/{edition}"
    found: list[BaseRoute] = [Route("/pages.css", _style), Route("/search", searching.for_programs)]
    programs = Programs(store, asking, settings)
    found += [Route("/show", programs.show), Route("/compare", programs.compare)]
    found += [Route("/ask", programs.ask, methods=["POST"])]
    found += [Route(path, _to_own) for path in ("/", "/ask", "/concept/{notation}")]
    found += [Route("/yasgui/{name}", editor.file)]
    found += [Route(f"/{kind}/{{rest:path}}", things.dereference) for kind in KINDS]
    views: list[tuple[str, View]] = [
        ("", searching.start),
        ("/", searching.start),
        ("/search", searching.search),
        ("/compare", comparing.compare),
        ("/concept/{notation:path}", Meaning(store).concept),
        (f"/passage/{rule}/{{tag}}/{{number}}", ruling.passage),
        (f"/provision/{rule}/{{number}}", ruling.provision),
        *((f"/{kind}/{{rest:path}}", things.show) for kind in KINDS),
        ("/ask", asking.show),
        ("/sparql", querying.show),
    ]
    posts: list[tuple[str, View]] = [("/ask", asking.answer), ("/sparql", querying.answer)]
    for lang in LANGUAGES:
        found += [Route(f"/{lang}{path}", _in(lang, view), methods=["GET"]) for path, view in views]
        found += [Route(f"/{lang}{path}", _in(lang, view), methods=["POST"]) for path, view in posts]
    return Pages(tuple(found), asking, store)


def _in(lang: str, view: View) -> View:
    """A view with the language of its address among the parameters of the path."""
    if iscoroutinefunction(view):

        async def later(request: Request) -> Response:
            request.path_params["lang"] = lang
            answer: Response = await view(request)
            return answer

        return later

    def now(request: Request) -> Response:
        request.path_params["lang"] = lang
        answer = view(request)
        assert isinstance(answer, Response)
        return answer

    return now


def nothing_here(request: Request, _: Exception) -> Response:
    """What is said of an address that is none: to a person a page in the language preferred."""
    if choose(request.headers.get("accept"), (_TEXT, _HTML)) is not _HTML:
        return PlainTextResponse("there is nothing at this address\n", 404)
    language = choose_language(request.headers.get("accept-language"), LANGUAGES)
    request.scope["path_params"] = {"lang": language}
    return missing(request, request.url.path)


def _to_own(request: Request) -> Response:
    return to_own_language(request)


@cache
def _css() -> str:
    return files("kb.endpoint.pages").joinpath("pages.css").read_text(encoding="utf-8")


def _style(_: Request) -> Response:
    return Response(_css(), media_type="text/css", headers={**HEADERS, "Cache-Control": "max-age=3600"})
