"""How a page is made: a template, the language of its interface, and headers that keep others out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from kb.endpoint.negotiation import choose_language
from kb.endpoint.pages.words import LANGUAGES, say
from kb.model import UNDATED
from kb.namespaces import BASE
from kb.queries.languages import language_name
from kb.queries.numbers import number_key
from kb.queries.values import short_iri
from kb.scenario.vocabulary import vocabulary

POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}


@cache
def environment() -> Environment:
    """The templates. Whatever is put into one is escaped; a name that is not given is an error."""
    made = Environment(
        loader=PackageLoader("kb.endpoint.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"local": local, "short": short_iri, "marked": marked, "dated": dated}
    return made


def page(
    request: Request, template: str, language: str, *, status: int = 200, policy: str = POLICY, **values: Any
) -> Response:
    """A page in a language of the interface, from a template and what it needs."""
    text = (
        environment()
        .get_template(f"{template}.html")
        .render(
            lang=language,
            languages=LANGUAGES,
            say=partial(_say, language),
            active=template,
            name_of=partial(_language_name, language),
            edition_name=partial(_edition_name, language),
            game_name=partial(_game_name, language),
            here=_here(request, language),
            **values,
        )
    )
    headers = {**HEADERS, "Content-Security-Policy": policy, "Content-Language": language}
    return Response(text, status, headers, "text/html; charset=utf-8")


def to_own_language(request: Request) -> Response:
    """Sends a browser from an address without a language to the same one with the language it prefers."""
    language = choose_language(request.headers.get("accept-language"), LANGUAGES)
    query = f"?{request.url.query}" if request.url.query else ""
    path = request.scope.get("raw_path", request.url.path.encode()).decode("ascii").partition("?")[0]
    headers = {"Vary": "Accept, Accept-Language", **HEADERS}
    return RedirectResponse(f"/{language}{'' if path == '/' else path}{query}", 303, headers)


def local(iri: str) -> str:
    """The address on this server of a thing of ours; other IRIs as they are.

    >>> local("https://w3id.org/tcg-rules/core#owner"), local("http://example.org/x")
    ('/core#owner', 'http://example.org/x')
    """
    return f"/{iri.removeprefix(BASE)}" if iri.startswith(BASE) else iri


def marked(text: str, marks: tuple[tuple[int, int], ...]) -> Markup:
    """A text with the places of some words marked.

    >>> marked("a <b> c", ((2, 5),))
    Markup('a <mark>&lt;b&gt;</mark> c')
    """
    parts, done = Markup(""), 0
    for start, end in marks:
        if start >= done:
            parts += escape(text[done:start]) + Markup("<mark>") + escape(text[start:end]) + Markup("</mark>")
            done = end
    return parts + escape(text[done:])


def dated(editions: Iterable[str]) -> list[str]:
    """Editions from the oldest to the newest; what has no date is left out where something has one.

    >>> dated(["undated", "2010-02-01", "1999-04-23"]), dated(["undated"])
    (['1999-04-23', '2010-02-01'], ['undated'])
    """
    known = list(editions)
    return sorted((each for each in known if each != UNDATED), key=number_key) or known


def _here(request: Request, language: str) -> dict[str, str]:
    """The address of this page in each language."""
    path = request.scope.get("raw_path", b"/").decode("ascii").partition("?")[0]
    rest = path.removeprefix(f"/{language}")
    query = f"?{request.url.query}" if request.url.query else ""
    return {each: f"/{each}{rest}{query}" for each in LANGUAGES}


def _say(language: str, key: str, /, **holes: object) -> str:
    return say(key, language, **holes)


def _language_name(language: str, tag: str) -> str:
    return language_name(tag, language)


def _game_name(language: str, game: str) -> str:
    names = vocabulary().games.get(game, {})
    return names.get(language) or {"edopro": "EDOPro"}.get(game, game)


def _edition_name(language: str, edition: str) -> str:
    return say("undated", language) if edition == UNDATED else edition
