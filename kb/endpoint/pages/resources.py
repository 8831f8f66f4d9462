"""Every IRI of the knowledge base that is not a word of the ontology: as data, or as a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from kb.endpoint.negotiation import GRAPHS, Form, choose
from kb.endpoint.pages.rendering import page, to_own_language
from kb.endpoint.pages.ruling import missing
from kb.namespaces import BASE, PREFIXES
from kb.queries.languages import INTERFACE
from kb.queries.numbers import number_key
from kb.queries.values import short_iri
from kb.rdf import BlankNode, Literal, NamedNode, RdfFormat, Triple, serialize
from kb.store import Backend

_HTML: Final = Form("html", "text/html", ("application/xhtml+xml",))
_FORMS: Final = (*(form for form in GRAPHS if form.name in ("turtle", "nt", "jsonld", "xml")), _HTML)
_RDF: Final = {
    "turtle": RdfFormat.TURTLE,
    "nt": RdfFormat.N_TRIPLES,
    "jsonld": RdfFormat.JSON_LD,
    "xml": RdfFormat.RDF_XML,
}
_MOST_POINTING: Final = 300
_MOST: Final = 2_000
"""So many triples describe a thing at most; a long report has more."""


@dataclass(frozen=True, slots=True)
class Resources:
    """The views of things by their IRIs, with what a store says of them."""

    store: Backend

    def dereference(self, request: Request) -> Response:
        """The thing in the form that the client wants; a browser is sent to the page in its language."""
        wanted = request.query_params.get("format")
        form = (
            next((each for each in _FORMS if each.name == wanted), None)
            if wanted
            else choose(request.headers.get("accept"), _FORMS)
        )
        if form is None:
            offered = ", ".join(each.media_type for each in _FORMS)
            return PlainTextResponse(f"this comes as one of: {offered}\n", 406, {"Vary": "Accept"})
        triples = self._about(iri_of(request))
        if form is _HTML:
            return to_own_language(request)
        if not triples:
            return PlainTextResponse(f"nothing is known of {iri_of(request)}\n", 404, {"Vary": "Accept"})
        rdf = _RDF[form.name]
        data = serialize(
            triples, format=rdf, prefixes=PREFIXES if rdf in (RdfFormat.TURTLE, RdfFormat.RDF_XML) else None
        )
        headers = {"Content-Type": form.content_type, "Vary": "Accept", "X-Content-Type-Options": "nosniff"}
        return Response(data or b"", headers=headers)

    def show(self, request: Request) -> Response:
        """What is known of a thing, as a page."""
        lang = request.path_params["lang"]
        iri = iri_of(request, lang)
        triples = self._about(iri)
        if not triples:
            return missing(request, iri)
        parts: dict[str, list[tuple[str, list[Triple]]]] = {}
        for triple in triples:
            subject = getattr(triple.subject, "value", str(triple.subject))
            groups = parts.setdefault(subject, [])
            name = triple.predicate.value
            if not groups or groups[-1][0] != name:
                groups.append((name, []))
            groups[-1][1].append(triple)
        return page(
            request,
            "resource",
            lang,
            iri=iri,
            parts=parts,
            title=short_iri(iri).removeprefix(BASE),
            kind=_kind,
            inverse=self._pointing_at(iri),
        )

    def _pointing_at(self, iri: str) -> dict[str, list[str]]:
        """The things that refer to a thing, by the property they do it with, in order."""
        query = (
            f"SELECT DISTINCT ?p ?s {{ GRAPH ?g {{ ?s ?p {NamedNode(iri)} }} FILTER(isIRI(?s)) }} "
            f"LIMIT {_MOST_POINTING}"
        )
        found: dict[str, list[str]] = {}
        for name, subject in self.store.query(query).rows:
            if isinstance(name, NamedNode) and isinstance(subject, NamedNode):
                found.setdefault(name.value, []).append(subject.value)
        return {name: sorted(found[name], key=number_key) for name in sorted(found)}

    def _about(self, iri: str) -> list[Triple]:
        """What is said of a thing and of its parts, in any graph, in one order."""
        found: dict[Triple, None] = {}
        waiting, seen = [iri], {iri}
        while waiting and len(found) < _MOST:
            node = waiting.pop(0)
            for triple in sorted(self._said_of(node), key=_order):
                found[triple] = None
                part = getattr(triple.object, "value", "")
                if isinstance(triple.object, NamedNode) and part.startswith(f"{iri}#") and part not in seen:
                    seen.add(part)
                    waiting.append(part)
        return list(found)[:_MOST]

    def _said_of(self, iri: str) -> Iterator[Triple]:
        try:
            node = NamedNode(iri)
        except ValueError:
            return
        for name, value in self.store.query(f"SELECT DISTINCT ?p ?o {{ GRAPH ?g {{ {node} ?p ?o }} }}").rows:
            if isinstance(name, NamedNode) and isinstance(value, NamedNode | Literal | BlankNode):
                yield Triple(node, name, value)


def iri_of(request: Request, lang: str = "") -> str:
    """The IRI that an address stands for: its path, as it was written, below our base."""
    raw = request.scope.get("raw_path") or request.url.path.encode()
    path: str = raw.decode("ascii").partition("?")[0]
    return BASE + (path.removeprefix(f"/{lang}") if lang else path).removeprefix("/")


def _order(triple: Triple) -> tuple[str, int, str]:
    value = triple.object
    language = value.language if isinstance(value, Literal) else None
    rank = INTERFACE.index(language) if language in INTERFACE else len(INTERFACE)
    return triple.predicate.value, rank, str(value)


def _kind(term: object) -> str:
    return "iri" if isinstance(term, NamedNode) else "literal" if isinstance(term, Literal) else "blank"
