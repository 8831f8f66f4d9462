"""The cases that test the rules: each is answered again, and tells which rules its answers rest on."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kb.inference.explain import Namer, value_text
from kb.inference.verdicts import Verdict, check
from kb.inference.wording import question_text
from kb.scenario import Scenario, check_scenarios
from kb.site.records import LANGUAGES, Asked, Case

Report = Callable[[int, int, str], None]
"""Told before each file how many are read, how many there are, and its name."""


@dataclass(frozen=True)
class Trials:
    """Cases by their identifier, and for each rule the cases whose answers rest on it."""

    cases: Mapping[str, Case] = field(default_factory=dict)
    by_rule: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def of_rules(self, rules: Iterable[str]) -> tuple[Case, ...]:
        """The cases that test any of the rules, those that test most of them first."""
        counts: defaultdict[str, int] = defaultdict(int)
        for rule in rules:
            for case in self.by_rule.get(rule, ()):
                counts[case] += 1
        return tuple(self.cases[each] for each in sorted(counts, key=lambda each: (-counts[each], each)))


def trials(files: Iterable[Path], *, report: Report | None = None) -> Trials:
    """The cases in scenario files, answered. The first of two with one identifier counts.

    >>> trials([]).of_rules(["token-owner"])
    ()

    Raises :class:`kb.errors.KbError` for a file or scenario that cannot be read.
    """
    cases: dict[str, Case] = {}
    listed = tuple(files)
    for done, file in enumerate(listed):
        if report is not None:
            report(done, len(listed), file.name)
        for case in _cases(file):
            cases.setdefault(case.id, case)
    by_rule: defaultdict[str, list[str]] = defaultdict(list)
    for case in cases.values():
        for rule in case.rules:
            by_rule[rule].append(case.id)
    return Trials(cases, {rule: tuple(of) for rule, of in by_rule.items()})


def _cases(file: Path) -> Iterator[Case]:
    documents = re.split(r"^---[ \t]*$", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    # A document without a scenario, such as a comment at the head of a file, is not read as one.
    written = [_without_head(each) for each in documents if _holds_something(each)]
    for source, read in zip(written, check_scenarios(file), strict=True):
        for error in read.errors:
            raise error
        if read.scenario is not None:
            yield _case(file, source, read.scenario)


def _holds_something(document: str) -> bool:
    return any(line.strip() and not line.lstrip().startswith("#") for line in document.splitlines())


def _without_head(document: str) -> str:
    """What is written, without the comment above it, which speaks of the whole file."""
    lines = document.strip("\n").splitlines()
    first = next(n for n, line in enumerate(lines) if line.strip() and not line.startswith("#"))
    return "\n".join(lines[first:])


def _case(file: Path, source: str, scenario: Scenario) -> Case:
    return Case(
        scenario.id, scenario.title or scenario.id, scenario.game, str(scenario.ruleset), file.name, source,
        tuple(_asked(verdict) for verdict in check(scenario)),
    )  # fmt: skip


def _asked(verdict: Verdict) -> Asked:
    answer, question = verdict.answer, verdict.question
    namers = {language: Namer(answer.table, language) for language in LANGUAGES} if answer else {}
    return Asked(
        {
            language: question_text(question.ask, namer.name(question.of), question.at, language)
            for language, namer in namers.items()
        },
        {language: value_text(answer, namer) for language, namer in namers.items() if answer},
        verdict.status.value,
        str(question.why or ""),
        tuple(answer.rules) if answer else (),
    )
