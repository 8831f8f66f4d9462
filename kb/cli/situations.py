"""What the verbs about scenarios share: reading the files, and quoting what an answer cites."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import click

from kb.cli import messages as m
from kb.cli.output import wrapped
from kb.cli.reports import edition_name
from kb.errors import KbError
from kb.queries.passages import StoredPassage
from kb.scenario import Checked, Scenario, check_scenarios

STANDARD_INPUT: Final = "-"


@dataclass(slots=True)
class Situations:
    """The scenarios of several files; what cannot be read is said on standard error, and kept in `errors`."""

    files: tuple[Path, ...]
    errors: list[tuple[str, KbError]] = field(default_factory=list)

    def __iter__(self) -> Iterator[tuple[str, Scenario]]:
        for file in self.files:
            yield from self._of_file(file)

    def _of_file(self, file: Path) -> Iterator[tuple[str, Scenario]]:
        try:
            documents = _documents(file)
        except KbError as error:
            self._say(str(file), error)
            return
        for document in documents:
            for wrong in document.errors:
                self._say(str(file), wrong)
            if document.scenario is not None:
                for caution in document.scenario.warnings:
                    click.echo(f"tcg-rules: warning: {caution}", err=True)
                yield str(file), document.scenario

    def _say(self, file: str, error: KbError) -> None:
        self.errors.append((file, error))
        click.echo(f"tcg-rules: {error}", err=True)


def _documents(file: Path) -> tuple[Checked, ...]:
    if str(file) == STANDARD_INPUT:
        return check_scenarios(sys.stdin.read(), source="standard input")
    return check_scenarios(file)


def quoted_lines(found: list[StoredPassage], language: str) -> Iterator[str]:
    """The passages as lines, each with its edition; a sentence says so where there is none."""
    yield "  " + (m.QUOTED if found else m.NOTHING_QUOTED).say(language)
    for passage in found:
        edition = edition_name(passage.edition, language)
        head = f"{passage.document} {edition} {passage.language} {passage.number}: "
        yield wrapped(head + passage.text, indent="    ", hanging="      ")
