"""RDF: terms, parsing, writing and a store that answers SPARQL. Everything here has pyoxigraph's names.

It is pyoxigraph where that is installed. In a browser there is no build of it: then the modules beside this
one stand in, which do the same with rdflib, in memory only, and slowly. The rest of the project asks here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyoxigraph import (
        BlankNode,
        DefaultGraph,
        Literal,
        NamedNode,
        Quad,
        QueryBoolean,
        QueryResultsFormat,
        QuerySolutions,
        QueryTriples,
        RdfFormat,
        Store,
        Triple,
        parse,
        parse_query_results,
        serialize,
    )

    IS_FALLBACK: bool
    """Whether rdflib stands in: no store in a directory, and queries take many times longer."""
else:
    try:
        from pyoxigraph import (
            BlankNode,
            DefaultGraph,
            Literal,
            NamedNode,
            Quad,
            QueryBoolean,
            QueryResultsFormat,
            QuerySolutions,
            QueryTriples,
            RdfFormat,
            Store,
            Triple,
            parse,
            parse_query_results,
            serialize,
        )

        IS_FALLBACK = False
    except ModuleNotFoundError:
        from kb.rdf.formats import QueryResultsFormat, RdfFormat
        from kb.rdf.parsing import parse
        from kb.rdf.results import QueryBoolean, QuerySolutions, QueryTriples, parse_query_results
        from kb.rdf.store import Store
        from kb.rdf.terms import BlankNode, DefaultGraph, Literal, NamedNode, Quad, Triple
        from kb.rdf.writing import serialize

        IS_FALLBACK = True

__all__ = [
    "IS_FALLBACK",
    "BlankNode",
    "DefaultGraph",
    "Literal",
    "NamedNode",
    "Quad",
    "QueryBoolean",
    "QueryResultsFormat",
    "QuerySolutions",
    "QueryTriples",
    "RdfFormat",
    "Store",
    "Triple",
    "parse",
    "parse_query_results",
    "serialize",
]
