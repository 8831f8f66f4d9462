"""Clients that others have written ask `tcg-rules serve`: each asks in every form, and meets an error."""

from __future__ import annotations

import json
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
import rdflib
import SPARQLWrapper
from endpoint_tools import served
from rdflib.plugins.stores.sparqlstore import SPARQLStore

PREFIX = "PREFIX text: <https://w3id.org/tcg-rules/text#> "
SELECT = PREFIX + 'SELECT ?t WHERE { ?p text:number "950.3" ; text:content ?t } ORDER BY ?t'
ASK = PREFIX + 'ASK { ?p text:number "950.2" ; text:language "en" }'
DENIED = ASK.replace('"en"', '"fr"')
CONSTRUCT = PREFIX + 'CONSTRUCT { ?p text:number ?n } WHERE { ?p text:number ?n FILTER(?n = "950.3") }'
WRONG = "SELECT ?t WHERE { ?t"
FRENCH = "Un joueur peut garder au plus 2 lanternes."
NUMBER = rdflib.URIRef("https://w3id.org/tcg-rules/text#number")


@pytest.fixture(scope="module")
def address(directory: Path) -> Iterator[str]:
    with served(directory) as found:
        yield f"{found}/sparql"


@pytest.fixture
def comunica(root: Path) -> Path:
    program = root / "build/comunica/node_modules/.bin/comunica-sparql"
    if not program.exists():
        pytest.skip("needs the client comunica (make comunica)")
    return program


def _program(name: str, package: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"needs the client {name} (apt install {package})")
    return found


def _run(*command: object) -> subprocess.CompletedProcess[str]:
    words = [str(word) for word in command]
    return subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("method", ["GET", "POST", "direct"])
def test_sparqlwrapper(address: str, method: str) -> None:
    client = SPARQLWrapper.SPARQLWrapper(address)
    client.setMethod("POST" if method != "GET" else "GET")
    client.setRequestMethod(SPARQLWrapper.POSTDIRECTLY if method == "direct" else SPARQLWrapper.URLENCODED)

    def ask(query: str, form: str) -> object:
        client.setQuery(query)
        client.setReturnFormat(form)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # of rdflib's, which it uses as one used to
            return client.query().convert()

    rows = ask(SELECT, SPARQLWrapper.JSON)["results"]["bindings"]  # type: ignore[index]
    assert rows[1]["t"]["value"].startswith(FRENCH)
    assert ask(SELECT, SPARQLWrapper.XML).getElementsByTagName("result").length == 2  # type: ignore[attr-defined]
    assert FRENCH.encode() in ask(SELECT, SPARQLWrapper.CSV)  # type: ignore[operator]
    assert ask(ASK, SPARQLWrapper.JSON)["boolean"] is True  # type: ignore[index]
    assert ask(DENIED, SPARQLWrapper.JSON)["boolean"] is False  # type: ignore[index]
    assert b'"950.3"' in ask(CONSTRUCT, SPARQLWrapper.TURTLE)  # type: ignore[operator]
    assert len(ask(CONSTRUCT, SPARQLWrapper.JSONLD)) == 2  # type: ignore[arg-type]
    assert len(ask(CONSTRUCT, SPARQLWrapper.RDFXML)) == 2  # type: ignore[arg-type]
    with pytest.raises(SPARQLWrapper.SPARQLExceptions.QueryBadFormed, match="SPARQL"):
        ask(WRONG, SPARQLWrapper.JSON)


@pytest.mark.parametrize("form", ["json", "xml", "tsv"])
@pytest.mark.parametrize("method", ["GET", "POST", "POST_FORM"])
def test_rdflib_s_store(address: str, method: str, form: str) -> None:
    graph = rdflib.Graph(SPARQLStore(address, method=method, returnFormat=form))
    if form != "tsv":  # its reader of TSV has no truths
        assert graph.query(ASK).askAnswer is True
        assert graph.query(DENIED).askAnswer is False
    assert [str(row[0])[: len(FRENCH)] for row in graph.query(SELECT)][1] == FRENCH
    if form == "xml":  # it asks for graphs in the format of tables
        assert len(graph.query(CONSTRUCT).graph) == 2  # type: ignore[arg-type]
    if method == "GET":
        with pytest.raises(ValueError, match="formulating either the URI or your SPARQL query"):
            graph.query(WRONG)
    else:  # it returns what it could not read
        assert tuple(graph.query(WRONG))[:1] == (400,)


@pytest.mark.parametrize(
    ("accept", "query", "found"),
    [
        ("application/sparql-results+json", SELECT, FRENCH),
        ("application/sparql-results+xml", SELECT, f'<literal xml:lang="fr">{FRENCH}'),
        ("text/csv", SELECT, f'"{FRENCH}'),
        ("text/tab-separated-values", SELECT, f'"{FRENCH}'),
        ("application/sparql-results+json", ASK, '"boolean":true'),
        ("text/turtle", CONSTRUCT, '"950.3"'),
        ("application/ld+json", CONSTRUCT, '"950.3"'),
        ("application/n-triples", CONSTRUCT, f"<{NUMBER}>"),
        ("application/sparql-results+json", WRONG, "1:"),
        ("image/png", SELECT, "406"),
    ],
)
def test_curl(address: str, accept: str, query: str, found: str) -> None:
    curl = _program("curl", "curl")
    done = _run(
        curl,
        "-sS",
        "-H",
        f"Accept: {accept}",
        "--data-urlencode",
        f"query={query}",
        "-w",
        "\n%{http_code}",
        address,
    )
    status = {WRONG: "400"}.get(query, "406" if found == "406" else "200")
    assert done.stdout.rpartition("\n")[2] == status, done.stdout
    assert found in done.stdout


def test_roqet(address: str) -> None:
    roqet = _program("roqet", "rasqal-utils")

    def ask(query: str, form: str | None = None) -> subprocess.CompletedProcess[str]:
        return _run(roqet, "-q", "-p", address, "-e", query, *(("-r", form) if form else ()))

    assert FRENCH in ask(SELECT, "tsv").stdout
    assert FRENCH in ask(SELECT, "xml").stdout
    assert ask(ASK, "xml").returncode == 0  # asked and read, but roqet shows the truth of no server
    # It asks for tables alone, whatever the query, and is told that a graph is none.
    assert "Failed to fetch" in ask(CONSTRUCT).stderr
    wrong = ask(WRONG, "tsv")
    assert wrong.returncode != 0
    assert "error" in wrong.stderr.lower()


def test_comunica(address: str, comunica: Path) -> None:
    def ask(query: str, form: str) -> subprocess.CompletedProcess[str]:
        return _run(comunica, f"sparql@{address}", "-q", query, "-t", form)

    rows = json.loads(ask(SELECT, "application/sparql-results+json").stdout)["results"]["bindings"]
    assert rows[1]["t"]["value"].startswith(FRENCH)
    assert FRENCH in ask(SELECT, "text/csv").stdout
    assert ask(ASK, "simple").stdout.strip() == "true"
    assert ask(DENIED, "simple").stdout.strip() == "false"
    assert ask(CONSTRUCT, "text/turtle").stdout.count('"950.3"') == 2
    wrong = ask(WRONG, "text/csv")
    assert wrong.returncode != 0
    assert "Parse error" in wrong.stderr
