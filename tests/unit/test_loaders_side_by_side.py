"""Files are prepared in processes of their own: in order, alike for any number, one crash survived."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from kb.errors import LoadError, StoreError
from kb.store import ONTOLOGY, Backend, open_store
from loaders import pipeline, processes
from loaders.pipeline import LoadStatus, load_paths
from loaders.processes import in_order, workers_for


def shout(name: str) -> str:
    """What a process is asked to do in these tests."""
    if name == "die":
        os._exit(7)
    if name == "raise":
        raise StoreError(processes.Place(name), "refused")
    print("a library that prints does no harm")
    return name.upper()


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))


def contents(store: Backend) -> frozenset[str]:
    """All quads but those of the ontology, whose blank nodes have other names every time."""
    return frozenset(
        str(quad) for graph in store.graphs() if graph != ONTOLOGY for quad in store.quads(graph)
    )


def rules_files(folder: Path, count: int) -> list[Path]:
    folder.mkdir()
    for at in range(count):
        text = "".join(f"{at + 200}.{number}. A pawn of row {number} stays.\n" for number in range(1, 40))
        (folder / f"{at}.txt").write_text(f"{at + 200}. Pawns\n{text}", encoding="utf-8")
    return sorted(folder.iterdir())


def test_results_come_in_the_order_of_the_items() -> None:
    names = [f"item {at}" for at in range(20)]
    assert list(in_order(shout, names, workers=3)) == [name.upper() for name in names]
    assert list(in_order(shout, names, workers=1)) == [name.upper() for name in names]


def test_an_item_whose_process_dies_is_an_error_and_the_others_are_done() -> None:
    first, second, third = in_order(shout, ["a", "die", "b"], workers=2)
    assert (first, third) == ("A", "B")
    assert isinstance(second, LoadError)
    assert str(second) == "die: the process that read the file ended: found 'exit code 7'"


def test_what_the_work_raises_is_raised_here() -> None:
    with pytest.raises(StoreError, match="raise: refused"):
        list(in_order(shout, ["a", "raise"], workers=2))


def test_nothing_is_left_running_when_the_rest_is_not_wanted() -> None:
    results = in_order(shout, [f"item {at}" for at in range(50)], workers=2)
    assert next(results) == "ITEM 0"
    results.close()
    children = Path("/proc/self/task") / str(os.getpid()) / "children"
    if sys.platform == "linux" and children.exists():
        assert not [pid for pid in children.read_text().split() if "loaders.processes" in _command(pid)]


def _command(pid: str) -> str:
    try:
        return Path("/proc", pid, "cmdline").read_text()
    except OSError:
        return ""


def test_one_file_or_little_to_read_is_not_worth_a_process(tmp_path: Path) -> None:
    files = rules_files(tmp_path / "in", 3)
    assert workers_for(files) == workers_for(files[:1]) == 1
    big = tmp_path / "big.txt"
    big.write_bytes(b"x" * 1_000_000)
    assert workers_for([big]) == 1
    assert workers_for([big, *files]) == processes.cores()


def test_the_same_files_make_the_same_store_with_one_process_and_with_three(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = rules_files(tmp_path / "in", 5)
    bad = tmp_path / "in" / "2b.txt"
    bad.write_bytes(b"")
    stores = []
    for workers in (1, 3):
        monkeypatch.setattr(pipeline, "workers_for", lambda files, workers=workers: workers)
        store = open_store()
        outcomes = load_paths(store, [tmp_path / "in"])
        assert [Path(outcome.file).name for outcome in outcomes] == sorted(
            {*(f.name for f in files), bad.name}
        )
        assert [outcome.status for outcome in outcomes].count(LoadStatus.FAILED) == 1
        stores.append(contents(store))
    assert stores[0] == stores[1]


def test_a_file_that_takes_the_place_of_one_whose_content_comes_later_again_is_kept(tmp_path: Path) -> None:
    first, second = rules_files(tmp_path / "in", 2)
    store = open_store()
    load_paths(store, [first])
    old = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(old)
    load_paths(store, [first, second])
    fresh = open_store()
    load_paths(fresh, [first, second])
    graphs = [
        {str(quad.object) for quad in each.quads() if "content" in str(quad.predicate)}
        for each in (store, fresh)
    ]
    assert graphs[0] == graphs[1]
