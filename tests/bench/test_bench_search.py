"""The index of words against SQLite's full text search on the same made-up passages, in one run."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from kb.search import Entry, Filters
from kb.search.analysis import analyser
from kb.search.index import WordIndex
from kb.search.writing import write_index

GAME_WORDS = """
contrôleur contrôle propriétaire joueur adversaire créature jeton capacité effet règle sort vol portée coût
main bibliothèque cimetière bataille permanent enchantement équipement sacrifier détruire exiler défausser
piocher lancer activer déclencher résoudre engager attaquer bloquer
""".split()  # noqa: SIM905


def passages(count: int) -> list[Entry]:
    """Passages of 15 to 60 words as often as words of a language are; game words are in one of twenty."""
    chance = random.Random(2)
    others = [f"mot{chance.choice('aeiouéè')}{number:x}" for number in range(15_000)]
    words = [*others[:60], *GAME_WORDS, *others[60:]]
    often = [1 / (rank + 3) for rank in range(len(words))]
    return [
        Entry(
            f"x:source/{at // 3000}", f"x:{at}", "mtg", "pawn-cr", "2010-02-01", "fr",
            f"{100 + at // 300}.{at % 300 // 10}{'abcdefghij'[at % 10]}", "rule",
            " ".join(chance.choices(words, often, k=chance.randint(15, 60))), "Titre", "", at,
        )
        for at in range(count)
    ]  # fmt: skip


def peer(entries: list[Entry], path: Path) -> sqlite3.Connection:
    """The same passages in FTS5, with a column of the same keys, which it does not know how to make."""
    words = analyser("fr").words
    connection = sqlite3.connect(path)
    connection.execute(
        "CREATE VIRTUAL TABLE t USING fts5(text, keys, tokenize='unicode61 remove_diacritics 2')"
    )
    connection.executemany(
        "INSERT INTO t VALUES (?, ?)",
        (
            (entry.text, " ".join(word.joined.replace("=", "") for word in words(entry.text)))
            for entry in entries
        ),
    )
    connection.commit()
    return connection


def searches() -> list[list[str]]:
    chance = random.Random(3)
    return [chance.sample(GAME_WORDS, chance.choice([1, 2, 2, 3])) for _ in range(400)]


def test_thirty_thousand_passages_are_indexed_in_a_few_times_what_the_peer_takes(tmp_path: Path) -> None:
    entries = passages(30_000)
    begun, ours_cpu = perf_counter(), process_time()
    write_index(tmp_path / "words", entries)
    wall, ours = perf_counter() - begun, process_time() - ours_cpu
    cpu = process_time()
    peer(entries, tmp_path / "peer.db")
    theirs = process_time() - cpu
    print(
        f"\nindex 30,000 passages: {wall:.2f} s ({ours:.2f} s of processor), FTS5 {theirs:.2f} s of processor"
    )
    # The peer is given the keys, and keeps no fields to narrow down by.
    assert ours < 3 * theirs


def test_a_search_in_a_hundred_thousand_passages_is_faster(tmp_path: Path) -> None:
    entries = passages(100_000)
    write_index(tmp_path / "words", entries)
    index, connection = WordIndex.at(tmp_path / "words"), peer(entries, tmp_path / "peer.db")
    index.search("contrôleur")
    ours, theirs = [], []
    for words in searches():
        begun = process_time()
        found = index.search(" ".join(words), Filters(language="fr"), most=10)
        ours.append(process_time() - begun)
        keys = " AND ".join(
            "(" + " OR ".join(f'"{key.replace("=", "")}"' for key in analyser("fr").word(word).keys) + ")"
            for word in words
        )
        begun = process_time()
        ask = "SELECT text, bm25(t), highlight(t, 0, '<', '>') FROM t WHERE t MATCH ? ORDER BY rank LIMIT 10"
        connection.execute(ask, (f"keys: ({keys})",)).fetchall()
        theirs.append(process_time() - begun)
        assert found.total
    p50, other = median(ours) * 1000, median(theirs) * 1000
    p95 = sorted(ours)[int(len(ours) * 0.95)] * 1000
    print(f"\nsearch in 100,000 passages: p50 {p50:.2f} ms, p95 {p95:.2f} ms, FTS5 p50 {other:.2f} ms")
    assert p50 < other
