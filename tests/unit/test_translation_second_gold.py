"""A second gold standard of alignment: 200 published cards in two languages, and a wiki page in Spanish.

`gold-alignment-second.csv` was made by reading: the first words of each pair of sentences, all words where
the two sides have not as many sentences or the alignment is not one to one. It holds places and hashes, no
text. On the page, two paragraphs stand in another order on one side; they have no counterpart in the gold.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from translation_tools import f1

from kb.translation.align import align
from kb.translation.records import Segment
from kb.translation.segment import segments
from loaders.base import load_file

GOLD = Path(__file__).parent.parent / "golden/translation/gold-alignment-second.csv"
Sides = tuple[tuple[Segment, ...], tuple[Segment, ...]]


def _rows() -> list[dict[str, str]]:
    with GOLD.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def texts(shared: Path) -> dict[tuple[str, str], str]:
    """All texts by card (without its zeros) and language; the page is `wiki`."""
    found: dict[tuple[str, str], str] = {}
    for path in sorted((shared / "corpora/ygo/yaml-yugi").iterdir()):
        for passage in load_file(path).passages:
            if passage.language in ("en", "fr", "es"):
                key = passage.number.lstrip("0"), passage.language
                found.setdefault(key, passage.text.partition("\n")[2])
    excerpts = (shared / "corpora/ygo/wiki-excerpts/wiki_excerpts.jsonl").read_text(encoding="utf-8")
    pages = [json.loads(line) for line in excerpts.splitlines()]
    found["wiki", "en"] = next(p["text"] for p in pages if p["url"].endswith("yugipedia.com/wiki/Control"))
    seed = load_file(shared / "seeds/004_c7bb54bec9d5a595.txt")
    found["wiki", "es"] = "\n".join(passage.text for passage in seed.passages)
    return found


def _compared(
    texts: dict[tuple[str, str], str], *, is_page: bool
) -> Iterator[tuple[set[object], set[object]]]:
    """For each text of the gold: the beads found, and those that are right."""
    for row in _rows():
        if (row["text"] == "wiki") is is_page:
            sides = segments(texts[row["text"], "en"]), segments(texts[row["text"], row["language"]])
            assert [_hash(side) for side in sides] == [row["left_hash"], row["right_hash"]], row["text"]
            name = row["text"], row["language"]
            found = {(name, bead.left, bead.right) for bead in align(*sides, ("en", row["language"]))}
            wanted = {(name, *_places(bead)) for bead in row["beads"].split(" ")}
            yield set(found), set(wanted)


def _hash(side: tuple[Segment, ...]) -> str:
    return sha256("\n".join(one.text for one in side).encode()).hexdigest()[:12]


def _places(bead: str) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(at) - 1 for at in side.split("+") if at) for side in bead.split("="))


def _score(compared: Iterator[tuple[set[object], set[object]]]) -> tuple[float, int]:
    found, wanted = (set().union(*sides) for sides in zip(*compared, strict=True))
    return f1(found, wanted), len(wanted)


def test_published_cards_are_aligned_as_by_hand(texts: dict[tuple[str, str], str]) -> None:
    score, beads = _score(_compared(texts, is_page=False))
    print(f"cards: F1 {score:.3f} on {beads} beads")
    assert beads > 1200
    assert score >= 0.95


def test_a_page_that_was_rewritten_is_aligned_as_by_hand(texts: dict[tuple[str, str], str]) -> None:
    """A page in another revision: a third of its sentences have no counterpart."""
    score, beads = _score(_compared(texts, is_page=True))
    print(f"page: F1 {score:.3f} on {beads} beads")
    assert score >= 0.95


def test_the_gold_standard_holds_no_words() -> None:
    assert {len(row["left_hash"]) for row in _rows()} == {12}
    assert all(set(row["beads"]) <= set("0123456789+= ") for row in _rows())
