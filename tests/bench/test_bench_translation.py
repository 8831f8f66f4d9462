"""How long the translators' bench takes on a long text: 3,000 rules of five sentences."""

from __future__ import annotations

import random
from pathlib import Path
from time import process_time

import pytest

from kb.translation import Pair, Text, align_pair, diverge, read_pairs
from kb.translation.memory import Memory, entries_of

GOLDEN = Path(__file__).parent.parent / "golden/translation"
RULES = 3000

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    """Our own sentences in new orders, each with a number of its own, so that no cache helps."""
    own = [p for p in read_pairs(GOLDEN / "pairs.csv") if p.right and p.right.language == "fr"]
    chance = random.Random(7)
    return [_rule(str(number), chance.choices(own, k=5), chance) for number in range(RULES)]


def _rule(key: str, parts: list[Pair], chance: random.Random) -> Pair:
    numbers = [chance.randrange(10**6) for _ in parts]
    left = _joined([part.left for part in parts], numbers)
    return Pair(key, Text("en", left), Text("fr", _joined([part.right for part in parts], numbers)))


def _joined(sides: list[Text | None], numbers: list[int]) -> str:
    texts = (side.text.rstrip(".") for side in sides if side)
    return " ".join(f"{text} {number}." for text, number in zip(texts, numbers, strict=True))


def test_a_long_text_is_aligned_and_compared_in_time(pairs: list[Pair]) -> None:
    start = process_time()
    for pair in pairs:
        align_pair(pair)
    aligned = process_time()
    diverge(pairs)
    done = process_time()
    print(f"align {aligned - start:.1f} s, align again and compare {done - aligned:.1f} s")
    assert aligned - start < 15
    assert done - aligned < 20


def test_a_fuzzy_match_takes_milliseconds(pairs: list[Pair]) -> None:
    memory = Memory(entries_of(pairs[:2400]))
    asked = [pair.left.text.split(".")[0] for pair in pairs[:50] if pair.left]
    start = process_time()
    for text in asked:
        memory.find(text)
    took = (process_time() - start) / len(asked)
    print(f"{took * 1000:.1f} ms among {len(memory.entries)}")
    assert took < 0.010
