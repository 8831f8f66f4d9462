"""Queries answered in this very process: in a browser there is no other.

That is only for rdflib, which can be stopped: it looks at the clock whenever it asks for triples. It may take
all the memory there is; in a browser that is the page's own.
"""

from __future__ import annotations

from io import BytesIO

from kb.errors import LimitError
from kb.queries.wire import Request
from kb.queries.worker import answer
from kb.rdf import Store
from kb.rdf.memory import time_limit
from kb.store import Backend, MemoryStore


def answered(store: Backend, request: Request, seconds: float) -> BytesIO:
    """The frames that a process of its own would send.

    Raises LimitError when it takes more than so many seconds.
    """
    pipe = BytesIO()
    try:
        with time_limit(seconds):
            answer(request, None, _content(store), pipe)
    except TimeoutError:
        raise LimitError("seconds", round(seconds), "the query was stopped") from None
    pipe.seek(0)
    return pipe


def _content(store: Backend) -> Store:
    if isinstance(store, MemoryStore):
        return store.content
    copied = Store()
    copied.extend(store.quads())
    return copied
