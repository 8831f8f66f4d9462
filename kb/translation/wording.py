"""What each kind of finding says, and what severities are called, in English, French and Spanish."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from typing import Final

from kb.ontology_files import ontology_files
from kb.translation.records import Severity

Said = tuple[str, str, str]
"""In English, French and Spanish."""
_ORDER: Final = ("en", "fr", "es")


@cache
def kinds() -> Mapping[str, Said]:
    """The closed list of kinds, each with what it says, from ``ontology/translation/kinds.tsv``."""
    found: dict[str, Said] = {}
    for path in ontology_files("translation/kinds.tsv"):
        lines = (line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            found[row["kind"]] = (row["en"], row["fr"], row["es"])
    return found


SEVERITIES: Final[dict[Severity, Said]] = {
    Severity.TYPOGRAPHIC: ("typographic", "typographie", "tipografía"),
    Severity.WORDING: ("wording", "formulation", "redacción"),
    Severity.STALE: ("stale", "périmé", "desactualizado"),
    Severity.CHANGED: ("changed meaning", "sens changé", "sentido cambiado"),
}


def say_kind(kind: str, language: str) -> str:
    """What a kind says in `language`.

    >>> say_kind("meaning.number", "fr")
    'les nombres diffèrent'
    """
    return kinds()[kind][_ORDER.index(language)]


def say_severity(severity: Severity, language: str) -> str:
    """A severity in `language`.

    >>> say_severity(Severity.STALE, "es")
    'desactualizado'
    """
    return SEVERITIES[severity][_ORDER.index(language)]
