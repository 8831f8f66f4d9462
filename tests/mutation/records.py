"""What came of each mutant, kept in a file as it becomes known, so that a run can be taken up again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

import yaml

HERE = Path(__file__).parent


class Fate(StrEnum):
    """What came of a mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    REFUSED = "refused"
    """The rule language does not take it: it is no mutant."""


@dataclass(frozen=True)
class Result:
    """What came of one mutant, by which test, in which state of the rules and tests."""

    name: str
    rule: str
    change: str
    clause: str
    fate: Fate
    by: str | None
    state: str


def read_results(path: Path) -> dict[str, Result]:
    """The results by the names of the mutants; of several the last counts."""
    if not path.is_file():
        return {}
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return {each["name"]: Result(**{**each, "fate": Fate(each["fate"])}) for each in lines}


def append_result(path: Path, result: Result) -> None:
    """Adds a result to the file."""
    with path.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(asdict(result), ensure_ascii=False) + "\n")


def state_of(files: Iterable[Path]) -> str:
    """A word that changes when any of the files does."""
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@dataclass(frozen=True)
class Equivalent:
    """A mutant that cannot change an answer, with the argument for that."""

    rule: str
    change: str
    clause: str
    because: str

    @property
    def name(self) -> str:
        """The name of the mutant."""
        return f"{self.rule}: {self.change}" + (f" in {self.clause}" if self.clause else "")


def equivalents() -> dict[str, Equivalent]:
    """The mutants argued to be equivalent, by their names."""
    entries = yaml.safe_load((HERE / "equivalent.yaml").read_text(encoding="utf-8")) or []
    found = [
        Equivalent(entry["rule"], change, entry.get("clause", ""), entry["because"])
        for entry in entries
        for change in entry["changes"]
    ]
    return {each.name: each for each in found}
