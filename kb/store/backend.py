"""What the rest of the project asks of a store, whether it is in memory, in a directory or behind HTTP."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from kb.rdf import BlankNode, Literal, NamedNode, Quad, Triple

Term = NamedNode | BlankNode | Literal | Triple
"""An RDF term. `str(term)` is its SPARQL spelling, with everything escaped that must be."""

Row = tuple[Term | None, ...]


@dataclass(frozen=True, slots=True)
class Solutions:
    """The answer of a SELECT query: its variables in order, and a row of terms for each solution."""

    variables: tuple[str, ...]
    rows: tuple[Row, ...]


class Transaction(Protocol):
    """Changes that come into force together, when the block they were made in ends without an error."""

    def replace_graph(self, graph: str, quads: Iterable[Quad]) -> None:
        """Puts the quads, all of them in `graph`, in the place of what the graph held."""

    def load_graph(self, graph: str, triples: bytes | Path) -> None:
        """Puts triples, as N-Triples or the file that holds them, in the place of what the graph held.

        They are of our own making: their IRIs are not checked again.
        """

    def drop_graph(self, graph: str) -> None:
        """Removes a graph and all it holds; does nothing when there is none."""

    def add(self, quads: Iterable[Quad]) -> None:
        """Adds quads to what is there."""

    def remove(self, quads: Iterable[Quad]) -> None:
        """Removes single quads."""


class Backend(Protocol):
    """A set of named graphs that can be queried, and changed in one step."""

    @property
    def version(self) -> str:
        """Names the content: another value means that something may have changed."""

    def query(self, query: str) -> Solutions:
        """Answers a SELECT query of our own. Its default graph is empty: name graphs with GRAPH."""

    def graphs(self) -> tuple[str, ...]:
        """The IRIs of all named graphs, sorted."""

    def quads(self, graph: str | None = None) -> Iterator[Quad]:
        """The quads of one graph, or of all, in no particular order."""

    def transaction(self) -> AbstractContextManager[Transaction]:
        """A block whose changes come into force at its end, all or none.

        Raises StoreError when another process is writing, or nothing can be written.
        """
