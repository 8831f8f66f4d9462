"""Whether a store can be read once somebody else has written to it.

What the loaders write is as they mean it. Whoever writes over HTTP may write anything, and a passage whose
position is no number would break every page that shows it. Such a change is refused before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from kb.errors import KbError, Place, StoreError
from kb.model import PassageKind
from kb.namespaces import PASSAGE, TEXT
from kb.queries.sources import passage_count, sources
from kb.queries.works import versions
from kb.rdf import NamedNode
from kb.store import CATALOGUE, WORKS, Backend

_KINDS: Final = ", ".join(f'"{kind.value}"' for kind in PassageKind)
_ADDRESS: Final = f"^{PASSAGE.replace('.', '[.]')}[^/]+/[^/]+/[^/]+/[^/]+$"
_PREFIX: Final = f"PREFIX text: <{TEXT}> "
_PROBLEMS: Final = {
    "this is no address of a passage": f"""SELECT ?s {{ GRAPH $graph {{
        {{ ?s text:content ?v }} UNION {{ ?s a text:Passage }}
        FILTER(!isIRI(?s) || !REGEX(STR(?s), "{_ADDRESS}")) }} }} LIMIT 1""",
    "this is no number": """SELECT ?v { GRAPH $graph {
        VALUES ?p { text:position text:firstLine text:lastLine } ?s ?p ?v
        FILTER(!isLiteral(?v) || !REGEX(STR(?v), "^[0-9]{1,9}$")) } } LIMIT 1""",
    "this is no kind of passage": f"""SELECT ?v {{ GRAPH $graph {{
        ?s a text:Passage ; text:kind ?v FILTER(STR(?v) NOT IN ({_KINDS})) }} }} LIMIT 1""",
    "the text of a passage is no text": """SELECT ?v { GRAPH $graph {
        ?s text:content ?v FILTER(!isLiteral(?v)) } } LIMIT 1""",
}


def check_sound(store: Backend, changed: Collection[str] | None) -> None:
    """Raises StoreError where a store cannot be read any more; only `changed` graphs are looked at, or all.

    >>> from kb.store import open_store
    >>> check_sound(open_store(), None)
    """
    graphs = store.graphs() if changed is None else sorted(set(changed) & set(store.graphs()))
    for problem, query in _PROBLEMS.items():
        for graph in graphs:
            for (term,) in store.query(_PREFIX + query.replace("$graph", str(NamedNode(graph)))).rows:
                raise _unsound(graph, problem, str(term))
    if changed is None or set(changed) & {CATALOGUE, WORKS}:
        for what in _unreadable(store):
            raise _unsound(CATALOGUE, "the catalogue cannot be read", what)


def _unreadable(store: Backend) -> Iterator[str]:
    for read in (versions, sources, passage_count):
        try:
            read(store)
        except (ValueError, LookupError, TypeError, KbError) as problem:
            yield f"{type(problem).__name__}: {problem}"


def _unsound(graph: str, what: str, found: str) -> StoreError:
    return StoreError(Place(graph), what, found=found, hint="nothing was changed")
