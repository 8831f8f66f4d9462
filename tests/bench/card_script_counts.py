"""Counts the functions of the control guide in card scripts, as words and as the analyser reads them.

``python tests/bench/card_script_counts.py FOLDER > docs/reference/card-script-counts.md`` writes the page.
Every occurrence of a word is put into one column, so that what is no call is explained: the columns add up.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

from loaders.scripts import nodes
from loaders.scripts.facts import script_facts
from loaders.scripts.names import names_of
from loaders.scripts.tree import parse

FUNCTIONS = (
    "GetControl", "SwapControl", "IsControlerCanBeChanged", "IsAbleToChangeControler", "GetMZoneCount",
    "GetControler", "IsControler", "GetOwner", "GetFirstTarget", "SetOperationInfo",
)  # fmt: skip
CONSTANTS = ("EFFECT_SET_CONTROL", "EFFECT_CANNOT_CHANGE_CONTROL")
FACTS = {"GetControl": "Duel.GetControl", "SwapControl": "Duel.SwapControl", **{c: c for c in CONSTANTS}}
NOT_CODE = re.compile(r"--\[(=*)\[.*?\]\1\]|--[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
USES = {
    "end such an effect": r"\bResetEffect\(\s*{word}\b",
    "asks for one": r"\b(?:GetCardEffect|IsHasEffect)\(\s*{word}\b",
    "defines the constant": r"^{word}\s*=",
}
HEAD = """# Counts in the public card scripts

Written by `tests/bench/card_script_counts.py`, and held by a test where a copy of the scripts is at
hand. Each occurrence of a word is in one column: those from "comment" to "plain calls" add up to
"words". The calls found by a plain search of the text and those read from the syntax tree are counted
separately: they are equal.
"""
COLUMNS = (
    "files with the word", "words", "comment or text", "definition", "passed on as a value", "plain calls",
    "calls read", "files with a call", "control facts",
)  # fmt: skip


def count(folder: Path) -> tuple[dict[str, Counter[str]], int]:
    """The counts by name, and how many scripts there are."""
    found: dict[str, Counter[str]] = {name: Counter() for name in (*FUNCTIONS, *CONSTANTS)}
    paths = sorted(folder.rglob("*.lua"))
    for path in paths:
        source = path.read_bytes()
        text = source.decode("utf-8")
        if any(name in text for name in found):
            _count_file(found, path.name, source, text)
    return found, len(paths)


def _count_file(found: dict[str, Counter[str]], name: str, source: bytes, text: str) -> None:
    code = NOT_CODE.sub(lambda match: "\n" * match[0].count("\n") or " ", text)
    names = names_of(parse(source, name))
    read: Counter[str] = Counter()
    for call in names.calls:
        named = call.child_by_field_name("name")
        if named is not None and named.type != "identifier":
            read[re.split("[.:]", nodes.text(named))[-1]] += 1
    has_facts = any(word in text for word in FACTS)
    facts = Counter(fact.by for fact in script_facts(source, name).control) if has_facts else Counter()
    for word, counts in found.items():
        here = len(re.findall(rf"\b{word}\b", text))
        if not here:
            continue
        in_code = len(re.findall(rf"\b{word}\b", code))
        defined = len(re.findall(rf"\bfunction\s+[\w.:]*[.:]{word}\s*\(", code))
        called = len(re.findall(rf"[.:]\s*{word}\s*\(", code)) - defined
        counts["files with the word"] += 1
        counts["words"] += here
        counts["comment or text"] += here - in_code
        counts["definition"] += defined
        counts["passed on as a value"] += in_code - defined - called
        counts["plain calls"] += called
        counts["calls read"] += read[word]
        counts["files with a call"] += bool(read[word])
        counts["control facts"] += facts[FACTS[word]] if word in FACTS else 0
        for use, pattern in USES.items():
            counts[use] += len(re.findall(pattern.format(word=word), code, re.MULTILINE))


def page(found: dict[str, Counter[str]], scripts: int) -> str:
    """The page for the documentation."""
    lines = [HEAD, f"{scripts:,} scripts.", "", "| name | " + " | ".join(COLUMNS) + " |"]
    lines.append("| --- " * (len(COLUMNS) + 1) + "|")
    for word, counts in found.items():
        cells = [_cell(word, column, counts) for column in COLUMNS]
        lines.append(f"| `{word}` | " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", *_remarks(found), ""])


def _cell(word: str, column: str, counts: Counter[str]) -> str:
    is_call = column in ("plain calls", "calls read", "files with a call", "definition")
    if (word in CONSTANTS and is_call) or (word not in FACTS and column == "control facts"):
        return "-"
    return f"{counts[column]:,}"


def _remarks(found: dict[str, Counter[str]]) -> list[str]:
    lines = [
        "- A function passed on as a value is a filter, as in"
        " `Duel.SelectTarget(tp,Card.IsControlerCanBeChanged,...)`.",
        "- `GetControl` and `SwapControl` give a fact for each call.",
        "- `SET_CONTROL` alone is also part of `RESET_CONTROL`; whole words are counted here.",
    ]
    for word in CONSTANTS:
        counts = found[word]
        uses = ", ".join(f"{counts[use]} {use}" for use in USES if counts[use])
        left = counts["words"] - counts["control facts"] - sum(counts[use] for use in USES)
        lines.append(
            f"- A constant is no call. Of the {counts['words']} of `{word}`, {counts['control facts']} are "
            f"the code of an effect, each a fact; {uses}; {left} are not explained."
        )
    return lines


if __name__ == "__main__":
    sys.stdout.write(page(*count(Path(sys.argv[1]))))
