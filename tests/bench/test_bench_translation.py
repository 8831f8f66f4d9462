"""How long the translators' bench takes on a long text: 3,000 rules of five sentences in three languages.

Two pairs of languages are aligned, dated and compared, in processor time. The peers: Gale and Church's
aligner, which looks at lengths alone, and difflib's search for close matches.
"""

from __future__ import annotations

import difflib
import random
import subprocess
import sys
from pathlib import Path
from time import process_time

import galechurch
import pytest

from kb.translation import Pair, Text, align_pairs, diverge, find_editions, read_pairs
from kb.translation.memory import Memory, entries_of
from kb.translation.segment import segments

GOLDEN = Path(__file__).parent.parent / "golden/translation"
RULES = 3000

pytestmark = pytest.mark.slow


def long_text(language: str) -> list[Pair]:
    """Our own sentences in new orders, each with a number of its own, so that no cache helps."""
    own = [p for p in read_pairs(GOLDEN / "pairs.csv") if p.right and p.right.language == language]
    chance = random.Random(7)
    return [_rule(f"{100 + at // 50}.{at % 50 + 1}", chance.choices(own, k=5), chance) for at in range(RULES)]


def _rule(key: str, parts: list[Pair], chance: random.Random) -> Pair:
    numbers = [chance.randrange(10**6) for _ in parts]
    language = parts[0].right.language if parts[0].right else ""
    sides = (
        _joined([part.left for part in parts], numbers),
        _joined([part.right for part in parts], numbers),
    )
    return Pair(key, Text("en", sides[0], None, key), Text(language, sides[1], None, key), "mtg")


def _joined(sides: list[Text | None], numbers: list[int]) -> str:
    texts = (side.text.rstrip(".") for side in sides if side)
    return " ".join(f"{text} {number}." for text, number in zip(texts, numbers, strict=True))


@pytest.fixture(scope="module")
def pairs() -> list[list[Pair]]:
    return [long_text("fr"), long_text("es")]


def test_a_long_text_in_three_languages_is_aligned_dated_and_compared_in_time(
    pairs: list[list[Pair]],
) -> None:
    start = process_time()
    beads = [align_pairs(of_language) for of_language in pairs]
    aligned = process_time()
    for of_language in pairs:
        find_editions(of_language, "mtg-cr")
    dated = process_time()
    for of_language, its_beads in zip(pairs, beads, strict=True):
        diverge(of_language, aligned=its_beads)
    compared = process_time()
    took = aligned - start, dated - aligned, compared - dated
    peer = _peer(pairs)
    print(f"align {took[0]:.1f} s, attribute {took[1]:.1f} s, compare {took[2]:.1f} s")
    print(f"aligning takes {took[0] / peer:.0f} times as long as by length alone")
    assert took[0] < 30
    assert took[1] < 20
    assert took[2] < 10


def _peer(pairs: list[list[Pair]]) -> float:
    """The time of an aligner that looks at lengths alone."""
    start = process_time()
    for pair in (one for of_language in pairs for one in of_language):
        sides = [[one.text for one in segments(side.text)] for side in (pair.left, pair.right) if side]
        galechurch.align(*sides)
    return process_time() - start


def test_a_fuzzy_match_takes_milliseconds(pairs: list[list[Pair]]) -> None:
    memory = Memory(entries_of(pairs[0][:2400]))
    asked = [pair.left.text.split(".")[0] for pair in pairs[0][:50] if pair.left]
    start = process_time()
    for text in asked:
        memory.find(text)
    took = (process_time() - start) / len(asked)
    start = process_time()
    difflib.get_close_matches(asked[0], [entry.source for entry in memory.entries], 5, 0.7)
    peer = process_time() - start
    print(f"{took * 1000:.1f} ms among {len(memory.entries)}; difflib takes {peer / took:.0f} times as long")
    assert took < 0.010
    assert peer > 10 * took


def test_a_long_text_fits_into_a_gigabyte() -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); from test_bench_translation import long_text\n"
        "from kb.translation import diverge\n"
        "for language in ('fr', 'es'): diverge(long_text(language), document='mtg-cr')\n"
        "print(next(l.split()[1] for l in open('/proc/self/status') if l.startswith('VmHWM')))"
    )
    here = str(Path(__file__).parent)
    run = subprocess.run([sys.executable, "-c", program, here], capture_output=True, text=True, check=True)
    print(f"memory {int(run.stdout) / 2**20:.2f} GB")
    assert int(run.stdout) < 2**20
