"""The order in which relations are made inside a step, and the cycles that make no order possible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kb.inference.expand import Edge, Expanded, Node


@dataclass(frozen=True, slots=True)
class Group:
    """Relations made together: one, or several that feed each other."""

    nodes: tuple[Node, ...]
    recursive: bool


def components(
    nodes: Iterable[Node], successors: Mapping[Node, Iterable[Node]]
) -> Iterator[tuple[Node, ...]]:
    """Tarjan's strongly connected components, each after those it needs; without recursion in Python.

    >>> a, b = Node("a"), Node("b")
    >>> [[str(node) for node in group] for group in components([a, b], {a: [b], b: []})]
    [['b'], ['a']]
    """
    number: dict[Node, int] = {}
    lowest: dict[Node, int] = {}
    stack: list[Node] = []
    waiting: set[Node] = set()
    for root in nodes:
        if root in number:
            continue
        work: list[tuple[Node, Iterator[Node]]] = []
        _enter(root, successors, number, lowest, stack, waiting, work)
        while work:
            node, following = work[-1]
            step = next(following, None)
            if step is not None:
                if step not in number:
                    _enter(step, successors, number, lowest, stack, waiting, work)
                elif step in waiting:
                    lowest[node] = min(lowest[node], number[step])
                continue
            work.pop()
            if work:
                lowest[work[-1][0]] = min(lowest[work[-1][0]], lowest[node])
            if lowest[node] == number[node]:
                cut = stack.index(node)
                group = tuple(stack[cut:])
                del stack[cut:]
                waiting.difference_update(group)
                yield group


def _enter(
    node: Node,
    successors: Mapping[Node, Iterable[Node]],
    number: dict[Node, int],
    lowest: dict[Node, int],
    stack: list[Node],
    waiting: set[Node],
    work: list[tuple[Node, Iterator[Node]]],
) -> None:
    number[node] = lowest[node] = len(number)
    stack.append(node)
    waiting.add(node)
    work.append((node, iter(successors.get(node, ()))))


def groups(expanded: Expanded) -> tuple[Group, ...]:
    """The relations in the order they are made; those that feed each other are one group."""
    made = set(expanded.nodes)
    successors: dict[Node, dict[Node, None]] = {node: {} for node in expanded.nodes}
    for edge in expanded.edges:
        if edge.read in made:
            successors[edge.reader][edge.read] = None
    numbers = {node: number for number, node in enumerate(expanded.nodes)}
    found = []
    for nodes in components(expanded.nodes, successors):
        inside = set(nodes)
        recursive = len(nodes) > 1 or any(target in inside for node in nodes for target in successors[node])
        found.append(Group(tuple(sorted(nodes, key=numbers.__getitem__)), recursive))
    return tuple(found)


def bad_cycles(expanded: Expanded, order: Iterable[Group]) -> Iterator[tuple[Edge, tuple[Edge, ...]]]:
    """The edges that must be complete before their reader but depend on it, each with the way back.

    A program with one has no order: a relation would have to be finished before it is begun.
    """
    outgoing: dict[Node, list[Edge]] = {}
    for edge in expanded.edges:
        outgoing.setdefault(edge.reader, []).append(edge)
    inside: dict[Node, Group] = {node: group for group in order for node in group.nodes}
    for edge in expanded.edges:
        if edge.complete and edge.read in inside and inside[edge.read] is inside[edge.reader]:
            yield edge, _way(edge.read, edge.reader, outgoing)


def _way(start: Node, end: Node, outgoing: Mapping[Node, list[Edge]]) -> tuple[Edge, ...]:
    """The shortest chain of edges from `start` to `end`."""
    reached: dict[Node, tuple[Edge, ...]] = {start: ()}
    frontier = [start]
    while frontier and end not in reached:
        following = []
        for node in frontier:
            for edge in outgoing.get(node, ()):
                if edge.read not in reached:
                    reached[edge.read] = (*reached[node], edge)
                    following.append(edge.read)
        frontier = following
    return reached.get(end, ())
