"""A store in a directory: one switch, many readers, one writer, clear errors."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, Quad

from kb.errors import StoreError
from kb.store import DirectoryStore, MemoryStore, bulk, open_store

WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from pyoxigraph import Literal, NamedNode, Quad
from kb.store import DirectoryStore
store = DirectoryStore(Path(sys.argv[2]))
print("ready", flush=True)
with store.transaction() as change:
    for graph in ("x:g0", "x:g1", "x:g2", "x:g3"):
        change.replace_graph(graph, (
            Quad(NamedNode(f"x:s{at}"), NamedNode("x:p"), Literal(f"new {at}"), NamedNode(graph))
            for at in range(3000)
        ))
"""


def made_up(graph: str, count: int, words: str) -> Iterator[Quad]:
    for number in range(count):
        yield Quad(
            NamedNode(f"x:s{number}"), NamedNode("x:p"), Literal(f"{words} {number}"), NamedNode(graph)
        )


def contents(store: DirectoryStore | MemoryStore) -> frozenset[str]:
    return frozenset(str(quad) for quad in store.quads())


def fill(store: DirectoryStore | MemoryStore, graph: str, quads: Iterable[Quad]) -> None:
    with store.transaction() as change:
        change.replace_graph(graph, quads)


def test_reading_a_missing_directory_finds_nothing_and_creates_nothing(tmp_path: Path) -> None:
    store = DirectoryStore(tmp_path / "none")
    assert store.graphs() == ()
    assert store.version == "empty"
    assert list(store.quads()) == []
    assert not (tmp_path / "none").exists()


def test_what_was_written_is_read_by_another_opener(tmp_path: Path) -> None:
    fill(DirectoryStore(tmp_path / "s"), "x:g", made_up("x:g", 10, "old"))
    again = open_store(tmp_path / "s")
    assert again.graphs() == ("x:g",)
    assert len(contents(again)) == 10
    found = again.query('SELECT ?s { GRAPH ?g { ?s ?p "old 3" } }')
    assert found.variables == ("s",)
    assert found.rows == ((NamedNode("x:s3"),),)


def test_an_open_reader_follows_a_new_snapshot(tmp_path: Path) -> None:
    reader = DirectoryStore(tmp_path / "s")
    assert reader.graphs() == ()
    fill(DirectoryStore(tmp_path / "s"), "x:g", made_up("x:g", 1, "old"))
    first = reader.version
    assert reader.graphs() == ("x:g",)
    fill(DirectoryStore(tmp_path / "s"), "x:h", made_up("x:h", 1, "old"))
    assert reader.version != first
    assert reader.graphs() == ("x:g", "x:h")


def test_a_scan_that_has_begun_is_not_disturbed_by_a_load(tmp_path: Path) -> None:
    store = DirectoryStore(tmp_path / "s")
    fill(store, "x:g", made_up("x:g", 5000, "old"))
    scan = store.quads("x:g")
    next(scan)
    with store.transaction() as change:
        change.drop_graph("x:g")
    assert sum(1 for _ in scan) == 4999
    assert store.graphs() == ()


