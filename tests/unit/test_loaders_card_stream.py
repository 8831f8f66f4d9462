"""Large card files are streamed: the same passages as a small file gives, and memory that does not grow."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.errors import LoadError
from kb.queries.passages import passages
from kb.store import open_store
from loaders import card_stream
from loaders.pipeline import LoadStatus, load_paths

SCRYFALL = [
    {"object": "card", "name": "Harbour Ox", "lang": "en", "type_line": "Creature", "oracle_text": "Moo."},
    {
        "object": "card",
        "name": "Harbour Ox",
        "printed_name": "Bœuf du port",
        "lang": "fr",
        "printed_text": "Meuh\u00ad.",
    },
    {"object": "card", "name": "Harbour Ox", "lang": "en", "oracle_text": "Moo, again."},
]
MTGJSON = {
    "meta": {"version": "1"},
    "data": {
        "name": "Harbour",
        "cards": [
            {
                "name": "Leash", "text": "Hold it.", "type": "Aura",
                "foreignData": [{"language": "Spanish", "name": "Correa", "text": "Sujétalo."}],
                "rulings": [
                    {"date": "2031-01-01", "text": "It holds."}, {"date": "2031-02-01", "text": "Still."},
                ],
            }
        ],
    },
}  # fmt: skip


@pytest.fixture(params=[SCRYFALL, MTGJSON], ids=["scryfall", "mtgjson"])
def cards(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(request.param), encoding="utf-8")
    return path


def told(path: Path) -> Iterator[tuple[object, ...]]:
    store = open_store()
    (outcome,) = load_paths(store, [path])
    assert outcome.status is LoadStatus.LOADED, outcome.error
    report = outcome.report
    assert report is not None
    assert report.lines == report.accounted
    yield (report.loader, report.document, report.language, report.passages)
    for each in passages(store):
        yield (
            each.game,
            each.language,
            each.number,
            each.kind,
            each.parent,
            each.facts,
            each.text.replace("\u00ad", ""),
        )


def test_a_streamed_file_gives_the_passages_of_a_small_one(
    cards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = list(told(cards))
    monkeypatch.setattr(card_stream, "LARGE", 1)
    assert list(told(cards)) == small


def test_a_streamed_file_that_breaks_off_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_stream, "LARGE", 1)
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(SCRYFALL)[:-20], encoding="utf-8")
    (outcome,) = load_paths(open_store(), [path])
    assert isinstance(outcome.error, LoadError)
    assert "(after card 2): not JSON: " in str(outcome.error)


def test_a_card_without_a_name_is_reported_and_the_others_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_stream, "LARGE", 1)
    path = tmp_path / "cards.json"
    path.write_text(json.dumps([SCRYFALL[0], {"object": "card"}, SCRYFALL[1]]), encoding="utf-8")
    (outcome,) = load_paths(open_store(), [path])
    assert outcome.report is not None
    assert (outcome.report.passages, [each.kind for each in outcome.report.anomalies]) == (2, ["not a card"])


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads memory as Linux shows it")
def test_memory_stays_small_however_large_the_file(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    with path.open("w", encoding="utf-8") as file:
        for at in range(60_000):
            card = SCRYFALL[0] | {"name": f"Ox {at}", "oracle_text": "moo " * 40, "padding": "x" * 1500}
            file.write(("[" if at == 0 else ",\n") + json.dumps(card))
        file.write("]")
    assert path.stat().st_size > 100_000_000
    script = (
        "import re, sys; from pathlib import Path; from loaders.pipeline import load_paths;"
        "from kb.store import open_store;"
        "(o,) = load_paths(open_store(sys.argv[2]), [sys.argv[1]]); assert o.report.passages == 60000, o;"
        # Not ru_maxrss: that begins with the memory of the process that started this one.
        "print(int(re.search(r'VmHWM:\\s+(\\d+)', Path('/proc/self/status').read_text())[1]) // 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(path), str(tmp_path / "store")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) < 700
