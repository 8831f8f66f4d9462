"""Card scripts in files and folders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from kb.edopro.findings import Finding
from kb.edopro.records import ScriptFacts
from loaders.files import readable_name
from loaders.scripts.facts import script_facts
from loaders.scripts.lint import lint

MOST: Final = 10_000_000
"""So many bytes of a file are read; a script is far shorter."""


def lua_files(paths: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """The names, as they can be told, and bytes of Lua files, those below a folder in order.

    Below a folder, what only bears such a name is passed over: a folder, a pipe, a link to nothing.
    Raises OSError for a file that cannot be read.
    """
    for path in paths:
        below = (file for file in path.rglob("*.lua") if file.is_file())
        for file in sorted(below) if path.is_dir() else (path,):
            with file.open("rb") as opened:
                yield readable_name(file.as_posix()), opened.read(MOST)


def read_facts(paths: Iterable[Path]) -> Iterator[ScriptFacts]:
    """What the scripts in files and folders say of control."""
    return (script_facts(source, name, with_effects=False) for name, source in lua_files(paths))


def read_findings(paths: Iterable[Path]) -> Iterator[Finding]:
    """The mistakes in the scripts in files and folders."""
    for name, source in lua_files(paths):
        yield from lint(source, name)
