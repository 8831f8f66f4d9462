"""All public card scripts, where CARD_SCRIPTS names the folder of a copy; skipped, and counted, without."""

from __future__ import annotations

import csv
import os
import re
import resource
from collections import Counter
from pathlib import Path
from time import process_time

import pytest

from kb.edopro.records import UNKNOWN
from loaders.scripts import nodes
from loaders.scripts.facts import script_facts
from loaders.scripts.names import names_of
from loaders.scripts.tree import parse

COUNTED = (
    "GetControl", "SwapControl", "IsControlerCanBeChanged", "IsAbleToChangeControler", "CreateToken",
    "GetOwner", "IsOwner", "GetPreviousControler", "Equip",
)  # fmt: skip
STRINGS_AND_COMMENTS = re.compile(
    r"--\[\[.*?\]\]|--[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL
)


@pytest.fixture(scope="module")
def scripts() -> list[Path]:
    folder = os.environ.get("CARD_SCRIPTS")
    if not folder:
        pytest.skip("needs a copy of the public card scripts (CARD_SCRIPTS names its folder)")
    return sorted(Path(folder).rglob("*.lua"))


def test_all_scripts_are_read_in_a_minute_and_a_gigabyte(scripts: list[Path]) -> None:
    start, facts, unread = process_time(), 0, []
    for path in scripts:
        found = script_facts(path.read_bytes(), path.name, with_effects=False)
        facts += len(found.control)
        unread += [path.name for problem in found.problems if problem.rule in ("SCR001", "SCR002")]
    worked = process_time() - start
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\n  {len(scripts)} scripts, {facts} facts: {worked:.1f} s of work, at most {most:.0f} MB", end="")
    assert unread == []
    assert worked < 60
    assert most < 1024


def test_calls_by_name_are_as_many_as_a_plain_count_finds(scripts: list[Path]) -> None:
    plain: Counter[str] = Counter()
    read: Counter[str] = Counter()
    for path in scripts:
        source = path.read_bytes()
        text = STRINGS_AND_COMMENTS.sub("", source.decode("utf-8"))
        text = re.sub(r"\bfunction\s+[\w.:]+\s*\(", "", text)  # a definition is no call
        here = Counter({name: len(re.findall(rf"[.:]{name}\s*\(", text)) for name in COUNTED})
        if not sum(here.values()):
            continue
        plain += here
        for call in names_of(parse(source, path.name)).calls:
            named = call.child_by_field_name("name")
            name = re.split("[.:]", nodes.text(named))[-1] if named is not None else ""
            if name in COUNTED and named is not None and named.type != "identifier":
                read[name] += 1
    print("", *(f"{name}: {read[name]}" for name in COUNTED), sep="\n  ", end="")
    assert read == plain


def test_no_certain_fact_differs_from_what_a_reader_of_the_script_wrote_down(scripts: list[Path]) -> None:
    """Labels of 30 scripts drawn at random; the reader had each script and these facts to check."""
    path = Path(__file__).with_name("card_script_labels.csv")
    with path.open(encoding="utf-8", newline="") as opened:
        labels = [tuple(row.values()) for row in csv.DictReader(opened)]
    wanted = {label[0] for label in labels}
    found, uncertain = [], 0
    for each in (path for path in scripts if path.name in wanted):
        for fact in script_facts(each.read_bytes(), each.name).control:
            if fact.by == "Duel.CreateToken":
                continue
            what = "; ".join(fact.what)
            uncertain += UNKNOWN in fact.what
            told = (fact.kind.value, "; ".join(fact.to), fact.duration.text, what)
            found.append((each.name, fact.by, *told))
    wrong = [fact for fact in found if UNKNOWN not in fact[5] and fact not in labels]
    print(
        f"\n  {len(found)} facts of {len(wanted)} scripts: {len(wrong)} wrong, {uncertain} not understood",
        end="",
    )
    assert len(found) == len(labels)
    assert wrong == []
