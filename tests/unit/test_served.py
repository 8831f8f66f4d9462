"""A knowledge base that is served answers as a local one does: the same calls, the same records."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest
from endpoint_tools import LENDING as BORROWED
from endpoint_tools import free_port, served
from store_tools import bilingual, document, put

import kb
from kb import opening
from kb.endpoint import Settings
from kb.errors import LimitError, NotFoundError, QueryError, StoreError
from kb.knowledge import KnowledgeBase
from kb.ontology_files import ontology_files
from kb.queries.sandbox import Limits
from kb.store import DirectoryStore
from kb.store.served import ServedStore
from loaders.pipeline import load_paths

LENDING = f"{BORROWED}  - {{ask: legal_target, of: ox, at: end}}\n"
Call = Callable[[KnowledgeBase], Any]
CALLS: dict[str, Call] = {
    "sources": lambda rules: rules.sources(),
    "all passages": lambda rules: rules.passages(),
    "passages of a language": lambda rules: rules.passages(language="fr", document="pawn-cr"),
    "a number": lambda rules: rules.passages(number="7.3"),
    "words": lambda rules: rules.passages(words="gardien"),
    "show": lambda rules: rules.show("pawn-cr fr 7.3"),
    "show an iri": lambda rules: rules.show("https://w3id.org/tcg-rules/passage/pawn-cr/2020-01-01/fr/7.3"),
    "find": lambda rules: rules.find("lanterne", language="fr"),
    "find in any language": lambda rules: rules.find("keepers"),
    "find a phrase": lambda rules: rules.find('"keeper of a pawn"'),
    "find by filters": lambda rules: rules.find(
        "pawn", game="mtg", document="pawn-cr", edition="2021-01-01", concept="owner", most=3
    ),
    "find nothing": lambda rules: rules.find("gardein"),
    "find with signs": lambda rules: rules.find("number:7.3 & l’œil = + % #?"),
    "find no words": lambda rules: rules.find("  "),
    "compare": lambda rules: rules.compare("7.3", "fr", "en"),
    "compare with one side": lambda rules: rules.compare("7.2", "fr", "en"),
    "rule": lambda rules: rules.rule("7.1"),
    "diverge": lambda rules: rules.diverge("fr", "en", document="pawn-cr"),
    "coverage": lambda rules: rules.coverage(),
    "select": lambda rules: rules.select("SELECT ?n { ?p text:number ?n } ORDER BY ?n ?p"),
    "ask in SPARQL": lambda rules: rules.select("ASK { ?p text:number '7.3' }"),
    "construct": lambda rules: set(
        rules.select("CONSTRUCT { ?p text:number ?n } { ?p text:number ?n FILTER(?n = '7.3') }")
    ),
    "answers": lambda rules: [(a.value, a.outcome, a.why("fr")) for a in rules.answers(LENDING)],
    "concept": lambda rules: rules.concept("owner"),
    "where": lambda rules: rules.where_is("110.5a", from_="2010-02-01"),
}


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("served") / "store"
    store = bilingual(DirectoryStore(made))
    more = {"7.1": "The owner of a pawn keeps it.", "a b+c%20d": "An odd pawn."}
    put(store, document(more, "en", edition="2021-01-01"))
    load_paths(store, ontology_files("examples/documents/*.txt"))
    return made


@pytest.fixture(scope="module")
def address(directory: Path) -> Iterator[str]:
    with served(directory) as found:
        yield found


@pytest.fixture(scope="module")
def both(directory: Path, address: str) -> tuple[KnowledgeBase, KnowledgeBase]:
    return kb.load(store=directory), kb.load(store=address)


@pytest.mark.parametrize("call", CALLS.values(), ids=list(CALLS))
def test_a_served_knowledge_base_gives_the_records_of_a_local_one(
    both: tuple[KnowledgeBase, KnowledgeBase], call: Call
) -> None:
    local, there = map(call, both)
    assert type(local) is type(there)
    assert _plain(local) == _plain(there)
    for name in ("total", "suggestion"):
        assert getattr(local, name, None) == getattr(there, name, None)


def _plain(found: Any) -> Any:
    return (
        list(found) if hasattr(found, "to_dicts") else found if isinstance(found, list | set) else repr(found)
    )


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda rules: rules.show("7.33"), NotFoundError),
        (lambda rules: rules.compare("7.99", "fr", "en"), NotFoundError),
        (lambda rules: rules.find("pawn", concept="ownr"), NotFoundError),
        (lambda rules: rules.diverge("fr", "tlh", document="pawn-cr"), NotFoundError),
        (lambda rules: rules.select("SELECT ?x {"), QueryError),
        (lambda rules: rules.select("CLEAR ALL"), QueryError),
    ],
    ids=["show", "compare", "concept", "language", "query", "update"],
)
def test_it_refuses_what_a_local_one_refuses(
    both: tuple[KnowledgeBase, KnowledgeBase], call: Call, error: type[Exception]
) -> None:
    local, there = both
    with pytest.raises(error) as here:
        call(local)
    with pytest.raises(error) as far:
        call(there)
    if error is NotFoundError:
        assert str(far.value) == str(here.value)


def test_nothing_is_written_through_it(both: tuple[KnowledgeBase, KnowledgeBase], address: str) -> None:
    with pytest.raises(StoreError, match="can only be read"):
        both[1].publish(LENDING)
    with pytest.raises(StoreError, match="can only be read"):
        kb.load("README.md", store=address)


def test_what_is_loaded_meanwhile_is_seen(tmp_path: Path) -> None:
    store = bilingual(DirectoryStore(tmp_path))
    with served(tmp_path) as address:
        rules = kb.load(store=address)
        assert len(rules.find("bishop")) == 0
        put(store, document({"1": "A bishop."}, "en", document="bishops"))
        rules.store._about = None  # type: ignore[attr-defined]  # the second is over
        assert [hit.passage.number for hit in rules.find("bishop")] == ["1"]
        assert {source.report.document for source in rules.sources()} == {"pawn-cr", "bishops"}


def test_a_limit_of_the_server_is_an_error_and_never_half_an_answer(tmp_path: Path) -> None:
    bilingual(DirectoryStore(tmp_path))
    with served(
        tmp_path, Settings(limits=Limits(seconds=10, megabytes=512, rows=5, bytes=100_000))
    ) as address:
        rules = kb.load(store=address)
        with pytest.raises(LimitError, match="stopped at the limit of 5 rows"):
            rules.select("SELECT * { ?s ?p ?o }")
    settings = Settings(limits=Limits(seconds=10, megabytes=512, rows=100_000, bytes=400_000))
    with served(tmp_path, settings) as address:
        rules = kb.load(store=address)
        # So much has been sent by then that no status can say it any more.
        with pytest.raises(StoreError, match="the server broke off its answer"):
            rules.select("SELECT * { ?s ?p ?o . ?x ?y ?z }")
        assert rules.show("7.3"), "the next question is answered"


def test_a_server_that_is_gone_or_of_others_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="the server cannot be reached"):
        kb.load(store=f"http://127.0.0.1:{free_port()}")
    with pytest.raises(StoreError, match="this is no address of a server"):
        ServedStore("http://")

    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>hello</html>")

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Other)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        with pytest.raises(StoreError, match="no knowledge base of ours"):
            kb.load(store=f"http://127.0.0.1:{server.server_port}")
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_server_that_was_started_again_is_asked_again(tmp_path: Path) -> None:
    bilingual(DirectoryStore(tmp_path))
    with served(tmp_path) as address:
        rules = kb.load(store=address)
        kept = rules.store._kept[0]  # type: ignore[attr-defined]
        kept.sock.close()  # as a server does that has waited long enough
        assert len(rules.passages(number="7.3")) == 2


def test_other_rules_at_the_server_are_warned_of(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "digest_of", lambda _: "another")
    with pytest.warns(UserWarning, match="has other rules than are installed here"):
        kb.load(store=address)


def test_programs_get_json_of_what_the_pages_show(address: str) -> None:
    with httpx.Client(base_url=address, timeout=30) as client:
        shown = client.get("/show", params={"name": "pawn-cr fr 7.3"}).json()["passages"]
        assert [(each["number"], each["language"], each["edition"]) for each in shown] == [
            ("7.3", "fr", "2020-01-01")
        ]
        [pair] = client.get(
            "/compare",
            params={"number": "7.3", "left": "fr", "right": "en"},
            headers={"Accept-Language": "es"},
        ).json()["comparisons"]
        assert pair["left"]["text"].startswith("Le gardien")
        assert any("francés" in note for note in pair["notes"])
        assert "number" in {each["kind"].rpartition(".")[2] for each in pair["divergences"]}
        page = client.get("/compare?number=7.3&left=fr&right=en", headers={"Accept": "text/html"})
        assert page.status_code == 303
        assert page.headers["location"] == "/en/compare?number=7.3&left=fr&right=en"
        missing = client.get("/show", params={"name": "7.33"})
        assert (missing.status_code, "did you mean '7.3'" in missing.json()["error"]) == (404, True)
        assert client.get("/show?name=7.3", headers={"Accept": "text/turtle"}).status_code == 406
        assert client.get("/search", params={"q": "a" * 401}).status_code == 400


def test_a_situation_is_answered_in_json_however_it_is_sent(address: str) -> None:
    local = json.loads(json.dumps(_told()))
    with httpx.Client(base_url=address, timeout=60) as client:
        replies = [
            client.post("/ask", data={"scenario": LENDING, "language": "fr"}),
            client.post("/ask", json={"scenario": LENDING, "language": "fr"}),
            client.post("/ask?language=fr", content=LENDING.encode(), headers={"Content-Type": "text/yaml"}),
        ]
        for reply in replies:
            assert reply.status_code == 200, reply.text
            assert reply.json()["answers"] == local
        assert local[0]["outcome"] == "answered"
        assert local[0]["cited"][0]["edition"] == local[0]["edition"]
        assert (local[1]["outcome"], bool(local[1]["missing"])) == ("undetermined", True)
        bad = client.post("/ask", json={"scenario": "game: mtgg"})
        assert (bad.status_code, "did you mean 'mtg'?" in bad.json()["error"]) == (400, True)
        for body, status in ((b"\xff", 400), (b"[" * 100_000, 400), (b"x" * 70_000, 413), (b"7", 400)):
            reply = client.post("/ask", content=body, headers={"Content-Type": "application/json"})
            assert (reply.status_code, "error" in reply.json()) == (
                status if body[:1] != b"x" else 400,
                True,
            )
        assert client.post("/ask?language=tlh", content=LENDING.encode()).status_code == 400
        assert client.post("/ask", content=b"x" * 70_000).status_code == 413


def _told() -> list[dict[str, object]]:
    from kb.queries.asker import told

    return [each["record"] for each in told(LENDING, "fr")]  # type: ignore[misc]
