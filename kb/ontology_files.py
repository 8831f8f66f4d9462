"""Where the ontology's files are: beside the packages in a checkout, inside ``kb`` in an installed wheel."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
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


@cache
def digest_of(pattern: str) -> str:
    """Names what the files that match a glob hold: other files have another digest.

    >>> digest_of("rules/*.crl") == digest_of("rules/*.crl"), digest_of("rules/*.crl") == digest_of("*.ttl")
    (True, False)
    """
    found = sha256()
    for path in ontology_files(pattern):
        data = path.read_bytes().replace(b"\r\n", b"\n")
        found.update(f"{path.name} {len(data)}\n".encode() + data)
    return found.hexdigest()[:16]


def ontology_files(pattern: str) -> tuple[Path, ...]:
    """The files below the ontology folder that match a glob, sorted by path.

    >>> [path.suffix for path in ontology_files("no-such-file-*.ttl")]
    []
    """
    return tuple(sorted(ontology_root().glob(pattern)))
