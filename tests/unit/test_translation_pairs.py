"""Constructed changes of meaning, and clean pairs beside them, in English-French and English-Spanish.

All sets are our own. The first was written together with the lexicon. The others came after it, and each was
measured once before anything was changed: of the second, 57 of 64 changes were found and 10 of 50 clean pairs
flagged; of the third, 49 of 52 and 1 of 40; of the fourth, in the words of all three games and with French
against Spanish, 60 of 64 and 7 of 59. What was learned from them is in the lexicon now,
so the floors here guard against loss and are no blind figures.

The set "blind-1" was written without sight of the detectors. At first sight 100 of its 120 changes were found
(0.83) and 7 of its 120 clean pairs flagged (0.058); it has been a set to develop on since.
Of "blind-2", written so by another hand, 109 of 120 changes were found (0.91) and 18 of 120 clean pairs
flagged (0.15): free translations of conditions and negations were taken for changes. It too has been a set to
develop on since.

"wide" is ours again: 70 renderings as free as they come and 70 changes in the style of three games, by the
hand that mended the lexicon on "blind-2" and before it was mended further. At first sight 64 changes were
found (0.91) and 12 clean pairs flagged (0.17).

"blind-3" was written by a third hand without sight of the detectors, after all that. At first sight 74 of its
80 changes were found (0.925) and 4 of its 80 clean pairs flagged (0.050; one of them for its form alone, as a
sentence that was split). It has been a set to develop on since.

"fifth" is ours: 467 clean renderings, each batch freer than the one before it, and 110 changes. Each batch
was measured before the lexicon saw it: 20 of 118, 19 of 106, 11 of 88, 11 of 85 and, the freest that we could
think of, 26 of 70 clean pairs were flagged, and 103 of the 110 changes found.
"sixth" is ours too, less free, and partly of long rules: at first sight 53 of 60 changes were found and 15 of
176 clean pairs flagged. Of "seventh", the last of ours, all 12 and 1 of 39.

"blind-4" was written by a fourth hand without sight of the detectors, as a good translator writes and not
word for word, and measured after all of the above: 107 of its 120 changes were found (0.89) and 23 of its 120
clean pairs flagged (0.19). So what is asked of an unseen set (0.90 found, 0.04 flagged) holds for close
translations and does not for free ones.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from translation_tools import rows_flagged

from kb.translation import diverge, read_pairs

FOLDER = Path(__file__).parent.parent / "golden/translation"
FLOORS = {
    "pairs.csv": (0.97, 0.02),
    "pairs-second.csv": (0.97, 0.04),
    "pairs-third.csv": (0.97, 0.03),
    "pairs-fourth.csv": (0.97, 0.03),
    "pairs-blind-1.csv": (0.97, 0.02),
    "pairs-blind-2.csv": (0.97, 0.02),
    "pairs-wide.csv": (0.97, 0.02),
    "pairs-blind-3.csv": (0.97, 0.02),
    "pairs-fifth.csv": (0.93, 0.03),
    "pairs-sixth.csv": (0.93, 0.03),
    "pairs-seventh.csv": (0.97, 0.03),
    "pairs-blind-4.csv": (0.89, 0.20),
}


@pytest.mark.parametrize(("name", "floors"), FLOORS.items())
def test_changes_of_meaning_are_found_and_clean_pairs_are_left_alone(
    name: str, floors: tuple[float, float]
) -> None:
    path = FOLDER / name
    flagged = rows_flagged(diverge(read_pairs(path)))
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    changed = {at for at, row in enumerate(rows) if row["change"]}
    clean = set(range(len(rows))) - changed
    found, false = len(changed & flagged) / len(changed), len(clean & flagged) / len(clean)
    missed = [rows[at]["id"] for at in sorted(changed - flagged)]
    print(f"{name}: found {found:.2f}, flagged {false:.2f} of the clean ones; missed {missed}")
    assert found >= floors[0]
    assert false <= floors[1]
