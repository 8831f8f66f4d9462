"""A query to a running server gives what the same query gives here; what goes wrong is said in our words."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Event, Thread

import pytest
from endpoint_tools import free_port, served

from kb.errors import LimitError, QueryError, StoreError
from kb.ontology_files import ontology_files
from kb.queries.remote import select_remote
from kb.queries.sparql import select
from kb.store import DirectoryStore, open_store
from loaders.pipeline import load_paths

TEXTS = "SELECT ?n ?t { ?p text:number ?n ; text:content ?t } ORDER BY ?n ?t"


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("remote")
    load_paths(DirectoryStore(found), ontology_files("examples/documents/*.txt"))
    return found


@pytest.fixture(scope="module")
def address(directory: Path) -> Iterator[str]:
    with served(directory) as found:
        yield f"{found}/sparql"


@pytest.fixture
def odd_server() -> Iterator[str]:
    """A server that answers everything with a page, or never."""

    class Odd(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            if "slow" in self.path:
                Event().wait(3)
            self.send_response(500 if "error" in self.path else 200)
            self.end_headers()
            self.wfile.write(b"<html>all is <b>well</b></html>")

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Odd)
    thread = Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_rows_keep_their_languages(address: str, directory: Path) -> None:
    there, here = select_remote(address, TEXTS), select(open_store(directory), TEXTS)
    assert there.rows == here.rows
    assert set(there.to_frame()["t_language"]) == {"en", "fr", "es"} & set(here.to_frame()["t_language"])


def test_a_truth_and_a_graph_come_as_such(address: str) -> None:
    assert select_remote(address, 'ASK { ?p text:number "950.1" }').truth is True
    graph = select_remote(address, 'CONSTRUCT WHERE { ?p text:number "950.1" }')
    assert "text:number" in graph.to_turtle()


def test_a_faulty_query_brings_the_server_s_message(address: str) -> None:
    with pytest.raises(QueryError, match="the server refuses the query"):
        select_remote(address, "SELECT ?x { ?x")


def test_an_update_is_not_sent(address: str) -> None:
    with pytest.raises(QueryError, match="this is an update"):
        select_remote(address, "DROP ALL")


def test_a_server_that_is_not_there_is_an_error_and_no_empty_answer() -> None:
    with pytest.raises(StoreError, match="cannot be reached"):
        select_remote(f"http://127.0.0.1:{free_port()}/sparql", "ASK { ?s ?p ?o }")


@pytest.mark.parametrize(
    ("path", "message"),
    [("/", "is no result: found '<html>"), ("/error", "answers with an error: found '500")],
)
def test_an_answer_that_is_no_result_is_shown(odd_server: str, path: str, message: str) -> None:
    with pytest.raises(StoreError, match=message):
        select_remote(odd_server + path, "ASK { ?s ?p ?o }")


def test_a_slow_server_is_given_up(odd_server: str) -> None:
    with pytest.raises(LimitError, match="did not answer in time"):
        select_remote(f"{odd_server}/slow", "ASK { ?s ?p ?o }", timeout=0.3)


@pytest.mark.parametrize("address", ["https://example.org/sparql", "http:/example.org", Path("http://x/y")])
def test_an_address_is_not_taken_for_a_folder(address: str | Path) -> None:
    assert open_store(address).address.count("://") == 1
