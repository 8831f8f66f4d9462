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
from loaders.base import load_file
from loaders.card_lists import layout_of, streamed_layout
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


CARD = MTGJSON["data"]["cards"][0]  # type: ignore[index]
KNOT = {"name": "Knot. Or Not", "identifiers": {}, "type": "Aura"}
SETS = {
    "meta": {"version": "1"},
    "data": {
        "OAK": {"booster": {"draft": {"boosters": [{"weight": 1}]}}, "cards": [CARD], "tokens": []},
        "ELM": {"cards": [KNOT, CARD], "code": "ELM", "decks": [{"name": "Elms", "type": "Deck"}]},
    },
}  # fmt: skip
ATOMIC = {"meta": {}, "data": {"Knot. Or Not": [KNOT], "Leash": [CARD, {"name": "Leash", "type": "Aura"}]}}
IDENTIFIED = {
    "meta": {},
    "data": {"0f0e0d0c-0b0a-0908-0706-050403020100": CARD, "1f0e0d0c-0b0a-0908-0706-050403020100": KNOT},
}
ANSWER = {"object": "list", "has_more": False, "data": SCRYFALL}
RULINGS = [
    {
        "object": "ruling", "oracle_id": "aa-1", "source": "wotc", "published_at": "2031-01-01",
        "comment": "It holds.",
    },
    {"object": "ruling", "oracle_id": "aa-1", "comment": "You gain control of it."},
]  # fmt: skip
YUGI = [
    {"password": 12, "name": {"en": "Lamp", "fr": "Lampe"}, "text": {"en": "Shine.", "fr": "Brillez."}},
    {"password": 13, "name": {"en": "Oil"}, "text": {"en": "Burn."}},
]
DECK = {
    "data": [
        {"id": 12, "name": "Lampe", "type": "Spell Card", "desc": "Vous prenez le contrôle de la cible."}
    ]
}
LAYOUTS = {
    "scryfall": SCRYFALL, "mtgjson": MTGJSON, "all sets": SETS, "by name": ATOMIC, "by identity": IDENTIFIED,
    "answer of an interface": ANSWER, "rulings": RULINGS, "yugi": YUGI, "ygoprodeck": DECK,
}  # fmt: skip


@pytest.fixture(params=LAYOUTS.values(), ids=LAYOUTS)
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


def test_cards_are_found_set_by_set_and_under_their_names(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    found = []
    for content in (SETS, ATOMIC, IDENTIFIED, RULINGS, YUGI, DECK):
        path.write_text(json.dumps(content), encoding="utf-8")
        found.append([(each[2], each[1]) for each in told(path) if len(each) > 4])
    assert [len(numbers) for numbers in found] == [9, 6, 5, 2, 3, 1]
    assert ("Knot. Or Not", "en") in found[1]
    assert found[3][0][0].startswith("aa-1~")
    assert found[5] == [("00000012", "fr")]


def test_a_ruling_that_stands_alone_is_linked_to_what_it_speaks_of(tmp_path: Path) -> None:
    path = tmp_path / "rulings.json"
    path.write_text(json.dumps(RULINGS), encoding="utf-8")
    loaded = load_file(path)
    assert {iri.rpartition("#")[2] for _, iri in loaded.concepts} == {"control", "controlEffect"}
    assert dict(loaded.passages[0].facts) == {"oracle_id": "aa-1", "date": "2031-01-01", "source": "wotc"}


@pytest.mark.parametrize(
    "content", [{"data": {"OAK": {"cards": [{"name": "Oak"}]}}}, {"data": []}, [[]], [{}]]
)
def test_what_has_no_cards_is_no_list_of_cards(content: object, tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    with path.open("rb") as file:
        assert streamed_layout(file) is None
    assert layout_of(content) is None


def test_a_streamed_card_that_is_nested_too_deeply_is_an_error_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_stream, "LARGE", 1)
    path = tmp_path / "cards.json"
    deep = "[" * 100_000 + "]" * 100_000
    path.write_text(f'[{json.dumps(SCRYFALL[0])}, {{"object": "card", "name": {deep}}}]', encoding="utf-8")
    (outcome,) = load_paths(open_store(), [path])
    assert isinstance(outcome.error, LoadError)


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


def test_what_is_no_card_is_told_by_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cards.json"
    wrong = [5, None, [], {"name": "Elk", "rulings": [1]}, {"text": "Moo"}]
    path.write_text(json.dumps({"data": {"OAK": {"cards": [CARD, *wrong]}}}), encoding="utf-8")
    told = []
    for large in (1, 10**9):
        monkeypatch.setattr(card_stream, "LARGE", large)
        (outcome,) = load_paths(open_store(), [path])
        assert outcome.report is not None
        told.append([each.detail for each in outcome.report.anomalies])
    assert told[0] == told[1]
    assert [detail.partition(": ")[0] for detail in told[0]] == [
        "card 2 is 5", "card 3 is None", "card 4 is []", "card 5 is not made as cards are",
        "card 6 has no 'name'",
    ]  # fmt: skip


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
