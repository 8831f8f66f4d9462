"""Two servers with a game each answer as one, behind a client that federates."""

from __future__ import annotations

import csv
import subprocess
from pathlib import Path

import pytest
from remote_servers import oxigraph
from store_tools import ENGLISH, FRENCH, document, put

from kb.queries.sparql import select
from kb.store import MemoryStore
from kb.store.pushing import push

COUNTED = """PREFIX text: <https://w3id.org/tcg-rules/text#>
SELECT ?game ?language (COUNT(*) AS ?rules) {
  ?p text:game ?game ; text:language ?language ; text:kind "rule" }
GROUP BY ?game ?language ORDER BY ?game ?language"""
GAMES_WITH = """PREFIX text: <https://w3id.org/tcg-rules/text#>
SELECT ?number (COUNT(DISTINCT ?game) AS ?games) {
  ?p text:game ?game ; text:number ?number ; text:language "fr" }
GROUP BY ?number ORDER BY ?number"""


JOINED = """PREFIX text: <https://w3id.org/tcg-rules/text#>
SELECT ?number ?one ?other {
  ?a text:document ?one ; text:number ?number ; text:language "fr" .
  ?b text:document ?other ; text:number ?number ; text:language "fr" .
  FILTER(STR(?one) < STR(?other)) }
ORDER BY ?number"""


@pytest.mark.parametrize("query", [COUNTED, GAMES_WITH, JOINED])
def test_shards_by_game_answer_as_one(root: Path, tmp_path: Path, query: str) -> None:
    comunica = root / "build/comunica/node_modules/.bin/comunica-sparql"
    if not comunica.exists():
        pytest.skip("needs the client comunica (make comunica)")
    games = {
        "mtg": [document(ENGLISH, "en"), document(FRENCH, "fr")],
        "ygo": [document(FRENCH, "fr", game="ygo", document="ygo-pawns")],
    }
    whole = MemoryStore()
    put(whole, *(each for game in games.values() for each in game))
    (tmp_path / "mtg").mkdir()
    (tmp_path / "ygo").mkdir()
    with (
        oxigraph(tmp_path / "mtg", "--union-default-graph") as first,
        oxigraph(tmp_path / "ygo", "--union-default-graph") as second,
    ):
        for game, server in (("mtg", first), ("ygo", second)):
            shard = MemoryStore()
            put(shard, *games[game])
            push(shard, server.graphs)
        sources = (f"sparql@{first.query}", f"sparql@{second.query}")
        done = subprocess.run(
            [str(comunica), *sources, "-q", query, "-t", "text/csv"],
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    _, *rows = csv.reader(done.stdout.splitlines())
    here = [[str(getattr(term, "value", "")) for term in row] for row in select(whole, query)]
    assert len(here) == 3
    assert rows == here
