"""How many scenarios are answered in a second of one core, and in how much memory.

The peer is the long way: the reader of scenario files and all rules of the game, one scenario at a time.
`BATCH_LOGS=1000000` sets how many logs the largest file of the memory test has (10,000 if left out).
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kb.batch.records import rows
from kb.inference.answers import answers
from kb.inference.table import set_table
from kb.scenario import read_scenarios

SIZES = [(14, 10), (6, 5)]
LOGS = int(os.environ.get("BATCH_LOGS", "10000"))


def log(objects: int, events: int, seed: int) -> str:
    """A random game: creatures that change hands for a turn or for good, leave and come back."""
    chance = random.Random(seed)
    names = [f"o{number}" for number in range(objects)]
    setup = [
        {"id": name, "name": name, "kind": "creature", "owner": chance.choice("AB"), "zone": "battlefield"}
        for name in names
    ]
    happening = [{"n": number, **_event(names, chance)} for number in range(1, events + 1)]
    asked = [{"ask": "controller", "of": chance.choice(names), "at": "end"}]
    told = {"game": "mtg", "players": ["A", "B"], "setup": setup, "events": happening, "questions": asked}
    return json.dumps(told)


def _event(names: list[str], chance: random.Random) -> dict[str, Any]:
    one, other = chance.sample(names, 2)
    player, until = chance.choice("AB"), chance.choice(("end_of_turn", "indefinite"))
    kinds: list[dict[str, Any]] = [
        {"do": "gain_control", "of": one, "player": player, "until": until},
        {"do": "exchange_control", "of": [one, other], "until": "indefinite"},
        {"do": "end_turn", "player": "A"},
        {"do": "move", "what": one, "to": "hand"},
        {"do": "move", "what": one, "to": "battlefield", "under": player},
    ]
    return chance.choices(kinds, (9, 3, 3, 2, 3))[0]


def the_long_way(texts: Iterable[str]) -> list[object]:
    found: list[object] = []
    for text in texts:
        for scenario in read_scenarios(text, source="log"):
            found += [each.value for each in answers(set_table(scenario))]
    return found


def by_shape(texts: Iterable[str], *, reasons: bool = False) -> list[object]:
    pairs = [(None, text) for text in texts]
    return [json.loads(str(row[7])) for row in rows(pairs, first=0, reasons=reasons)]


def a_second(work: Callable[[], object], logs: int) -> float:
    """How many logs a second of processor time is enough for: the best of three times."""

    def once() -> float:
        start = process_time()
        work()
        return process_time() - start

    return logs / min(once() for _ in range(3))


@pytest.mark.parametrize(("objects", "events"), SIZES)
def test_very_many_scenarios_are_answered_several_times_faster_than_one_by_one(
    objects: int, events: int
) -> None:
    texts = [log(objects, events, seed) for seed in range(2000)]
    # The first time over them, the programs for their words are made.
    assert by_shape(texts)[:300] == the_long_way(texts[:300])
    assert by_shape(texts, reasons=True)[:300] == the_long_way(texts[:300])
    ours = a_second(lambda: by_shape(texts), len(texts))
    explained = a_second(lambda: by_shape(texts, reasons=True), len(texts))
    theirs = a_second(lambda: the_long_way(texts[:100]), 100)
    print(f"\n  {objects} objects, {events} events: {ours:.0f} logs a second and core, ", end="")
    print(f"with rules {explained:.0f}; one by one {theirs:.0f}: {ours / theirs:.1f} times faster", end="")
    assert ours > 3 * theirs


MEASURE = """
import os
import sys
from pathlib import Path
from time import monotonic
from kb.batch import infer_parquet

workers = {}

def high_water(process):
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))

def look(*_):
    for entry in Path("/proc/self/task").glob("*/children"):
        for child in entry.read_text().split():
            try:
                workers[child] = high_water(child)
            except (OSError, StopIteration):
                pass

if __name__ == "__main__":
    start = monotonic()
    given, made = map(Path, sys.argv[1:])
    done = infer_parquet(given, made, reasons=False, workers=2, progress=look)
    print(done.questions, done.errors, high_water("self"), max(workers.values()), monotonic() - start)
"""


def write(path: Path, count: int) -> None:
    """A file of logs, written as it is made; all of them in as few row groups as Parquet makes by itself."""
    with pq.ParquetWriter(path, pa.schema([("id", pa.string()), ("scenario", pa.string())])) as writer:
        for batch in _batches(count):
            writer.write_table(batch, row_group_size=100_000)


def _batches(count: int, size: int = 50_000) -> Iterator[pa.Table]:
    for first in range(0, count, size):
        seeds = range(first, min(first + size, count))
        # Two thousand different games, over and over: what counts is how many there are.
        yield pa.table(
            {
                "id": [f"log {seed}" for seed in seeds],
                "scenario": [log(6, 5, seed % 2000) for seed in seeds],
            }
        )


def test_memory_does_not_grow_with_the_number_of_scenarios(tmp_path: Path) -> None:
    script = tmp_path / "measure.py"
    script.write_text(MEASURE)
    found = {}
    for count in dict.fromkeys((LOGS // 100, LOGS // 10, LOGS)):
        source, target = tmp_path / "in.parquet", tmp_path / "out.parquet"
        write(source, count)
        run = subprocess.run(
            [sys.executable, str(script), str(source), str(target)],
            capture_output=True,
            text=True,
            check=True,
        )
        questions, errors, own, worker, seconds = run.stdout.split()
        assert (int(questions), int(errors)) == (count, 0)
        assert pq.ParquetFile(target).metadata.num_rows == count
        found[count] = int(own), int(worker)
        print(f"\n  {count} logs in {float(seconds):.0f} s: ", end="")
        print(f"{int(own) // 1024} MB, a worker {int(worker) // 1024} MB", end="")
        source.unlink()
        target.unlink()
    (own_few, worker_few), (own_many, worker_many) = found[LOGS // 10], found[LOGS]
    assert own_many < 1.5 * own_few
    assert worker_many < 1.5 * worker_few
