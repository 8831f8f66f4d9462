"""How fast texts become triples, against rdflib reading the same triples, and how fast all editions load.

Processor time is what is held to a limit, so that a busy machine fails nothing; the time on the wall is shown
too. The second test needs the 158 published files, and writes 9.6 million triples.
"""

from __future__ import annotations

import resource
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from time import perf_counter, process_time
from typing import TypeVar

import pytest
import rdflib
from pyoxigraph import RdfFormat, Triple, serialize

from kb.store import open_store
from loaders.base import load_source
from loaders.pipeline import load_paths
from loaders.rdf import source_iri
from loaders.text import clean_source
from loaders.triples import document_triples

MOST_WORK = 180
"""Seconds of all processors together. On a busy machine of two cores 136 were measured."""
Value = TypeVar("Value")


def best(work: Callable[[], Value], times: int = 3) -> tuple[float, Value]:
    """Seconds of processor time, the best of some runs, and what came out."""
    taken: list[float] = []
    for _ in range(times):
        started = process_time()
        made = work()
        taken.append(process_time() - started)
    return min(taken), made


@pytest.mark.shared
def test_a_rules_text_is_stored_five_times_faster_than_rdflib_reads_its_triples(shared: Path) -> None:
    data = (shared / "corpora/mtg/en/rules_20260807.txt").read_bytes()

    def ours() -> object:
        loaded = load_source(clean_source(data, "rules.txt"))
        iri = source_iri(loaded.source)
        triples = "".join(document_triples(loaded, iri)).encode()
        store = open_store()
        with store.transaction() as change:
            change.load_graph(iri, triples)
        return store

    seconds, store = best(ours)
    quads = list(store.quads())  # type: ignore[attr-defined]
    turtle = serialize(
        (Triple(quad.subject, quad.predicate, quad.object) for quad in quads), format=RdfFormat.TURTLE
    )
    theirs, graph = best(lambda: rdflib.Graph().parse(data=turtle, format="turtle"), times=2)
    assert len(graph) == len(quads)
    print(
        f"\n  {len(quads)} triples: {seconds:.2f} s; "
        f"rdflib: {theirs:.2f} s, {theirs / seconds:.1f} times as long"
    )
    assert theirs >= 5 * seconds


@pytest.mark.shared
@pytest.mark.slow
def test_all_published_editions_are_stored_in_little_work_and_memory(shared: Path, tmp_path: Path) -> None:
    (archive,) = (shared / "corpora" / "mtg" / "en-all").glob("*.tar.xz")
    with tarfile.open(archive) as files:
        files.extractall(tmp_path / "in", filter="data")
    before, started = _worked(), perf_counter()
    with watched_children() as peaks:
        outcomes = load_paths(open_store(tmp_path / "store"), [tmp_path / "in"])
    wall, worked = perf_counter() - started, _worked() - before
    megabytes = peak_of_this_process() + sum(peaks.values())
    print(f"\n  {len(outcomes)} files: {wall:.0f} s, {worked:.0f} s of work, {megabytes} MB at most", end="")
    assert [outcome.error for outcome in outcomes if outcome.error] == []
    assert len(outcomes) == 158
    assert worked < MOST_WORK
    assert megabytes < 1000


@contextmanager
def watched_children() -> Iterator[dict[int, int]]:
    """The most megabytes of each child of this process, looked at all the while."""
    peaks: dict[int, int] = {}
    is_over = Event()

    def watch() -> None:
        while not is_over.wait(0.1):
            for task in Path("/proc/self/task").iterdir():
                with suppress(OSError):
                    for child in (task / "children").read_text(encoding="ascii").split():
                        peaks[int(child)] = max(peaks.get(int(child), 0), peak_of_process(child))

    watcher = Thread(target=watch)
    watcher.start()
    try:
        yield peaks
    finally:
        is_over.set()
        watcher.join()


def peak_of_this_process() -> int:
    """Megabytes: of this process alone, unlike ru_maxrss, which begins with the size of its parent."""
    return peak_of_process("self")


def peak_of_process(which: str) -> int:
    """Megabytes; 0 for a process that is about to end."""
    status = Path("/proc", which, "status").read_text(encoding="ascii")
    return int(next((line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")), 0)) >> 10


def _worked() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)
