"""What the tests of the translators' bench share: pairs in a few letters, and the gold standard beside us."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from pathlib import Path

from kb.model import PassageKind
from kb.translation import Divergence, Finding, Pair, Text, diverge, pair_passages
from loaders.base import load_file

SEED = "seeds/003_d33e15c56549c0c0.txt"


def pair(left: str, right: str, right_language: str = "fr", *, game: str | None = None) -> Pair:
    """An English text and a translation."""
    return Pair("1", Text("en", left), Text(right_language, right), game)


def differences(
    left: str, right: str, right_language: str = "fr", *, game: str | None = None
) -> list[Divergence]:
    """What is found in one pair, form aside."""
    found = diverge([pair(left, right, right_language, game=game)])
    return [each.divergence for each in found if each.pair.key]


def kinds(left: str, right: str, right_language: str = "fr", *, game: str | None = None) -> set[str]:
    """The kinds of what is found in one pair."""
    return {each.kind for each in differences(left, right, right_language, game=game)}


def seed_pairs(shared: Path) -> tuple[Pair, ...]:
    """The rules of the bilingual page, English left."""
    passages = load_file(shared / SEED).passages
    return pair_passages(*([p for p in passages if p.language == tag] for tag in ("en", "fr")))


def seed_texts(shared: Path, language: str) -> dict[str, str]:
    """The rules of one language of that page, by number."""
    passages = load_file(shared / SEED).passages
    return {p.number: p.text for p in passages if p.language == language and p.kind is PassageKind.RULE}


def gold(shared: Path, name: str) -> list[dict[str, str]]:
    """The rows of a gold standard."""
    with (shared / "spec" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def f1(found: set[object], wanted: set[object]) -> float:
    """The harmonic mean of precision and recall."""
    return 2 * len(found & wanted) / (len(found) + len(wanted)) if found or wanted else 1.0


def rows_flagged(findings: Iterable[Finding]) -> set[int]:
    """The rows that have a finding, those of whole documents left out."""
    return {int(each.pair.key) for each in findings if each.pair.key}
