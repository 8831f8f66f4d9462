"""Editions of made-up rules, as many passages as one likes, in the layout of a rules document."""

from __future__ import annotations

import random
from datetime import date, timedelta
from pathlib import Path
from typing import Final

GAME_WORDS: Final = """
controller owner control player opponent creature token ability effect rule spell target cost permanent
hand library graveyard battlefield enchantment equipment sacrifice destroy exile discard draw cast activate
trigger resolve attack block damage counter turn phase step
""".split()  # noqa: SIM905
PER_EDITION: Final = 4_000
"""About so many passages has each edition."""


def write_editions(folder: Path, passages: int) -> None:
    """Writes as many editions as make up so many passages; each changes one rule in ten of the one before."""
    chance = random.Random(8)
    others = [f"{a}{b}{c}" for a in "blmrstv" for b in "aeiou" for c in ("nd", "rt", "lo", "ph", "st", "x")]
    words = [*others[:20], *GAME_WORDS, *others[20:]]
    often = [1 / (rank + 3) for rank in range(len(words))]

    def sentence() -> str:
        return " ".join(chance.choices(words, often, k=chance.randint(12, 40))).capitalize() + "."

    numbers = [f"{section}.{rule}" for section in range(100, 180) for rule in range(1, 51)]
    texts = {number: sentence() for number in numbers}
    folder.mkdir(parents=True, exist_ok=True)
    for edition in range(passages // PER_EDITION):
        for number in chance.sample(numbers, len(numbers) // 10):
            texts[number] = sentence()
        day = date(2001, 1, 1) + timedelta(days=60 * edition)
        head = f"These rules are effective as of {day:%B} {day.day}, {day.year}."
        lines = ["Magic: The Gathering Comprehensive Rules", "", head, ""]
        for section in range(100, 180):
            if section % 10 == 0:
                lines += [f"{section // 10 - 9}. Part {section // 10}", ""]
            lines += [f"{section}. Section {section}", ""]
            lines += [f"{section}.{rule}. {texts[f'{section}.{rule}']}\n" for rule in range(1, 51)]
        lines += ["Glossary", "", "Lamp", "", "A thing that burns.", "", "Credits", "", "Us."]
        (folder / f"edition-{day.isoformat()}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
