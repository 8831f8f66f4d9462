"""The report queries of ``ontology/checks``: one file a check, headed by its problem and its solution.

The file `profile.tsv` beside them says how serious each check is. A query selects `?entity` and whatever else
helps to find the fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from kb.errors import InputError, Place
from kb.ontology_files import ontology_files, ontology_root
from kb.rdf import QuerySolutions, Store
from kb.validation.findings import Finding, Severity

_HEAD: Final = {
    "en": ("# Problem: ", "# Solution: "),
    "fr": ("# Problème\N{NO-BREAK SPACE}: ", "# Solution\N{NO-BREAK SPACE}: "),
    "es": ("# Problema: ", "# Solución: "),
}


@dataclass(frozen=True, slots=True)
class Check:
    """A report query: what is wrong when it finds something, what to do, and how serious that is."""

    name: str
    severity: Severity
    problem: Mapping[str, str]
    solution: Mapping[str, str]
    query: str

    @property
    def messages(self) -> dict[str, str]:
        """Problem and solution in each language."""
        return {language: f"{self.problem[language]} {self.solution[language]}" for language in _HEAD}


@cache
def checks() -> tuple[Check, ...]:
    """Every check of the ontology, by name.

    >>> [check.severity.value for check in checks() if check.name == "two_controllers"]
    ['ERROR']

    Raises :class:`kb.errors.InputError` for a check without a severity, or a heading that is missing.
    """
    profile = _profile(ontology_root() / "checks" / "profile.tsv")
    return tuple(_read(path, profile) for path in ontology_files("checks/*.rq"))


def _profile(path: Path) -> dict[str, Severity]:
    lines = path.read_text(encoding="utf-8").splitlines()
    pairs = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {name: Severity(severity) for severity, name in pairs}


def _read(path: Path, profile: Mapping[str, Severity]) -> Check:
    text = path.read_text(encoding="utf-8")
    severity = profile.get(path.stem)
    if severity is None:
        raise InputError(Place(path.name), "no severity in profile.tsv", expected="ERROR, WARN or INFO")
    return Check(path.stem, severity, _headed(path, text, 0), _headed(path, text, 1), text)


def _headed(path: Path, text: str, which: int) -> dict[str, str]:
    found = {}
    for language, heads in _HEAD.items():
        match = re.search(f"^{re.escape(heads[which])}(.+)$", text, re.MULTILINE)
        if match is None:
            raise InputError(Place(path.name), "a heading is missing", expected=repr(heads[which]))
        found[language] = match.group(1)
    return found


def run_checks(store: Store, state: str | None = None) -> Iterator[Finding]:
    """What the report queries find in the default graph of `store`."""
    for check in checks():
        found = store.query(check.query)
        assert isinstance(found, QuerySolutions)
        names = [each.value for each in found.variables]
        for row in found:
            values = [(name, str(getattr(row[name], "value", ""))) for name in names]
            (_, entity), *detail = values
            known = tuple((name, value) for name, value in detail if value)
            yield Finding(check.name, check.severity, entity, check.messages, known, state)
