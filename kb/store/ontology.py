"""The ontology and the encoded rules as triples in the store, put there anew when their files change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from kb.namespaces import TEXT
from kb.ontology_files import ontology_files
from kb.rdf import Literal, NamedNode, Quad, RdfFormat, Triple, parse
from kb.store.backend import Backend, Transaction
from kb.store.graphs import CATALOGUE, ONTOLOGY

_HASH = NamedNode(TEXT + "hash")


def refresh_ontology(
    store: Backend, change: Transaction, rules: Callable[[], Iterable[Triple]] | None = None
) -> bool:
    """Puts the ontology of this version into the store unless it is there; says whether it had to.

    `rules` gives the encoded rules; it is only called when something has changed.
    """
    folders = ("", "terms/", "alignments/")
    files = tuple(path for folder in folders for path in ontology_files(f"{folder}*.ttl"))
    sources = (*files, *(ontology_files("rules/*.crl") if rules is not None else ()))
    digest = sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    now = Quad(NamedNode(ONTOLOGY), _HASH, Literal(digest), NamedNode(CATALOGUE))
    found = store.query(f"SELECT ?hash {{ GRAPH <{CATALOGUE}> {{ <{ONTOLOGY}> <{TEXT}hash> ?hash }} }}").rows
    if found == ((now.object,),):
        return False
    change.remove(Quad(now.subject, _HASH, row[0], now.graph_name) for row in found if row[0] is not None)
    encoded = () if rules is None else _in_ontology(rules())
    change.replace_graph(ONTOLOGY, (*(quad for path in files for quad in _quads(path)), *encoded))
    change.add([now])
    return True


def _quads(path: Path) -> Iterator[Quad]:
    text = path.read_text(encoding="utf-8")
    return _in_ontology(quad.triple for quad in parse(text, format=RdfFormat.TURTLE, rename_blank_nodes=True))


def _in_ontology(triples: Iterable[Triple]) -> Iterator[Quad]:
    graph = NamedNode(ONTOLOGY)
    return (Quad(each.subject, each.predicate, each.object, graph) for each in triples)
