"""The process that carries out one change: it writes a copy, looks whether that can be read, publishes it.

Started by :mod:`kb.endpoint.writing.writer` with the store's directory, the memory it may take, and the
number of the process it serves. Whenever it is killed, the store is the old one or the new one.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Collection
from pathlib import Path
from threading import Thread
from typing import BinaryIO, Final

from kb.endpoint.writing.datasets import check_update, may_change, with_graphs
from kb.endpoint.writing.records import Change, Done, Kind, Payload
from kb.errors import KbError, QueryError, StoreError
from kb.namespaces import PREFIXES
from kb.queries.seal import limit_memory, refuse_sockets
from kb.queries.soundness import check_sound
from kb.queries.wire import ASK, END, ERROR, START, Trouble, pack, receive, send
from kb.queries.worker import GRAPH_FORMATS
from kb.rdf import DefaultGraph, NamedNode, Quad, RdfFormat, Store, parse
from kb.store import DirectoryStore
from kb.store.changes import CopyChanges
from kb.store.reading import StoreView, graph_names

_POSITION: Final = re.compile(r"error at (\d+:\d+): (.*)", re.DOTALL)
_SMALL: Final = 300_000
"""Up to so many bytes a plain load is cheaper than a bulk load, which writes new files."""


class _RefusedError(Exception):
    def __init__(self, kind: str, message: str) -> None:
        super().__init__(kind, message)
        self.trouble = Trouble(kind, message)


def main(directory: str, megabytes: int, parent: int) -> None:
    """Carries out the change that comes in, and says what became of it."""
    Thread(target=_end_with, args=(parent,), daemon=True).start()
    store = DirectoryStore(Path(directory))
    is_sealed = refuse_sockets()
    limit_memory(megabytes)
    frame = receive(sys.stdin.buffer)
    if frame and frame[0] == ASK:
        carry_out(Change.unpack(frame[1]), store, sys.stdout.buffer, is_sealed=is_sealed)


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def carry_out(change: Change, store: DirectoryStore, pipe: BinaryIO, *, is_sealed: bool) -> None:
    """Sends START when all but the publishing is done, then END; or ERROR, and the store is as it was."""
    try:
        done = _carried_out(change, store, pipe, is_sealed)
        send(pipe, END, pack({"is_new": done.is_new, "version": done.version}))
    except _RefusedError as refused:
        send(pipe, ERROR, pack(refused.trouble))
    except QueryError as problem:
        send(pipe, ERROR, pack(Trouble("query", str(problem))))
    except StoreError as problem:
        kind = "busy" if "another process" in str(problem) else "store"
        send(pipe, ERROR, pack(Trouble(kind, str(problem))))
    except MemoryError:
        os.abort()
    except PermissionError as problem:
        send(pipe, ERROR, pack(Trouble("query", f"updates reach no other server ({problem})")))
    except (OSError, KbError) as problem:
        send(pipe, ERROR, pack(Trouble("store", str(problem))))


def _carried_out(change: Change, store: DirectoryStore, pipe: BinaryIO, is_sealed: bool) -> Done:
    if change.kind is Kind.UPDATE:
        check_update(change.update, strict=not is_sealed)
    with store.transaction() as copy:
        before = graph_names(copy.store)
        is_new = bool(change.graph) and change.graph not in before
        if change.kind is Kind.UPDATE:
            touched = _update(change, copy)
        elif change.kind is Kind.DELETE:
            touched = _delete(change.graph or "", copy, is_there=not is_new)
        else:
            touched = _put(change, copy)
        if touched is None:
            copy.graphs |= {*before, *graph_names(copy.store)}
        try:
            check_sound(StoreView(copy.store), touched)
        except StoreError as problem:
            raise _RefusedError("unsound", str(problem)) from problem
        send(pipe, START)
    return Done(is_new, store.version)


def _update(change: Change, copy: CopyChanges) -> Collection[str] | None:
    """Which graphs an update may have changed; None: any."""
    text = with_graphs(change.update, change.default_graphs, change.named_graphs)
    touched = may_change(text)

    def step(store: Store) -> None:
        try:
            store.update(text, base_iri=change.base, prefixes=PREFIXES)
        except SyntaxError as problem:
            raise _RefusedError("query", _explained(problem, "update")) from problem
        except RuntimeError as problem:  # a graph that is there already, or is not
            raise _RefusedError("conflict", str(problem)) from problem

    copy.rewrite(step, touched or ())
    return touched


def _delete(graph: str, copy: CopyChanges, *, is_there: bool) -> Collection[str]:
    if not graph:
        copy.rewrite(lambda store: store.clear_graph(DefaultGraph()), ())
    elif not is_there:
        raise _RefusedError("missing", f"there is no graph {graph}")
    copy.drop_graph(graph) if graph else None
    return (graph,)


def _put(change: Change, copy: CopyChanges) -> Collection[str] | None:
    def step(store: Store) -> None:
        if change.graph is None:
            store.clear() if change.kind is Kind.PUT else None
        else:
            name = NamedNode(change.graph) if change.graph else DefaultGraph()
            store.clear_graph(name) if change.kind is Kind.PUT else None
            store.add_graph(name)
        for payload in change.payload:
            _load(store, payload, change.graph)

    copy.rewrite(step, (change.graph,) if change.graph else ())
    return None if change.graph is None else (change.graph,)


def _load(store: Store, payload: Payload, graph: str | None) -> None:
    path = Path(payload.path)
    load = store.load if path.stat().st_size <= _SMALL else store.bulk_load
    to = None if graph is None else NamedNode(graph) if graph else DefaultGraph()
    form = GRAPH_FORMATS[payload.form]
    try:
        if to is not None and form == RdfFormat.JSON_LD:
            # It may name graphs, and loading would write to them: parsing refuses that.
            found = parse(
                path=path,
                format=form,
                base_iri=payload.base,
                without_named_graphs=True,
                rename_blank_nodes=True,
            )
            store.bulk_extend(Quad(each.subject, each.predicate, each.object, to) for each in found)
        else:
            load(path=path, format=form, base_iri=payload.base, to_graph=to)
    except SyntaxError as problem:
        raise _RefusedError("query", _explained(problem, "data")) from problem
    except ValueError as problem:
        raise _RefusedError("query", f"data: {problem}") from problem


def _explained(problem: SyntaxError, source: str) -> str:
    """What a parser says, with the place."""
    says = " ".join(str(problem.msg or problem).split())
    found = _POSITION.match(says)
    if found:
        return f"{source}:{found[1]}: this cannot be read: the parser says: {found[2][:300]}"
    where = f":{problem.lineno}:{problem.offset}" if problem.lineno else ""
    return f"{source}{where}: this cannot be read: the parser says: {says[:300]}"


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
