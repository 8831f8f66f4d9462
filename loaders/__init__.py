"""Loaders: from files people have to passages, with a report on every line.

`load_file` reads one file and writes nothing; `load_paths` puts files into a store, and `write_loaded` what
loaders have made. `detect` tells which `Loader` a text is for.

>>> import loaders
>>> loaded = loaders.load_file("ontology/examples/documents/lanternes-fr-en.txt")
>>> len(loaded.passages), loaded.report.lines - loaded.report.accounted
(20, 0)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from loaders.base import Loader, detect, load_file, load_source
    from loaders.pipeline import LoadOutcome, LoadStatus, load_paths, write_loaded
    from loaders.text import Limits, read_source

__all__ = [
    "Limits",
    "LoadOutcome",
    "LoadStatus",
    "Loader",
    "detect",
    "load_file",
    "load_paths",
    "load_source",
    "read_source",
    "write_loaded",
]

_HOMES = {
    **dict.fromkeys(("Loader", "detect", "load_file", "load_source"), "loaders.base"),
    **dict.fromkeys(("LoadOutcome", "LoadStatus", "load_paths", "write_loaded"), "loaders.pipeline"),
    **dict.fromkeys(("Limits", "read_source"), "loaders.text"),
}


def __getattr__(name: str) -> object:
    # Imported on first use: modules of this package import each other, and `import loaders.dates` stays fast.
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'loaders' has no attribute {name!r}")
    return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
