"""The names of RDF formats and of formats of results, as pyoxigraph has them."""

from __future__ import annotations

from enum import Enum


class RdfFormat(Enum):
    """A format of triples or quads; the value is what rdflib calls it."""

    N_TRIPLES = "nt"
    N_QUADS = "nquads"
    TURTLE = "turtle"
    TRIG = "trig"
    RDF_XML = "xml"
    JSON_LD = "json-ld"


class QueryResultsFormat(Enum):
    """A format of the results of a query."""

    JSON = "json"
    TSV = "tsv"
