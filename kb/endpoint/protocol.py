"""Requests of the SPARQL 1.1 Protocol, read into records, or refused with the status that fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl

FORM: Final = "application/x-www-form-urlencoded"
QUERY: Final = "application/sparql-query"
UPDATE: Final = "application/sparql-update"
_GRAPHS: Final = ("default-graph-uri", "named-graph-uri")


class RefusedError(Exception):
    """A request that is answered with an error: the status, and the sentence that says why."""

    def __init__(self, status: int, reason: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, reason)
        self.status = status
        self.reason = reason
        self.headers = dict(headers or {})


@dataclass(frozen=True, slots=True)
class Asked:
    """A query as it was asked: its text, and the graphs it is asked of."""

    query: str
    default_graphs: tuple[str, ...] = ()
    named_graphs: tuple[str, ...] = ()


Pairs = Sequence[tuple[str, str]]


def read_get(query_string: bytes) -> Asked | None:
    """What a GET asks; None when it asks nothing.

    Raises RefusedError for what is no query, or more than one.
    """
    pairs = _pairs(query_string)
    if not any(name in ("query", "update") for name, _ in pairs):
        return None
    return _asked(pairs, pairs)


def read_post(query_string: bytes, content_type: str | None, body: bytes) -> Asked:
    """What a POST asks, in a form or directly.

    Raises RefusedError for what is no query, more than one, or of another media type.
    """
    media_type, _, parameters = (content_type or "").partition(";")
    _check_charset(parameters)
    media_type = media_type.strip().lower()
    if media_type == FORM:
        # The query itself must stand in the body; graphs are taken from both places.
        pairs = _pairs(body)
        in_url = [pair for pair in _pairs(query_string) if pair[0] in _GRAPHS]
        return _asked(pairs, [*in_url, *pairs])
    if media_type == QUERY:
        pairs = _pairs(query_string)
        if any(name == "query" for name, _ in pairs):
            raise RefusedError(400, "the query stands both in the body and in the address")
        return _asked([("query", _text(body))], pairs)
    if media_type == UPDATE:
        raise RefusedError(403, "updates are not answered here: this endpoint is read-only")
    raise RefusedError(415, f"a query is sent as {FORM} or {QUERY}, not as {media_type or 'nothing'}")


def _asked(pairs: Pairs, graphs: Pairs) -> Asked:
    if any(name == "update" for name, _ in pairs):
        raise RefusedError(403, "updates are not answered here: this endpoint is read-only")
    queries = [value for name, value in pairs if name == "query"]
    if len(queries) != 1:
        raise RefusedError(400, f"one query is answered at a time, and {len(queries)} were sent")
    default, named = ([value for name, value in graphs if name == key] for key in _GRAPHS)
    for iri in (*default, *named):
        if ":" not in iri:
            raise RefusedError(400, f"a graph is named by a whole IRI, not by {iri!r}")
    return Asked(queries[0], tuple(default), tuple(named))


def _pairs(data: bytes) -> Pairs:
    try:
        # Decoded once, here: a second time would turn "a%20b" in a query into "a b".
        return parse_qsl(_text(data), keep_blank_values=True, encoding="utf-8", errors="strict")
    except (UnicodeDecodeError, ValueError) as problem:
        raise RefusedError(400, f"the request is not in UTF-8: {problem}") from problem


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise RefusedError(400, f"the request is not in UTF-8: {problem}") from problem


def _check_charset(parameters: str) -> None:
    for parameter in parameters.split(";"):
        name, _, value = parameter.partition("=")
        charset = value.strip().strip('"').lower()
        if name.strip().lower() == "charset" and charset not in ("utf-8", "utf8", "us-ascii"):
            raise RefusedError(415, f"a query is sent in UTF-8, not in {charset}")
