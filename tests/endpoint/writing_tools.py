"""An endpoint that may be written, for the tests in this folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from endpoint_tools import served
from store_tools import bilingual

from kb.endpoint import Settings
from kb.store import DirectoryStore

TOKEN = "a-token-for-the-tests"


@dataclass(frozen=True)
class Writable:
    """A running endpoint that may be written: its address, its store, a client that has the token."""

    base: str
    store: DirectoryStore
    client: httpx.Client

    def update(self, text: str, **graphs: str) -> httpx.Response:
        return self.client.post("/write/update", data={"update": text, **graphs})

    def asks(self, query: str) -> bool:
        truth: bool = self.client.get("/sparql", params={"query": query}).json()["boolean"]
        return truth


@contextmanager
def writable_endpoint(directory: Path) -> Iterator[Writable]:
    store = DirectoryStore(directory)
    bilingual(store)
    with served(store.directory, Settings(token=TOKEN)) as base:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        with httpx.Client(base_url=base, headers=headers, timeout=60) as client:
            yield Writable(base, store, client)