@pytest.mark.parametrize("where", ["memory", "directory"])
def test_an_error_inside_the_block_leaves_everything_as_it_was(tmp_path: Path, where: str) -> None:
    store = open_store(tmp_path / "s" if where == "directory" else None)
    fill(store, "x:g", made_up("x:g", 5, "old"))
    before, version = contents(store), store.version

    def half_a_load() -> None:
        with store.transaction() as change:
            change.drop_graph("x:g")
            change.add(made_up("x:h", 5, "new"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        half_a_load()
    assert contents(store) == before
    assert store.version == version


@pytest.mark.parametrize("where", ["memory", "directory"])
def test_a_block_that_changes_nothing_publishes_nothing(tmp_path: Path, where: str) -> None:
    store = open_store(tmp_path / "s" if where == "directory" else None)
    fill(store, "x:g", made_up("x:g", 5, "old"))
    version = store.version
    with store.transaction():
        pass
    assert store.version == version


@pytest.mark.parametrize("where", ["memory", "directory"])
def test_dropping_one_graph_leaves_the_others_quad_for_quad(tmp_path: Path, where: str) -> None:
    store = open_store(tmp_path / "s" if where == "directory" else None)
    fill(store, "x:g", made_up("x:g", 50, "old"))
    before = contents(store)
    fill(store, "x:h", made_up("x:h", 3000, "new"))
    with store.transaction() as change:
        change.drop_graph("x:h")
    assert contents(store) == before


def triples(count: int, words: str) -> bytes:
    """N-Triples of our own making."""
    lines = (f'<x:s{number}> <x:p> "{words} {{\\"}} é {number}"@en .\n' for number in range(count))
    return "".join(lines).encode()


@pytest.mark.parametrize("where", ["memory", "directory"])
def test_graphs_loaded_together_each_hold_their_own_triples(tmp_path: Path, where: str) -> None:
    store = open_store(tmp_path / "s" if where == "directory" else None)
    fill(store, "x:b", made_up("x:b", 5, "old"))
    large = tmp_path / "large.nt"
    large.write_bytes(triples(9000, "large"))
    with store.transaction() as change:
        change.load_graph("x:a", triples(2, "first"))
        change.load_graph("x:b", triples(3, "new"))
        change.load_graph("x:a", triples(1, "again"))
        change.load_graph("x:c", large)
        change.add(made_up("x:d", 4, "added"))
        change.drop_graph("x:d")
        change.add(made_up("x:d", 1, "added"))
    assert {graph: len(list(store.quads(graph))) for graph in store.graphs()} == {
        "x:a": 1, "x:b": 3, "x:c": 9000, "x:d": 1,
    }  # fmt: skip
    (quad,) = store.quads("x:a")
    assert quad.object == Literal('again {"} é 0', language="en")


def test_graphs_are_written_in_pieces_by_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "PIECE", 20_000)
    monkeypatch.setattr(bulk, "_SMALL", 5_000)
    store, large = DirectoryStore(tmp_path / "s"), tmp_path / "large.nt"
    large.write_bytes(triples(5000, "large"))
    with store.transaction() as change:
        for number in range(40):
            change.load_graph(f"x:g{number}", triples(number * 10, "piece") or b"")
        change.load_graph("x:large", large)
    found = {graph: len(list(store.quads(graph))) for graph in store.graphs()}
    assert found == {f"x:g{number}": number * 10 for number in range(1, 40)} | {"x:large": 5000}


def test_an_error_in_a_thread_that_writes_is_told_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = DirectoryStore(tmp_path / "s")
    fill(store, "x:g", made_up("x:g", 5, "old"))
    before = contents(store)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(bulk, "load", full)
    with pytest.raises(StoreError, match="to the store: No space left"), store.transaction() as change:
        change.load_graph("x:h", triples(9000, "new"))
    assert contents(store) == before


def test_old_snapshots_are_removed_once_nobody_reads_them(tmp_path: Path) -> None:
    store = DirectoryStore(tmp_path / "s")
    for words in ("a", "b", "c"):
        fill(store, "x:g", made_up("x:g", 5, words))
    assert len(list((tmp_path / "s" / "snapshots").iterdir())) == 1
    reader = DirectoryStore(tmp_path / "s")
    scan = reader.quads()
    next(scan)
    fill(store, "x:g", made_up("x:g", 5, "d"))
    assert len(list((tmp_path / "s" / "snapshots").iterdir())) == 2
    assert all(str(quad.object).startswith('"c') for quad in scan)
    reader.close()
    fill(store, "x:g", made_up("x:g", 5, "e"))
    assert len(list((tmp_path / "s" / "snapshots").iterdir())) == 1


def test_a_second_writer_is_told_who_is_writing(tmp_path: Path) -> None:
    first, second = DirectoryStore(tmp_path / "s"), DirectoryStore(tmp_path / "s")
    with first.transaction() as change:
        change.add(made_up("x:g", 1, "first"))
        with (
            pytest.raises(
                StoreError, match=f"another process is writing to this store: process {os.getpid()}"
            ),
            second.transaction(),
        ):
            pass
    assert second.graphs() == ("x:g",)


def test_a_directory_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear all")
    with pytest.raises(StoreError, match=r"this directory is not a store: found 'letter\.txt'"):
        DirectoryStore(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_file_is_not_a_store(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="this is a file: expected a directory that holds a store"):
        DirectoryStore(tmp_path / "file")


def test_a_store_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    fill(DirectoryStore(tmp_path), "x:g", made_up("x:g", 1, "old"))
    (tmp_path / "tcg-rules-kb.json").write_text(json.dumps({"format": 99}))
    with pytest.raises(StoreError, match="newer version of tcg-rules-kb: found 'format 99'"):
        DirectoryStore(tmp_path)


def test_a_damaged_marker_is_named(tmp_path: Path) -> None:
    fill(DirectoryStore(tmp_path), "x:g", made_up("x:g", 1, "old"))
    (tmp_path / "tcg-rules-kb.json").write_text("{")
    with pytest.raises(StoreError, match=r"tcg-rules-kb\.json is damaged"):
        DirectoryStore(tmp_path)


def test_a_full_disk_is_reported_and_loses_nothing(tmp_path: Path) -> None:
    store = DirectoryStore(tmp_path / "s")
    fill(store, "x:g", made_up("x:g", 10, "old"))
    before = contents(store)
    limited = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))\n" + WRITER
    )
    with run_writer(tmp_path / "s", limited) as ended:
        _, errors = ended.communicate(timeout=60)
    assert ended.returncode == 1
    assert "StoreError" in errors
    assert "cannot write to the store" in errors
    assert contents(DirectoryStore(tmp_path / "s")) == before
    assert not list((tmp_path / "s").glob("work-*"))


