"""What a SPARQL text asks to do, read from its words, before any engine sees it.

This is for clear messages: that a query may neither change the store nor reach the network is held by the
process that runs it (:mod:`kb.queries.seal`, :mod:`kb.queries.worker`). Where that process cannot give up its
sockets, `strict` refuses every text in which the dangerous word stands anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from kb.errors import Place, QueryError, near_matches

_TOKEN: Final = re.compile(
    r"""(?P<comment>\#[^\r\n]*)
    |(?P<iri><[^<>"{}|^`\\\x00-\x20]*>)
    |(?P<string>\"{3}(?:\"{0,2}(?:[^"\\]|\\.))*\"{3}|'{3}(?:'{0,2}(?:[^'\\]|\\.))*'{3}
        |"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\\\r\n]|\\.)*')
    |(?P<variable>[?$]\w+)
    |(?P<language>@[A-Za-z]+(?:-[A-Za-z0-9]+)*)
    |(?P<blank>_:[\w.\-]+)
    |(?P<name>(?:[^\W\d_][\w.\-]*)?:(?:[\w:.\-]|%[0-9A-Fa-f]{2}|\\.)*)
    |(?P<word>[^\W\d_]\w*)""",
    re.VERBOSE | re.DOTALL,
)
_BRACE_OR_TOKEN: Final = re.compile(rf"{_TOKEN.pattern}|(?P<brace>[{{}}])", re.VERBOSE | re.DOTALL)
_UPDATES: Final = frozenset(
    ["INSERT", "DELETE", "LOAD", "CLEAR", "CREATE", "DROP", "COPY", "MOVE", "ADD", "WITH"]
)
_PROLOGUE: Final = frozenset(("PREFIX", "BASE"))


@dataclass(frozen=True, slots=True)
class Token:
    """A word, name or IRI of a query, and where it starts."""

    kind: str
    text: str
    start: int


def tokens(query: str) -> Iterator[Token]:
    """The words, names, IRIs and variables of a query, without its strings and comments.

    >>> [token.text for token in tokens('SELECT ?x { ?x ex:p "SERVICE" } # LOAD')]
    ['SELECT', '?x', '?x', 'ex:p']
    """
    for found in _TOKEN.finditer(query):
        if found.lastgroup not in ("comment", "string", None):
            yield Token(str(found.lastgroup), found[0], found.start())


def tokens_and_braces(query: str, start: int = 0) -> Iterator[Token]:
    """The tokens of a query from a position on, and the braces between them.

    >>> [token.text for token in tokens_and_braces('ASK { ?s ?p "}" } # }')]
    ['ASK', '{', '?s', '?p', '}']
    """
    for found in _BRACE_OR_TOKEN.finditer(query, start):
        if found.lastgroup not in ("comment", "string", None):
            yield Token(str(found.lastgroup), found[0], found.start())


def literal_spans(query: str) -> Iterator[tuple[int, int]]:
    """Where the strings, IRIs and comments of a query begin and end.

    >>> list(literal_spans('ASK { ?s ?p "a" } # b'))
    [(12, 15), (18, 21)]
    """
    for found in _TOKEN.finditer(query):
        if found.lastgroup in ("comment", "string", "iri"):
            yield found.start(), found.end()


def place(query: str, start: int, source: str = "query") -> Place:
    """The line and column of a position in a query."""
    before = query[:start]
    return Place(source, before.count("\n") + 1, start - before.rfind("\n"))


def check_read_only(query: str, *, strict: bool = False) -> None:
    """Raises QueryError when the query is an update or reaches for other servers.

    >>> check_read_only("ASK { ?s ?p ?o }")
    >>> try: check_read_only("PREFIX ex: <x:>\\nDROP ALL")
    ... except QueryError as error: print(error)
    query:2:1: this is an update, and only queries are answered here: found 'DROP', expected SELECT, ASK, \
CONSTRUCT or DESCRIBE
    """
    first = next(_body(query), None)
    if first and first.text.upper() in _UPDATES:
        raise QueryError(
            place(query, first.start), "this is an update, and only queries are answered here",
            found=first.text, expected="SELECT, ASK, CONSTRUCT or DESCRIBE",
        )  # fmt: skip
    check_no_service(query, strict=strict)


def check_no_service(query: str, *, strict: bool = False, source: str = "query") -> None:
    """Raises QueryError when a query or an update reaches for other servers with SERVICE."""
    for token in tokens(query):
        inside = token.text.partition(":")[0] if token.kind == "name" else token.text
        if token.kind in ("word", "name") and "service" in inside.casefold():
            raise _reaches_out(place(query, token.start, source), token.text)
    if strict and (found := re.search("service", query, re.IGNORECASE)):
        raise _reaches_out(place(query, found.start(), source), found[0])


def query_form(query: str) -> str:
    """The word that says what a query wants, in capitals; empty when there is none.

    >>> query_form("BASE <x:y> # SELECT\\n ask { ?s ?p ?o }")
    'ASK'
    """
    return next((token.text.upper() for token in _body(query)), "")


def _body(query: str) -> Iterator[Token]:
    """The words of a query after its prologue."""
    return (t for t in tokens(query) if t.kind == "word" and t.text.upper() not in _PROLOGUE)


def _reaches_out(where: Place, found: str) -> QueryError:
    return QueryError(where, "SERVICE is not answered here: queries reach no other server", found=found)


def graphs_named(query: str) -> tuple[Token, ...]:
    """The IRIs after FROM and FROM NAMED, as written.

    >>> [token.text for token in graphs_named("SELECT * FROM <x:a> FROM NAMED <x:b> { ?s <x:from> ?o }")]
    ['<x:a>', '<x:b>']
    """
    found: list[Token] = []
    after_from = False
    for token in tokens(query):
        word = token.text.upper() if token.kind == "word" else ""
        if after_from and token.kind in ("iri", "name"):
            found.append(token)
        after_from = word == "FROM" or (after_from and word == "NAMED")
    return tuple(found)


def check_graphs(query: str, known: Collection[str]) -> None:
    """Raises QueryError when a query asks FROM a graph that is not there: nothing is fetched."""
    for token in graphs_named(query):
        iri = token.text.strip("<>")
        if token.kind == "iri" and ":" in iri and iri not in known:
            raise QueryError(
                place(query, token.start), "there is no such graph here, and nothing is fetched for a query",
                found=iri, near=near_matches(iri, known),
            )  # fmt: skip
