"""Which graph a request of the Graph Store Protocol speaks of (sections 4.1 and 4.2 of the standard)."""

from __future__ import annotations

from starlette.requests import Request

from kb.endpoint.protocol import RefusedError, read_pairs
from kb.rdf import NamedNode

DEFAULT = ""
"""Stands for the default graph: what is in no named graph."""


def graph_of(request: Request) -> str | None:
    """The IRI of the graph, DEFAULT, or None where the request names none.

    Raises RefusedError where it names more than one, or what is no IRI.
    """
    pairs = read_pairs(request.scope["query_string"])
    named = [value for name, value in pairs if name == "graph"]
    named += [DEFAULT for name, value in pairs if name == "default"]
    if request.path_params.get("name"):
        named.append(address_of(request))
    if len(named) > 1:
        raise RefusedError(400, "one graph is named at a time: by its address, ?graph=IRI or ?default")
    if not named:
        return None
    return checked_iri(named[0]) if named[0] or ("graph", "") in pairs else DEFAULT


def checked_iri(iri: str) -> str:
    """The same IRI. Raises RefusedError where it is not one, or not a whole one."""
    try:
        if ":" in iri:
            return NamedNode(iri).value
    except ValueError:
        pass
    raise RefusedError(400, f"a graph is named by a whole IRI, not by {iri!r}")


def address_of(request: Request) -> str:
    """The address of a request as it was sent, without its query."""
    raw = request.scope.get("raw_path") or request.url.path.encode()
    path = raw.decode("ascii", "replace").partition("?")[0]
    return f"{request.url.scheme}://{request.url.netloc}{path}"
