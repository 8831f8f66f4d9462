"""The ontology at the addresses its IRIs name: pages for people, graphs for programs.

The path of an IRI below the base is an address here: ``/core`` for every term ``core#...``, ``/terms/mtg``
for the words of Magic, ``/rule/token-owner`` for a rule. A client that wants HTML is sent to the page in the
language it prefers, and a browser keeps the ``#owner`` behind the address; any other client gets the graph.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from kb.endpoint.negotiation import GRAPHS, Form, choose, choose_language
from kb.endpoint.pages.ruling import missing
from kb.errors import NotFoundError, near_matches
from kb.inference.rdf_write import rules_to_rdf
from kb.inference.records import RuleSet
from kb.namespaces import BASE, PREFIXES
from kb.rdf import RdfFormat, Triple, serialize
from kb.site import FORMS, Site, module_data, style
from kb.site.reading import MODULES, SCHEMES
from kb.site.records import LANGUAGES

_HTML: Final = Form("html", "text/html", ("application/xhtml+xml",))
_OFFERED: Final = (*(form for form in GRAPHS if form.name in ("turtle", "nt", "jsonld")), _HTML)
_TEXT: Final = Form("text", "text/plain")
_ENDINGS: Final = {"turtle": "ttl", "nt": "nt", "jsonld": "jsonld"}
_HEADERS: Final = {"Content-Security-Policy": "default-src 'none'; style-src 'self'", "Vary": "Accept"}


def vocabulary_routes() -> list[Route]:
    """The routes of the ontology: its IRIs, its pages in each language, its style, its modules as files."""
    stems = (*MODULES, *(f"terms/{scheme}" for scheme in SCHEMES))
    return [
        *(Route(f"/{stem}", _thing, methods=["GET"], name=stem) for stem in stems),
        *(Route(f"/{stem}.{{ending:str}}", _file, methods=["GET"], name=f"{stem}.") for stem in stems),
        Route("/rule/{id:str}", _thing, methods=["GET"]),
        *(Route(f"/{language}/{{path:path}}", _page, methods=["GET"]) for language in LANGUAGES),
        Route("/style.css", _style, methods=["GET"]),
    ]


@cache
def site() -> Site:
    """The pages of the ontology and its rules. They need no store, and so are made once."""
    return Site()


# Plain functions, not coroutines: starlette runs them in threads, and reading the ontology takes its time.
def _thing(request: Request) -> Response:
    """A module, scheme or rule by its IRI's path, as the client wants it."""
    path = request.url.path.strip("/")
    page = site().path_of(BASE + path)
    if page is None:
        return _missing(path)
    form = choose(request.headers.get("accept"), _OFFERED)
    if form is None:
        offered = ", ".join(each.media_type for each in _OFFERED)
        return PlainTextResponse(f"this comes as one of: {offered}\n", 406, {"Vary": "Accept"})
    if form is _HTML:
        language = choose_language(request.headers.get("accept-language"), LANGUAGES)
        return RedirectResponse(f"/{language}/{page}", 303, {"Vary": "Accept, Accept-Language"})
    return Response(_graph(path, form), headers={"Content-Type": form.content_type, "Vary": "Accept"})


def _graph(path: str, form: Form) -> bytes:
    vocabulary = site().vocabulary
    for module in (*vocabulary.modules, *vocabulary.schemes):
        if module.iri == BASE + path:
            return module_data(module, _ENDINGS[form.name])
    rule = site().ruleset.by_id()[path.removeprefix("rule/")]
    triples: list[Triple] = list(rules_to_rdf(RuleSet(rules=(rule,))))
    rdf = FORMS[_ENDINGS[form.name]]
    return serialize(triples, format=rdf, prefixes=PREFIXES if rdf == RdfFormat.TURTLE else None) or b""


def _file(request: Request) -> Response:
    """A module as a file, in the form that its ending says."""
    stem, _, ending = request.url.path.strip("/").rpartition(".")
    form = next((each for each in _OFFERED if _ENDINGS.get(each.name) == ending), None)
    if form is None:
        return _missing(request.url.path)
    return Response(_graph(stem, form), headers={"Content-Type": form.content_type})


def _page(request: Request) -> Response:
    """A page in a language."""
    path = request.url.path.strip("/")
    try:
        text = site().page(path if "/" in path else f"{path}/index.html")
    except NotFoundError as problem:
        return _no_page(request, path, problem)
    language = path.partition("/")[0]
    return Response(text, media_type="text/html", headers={**_HEADERS, "Content-Language": language})


def _no_page(request: Request, path: str, problem: NotFoundError) -> Response:
    """What a person or a program gets for an address in a language that is no page: what is near, no more."""
    language = path.partition("/")[0]
    near = near_matches(path, (known for known in problem.known if known.startswith(f"{language}/")))
    if choose(request.headers.get("accept"), (_TEXT, _HTML)) is _TEXT:
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        return PlainTextResponse(f"no page {path!r}{hint}\n", 404)
    request.path_params["lang"] = language
    return missing(request, f"/{path}", (f"/{each}" for each in near))


def _style(_: Request) -> Response:
    return Response(style(), media_type="text/css")


def _missing(path: str) -> Response:
    return PlainTextResponse(f"{NotFoundError('page', path, list(site().vocabulary.entries))}\n", 404)
