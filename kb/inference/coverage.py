"""What the rules encode of the statements in ``ontology/statements.yaml``.

``python -m kb.inference.coverage`` prints it as the page docs/reference/coverage.md.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

import yaml

from kb.inference.records import Rule
from kb.inference.rulebase import packaged_rules
from kb.ontology_files import ontology_root

_GAMES = {
    "mtg": "Magic",
    "ygo": "Yu-Gi-Oh!",
    "edopro": "The EDOPro engine",
    "riftbound": "Riftbound",
    "all": "All games",
}
_HEAD = """# Coverage

What is known about owner and control in the three games and in the EDOPro engine is broken down into
numbered statements. Here is what became of each: *encoded* by rules that conclude something from a situation;
*stated* by rules that conclude nothing and can be looked up, cited and translated, because nothing follows
from them or because situations do not describe what they are about; *recorded* as terms of the ontology; or
*not encoded*, with the reason. `tcg-rules show-rule RULE` shows a rule, `tcg-rules concept TERM` a term.

This page is made from the rules and from `ontology/statements.yaml`, by `python -m kb.inference.coverage`.
"""


class Status(StrEnum):
    """What became of a statement."""

    ENCODED = "encoded"
    STATED = "stated"
    RECORDED = "recorded"
    REMARKED = "not encoded"
    OPEN = "not encoded yet"


@dataclass(frozen=True, slots=True)
class Statement:
    """One numbered statement, and the rules, terms or remark that account for it.

    `rules` conclude something, `stated` are rules without clauses.
    """

    id: str
    game: str
    subject: str
    rules: tuple[str, ...] = ()
    stated: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    remark: str | None = None

    @property
    def status(self) -> Status:
        """What became of it: what is encoded counts before what is stated, then terms, then a remark."""
        if self.rules:
            return Status.ENCODED
        if self.stated:
            return Status.STATED
        if self.terms:
            return Status.RECORDED
        return Status.REMARKED if self.remark else Status.OPEN


@cache
def statements() -> tuple[Statement, ...]:
    """Every statement with what accounts for it, in the order of the file.

    >>> found = {statement.id: statement for statement in statements()}
    >>> found["M-PRM-2"].rules
    ('base-controller',)
    >>> found["M-CMB-9"].status.value, found["M-CMB-9"].stated
    ('stated', ('mtg-goad',))
    >>> found["E-FN-1"].terms
    ('edopro:GetControler',)
    """
    data = yaml.safe_load((ontology_root() / "statements.yaml").read_text("utf-8"))
    rules = packaged_rules().rules
    encoded = covering_rules(rule for rule in rules if rule.clauses)
    stated = covering_rules(rule for rule in rules if not rule.clauses)
    return tuple(_statements(data, encoded, stated))


def _statements(
    data: Mapping[str, Any], encoded: Mapping[str, tuple[str, ...]], stated: Mapping[str, tuple[str, ...]]
) -> Iterator[Statement]:
    recorded, remarks = data["recorded"] or {}, data["remarks"] or {}
    for game, subjects in data["statements"].items():
        for subject, ids in subjects.items():
            for name in ids:
                yield Statement(
                    name,
                    game,
                    subject,
                    encoded.get(name, ()),
                    stated.get(name, ()),
                    tuple(recorded.get(name, ())),
                    remarks.get(name),
                )


def covering_rules(rules: Iterable[Rule]) -> dict[str, tuple[str, ...]]:
    """For each statement that rules cover, the ids of the rules.

    >>> from kb.inference.records import RuleKind
    >>> covering_rules((Rule("a", RuleKind.DEFAULT, ("mtg",), covers=("M-OWN-1", "M-OWN-2")),))
    {'M-OWN-1': ('a',), 'M-OWN-2': ('a',)}
    """
    found: dict[str, tuple[str, ...]] = {}
    for rule in rules:
        for name in rule.covers:
            found[name] = (*found.get(name, ()), rule.id)
    return found


def coverage_page(found: tuple[Statement, ...]) -> str:
    """The page in Markdown: a count for each game, then a table for each subject.

    >>> print(coverage_page((Statement("M-1", "mtg", "Tokens", rules=("a",)),)).splitlines()[-1])
    | M-1 | encoded | `a` |
    """
    games = list(dict.fromkeys(statement.game for statement in found))
    lines = [_HEAD, *_counts(found, games)]
    for game in games:
        lines += ["", f"## {_GAMES[game]}"]
        of_game = [statement for statement in found if statement.game == game]
        for subject in dict.fromkeys(statement.subject for statement in of_game):
            lines += ["", f"### {subject}", "", "| statement | status | where |", "| --- | --- | --- |"]
            lines += [_row(statement) for statement in of_game if statement.subject == subject]
    return "\n".join(lines) + "\n"


def _counts(found: tuple[Statement, ...], games: list[str]) -> list[str]:
    columns = list(Status)
    lines = [
        f"| game | statements | {' | '.join(columns)} |",
        f"| --- | ---: |{' ---: |' * len(columns)}",
    ]
    for name, chosen in [*((_GAMES[game], {game}) for game in games), ("together", set(games))]:
        of_game = [statement for statement in found if statement.game in chosen]
        counts = [sum(1 for each in of_game if each.status is column) for column in columns]
        lines.append(f"| {name} | {len(of_game)} | {' | '.join(map(str, counts))} |")
    return lines


def _row(statement: Statement) -> str:
    where = [f"`{name}`" for name in (*statement.rules, *statement.stated, *statement.terms)]
    return f"| {statement.id} | {statement.status} | {', '.join(where) or statement.remark or ''} |".replace(
        "|  |", "| |"
    )


if __name__ == "__main__":
    sys.stdout.write(coverage_page(statements()))
