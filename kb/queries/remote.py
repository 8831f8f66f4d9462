"""A query to another SPARQL server, by the SPARQL 1.1 Protocol; its result is like that of a store of ours.

Only what is asked for goes out: the query, to the one address given.
"""

from __future__ import annotations

import json
from http.client import HTTPException
from itertools import pairwise
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

from kb.errors import LimitError, Place, QueryError, StoreError
from kb.namespaces import PREFIXES
from kb.queries.lexing import check_read_only, query_form, tokens
from kb.queries.sparql import Result
from kb.rdf import QueryResultsFormat, QuerySolutions, RdfFormat, parse, parse_query_results

_GRAPH_FORMS: Final = ("CONSTRUCT", "DESCRIBE")
_JSON: Final = "application/sparql-results+json"
_TRIPLES: Final = "application/n-triples"
_MOST_BYTES: Final = 512 * 1024 * 1024


def select_remote(endpoint: str, query: str, *, timeout: float = 30.0) -> Result:
    """The result of a query of any form at the address of a SPARQL server; our prefixes need no declaration.

    Raises QueryError for an address that is none, an update, and a query the server refuses, with what it
    says; LimitError when it takes longer than `timeout` seconds; StoreError when it cannot be reached or
    answers with something else than a result.
    """
    if urlsplit(endpoint).scheme not in ("http", "https"):
        raise QueryError(Place(endpoint), "this is no address of a server", expected="http:// or https://")
    check_read_only(query)
    is_graph = query_form(query) in _GRAPH_FORMS
    data = _fetch(endpoint, with_prefixes(query), _TRIPLES if is_graph else _JSON, timeout)
    try:
        if is_graph:
            quads = parse(data, RdfFormat.N_TRIPLES)
            triples = tuple((quad.subject, quad.predicate, quad.object) for quad in quads)
            return Result(("subject", "predicate", "object"), triples, kind="graph")
        found = parse_query_results(data, format=QueryResultsFormat.JSON)
        if isinstance(found, QuerySolutions):
            names = tuple(variable.value for variable in found.variables)
            return Result(names, tuple(tuple(row) for row in found))
        return Result(kind="ask", truth=bool(found))
    except (ValueError, SyntaxError, json.JSONDecodeError) as error:
        start = data[:60].decode("utf-8", "replace")
        raise StoreError(Place(endpoint), "the server's answer is no result", found=start) from error


def with_prefixes(query: str) -> str:
    """The query with those of our prefixes declared that it uses and does not declare itself.

    >>> with_prefixes("ASK { ?p text:number ?n }")
    'PREFIX text: <https://w3id.org/tcg-rules/text#>\\nASK { ?p text:number ?n }'
    """
    found = list(tokens(query))
    declared = {b.text.partition(":")[0] for a, b in pairwise(found) if a.text.upper() == "PREFIX"}
    used = {token.text.partition(":")[0] for token in found if token.kind == "name"}
    lines = [f"PREFIX {p}: <{PREFIXES[p]}>\n" for p in PREFIXES if p in used and p not in declared]
    return "".join(lines) + query


def _fetch(endpoint: str, query: str, accept: str, timeout: float) -> bytes:
    body = urlencode({"query": query}).encode()
    request = Request(endpoint, body, {"Accept": accept})
    place = Place(endpoint)
    try:
        with urlopen(request, timeout=timeout) as reply:
            data: bytes = reply.read(_MOST_BYTES + 1)
    except HTTPError as error:
        said = " ".join(error.read(2000).decode("utf-8", "replace").split())
        error.close()
        if error.code == 400:
            raise QueryError(place, "the server refuses the query", found=said) from None
        raise StoreError(place, "the server answers with an error", found=f"{error.code} {said}") from None
    except TimeoutError:
        raise LimitError("seconds", round(timeout), "the server did not answer in time") from None
    except (URLError, HTTPException, OSError) as error:
        if isinstance(getattr(error, "reason", None), TimeoutError):
            raise LimitError("seconds", round(timeout), "the server did not answer in time") from None
        raise StoreError(place, "the server cannot be reached", found=str(error)) from None
    if len(data) > _MOST_BYTES:
        raise LimitError("bytes of result", _MOST_BYTES, "add LIMIT, or ask for less")
    return data
