"""Reading scenario files: YAML (or JSON, which is YAML too), one or more documents in each."""

from __future__ import annotations

from pathlib import Path

from kb.errors import Place, ScenarioError
from kb.scenario.document import MOST_BYTES, parse_documents
from kb.scenario.records import Scenario
from kb.scenario.validate import Checked, check_document, raise_first


def read_scenarios(given: str | Path, *, source: str | None = None) -> tuple[Scenario, ...]:
    """The scenarios of a file (a `Path`) or of a text (a `str`); `source` is the name that errors give.

    Raises `ScenarioError` for the first of all errors found, with the further ones in its `others`.

    >>> [table] = read_scenarios("{game: mtg, players: [A, B], questions: []}", source="empty.yaml")
    >>> table.document, table.players
    ('mtg-cr', ('A', 'B'))
    >>> read_scenarios("{game: mtgg, players: [A, B]}", source="duel.yaml")
    Traceback (most recent call last):
    kb.errors.ScenarioError: duel.yaml:1:8 (game): unknown game: found 'mtgg', expected one of mtg, ygo, \
riftbound; did you mean 'mtg'?
    """
    checked = check_scenarios(given, source=source)
    raise_first([error for document in checked for error in document.errors])
    return tuple(document.scenario for document in checked if document.scenario is not None)


def check_scenarios(given: str | Path, *, source: str | None = None) -> tuple[Checked, ...]:
    """For each document of a file or text: its scenario, or its errors.

    Raises `ScenarioError` only when the documents cannot be told apart: no text, not UTF-8, not YAML.

    >>> [bad] = check_scenarios("{game: mtg}", source="duel.yaml")
    >>> print(bad.scenario, [str(error) for error in bad.errors])
    None ['duel.yaml:1:1 (players): a scenario needs players: expected players: [A, B]']
    """
    name = source or (str(given) if isinstance(given, Path) else "scenario")
    text = _file_text(given, name) if isinstance(given, Path) else given
    nodes = parse_documents(text, name)
    return tuple(check_document(node, name, index, len(nodes)) for index, node in enumerate(nodes))


def _file_text(path: Path, name: str) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ScenarioError(Place(name), f"cannot be read: {error.strerror}") from error
    if len(data) > MOST_BYTES:
        raise ScenarioError(Place(name), "the file is too large", expected=f"at most {MOST_BYTES:,} bytes")
    if not data.strip():
        raise ScenarioError(Place(name), "the file is empty", expected="a scenario")
    if b"\x00" in data[:4096]:
        raise ScenarioError(Place(name), "this is not a text file", expected="YAML in UTF-8")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = f"byte {data[error.start]:#04x}"
        raise ScenarioError(Place(name, line), "not UTF-8", found=found, expected="YAML in UTF-8") from error
