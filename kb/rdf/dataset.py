"""rdflib's dataset, without the warnings that rdflib's own code sets off in it."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import rdflib


class Quads(rdflib.Dataset):
    """A dataset. The names it replaces are deprecated, but queries and parsers of rdflib still use them."""

    @property
    def default_context(self) -> rdflib.Graph:
        """The default graph."""
        graph: rdflib.Graph = self.default_graph
        return graph

    @default_context.setter
    def default_context(self, value: rdflib.Graph) -> None:
        self.default_graph = value

    @property
    def identifier(self) -> Any:
        """A name for the whole, which nobody asks for."""
        return self.default_graph.identifier

    def contexts(self, triple: Any = None) -> Generator[Any, None, None]:
        """The graphs, or those that hold a triple."""
        yield from self.graphs(triple)
