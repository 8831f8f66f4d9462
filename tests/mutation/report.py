"""The page that says which mutants the tests tell from the rules, and which they do not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from records import Equivalent, Fate, Result

from kb.inference.rulebase import packaged_rules

HEAD = """# Mutants

A test that cannot fail proves nothing. So each clause of the encoded rules is spoilt in every small way: the
clause is left out, one of its conditions is left out or turned into its opposite, what it concludes is said
the wrong way round, and a rule no longer defeats another. A *mutant* is the rules with one such mistake. It
is *killed* when some test notices: a situation of `tests/cases`, of the examples, of the competency questions
or (where they are at hand) of the collected cases is answered wrongly, or one of {random} random situations a
game, or of {aimed} more aimed at the clause, is answered otherwise than before. Mutants that the rule
language refuses are not counted. Those *argued* to be the same as the rule are in
`tests/mutation/equivalent.yaml`, each with its argument.

This page is made by `make mutants`.
"""


@dataclass
class Count:
    """How many mutants there are of each fate."""

    killed: int = 0
    survived: int = 0
    equivalent: int = 0

    @property
    def share(self) -> str:
        """The share killed among those that could be."""
        counted = self.killed + self.survived
        return f"{100 * self.killed / counted:.1f} %" if counted else "–"

    def row(self, name: str) -> str:
        """A row of a table."""
        total = self.killed + self.survived + self.equivalent
        return f"| {name} | {total} | {self.killed} | {self.survived} | {self.equivalent} | {self.share} |"


TABLE = """| {} | mutants | killed | survived | argued | killed of those not argued |
| --- | ---: | ---: | ---: | ---: | ---: |"""


def page(
    results: Iterable[Result], argued: Mapping[str, Equivalent], random: int, aimed: int, untried: int
) -> str:
    """The page as Markdown."""
    counted = [each for each in results if each.fate is not Fate.REFUSED]
    changes: dict[str, Count] = defaultdict(Count)
    files: dict[str, Count] = defaultdict(Count)
    whole = Count()
    rules = packaged_rules().by_id()
    for each in counted:
        for count in (changes[_kind(each.change)], files[rules[each.rule].place.source], whole):
            _add(count, each, argued)
    lines = [HEAD.format(random=2 * random, aimed=aimed), TABLE.format("change")]
    lines += [changes[name].row(name) for name in KINDS if name in changes]
    lines += [whole.row("together"), "", TABLE.format("file")]
    lines += [files[name].row(f"`{name}`") for name in sorted(files)]
    if untried:
        lines += ["", f"{untried} mutants have not been tried yet."]
    lines += ["", "## Survivors", ""]
    left = [each for each in counted if each.fate is Fate.SURVIVED and each.name not in argued]
    lines += _listed(left) or ["None."]
    return "\n".join(lines) + "\n"


KINDS = ("drop the clause", "drop a condition", "flip a condition", "swap the conclusion", "defeat nothing")


def _kind(change: str) -> str:
    if change == KINDS[0]:
        return change
    words = {"drop": KINDS[1], "flip": KINDS[2], "swap": KINDS[3], "does": KINDS[4]}
    return words[change.partition(" ")[0]]


def _add(count: Count, result: Result, argued: Mapping[str, Equivalent]) -> None:
    if result.fate is Fate.KILLED:
        count.killed += 1
    elif result.name in argued:
        count.equivalent += 1
    else:
        count.survived += 1


def _listed(left: Iterable[Result]) -> list[str]:
    by_clause: dict[tuple[str, str], list[str]] = defaultdict(list)
    for each in left:
        by_clause[each.rule, each.clause].append(each.change)
    return [
        f"- `{rule}`: {'; '.join(f'{_shown(change)}' for change in changes)}"
        + (f" in `{clause}`" if clause else "")
        for (rule, clause), changes in by_clause.items()
    ]


def _shown(change: str) -> str:
    verb, _, rest = change.partition(" ")
    return f"{verb} `{rest}`" if verb in ("drop", "flip") and rest != "the clause" else change
