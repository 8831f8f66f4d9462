"""The database's own threads wait while much is written, and go on afterwards."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kb.rdf import Store
from kb.store import merging
from kb.store.bulk import BulkLoads

TASKS = Path("/proc/self/task")
pytestmark = pytest.mark.skipif(
    not TASKS.is_dir(), reason="only Linux tells the threads of a process by name"
)


def priorities(name: str) -> set[int]:
    found = (task for task in TASKS.iterdir() if (task / "comm").read_text("utf-8").strip() == name)
    return {os.getpriority(os.PRIO_PROCESS, int(task.name)) for task in found}


def test_only_the_threads_that_merge_wait(tmp_path: Path) -> None:
    store = Store(tmp_path / "db")
    usual = os.getpriority(os.PRIO_PROCESS, os.getpid())
    assert priorities("rocksdb:low") == {usual}
    merging.merge_later()
    assert priorities("rocksdb:low") == {19}
    assert os.getpriority(os.PRIO_PROCESS, os.getpid()) == usual
    merging.merge_now()
    assert priorities("rocksdb:low") <= {usual, 19}  # who may not raise a priority leaves it
    if os.geteuid() == 0:
        assert priorities("rocksdb:low") == {usual}
    store.flush()


def test_merging_waits_from_the_first_load_to_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    monkeypatch.setattr("kb.store.bulk.merge_later", lambda: calls.append("later"))
    monkeypatch.setattr("kb.store.bulk.merge_now", lambda: calls.append("now"))
    loads = BulkLoads(Store(tmp_path / "db"))
    loads.add("x:g", b"<x:s> <x:p> <x:o> .\n")
    assert calls == []
    loads.finish()
    assert calls == ["later", "now"]
    loads.close()


def test_where_threads_have_no_names_nothing_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(merging, "_THREADS", tmp_path / "nothing")
    merging.merge_later()
    merging.merge_now()
