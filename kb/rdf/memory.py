"""Triples in dictionaries, as a store of rdflib: graph by graph, each by its three parts.

rdflib's own memory keeps every triple with the graphs that it is in, and tells whoever listens of each one.
That makes adding several times slower than here, and the ontology with the rules is sixty thousand triples.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any, Final

from rdflib.store import Store

Node = Any
"""A term of rdflib."""
Found = tuple[Node, Node, Node]
Index = dict[Node, dict[Node, dict[Node, None]]]
_DEADLINE: Final[ContextVar[float | None]] = ContextVar("deadline", default=None)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """A block in which a query raises TimeoutError when this much time has gone."""
    token = _DEADLINE.set(monotonic() + seconds)
    try:
        yield
    finally:
        _DEADLINE.reset(token)


class _Graph:
    """The triples of one graph, by subject, by predicate and by object."""

    __slots__ = ("by_object", "by_predicate", "by_subject", "size")

    def __init__(self) -> None:
        self.by_subject: Index = {}
        self.by_predicate: Index = {}
        self.by_object: Index = {}
        self.size = 0

    def add(self, s: Node, p: Node, o: Node) -> None:
        known = self.by_subject.setdefault(s, {}).setdefault(p, {})
        if o not in known:
            known[o] = None
            self.by_predicate.setdefault(p, {}).setdefault(o, {})[s] = None
            self.by_object.setdefault(o, {}).setdefault(s, {})[p] = None
            self.size += 1

    def remove(self, s: Node, p: Node, o: Node) -> None:
        for index, first, second, third in (
            (self.by_subject, s, p, o),
            (self.by_predicate, p, o, s),
            (self.by_object, o, s, p),
        ):
            rest = index[first]
            del rest[second][third]
            if not rest[second]:
                del rest[second]
            if not rest:
                del index[first]
        self.size -= 1

    def triples(self, s: Node | None, p: Node | None, o: Node | None) -> Iterator[Found]:
        """The triples that fit; None stands for anything."""
        if s is not None and p is not None:
            found = self.by_subject.get(s, {}).get(p, {})
            objects = found if o is None else ((o,) if o in found else ())
            return ((s, p, each) for each in objects)
        if p is not None and o is not None:
            return ((each, p, o) for each in self.by_predicate.get(p, {}).get(o, {}))
        if s is not None and o is not None:
            return ((s, each, o) for each in self.by_object.get(o, {}).get(s, {}))
        if s is not None:
            return ((s, b, c) for b, rest in self.by_subject.get(s, {}).items() for c in rest)
        if p is not None:
            return ((c, p, b) for b, rest in self.by_predicate.get(p, {}).items() for c in rest)
        if o is not None:
            return ((b, c, o) for b, rest in self.by_object.get(o, {}).items() for c in rest)
        return ((a, b, c) for a, rest in self.by_subject.items() for b, more in rest.items() for c in more)


class QuadMemory(Store):
    """Named graphs in memory, for rdflib's datasets."""

    context_aware = True
    graph_aware = True
    formula_aware = False
    transaction_aware = False

    def __init__(self, configuration: str | None = None, identifier: Node | None = None) -> None:
        super().__init__(configuration, identifier)
        self._graphs: dict[Node, _Graph] = {}
        self._prefixes: dict[str, Node] = {}

    def add(self, triple: Found, context: Any, quoted: bool = False) -> None:
        """Adds a triple to a graph."""
        self.graph(context.identifier).add(*triple)

    def graph(self, name: Node) -> _Graph:
        """The graph of this name, which is made when there is none."""
        found = self._graphs.get(name)
        if found is None:
            found = self._graphs[name] = _Graph()
        return found

    def remove(self, triple: Any, context: Any = None) -> None:
        """Removes the triples that fit from a graph, or from all."""
        for graph in self._chosen(context):
            for found in list(graph.triples(*triple)):
                graph.remove(*found)

    def triples(self, triple_pattern: Any, context: Any = None) -> Iterator[tuple[Found, Iterator[Any]]]:
        """The triples that fit in a graph, or in all together, each once.

        Raises TimeoutError when the time of :func:`time_limit` is up.
        """
        deadline = _DEADLINE.get()
        if deadline is not None and monotonic() > deadline:
            raise TimeoutError
        graphs = self._chosen(context)
        if len(graphs) == 1:
            for found in graphs[0].triples(*triple_pattern):
                yield found, iter((context,))
            return
        seen: set[Found] = set()
        for graph in graphs:
            for found in graph.triples(*triple_pattern):
                if found not in seen:
                    seen.add(found)
                    yield found, iter((context,))

    def contexts(self, triple: Any = None) -> Generator[Any, None, None]:
        """The names of the graphs, or of those that hold a triple."""
        for name, graph in list(self._graphs.items()):
            if triple is None or triple == (None, None, None) or next(graph.triples(*triple), None):
                yield name

    def add_graph(self, graph: Any) -> None:
        """Makes a graph, empty."""
        self.graph(graph.identifier)

    def remove_graph(self, graph: Any) -> None:
        """Removes a graph and all it holds."""
        self._graphs.pop(graph.identifier, None)

    def __len__(self, context: Any = None) -> int:
        return sum(graph.size for graph in self._chosen(context))

    def _chosen(self, context: Any) -> list[_Graph]:
        if context is None:
            return list(self._graphs.values())
        found = self._graphs.get(context.identifier)
        return [found] if found else []

    # rdflib binds prefixes to every store that it is given.

    def bind(self, prefix: str, namespace: Any, override: bool = True) -> None:
        """Keeps a prefix."""
        self._prefixes[prefix] = namespace

    def namespace(self, prefix: str) -> Any:
        """What a prefix stands for."""
        return self._prefixes.get(prefix)

    def prefix(self, namespace: Any) -> str | None:
        """The prefix of a namespace."""
        return next((p for p, found in self._prefixes.items() if found == namespace), None)

    def namespaces(self) -> Iterator[tuple[str, Any]]:
        """All prefixes."""
        return iter(self._prefixes.items())
