"""Terms of ours as terms of rdflib, and back."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import rdflib

from kb.rdf.terms import BlankNode, Literal, NamedNode

if TYPE_CHECKING:
    from kb.rdf.terms import Term

_ENOUGH: Final = 1 << 16


@lru_cache(_ENOUGH)
def to_rdflib(term: Term) -> rdflib.term.Node:
    """The same term for rdflib, with the text of a literal as it stands.

    Raises ValueError for a quoted triple, which rdflib does not know.
    """
    if isinstance(term, NamedNode):
        return rdflib.URIRef(term.value)
    if isinstance(term, BlankNode):
        return rdflib.BNode(term.value)
    if isinstance(term, Literal):
        if term.language:
            return rdflib.Literal(term.value, lang=term.language)
        # Plain strings carry no datatype here: rdflib takes "a" and "a"^^xsd:string for two values.
        kind = None if term.datatype.value == _STRING else rdflib.URIRef(term.datatype.value)
        return rdflib.Literal(term.value, datatype=kind, normalize=False)
    raise ValueError(f"not for rdflib: {term}")


_STRING: Final = "http://www.w3.org/2001/XMLSchema#string"


@lru_cache(_ENOUGH)
def iri(value: str) -> NamedNode:
    """The node of this IRI; the same object each time, most IRIs coming many times."""
    return NamedNode(value)


def from_rdflib(term: rdflib.term.Node) -> Term:
    """The term of ours.

    Raises ValueError for what is no term of RDF.
    """
    if isinstance(term, rdflib.URIRef):
        return iri(str(term))
    if isinstance(term, rdflib.BNode):
        return BlankNode(str(term))
    if isinstance(term, rdflib.Literal):
        kind = iri(str(term.datatype)) if term.datatype else None
        return Literal(str(term), datatype=kind, language=term.language)
    raise ValueError(f"no term: {term!r}")
