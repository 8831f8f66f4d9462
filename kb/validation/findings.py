"""What validation found: records that know their message in every language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from kb.namespaces import PREFIXES


class Severity(StrEnum):
    """How serious a finding is: errors fail, warnings are looked at, information is only shown."""

    ERROR = "ERROR"
    WARN = "WARN"
    INFO = "INFO"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it should be: which check or shape says so, about what, and why.

    `name` is the file of a report query or the name of a shape; `detail` holds further values, such as the
    language that is missing; `state` is the state of a scenario it was found in.
    """

    name: str
    severity: Severity
    entity: str
    messages: Mapping[str, str]
    detail: tuple[tuple[str, str], ...] = ()
    state: str | None = None

    def text(self, language: str = "en") -> str:
        """The finding in one line; in English where it has no message in `language`.

        >>> print(Finding("Zone-controller", Severity.ERROR, "urn:x", {"en": "nobody controls it"}).text())
        urn:x: nobody controls it
        """
        message = self.messages.get(language) or self.messages.get("en", self.name)
        # The names of the values are those of a query's variables, which are English.
        said = ((f"{name} " if language == "en" else "", short(value)) for name, value in self.detail)
        values = ", ".join(name + value for name, value in said)
        place = f" ({short(self.state)})" if self.state else ""
        return f"{short(self.entity)}{place}: {message}" + (f" [{values}]" if values else "")


@dataclass(frozen=True, slots=True)
class Report:
    """All findings, the most serious first, and how many statements were looked at."""

    findings: tuple[Finding, ...]
    statements: int

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings that must be put right."""
        return tuple(each for each in self.findings if each.severity is Severity.ERROR)

    @property
    def conforms(self) -> bool:
        """Whether nothing must be put right."""
        return not self.errors


def short(iri: str) -> str:
    """An IRI with its prefix, where we have one.

    >>> short("https://w3id.org/tcg-rules/core#owner"), short("urn:x")
    ('core:owner', 'urn:x')
    """
    for prefix, namespace in PREFIXES.items():
        if iri.startswith(namespace):
            return f"{prefix}:{iri.removeprefix(namespace)}"
    return iri
