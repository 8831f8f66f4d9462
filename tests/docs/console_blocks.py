"""Runs the ``console`` blocks of a Markdown page: every command a reader may type, and what it prints.

A block is fenced with ``console``; a line that starts with ``$ `` is a command, the lines up to the next one
are its output. ``...`` in the output stands for anything, as in a doctest. A last line ``[exit 1]`` is the
exit code, where it is not 0.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from doctest import ELLIPSIS, REPORT_NDIFF, Example, OutputChecker
from pathlib import Path

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_EXIT = re.compile(r"\[exit (\d+)\]\n\Z")


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a page, with what the page says about it."""

    line: int
    text: str
    output: str
    code: int


def commands(page: Path) -> Iterator[Command]:
    """The commands of a page, in order."""
    text = page.read_text(encoding="utf-8")
    for block in _BLOCK.finditer(text):
        first = text.count("\n", 0, block.start(1)) + 1
        yield from _of_block(block[1], first)


def _of_block(block: str, first: int) -> Iterator[Command]:
    lines = block.splitlines(keepends=True)
    starts = [at for at, line in enumerate(lines) if line.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        output = "".join(lines[start + 1 : end])
        code = _EXIT.search(output)
        yield Command(
            first + start, lines[start][2:].strip(), _EXIT.sub("", output), int(code[1]) if code else 0
        )


def difference(command: Command, folder: Path, store: Path) -> str | None:
    """What a command did otherwise than its page says; None when it did as the page says."""
    here = Path(sys.executable).parent
    environment = os.environ | {
        "PATH": f"{here}{os.pathsep}{os.environ['PATH']}",
        "TCG_RULES_STORE": str(store),
        "COLUMNS": "100",
    }
    environment.pop("TCG_RULES_LANG", None)
    done = subprocess.run(
        command.text, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    got = done.stdout + done.stderr
    if done.returncode != command.code:
        return f"line {command.line}: exit {done.returncode}, not {command.code}: {got}"
    checker = OutputChecker()
    if checker.check_output(command.output, got, ELLIPSIS):
        return None
    shown = Example(command.text, command.output)
    return f"line {command.line}: $ {command.text}\n{checker.output_difference(shown, got, REPORT_NDIFF)}"
