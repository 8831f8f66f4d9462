"""Which of the forms an answer can have the client wants most (RFC 9110, section 12.5.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Form:
    """A form of an answer: its name inside, the media type it is sent as, and other names clients use."""

    name: str
    media_type: str
    aliases: tuple[str, ...] = ()

    @property
    def content_type(self) -> str:
        """The media type with its charset, where one belongs."""
        return f"{self.media_type}; charset=utf-8" if self.media_type.startswith("text/") else self.media_type


RESULTS: Final = (
    Form("json", "application/sparql-results+json", ("application/json",)),
    Form("xml", "application/sparql-results+xml", ("application/xml", "text/xml")),
    Form("csv", "text/csv"),
    Form("tsv", "text/tab-separated-values"),
)
GRAPHS: Final = (
    Form("turtle", "text/turtle", ("application/turtle", "application/x-turtle")),
    Form("nt", "application/n-triples", ("text/plain",)),
    Form("jsonld", "application/ld+json", ("application/json",)),
    Form("xml", "application/rdf+xml", ("application/xml", "text/xml")),
    Form("nq", "application/n-quads", ("text/x-nquads",)),
    Form("trig", "application/trig", ("application/x-trig",)),
)


def choose(accept: str | None, forms: Sequence[Form]) -> Form | None:
    """The form of highest quality for the client, the earlier of equals; None when it accepts none of them.

    >>> choose("text/html, text/csv;q=0.5, application/sparql-results+xml;q=0.9", RESULTS).name
    'xml'
    >>> choose("text/html", RESULTS), choose(None, GRAPHS).name, choose("*/*", GRAPHS).name
    (None, 'turtle', 'turtle')
    >>> choose("text/turtle;q=0, */*", GRAPHS).name
    'nt'
    """
    if accept is None or not accept.strip():
        return forms[0]
    wanted = _parse(accept)
    scored = [(_quality_of(form, wanted), form) for form in forms]
    best = max(score for score, _ in scored)
    return next(form for score, form in scored if score == best) if best > 0 else None


def choose_language(accept: str | None, languages: Sequence[str]) -> str:
    """The language of highest quality for the client, the first of `languages` where it wants none of them.

    >>> choose_language("de, fr-CA;q=0.8, en;q=0.5", ("en", "fr", "es")), choose_language(None, ("en", "fr"))
    ('fr', 'en')
    """
    wanted: dict[str, float] = {}
    for name, quality in _parse(accept or "").items():
        language = name.partition("-")[0]
        wanted[language] = max(quality, wanted.get(language, 0.0))
    best = max(languages, key=lambda language: wanted.get(language, 0.0))
    return best if wanted.get(best, 0.0) > 0 else languages[0]


def _quality_of(form: Form, wanted: Mapping[str, float]) -> float:
    """The quality of a form by its own name where the client names it, else by any of its names."""
    if form.media_type in wanted:
        return wanted[form.media_type]
    return max(_quality(name, wanted) for name in (form.media_type, *form.aliases))


def _parse(accept: str) -> Mapping[str, float]:
    found: dict[str, float] = {}
    for part in accept.split(","):
        media_range, *parameters = (piece.strip().lower() for piece in part.split(";"))
        quality = 1.0
        for parameter in parameters:
            name, _, value = parameter.partition("=")
            if name.strip() == "q":
                quality = _number(value)
        if media_range:
            found[media_range] = max(quality, found.get(media_range, 0.0))
    return found


def _number(value: str) -> float:
    try:
        return min(1.0, max(0.0, float(value)))
    except ValueError:
        return 0.0


def _quality(media_type: str, wanted: Mapping[str, float]) -> float:
    """The quality of the most specific range that covers a type."""
    family = media_type.partition("/")[0]
    for name in (media_type, f"{family}/*", "*/*"):
        if name in wanted:
            return wanted[name]
    return 0.0
