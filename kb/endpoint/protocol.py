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
_USING: Final = ("using-graph-uri", "using-named-graph-uri")
_ELSEWHERE: Final = "updates are not answered here: this address is read-only"


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


@dataclass(frozen=True, slots=True)
class AskedUpdate:
    """An update as it was sent: its text, and the graphs that its patterns are to see."""

    update: str
    default_graphs: tuple[str, ...] = ()
    named_graphs: tuple[str, ...] = ()


Pairs = Sequence[tuple[str, str]]


def read_get(query_string: bytes) -> Asked | None:
    """What a GET asks; None when it asks nothing.

    Raises RefusedError for what is no query, or more than one.
    """
    pairs = read_pairs(query_string)
    if not any(name in ("query", "update") for name, _ in pairs):
        return None
    return Asked(_query_in(pairs), *_graphs_in(pairs, _GRAPHS))


def read_post(query_string: bytes, content_type: str | None, body: bytes) -> Asked:
    """What a POST asks, in a form or directly.

    Raises RefusedError for what is no query, more than one, or of another media type.
    """
    media_type, in_url = _media_type(content_type, "a query"), read_pairs(query_string)
    if media_type == FORM:
        # The query itself must stand in the body; graphs are taken from both places.
        pairs = read_pairs(body)
        return Asked(_query_in(pairs), *_graphs_in([*in_url, *pairs], _GRAPHS))
    if media_type == QUERY:
        if any(name == "query" for name, _ in in_url):
            raise RefusedError(400, "the query stands both in the body and in the address")
        return Asked(_text(body), *_graphs_in(in_url, _GRAPHS))
    if media_type == UPDATE:
        raise RefusedError(403, _ELSEWHERE)
    raise RefusedError(415, f"a query is sent as {FORM} or {QUERY}, not as {media_type or 'nothing'}")


def read_update(query_string: bytes, content_type: str | None, body: bytes) -> AskedUpdate:
    """The update that a POST sends, in a form or directly.

    Raises RefusedError for what is no update, more than one, or of another media type.
    """
    media_type, in_url = _media_type(content_type, "an update"), read_pairs(query_string)
    if media_type == FORM:
        pairs = read_pairs(body)
        return AskedUpdate(_one(pairs, "update"), *_graphs_in([*in_url, *pairs], _USING))
    if media_type == UPDATE:
        if any(name in ("update", "query") for name, _ in in_url):
            raise RefusedError(400, "the update stands both in the body and in the address")
        return AskedUpdate(_text(body), *_graphs_in(in_url, _USING))
    raise RefusedError(415, f"an update is sent as {FORM} or {UPDATE}, not as {media_type or 'nothing'}")


def _query_in(pairs: Pairs) -> str:
    if any(name == "update" for name, _ in pairs):
        raise RefusedError(403, _ELSEWHERE)
    return _one(pairs, "query")


def _one(pairs: Pairs, wanted: str) -> str:
    found = [value for name, value in pairs if name == wanted]
    if len(found) != 1:
        raise RefusedError(400, f"one {wanted} is answered at a time, and {len(found)} were sent")
    return found[0]


def _graphs_in(pairs: Pairs, names: tuple[str, str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    default, named = (tuple(value for name, value in pairs if name == key) for key in names)
    for iri in (*default, *named):
        if ":" not in iri:
            raise RefusedError(400, f"a graph is named by a whole IRI, not by {iri!r}")
    return default, named


def read_pairs(data: bytes) -> Pairs:
    """The names and values of a form or of an address. Raises RefusedError where they are not in UTF-8."""
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


def _media_type(content_type: str | None, what: str) -> str:
    """The media type alone. Raises RefusedError where the text is not in UTF-8."""
    media_type, _, parameters = (content_type or "").partition(";")
    for parameter in parameters.split(";"):
        name, _, value = parameter.partition("=")
        charset = value.strip().strip('"').lower()
        if name.strip().lower() == "charset" and charset not in ("utf-8", "utf8", "us-ascii"):
            raise RefusedError(415, f"{what} is sent in UTF-8, not in {charset}")
    return media_type.strip().lower()
