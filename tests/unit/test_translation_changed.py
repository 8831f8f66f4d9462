"""What a new edition of the real rules means for a translation: the rules that changed, and what to do."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

Verb = Callable[..., tuple[int, str, str]]
EDITIONS = ("cr-2010-02-01-WWK.txt", "cr-2010-04-23-ROE.txt")
PAGE = "seeds/003_d33e15c56549c0c0.txt"
REVISED = {"109.5", "112.8", "405.4", "603.3a", "603.7d"}
"""The rules of the page whose English changed between the two editions, as its French shows."""


@pytest.mark.shared
def test_a_translation_is_told_which_rules_to_revise_and_which_words_changed(
    verb: Verb, shared: Path
) -> None:
    verb("load", *(shared / "corpora/mtg/en" / name for name in EDITIONS), shared / PAGE)
    code, out, _ = verb("changed", "--since", "2010-02-01", "--target", "fr", "--format", "json")
    changes = {each["rule"]: each for each in map(json.loads, out.splitlines())}
    tasks = Counter(each["task"] for each in changes.values())
    print(dict(tasks))
    assert code == 1
    assert {rule for rule, each in changes.items() if each["task"] == "revise"} == REVISED
    assert tasks["renumber"] > 30
    words = changes["603.7d"]["words"]
    assert ["new", "If a spell creates"] in words
    assert any(kind == "gone" and "another ability" in text for kind, text in words)
    assert changes["603.7d"]["translation"].startswith("Si un sort crée")
    assert "108.4" not in changes


@pytest.mark.shared
def test_an_undated_page_is_not_the_newest_edition(verb: Verb, shared: Path) -> None:
    verb("load", shared / "corpora/mtg/en" / EDITIONS[0], shared / PAGE)
    code, out, _ = verb("changed", "--since", "2010-02-01", "--lang", "es")
    assert (code, out.strip()) == (0, "nada ha cambiado desde 2010-02-01")
