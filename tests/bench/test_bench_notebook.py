"""What an analyst waits for, on 200,000 passages: a key press in the browser, a DataFrame, a first answer.

The peers do the bare work with the same data: SQLite's full text search for a key press, pandas reading the
same rows from JSON for a DataFrame, and the import of pandas for a first answer.
"""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
from io import StringIO
from pathlib import Path
from time import perf_counter, process_time

import pandas as pd
import pytest
from many_passages import GAME_WORDS, write_editions

import kb
from kb.knowledge import KnowledgeBase
from kb.queries.texts import texts
from kb.widgets import RuleBrowser

PASSAGES = 200_000
ROWS = 100_000
QUERY = f"""SELECT ?number ?language ?content
{{ ?p text:number ?number ; text:language ?language ; text:content ?content }} LIMIT {ROWS}"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("many")
    write_editions(folder / "editions", PASSAGES)
    begun = perf_counter()
    opened = kb.load(folder / "editions", store=folder / "store")
    count = sum(source.report.passages for source in opened.sources())
    print(f"\nloaded {count:,} passages in {perf_counter() - begun:.0f} s")
    assert count >= PASSAGES
    return opened


def _phrases() -> list[str]:
    chance = random.Random(1)
    words = [" ".join(chance.sample(GAME_WORDS[:12], 2)) for _ in range(8)]
    return [*words, *(f"{chance.randint(100, 179)}.{chance.randint(1, 50)}" for _ in range(6))]


def test_a_key_press_in_the_browser_takes_a_few_times_what_a_bare_search_takes(
    rules: KnowledgeBase, tmp_path: Path
) -> None:
    browser = RuleBrowser(rules)
    begun = perf_counter()
    browser.words.value = "c"
    print(f"\nfirst key, with the index of words: {perf_counter() - begun:.1f} s")
    wall, ours = [], []
    for phrase in _phrases():
        for length in range(1, len(phrase) + 1):
            begun, cpu = perf_counter(), process_time()
            # As the page does it: a message that sets the state of the widget.
            browser.words.set_state({"value": phrase[:length]})
            wall.append(perf_counter() - begun)
            ours.append(process_time() - cpu)
    peer = sqlite3.connect(tmp_path / "peer.db")
    peer.execute("CREATE VIRTUAL TABLE t USING fts5(text, tokenize='porter unicode61')")
    peer.executemany("INSERT INTO t VALUES (?)", ((text.folded,) for text in texts(rules.store)))
    theirs = []
    for phrase in _phrases():
        for length in range(1, len(phrase) + 1):
            asked = " ".join(f'"{word}"*' for word in phrase[:length].split())
            cpu = process_time()
            peer.execute("SELECT text FROM t WHERE t MATCH ? ORDER BY rank LIMIT 50", (asked,)).fetchall()
            theirs.append(process_time() - cpu)
    p95, peer95 = (sorted(each)[int(len(each) * 0.95)] * 1000 for each in (ours, theirs))
    waited = sorted(wall)[int(len(wall) * 0.95)] * 1000
    print(
        f"key press on {PASSAGES:,} passages: p95 {waited:.0f} ms, {p95:.0f} ms of processor;"
        f" FTS5 {peer95:.0f} ms of processor"
    )
    # Beside searching, we fetch fifty passages and make the card of a rule.
    assert p95 < 3 * peer95


def test_a_data_frame_of_a_hundred_thousand_rows_takes_a_few_times_what_pandas_takes_to_read_them(
    rules: KnowledgeBase,
) -> None:
    rules.select("SELECT * { ?s ?p ?o } LIMIT 1")  # the process is there
    walls, ours = [], []
    for _ in range(3):
        begun, cpu = perf_counter(), process_time()
        result = rules.select(QUERY)
        frame = result.to_frame()
        walls.append(perf_counter() - begun)
        ours.append(process_time() - cpu)
    assert len(frame) == ROWS
    bindings = [
        {name: {"type": "literal", "value": value} for name, value in row.items()}
        for row in result.to_dicts()
    ]
    text = json.dumps({"results": {"bindings": bindings}})
    cpu = process_time()
    read = pd.json_normalize(json.load(StringIO(text))["results"]["bindings"])
    theirs = process_time() - cpu
    assert len(read) == ROWS
    print(
        f"\nDataFrame of {ROWS:,} rows from SPARQL: {min(walls):.2f} s, {min(ours):.2f} s of processor here;"
        f" pandas.json_normalize of the same rows {theirs:.2f} s of processor"
    )
    assert min(ours) < 2 * theirs


FIRST = """
import time; begun = time.perf_counter(), time.process_time()
import kb
rules = kb.load(store=None)
table = rules.scenario("mtg", "Ann", "Ben").permanent("ox", owner="Ann").gain_control("Ben", "ox")
picture = rules.who_controls("ox", table).picture()
assert "Ben" in picture
print(time.perf_counter() - begun[0], time.process_time() - begun[1])
"""
PEER = "import time; begun = time.process_time(); import pandas; print(time.process_time() - begun)"


def test_the_first_picture_comes_soon_after_the_import() -> None:
    def run(program: str) -> list[float]:
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        return [float(each) for each in done.stdout.split()]

    wall, ours = min(run(FIRST) for _ in range(3))
    [theirs] = min(run(PEER) for _ in range(3))
    print(f"\nfrom import to picture: {wall:.2f} s, {ours:.2f} s of processor; import pandas {theirs:.2f} s")
    assert ours < 6 * theirs
