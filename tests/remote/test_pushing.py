"""A push sends what is new, takes away what is gone, and leaves alone what is others'."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from endpoint_tools import free_port
from remote_servers import SERVERS, Server, Verb, oxigraph, virtuoso
from store_tools import ENGLISH, FRENCH, document, put

from kb.errors import LimitError, StoreError
from kb.queries.passages import passages
from kb.queries.sources import remove_source
from kb.store import CATALOGUE, DirectoryStore, MemoryStore, RemoteStore, open_store, pushing
from kb.store.pushing import push
from kb.store.web import Reply


@pytest.fixture(params=("oxigraph", "ours"))
def empty(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    """A server with nothing in it, and the credentials to write there."""
    with SERVERS[request.param](tmp_path) as found:
        for name, value in found.environment.items():
            monkeypatch.setenv(name, value)
        yield found


def test_only_what_has_changed_is_sent(empty: Server, tmp_path: Path) -> None:
    store = DirectoryStore(tmp_path / "pushed")
    put(store, document(ENGLISH, "en"))
    first, second = push(store, empty.graphs), push(store, empty.graphs)
    assert set(first.sent) == set(store.graphs())
    assert (second.sent, set(second.kept)) == ((), set(store.graphs()))
    put(store, document(FRENCH, "fr"))
    third = push(store, empty.graphs)
    assert len(third.sent) == 3  # the new source, the works and the catalogue
    assert third.sent[-1] == CATALOGUE
    gone = remove_source(store, "pawn-cr-2020-01-01-en.txt")
    fourth = push(store, empty.graphs)
    assert fourth.removed == (gone.iri,)
    assert passages(RemoteStore(empty.query)) == passages(store)
    again = push(store, empty.graphs, again=True)
    assert set(again.sent) == set(store.graphs())


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Server]:
    with oxigraph(tmp_path) as found:
        yield found


def test_an_interrupted_push_goes_on_where_it_stopped(plain: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()
    put(store, *(document(ENGLISH, "en", edition=f"20{year}-01-01") for year in range(10, 20)))
    real, sent = pushing.Web.send, []

    def breaks(web: pushing.Web, method: str, query: str = "", *rest: object, **more: object) -> Reply:
        sent.append(method)
        if len(sent) == 6:
            raise StoreError(pushing.Place(web.address), "the server cannot be reached")
        return real(web, method, query, *rest, **more)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(pushing.Web, "send", breaks)
        with pytest.raises(StoreError, match="cannot be reached"):
            push(store, plain.graphs)
    rest = push(store, plain.graphs)
    assert len(rest.kept) == 4
    assert len(rest.sent) == len(store.graphs()) - 4
    assert passages(RemoteStore(plain.query)) == passages(store)


def test_the_graphs_of_others_stay(plain: Server) -> None:
    other = {"graph": "https://example.org/theirs"}
    text = {"Content-Type": "text/turtle"}
    httpx.put(plain.graphs, params=other, headers=text, content="<x:a> <x:b> <x:c> .").raise_for_status()
    push(MemoryStore(), plain.graphs)
    assert "x:c" in httpx.get(plain.graphs, params=other).text
    assert RemoteStore(plain.query).graphs() == ()


def test_the_verb_tells_what_it_did(plain: Server, directory: Path, verb: Verb) -> None:
    code, out, _ = verb("push", directory, plain.graphs, "--format", "json")
    assert code == 0
    assert '"kept": 0' in out
    assert verb("push", directory, plain.graphs, "--lang", "fr")[1].startswith("graphes envoyés\u00a0: 0")


def test_a_server_s_no_is_passed_on_and_a_cut_answer_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, directory: Path, verb: Verb
) -> None:
    with virtuoso(tmp_path, rows=20) as server:
        code, _, said = verb("push", directory, server.graphs)
        assert code == 2
        assert "401" in said
        assert "TCG_RULES_STORE_USER" in said
        for name, value in server.environment.items():
            monkeypatch.setenv(name, value)
        store = MemoryStore()
        put(store, document(ENGLISH, "en"))
        push(store, server.graphs)
        with pytest.raises(LimitError, match="limit of 20 rows of the server"):
            RemoteStore(server.query).query("SELECT ?s ?p ?o { GRAPH ?g { ?s ?p ?o } }")


def test_a_server_that_is_not_there(verb: Verb, directory: Path) -> None:
    code, _, said = verb("push", directory, f"http://127.0.0.1:{free_port()}/store")
    assert code == 2
    assert "cannot be reached: found 'Connection refused'" in said


def test_nothing_is_loaded_into_a_server_s_store(plain: Server) -> None:
    with pytest.raises(StoreError, match=r"can only be read.*tcg-rules push"):
        put(open_store(plain.query), document(ENGLISH, "en"))
