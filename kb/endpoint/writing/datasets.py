"""What an update says, read from its words: which graphs it may change, and which ones its patterns see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from kb.errors import QueryError
from kb.namespaces import PREFIXES
from kb.queries.lexing import Token, check_no_service, place, tokens, tokens_and_braces
from kb.rdf import NamedNode

_SOURCE: Final = "update"
_WHOLE: Final = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]*:")


def check_update(update: str, *, strict: bool = False) -> None:
    """Raises QueryError when an update reaches for other servers.

    >>> check_update("INSERT DATA { <x:s> <x:p> 'LOAD' }")
    >>> check_update("CLEAR ALL ; load silent <http://h/x>")
    Traceback (most recent call last):
    kb.errors.QueryError: update:1:13: LOAD is not done here: updates reach no other server: found 'load' \
(send the data itself: PUT or POST to the graph store)
    """
    for token in tokens(update):
        if token.kind == "word" and token.text.upper() == "LOAD":
            raise QueryError(
                place(update, token.start, _SOURCE), "LOAD is not done here: updates reach no other server",
                found=token.text, hint="send the data itself: PUT or POST to the graph store",
            )  # fmt: skip
    check_no_service(update, strict=strict, source=_SOURCE)
    if strict and (found := re.search("load", update, re.IGNORECASE)):
        raise QueryError(
            place(update, found.start(), _SOURCE), "this may reach another server", found=found[0]
        )


def with_graphs(update: str, default: tuple[str, ...], named: tuple[str, ...]) -> str:
    """An update whose patterns see these graphs, as the protocol's parameters say (section 2.2.3).

    Raises QueryError when the update says itself what they see.

    >>> with_graphs("INSERT { ?s <x:p> 1 } WHERE { { SELECT ?s WHERE { ?s ?p ?o } } }", ("x:g",), ())
    'INSERT { ?s <x:p> 1 } USING <x:g> WHERE { { SELECT ?s WHERE { ?s ?p ?o } } }'
    >>> with_graphs("DELETE WHERE { ?s ?p ?o }", (), ("x:g",))
    'DELETE { ?s ?p ?o } USING NAMED <x:g> WHERE { ?s ?p ?o }'
    """
    if not default and not named:
        return update
    clauses = " ".join(
        (*(f"USING {NamedNode(iri)}" for iri in default), *(f"USING NAMED {NamedNode(iri)}" for iri in named))
    )
    parts: list[str] = []
    done = 0
    for at, before in _outer_wheres(update):
        block = f"{_block(update, at)} " if before.upper() == "DELETE" else ""
        parts += [update[done:at], block, clauses, " "]
        done = at
    return "".join((*parts, update[done:]))


def _outer_wheres(update: str) -> Iterator[tuple[int, str]]:
    """Where each WHERE of an operation begins, and what stands before it."""
    depth, before = 0, ""
    for token in tokens_and_braces(update):
        depth += {"{": 1, "}": -1}.get(token.text, 0) if token.kind == "brace" else 0
        word = token.text.upper() if token.kind == "word" else ""
        if word in ("USING", "WITH"):
            raise QueryError(
                place(update, token.start, _SOURCE),
                "the graphs stand both in the update and beside it", found=token.text,
                hint="leave using-graph-uri and using-named-graph-uri away, or USING and WITH",
            )  # fmt: skip
        if word == "WHERE" and depth == 0:
            yield token.start, before
        before = token.text


def _block(update: str, start: int) -> str:
    """The first block in braces from a position on; empty where it does not end."""
    depth, begun = 0, -1
    for token in tokens_and_braces(update, start):
        if token.kind != "brace":
            continue
        depth += 1 if token.text == "{" else -1
        begun = token.start if begun < 0 else begun
        if depth == 0:
            return update[begun : token.start + 1]
    return ""


def may_change(update: str) -> frozenset[str] | None:
    """The IRIs that an update names, among them those of every graph it changes; None: any graph.

    Rather too many than too few.

    >>> sorted(may_change("PREFIX x: <x:y/> DELETE DATA { GRAPH x:g { <x:s> a 1 } } ; COPY <x:a> TO <x:b>"))
    ['http://www.w3.org/1999/02/22-rdf-syntax-ns#type', 'x:a', 'x:b', 'x:s', 'x:y/', 'x:y/g']
    >>> may_change("CLEAR ALL"), may_change("DELETE WHERE { GRAPH ?g { ?s ?p ?o } }")
    (None, None)
    """
    if "\\u" in update or "\\U" in update:
        return None
    found: set[str] = set()
    prefixes = dict(PREFIXES)
    before: tuple[Token, ...] = ()
    for token in tokens(update):
        last = before[-1].text.upper() if before else ""
        if token.kind == "word" and token.text.upper() in ("ALL", "NAMED"):
            return None
        if token.kind == "variable" and last == "GRAPH":
            return None
        if token.kind == "iri":
            if not _WHOLE.match(token.text):
                return None
            found.add(token.text[1:-1])
            if len(before) == 2 and before[0].text.upper() == "PREFIX":
                prefixes[before[1].text.partition(":")[0]] = token.text[1:-1]
        elif token.kind == "name" and last != "PREFIX":
            prefix, _, local = token.text.partition(":")
            found.add(prefixes.get(prefix, "") + re.sub(r"\\(.)", r"\1", local))
        elif token.kind == "word" and token.text == "a":
            found.add(PREFIXES["rdf"] + "type")
        before = (*before[-1:], token)
    return frozenset(found)
