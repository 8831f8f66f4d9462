"""Where the ontology's files are: beside the packages in a checkout, inside ``kb`` in an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from kb.errors import NotFoundError


@cache
def ontology_root() -> Path:
    """The folder that holds the ontology's Turtle, rules and examples.

    >>> (ontology_root() / "rules").is_dir()
    True
    """
    inside = Path(__file__).parent / "ontology"
    beside = Path(__file__).parent.parent / "ontology"
    for folder in (inside, beside):
        if folder.is_dir():
            return folder
    raise NotFoundError("ontology folder", str(inside), [str(beside)])


def ontology_files(pattern: str) -> tuple[Path, ...]:
    """The files below the ontology folder that match a glob, sorted by path.

    >>> [path.suffix for path in ontology_files("no-such-file-*.ttl")]
    []
    """
    return tuple(sorted(ontology_root().glob(pattern)))
