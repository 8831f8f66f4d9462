"""Pushing a knowledge base to a server, graph by graph, by the Graph Store Protocol.

A record on the server says what was pushed: a graph that is there already is not sent again, so a push that
was interrupted goes on where it stopped, and a second one sends what has changed. Texts come first and the
catalogue last, so that nobody is told of a text that is not there yet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final
from urllib.parse import urlencode

from kb.errors import Place, StoreError
from kb.namespaces import TEXT
from kb.rdf import Literal, NamedNode, RdfFormat, Triple, parse, serialize
from kb.store.backend import Backend
from kb.store.graphs import CATALOGUE, PUSHED, WORKS
from kb.store.web import PASSWORD, TOKEN, USER, Reply, Web

_LAST: Final = (WORKS, CATALOGUE)
_DIGEST: Final = NamedNode(TEXT + "pushedDigest")
# N-Triples are Turtle too, and every server reads Turtle.
_TYPE: Final = "text/turtle; charset=utf-8"
_EVERY: Final = 25
"""After so many graphs the record is written."""

Report = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Pushed:
    """What a push did."""

    sent: tuple[str, ...]
    """The graphs that were sent."""
    kept: tuple[str, ...]
    """The graphs that were there already."""
    removed: tuple[str, ...]
    """The graphs of an earlier push that the knowledge base has no more."""
    triples: int
    """So many triples were sent."""


def push(
    store: Backend, address: str, *, again: bool = False, timeout: float = 120.0,
    progress: Report = lambda done, total, now: None,
) -> Pushed:  # fmt: skip
    """Makes the server behind the graph store's `address` hold what `store` holds; other graphs stay.

    With `again` everything is sent, whatever the record says. Raises StoreError when the server refuses or
    cannot be reached, and LimitError when one graph takes longer than `timeout` seconds; what was sent until
    then is on the record.
    """
    web = Web(address, timeout)
    before = _recorded(web)
    graphs = _in_order(store.graphs())
    record = {name: digest for name, digest in before.items() if not again or name not in graphs}
    sent: list[str] = []
    triples = 0
    try:
        for done, name in enumerate(graphs):
            progress(done, len(graphs), name)
            lines = _lines(store, name)
            digest = sha256("".join(lines).encode()).hexdigest()
            if record.get(name) == digest:
                continue
            _write(web, "PUT", name, "".join(lines).encode())
            record[name] = digest
            sent.append(name)
            triples += len(lines)
            if len(sent) % _EVERY == 0:
                _keep(web, record)
        removed = sorted(set(record) - set(graphs))
        for name in removed:
            _write(web, "DELETE", name)
            del record[name]
    finally:
        if record != before:
            _keep(web, record)
    return Pushed(tuple(sent), tuple(g for g in graphs if g not in sent), tuple(removed), triples)


def _in_order(graphs: tuple[str, ...]) -> tuple[str, ...]:
    return (*(g for g in graphs if g not in _LAST), *(g for g in _LAST if g in graphs))


def _lines(store: Backend, graph: str) -> list[str]:
    triples = [Triple(quad.subject, quad.predicate, quad.object) for quad in store.quads(graph)]
    data = serialize(triples, format=RdfFormat.N_TRIPLES) or b""
    return sorted(data.decode().splitlines(keepends=True))


def _recorded(web: Web) -> dict[str, str]:
    """The digest of each graph that was pushed before."""
    reply = web.send("GET", _named(PUSHED), headers={"Accept": "text/turtle"})
    if reply.status in (204, 404):
        return {}
    _check(web, reply, "GET", PUSHED)
    try:
        quads = list(parse(reply.data, RdfFormat.TURTLE))
    except (ValueError, SyntaxError) as error:
        raise StoreError(
            Place(web.address), "this is no address of a graph store", found=reply.said,
            hint="such as http://HOST:7878/store or http://HOST:8890/sparql-graph-crud-auth",
        ) from error  # fmt: skip
    return {str(getattr(q.subject, "value", "")): str(getattr(q.object, "value", "")) for q in quads}


def _keep(web: Web, record: dict[str, str]) -> None:
    triples = (Triple(NamedNode(name), _DIGEST, Literal(record[name])) for name in sorted(record))
    _write(web, "PUT", PUSHED, serialize(triples, format=RdfFormat.N_TRIPLES) or b"")


def _write(web: Web, method: str, graph: str, body: bytes | None = None) -> None:
    headers = {"Content-Type": _TYPE} if body is not None else {}
    reply = web.send(method, _named(graph), body, headers)
    if not (method == "DELETE" and reply.status == 404):
        _check(web, reply, method, graph)


def _check(web: Web, reply: Reply, method: str, graph: str) -> None:
    if reply.status in (401, 403):
        raise StoreError(
            Place(web.address), "the server does not let us", found=f"{reply.status} {reply.said}",
            hint=f"credentials come from {USER} and {PASSWORD}, or {TOKEN}",
        )  # fmt: skip
    if not 200 <= reply.status < 300:
        found = f"{reply.status} {reply.said}"
        raise StoreError(Place(web.address), f"the server refuses {method} of {graph}", found=found)


def _named(graph: str) -> str:
    return urlencode({"graph": graph})
