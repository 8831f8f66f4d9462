"""The names of the graphs: one for each source and each inferred state, the catalogue, the ontology."""

from __future__ import annotations

from typing import Final

from kb.namespaces import BASE, SOURCE, segment

CATALOGUE: Final = BASE + "graph/catalogue"
"""Holds what is known about each source: its file, its hash, what its loader reported."""

WORKS: Final = BASE + "graph/works"
"""Holds the works, editions and language versions that the sources belong to, once each."""

PUSHED: Final = BASE + "graph/pushed"
"""Only on servers that a knowledge base was pushed to: which graphs, and a digest of each."""

ONTOLOGY: Final = BASE + "graph/ontology"
STATES: Final = BASE + "graph/state/"


def source_graph(sha256: str, file_name: str) -> str:
    """The IRI of a source, which also names the graph of its passages: what it holds, and its name.

    >>> source_graph("ab12", "rules (fr).txt")
    'https://w3id.org/tcg-rules/source/ab12/rules%20%28fr%29.txt'
    """
    return f"{SOURCE}{segment(sha256)}/{segment(file_name)}"


def state_graph(name: str) -> str:
    """The IRI of the graph of one inferred state.

    >>> state_graph("duel-1/3")
    'https://w3id.org/tcg-rules/graph/state/duel-1%2F3'
    """
    return STATES + segment(name)
