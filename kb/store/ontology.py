"""The ontology's own triples in the store, put there anew whenever its files have changed."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, parse

from kb.namespaces import TEXT
from kb.ontology_files import ontology_files
from kb.store.backend import Backend, Transaction
from kb.store.graphs import CATALOGUE, ONTOLOGY

_HASH = NamedNode(TEXT + "hash")


def refresh_ontology(store: Backend, change: Transaction) -> bool:
    """Puts the ontology of this version into the store unless it is there; says whether it had to."""
    folders = ("", "terms/", "alignments/")
    files = tuple(path for folder in folders for path in ontology_files(f"{folder}*.ttl"))
    digest = sha256(b"".join(path.read_bytes() for path in files)).hexdigest()
    now = Quad(NamedNode(ONTOLOGY), _HASH, Literal(digest), NamedNode(CATALOGUE))
    found = store.query(f"SELECT ?hash {{ GRAPH <{CATALOGUE}> {{ <{ONTOLOGY}> <{TEXT}hash> ?hash }} }}").rows
    if found == ((now.object,),):
        return False
    change.remove(Quad(now.subject, _HASH, row[0], now.graph_name) for row in found if row[0] is not None)
    change.replace_graph(ONTOLOGY, (quad for path in files for quad in _quads(path)))
    change.add([now])
    return True


def _quads(path: Path) -> Iterator[Quad]:
    for quad in parse(path=path, format=RdfFormat.TURTLE, rename_blank_nodes=True):
        yield Quad(quad.subject, quad.predicate, quad.object, NamedNode(ONTOLOGY))
