"""A change that somebody wants, as the process that carries it out gets it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from json import dumps, loads
from typing import Any


class Kind(StrEnum):
    """What a change does."""

    UPDATE = "update"
    PUT = "put"
    """Puts data in the place of a graph, or of everything."""
    POST = "post"
    """Adds data to a graph, or to everything."""
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class Payload:
    """A file of RDF: its format by our name for it, and the IRI that its own IRIs are relative to."""

    path: str
    form: str
    base: str


@dataclass(frozen=True, slots=True)
class Change:
    """An update, or what is to become of a graph."""

    kind: Kind
    update: str = ""
    base: str = ""
    """What the IRIs of an update are relative to."""
    default_graphs: tuple[str, ...] = ()
    """The graphs that make up the default graph of the update's patterns."""
    named_graphs: tuple[str, ...] = ()
    graph: str | None = None
    """The graph to write; None: what `payload` says, all of it; empty: the default graph."""
    payload: tuple[Payload, ...] = ()

    def pack(self) -> bytes:
        """This change as bytes.

        >>> Change.unpack(Change(Kind.DELETE, graph="x:g").pack())
        Change(kind=<Kind.DELETE: 'delete'>, update='', base='', default_graphs=(), named_graphs=(), \
graph='x:g', payload=())
        """
        return dumps(asdict(self)).encode()

    @classmethod
    def unpack(cls, data: bytes) -> Change:
        """The change in these bytes."""
        values: dict[str, Any] = loads(data)
        return cls(
            Kind(values["kind"]), values["update"], values["base"], tuple(values["default_graphs"]),
            tuple(values["named_graphs"]), values["graph"],
            tuple(Payload(**each) for each in values["payload"]),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Done:
    """A change that is in force: whether its graph is new, and the snapshot that has it."""

    is_new: bool
    version: str