@pytest.mark.skipif(os.name != "posix", reason="needs other users")
def test_a_directory_that_may_only_be_read_is_read_and_not_written(tmp_path: Path) -> None:
    store = DirectoryStore(tmp_path / "s")
    fill(store, "x:g", made_up("x:g", 10, "old"))
    for path in (tmp_path / "s", *(tmp_path / "s").rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    tmp_path.chmod(0o755)
    # To root everything may be written: become nobody, who reaches the store from the folder it stands in.
    script = f"""
import os, sys
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
from pathlib import Path
from kb.store import DirectoryStore
from kb.errors import StoreError
os.chdir({str(tmp_path)!r})
if os.geteuid() == 0:
    os.setgid(65534); os.setuid(65534)
store = DirectoryStore(Path("s"))
assert store.graphs() == ("x:g",)
try:
    with store.transaction() as change:
        change.drop_graph("x:g")
except StoreError as problem:
    print(problem)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    for path in (tmp_path / "s", *(tmp_path / "s").rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert done.stderr == ""
    assert done.stdout.startswith("s: cannot write to the store: Permission denied")


def run_writer(directory: Path, script: str = WRITER) -> subprocess.Popen[str]:
    root = str(Path(__file__).parents[2])
    return subprocess.Popen(
        [sys.executable, "-c", script, root, str(directory)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.slow
def test_killed_at_any_moment_the_store_is_the_old_or_the_new_one(tmp_path: Path) -> None:
    directory = tmp_path / "s"
    store = DirectoryStore(directory)

    def reset() -> None:
        with store.transaction() as change:
            for number in range(4):
                change.replace_graph(f"x:g{number}", made_up(f"x:g{number}", 50, "old"))

    reset()
    old = contents(store)
    with run_writer(directory) as whole:
        assert whole.stdout is not None
        assert whole.stdout.readline() == "ready\n"
        begun = time.monotonic()
        assert whole.wait() == 0
        length = time.monotonic() - begun
    new = contents(store)
    assert new != old
    seen = {old: 0, new: 0}
    moments = random.Random(7)
    for _ in range(20):
        reset()
        with run_writer(directory) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(moments.uniform(0, length * 1.1))
            writer.send_signal(signal.SIGKILL)
        found = contents(DirectoryStore(directory))
        assert found in seen, "neither the old state nor the new one"
        seen[found] += 1
        assert not list(directory.glob("work-*")), "opening cleans what a dead writer left"
    assert seen[old] > 0
