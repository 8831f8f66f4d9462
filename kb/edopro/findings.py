"""Lint rules and their findings: rules are data (``ontology/edopro/lint.yaml``), findings records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import Final

import yaml

from kb.edopro.records import At
from kb.errors import NotFoundError
from kb.model import UNDATED
from kb.namespaces import PASSAGE
from kb.ontology_files import ontology_root

GUIDE: Final = "edopro-guide"
LEVELS: Final = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class LintRule:
    """One rule: its sentences by language, and the passages of the guide it rests on."""

    id: str
    name: str
    level: str
    guide: tuple[str, ...]
    says: Mapping[str, str] = field(hash=False)
    why: Mapping[str, str] = field(hash=False)
    fix: Mapping[str, str] = field(hash=False)

    @property
    def passages(self) -> tuple[str, ...]:
        """The IRIs of the guide's passages, as the loader of the guide gives them.

        >>> lint_rule("CTL008").passages[0]
        'https://w3id.org/tcg-rules/passage/edopro-guide/undated/en/p3'
        """
        return tuple(f"{PASSAGE}{GUIDE}/{UNDATED}/en/{number}" for number in self.guide)


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule found in a file: where, and the words for its sentences; `line` is the source line."""

    rule: str
    file: str
    at: At
    fields: tuple[tuple[str, str], ...] = ()
    line: str = ""

    def says(self, language: str) -> str:
        """The sentence in a language."""
        return lint_rule(self.rule).says[language].format(**dict(self.fields))

    def fix(self, language: str) -> str:
        """What to do, in a language."""
        return lint_rule(self.rule).fix[language].format(**dict(self.fields))

    @property
    def level(self) -> str:
        """error, warning or note."""
        return lint_rule(self.rule).level

    @property
    def fingerprint(self) -> str:
        """Stays the same when lines are added elsewhere in the file, for baselines."""
        name = self.file.replace("\\", "/").rpartition("/")[2]
        return sha256("\n".join((self.rule, name, self.line.strip())).encode()).hexdigest()[:16]


@cache
def lint_rules() -> Mapping[str, LintRule]:
    """All rules by id.

    >>> sorted(lint_rules())[:2]
    ['CTL001', 'CTL002']
    """
    read = yaml.safe_load((ontology_root() / "edopro" / "lint.yaml").read_text("utf-8"))
    rules = (LintRule(**{**given, "guide": tuple(given["guide"])}) for given in read)
    return {rule.id: rule for rule in rules}


def lint_rule(name: str) -> LintRule:
    """The rule with an id or name, in capitals or not.

    Raises `NotFoundError` with the near matches.

    >>> lint_rule("mask-sum").id
    'CTL010'
    """
    for rule in lint_rules().values():
        if name.casefold() in (rule.id.casefold(), rule.name):
            return rule
    known = [word for rule in lint_rules().values() for word in (rule.id, rule.name)]
    raise NotFoundError("lint rule", name, known)
