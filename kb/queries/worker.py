"""The process that runs other people's queries: it reads one snapshot, opens no socket, and may be killed.

Started by :mod:`kb.queries.sandbox` or the endpoint with the store's directory, the memory it may take, and
the number of the process it serves; it ends with that process.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain
from pathlib import Path
from threading import Thread
from typing import IO, Any, BinaryIO, Final, TypeVar, cast

from kb.errors import KbError
from kb.namespaces import PREFIXES
from kb.queries.formats import WRITERS, write_truth
from kb.queries.lexing import graphs_named
from kb.queries.seal import limit_memory, refuse_sockets
from kb.queries.wire import (
    ASK,
    DATA,
    END,
    ERROR,
    FILL,
    HELLO,
    START,
    Request,
    Trouble,
    pack,
    receive,
    send,
    unpack_request,
)
from kb.rdf import (
    IS_FALLBACK,
    DefaultGraph,
    NamedNode,
    QueryBoolean,
    QueryResultsFormat,
    QuerySolutions,
    QueryTriples,
    RdfFormat,
    Store,
    Triple,
    serialize,
)
from kb.store import DirectoryStore

GRAPH_FORMATS: Final = {
    "nt": RdfFormat.N_TRIPLES,
    "turtle": RdfFormat.TURTLE,
    "xml": RdfFormat.RDF_XML,
    "jsonld": RdfFormat.JSON_LD,
    "nq": RdfFormat.N_QUADS,
    "trig": RdfFormat.TRIG,
}
_OWN_FORMATS: Final = {"json": QueryResultsFormat.JSON, "tsv": QueryResultsFormat.TSV}
"""Those that pyoxigraph writes without loss."""
_CHUNK: Final = 32 * 1024
_Item = TypeVar("_Item")


class _RefusedError(Exception):
    def __init__(self, kind: str, message: str) -> None:
        super().__init__(kind, message)
        self.trouble = Trouble(kind, message)


def main(directory: str, megabytes: int, parent: int) -> None:
    """Answers queries about the store in `directory` (empty: one that is sent) until the input ends."""
    Thread(target=_end_with, args=(parent,), daemon=True).start()
    store = DirectoryStore(Path(directory)) if directory else None
    memory = Store()
    if store:
        store.snapshot()
    else:
        _receive_store(sys.stdin.buffer, memory)
    is_sealed = refuse_sockets()
    limit_memory(megabytes)
    send(sys.stdout.buffer, HELLO, pack({"sealed": is_sealed}))
    while frame := receive(sys.stdin.buffer):
        letter, data = frame
        if letter == ASK:
            answer(unpack_request(data), store, memory, sys.stdout.buffer)


def _end_with(parent: int) -> None:
    # A query keeps this process from noticing that its input has ended.
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def _receive_store(pipe: BinaryIO, store: Store) -> None:
    parts = []
    while frame := receive(pipe):
        if frame[0] == FILL and not frame[1]:
            break
        parts.append(frame[1])
    store.bulk_load(input=BytesIO(b"".join(parts)), format=RdfFormat.N_QUADS)


def answer(request: Request, directory: DirectoryStore | None, memory: Store, pipe: BinaryIO) -> None:
    """Sends the answer, or the trouble, as frames; raises TimeoutError when the store stops a query."""
    try:
        if directory:
            snapshot = directory.snapshot()
            _run(request, snapshot.store, snapshot.name, pipe)
        else:
            _run(request, memory, "", pipe)
    except _RefusedError as refused:
        send(pipe, ERROR, pack(refused.trouble))
    except SyntaxError as problem:
        send(pipe, ERROR, pack(Trouble("query", str(problem))))
    except MemoryError:
        os.abort()
    except TimeoutError:
        raise
    except PermissionError as problem:
        send(pipe, ERROR, pack(Trouble("network", str(problem))))
    except (OSError, ValueError, KbError) as problem:
        send(pipe, ERROR, pack(Trouble("store", str(problem))))


def _run(request: Request, store: Store, version: str, pipe: BinaryIO) -> None:
    found = _query(request, store) if request.graph is None else _whole(request.graph, store)
    count = _Count(request.rows)
    if not isinstance(found, QuerySolutions | QueryBoolean):
        form, kind = request.graphs, "graph"
    else:
        form, kind = request.results, "ask" if isinstance(found, QueryBoolean) else "select"
    if form is None:
        raise _RefusedError("format", kind)
    if (
        form in _OWN_FORMATS
        and request.rows is None
        and isinstance(found, QuerySolutions)
        and not IS_FALLBACK
    ):
        _write_uncounted(
            found,
            _OWN_FORMATS[form],
            _HeadedSink(pipe, request.bytes, pack({"kind": kind, "version": version})),
        )
        return
    # The first row comes before the head: what goes wrong at once is then an error, not half an answer.
    if not isinstance(found, QuerySolutions | QueryBoolean):
        triples = _primed(count.each(found))
        send(pipe, START, pack({"kind": kind, "version": version}))
        sink = _Sink(pipe, request.bytes)
        serialize(triples, cast("IO[bytes]", sink), format=GRAPH_FORMATS[form], prefixes=_prefixes(form))
    else:
        texts = _primed(_texts(found, form, count))
        send(pipe, START, pack({"kind": kind, "version": version}))
        sink = _Sink(pipe, request.bytes)
        for text in texts:
            sink.write(text.encode())
    sink.flush()
    send(pipe, END, pack({"rows": count.count}))


def _whole(graph: str, store: Store) -> Iterator[Triple]:
    name = NamedNode(graph) if graph else DefaultGraph()
    if isinstance(name, NamedNode) and not store.contains_named_graph(name):
        raise _RefusedError("missing", f"there is no graph {graph}")
    return (quad.triple for quad in store.quads_for_pattern(None, None, None, name))


def _write_uncounted(found: QuerySolutions, form: QueryResultsFormat, sink: _HeadedSink) -> None:
    """Leaves the writing to pyoxigraph, which is half the work; the rows need not be counted."""
    found.serialize(cast("IO[bytes]", sink), format=form)
    sink.flush()
    sink.end()


def _query(request: Request, store: Store) -> QuerySolutions | QueryBoolean | QueryTriples:
    known = request.default_graphs or request.named_graphs
    # The engine would let the union of all graphs win over FROM.
    is_plain = not known and not graphs_named(request.query)
    found = store.query(
        request.query,
        base_iri=request.base,
        prefixes=PREFIXES,
        use_default_graph_as_union=is_plain,
        default_graph=[NamedNode(iri) for iri in request.default_graphs] if known else None,
        named_graphs=[NamedNode(iri) for iri in request.named_graphs] if known else None,
    )
    assert isinstance(found, QuerySolutions | QueryBoolean | QueryTriples)
    return found


def _texts(found: QuerySolutions | QueryBoolean, form: str, count: _Count) -> Iterator[str]:
    if isinstance(found, QueryBoolean):
        return iter([write_truth(bool(found), form)])
    names = [variable.value for variable in found.variables]
    return WRITERS[form](names, count.each(tuple(row) for row in found))


def _prefixes(form: str) -> dict[str, str] | None:
    return PREFIXES if form in ("turtle", "trig") else None


def _primed(items: Iterator[_Item]) -> Iterator[_Item]:
    first = [item for _, item in zip(range(2), items, strict=False)]
    return chain(first, items)


class _Count:
    """Counts what passes, and stops it at the limit."""

    def __init__(self, most: int | None) -> None:
        self.count = 0
        self._most = most

    def each(self, items: Iterable[_Item]) -> Iterator[_Item]:
        for item in items:
            if self.count == self._most:
                raise _RefusedError("rows", str(self._most))
            self.count += 1
            yield item


class _Sink:
    """Sends what is written as frames of a good size, up to a limit."""

    def __init__(self, pipe: BinaryIO, most: int | None) -> None:
        self._pipe = pipe
        self._left = most
        self._kept: list[bytes] = []
        self._size = 0

    def write(self, data: Any) -> int:
        if self._left is not None:
            self._left -= len(data)
            if self._left < 0:
                raise _RefusedError("bytes", "")
        self._kept.append(bytes(data))
        self._size += len(data)
        if self._size >= _CHUNK:
            self.flush()
        return len(data)

    def flush(self) -> None:
        if self._kept:
            send(self._pipe, DATA, b"".join(self._kept))
        self._kept, self._size = [], 0


class _HeadedSink(_Sink):
    """Sends the head when the first frame is full: what goes wrong before is an error, not half an answer."""

    def __init__(self, pipe: BinaryIO, most: int | None, head: bytes) -> None:
        super().__init__(pipe, most)
        self._head: bytes | None = head

    def flush(self) -> None:
        if self._head is not None:
            send(self._pipe, START, self._head)
            self._head = None
        super().flush()

    def end(self) -> None:
        send(self._pipe, END, pack({}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
