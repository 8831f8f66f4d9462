"""Bytes that look like rules texts and are not quite: pieces of real and packaged files, damaged.

The same number always gives the same input, so a finding is repeated by its number.
"""

from __future__ import annotations

import tarfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

SHARED: Final = Path(__file__).parents[3] / "shared"
_LARGEST: Final = 24_000
_MOST_OF_A_FILE: Final = 4_000_000
_TOKENS: Final = (
    b"\r\n", b"\r", b"\n\n", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc2\xad", b"\xe2\x80\x8b", b"108.4a ",
    b"704.5aa. ", b"Example: ", b"Glossary\n", b"Contents\n", b"rules 603.7d-f, and 110.2", b"<b>", b"{{",
    b"}}", b"[[", b"===", b'"', b"\\ud800", b"\\u0000", b"- a: &x *x\n", b"msgid \"", b"184.3.a.1.",
    b"&#x110000;",
    b"%PDF-1.7\n", b"SQLite format 3\x00", b"[" * 400, b"{" * 400, b"((((" * 100, b" " * 3000, b"9" * 500,
)  # fmt: skip


def pieces(root: Path, shared: Path | None) -> list[bytes]:
    """The beginnings, middles and ends of the files there are, in a fixed order."""
    files = [*(root / "ontology/examples/documents").rglob("*"), *(root / "docs/guide/lamps").glob("*")]
    files += [*(root / "tests/bad").rglob("*")]
    if shared:
        files += [*(shared / "seeds").rglob("*"), *_some_of(shared / "corpora")]
    found = [data for path in files if path.is_file() for data in _cut(path)]
    return sorted(set(found))


def _some_of(folder: Path) -> Iterator[Path]:
    """At most twelve files of each folder and kind: thousands are alike."""
    counts: dict[tuple[Path, str], int] = {}
    for path in sorted(folder.rglob("*")):
        key = (path.parent, path.suffix)
        counts[key] = counts.get(key, 0) + 1
        if path.is_file() and counts[key] <= 12 and not tarfile.is_tarfile(path):
            yield path


def _cut(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        data = file.read(_MOST_OF_A_FILE)
    middle = len(data) // 2
    yield data[:_LARGEST]
    if len(data) > 2 * _LARGEST:
        yield data[middle : middle + _LARGEST]
        yield data[-_LARGEST:]


def damaged(parts: list[bytes], number: int) -> bytes:
    """The input of this number."""
    random = Random(number)
    data = bytearray(random.choice(parts))
    for _ in range(random.choice((0, 1, 1, 2, 4, 12))):
        _STEPS[random.randrange(len(_STEPS))](data, random, parts)
    return bytes(data[: 2 * _LARGEST])


def _flip(data: bytearray, random: Random, parts: list[bytes]) -> None:
    for _ in range(random.choice((1, 5, 50))):
        if data:
            data[random.randrange(len(data))] = random.randrange(256)


def _delete(data: bytearray, random: Random, parts: list[bytes]) -> None:
    at = random.randrange(len(data) + 1)
    del data[at : at + random.choice((1, 7, 200, 5000))]


def _repeat(data: bytearray, random: Random, parts: list[bytes]) -> None:
    at = random.randrange(len(data) + 1)
    data[at:at] = data[at : at + random.choice((1, 30, 800))] * random.choice((2, 9))


def _insert(data: bytearray, random: Random, parts: list[bytes]) -> None:
    at = random.randrange(len(data) + 1)
    data[at:at] = random.choice(_TOKENS) * random.choice((1, 1, 3))


def _splice(data: bytearray, random: Random, parts: list[bytes]) -> None:
    other = random.choice(parts)
    at, start = random.randrange(len(data) + 1), random.randrange(len(other) + 1)
    data[at : at + 4000] = other[start : start + 4000]


def _recode(data: bytearray, random: Random, parts: list[bytes]) -> None:
    text = data.decode("utf-8", "replace")
    data[:] = text.encode(random.choice(("utf-16", "utf-16-be", "cp1252", "cp437", "utf-8-sig")), "replace")


def _line_ends(data: bytearray, random: Random, parts: list[bytes]) -> None:
    data[:] = data.replace(b"\n", random.choice((b"\r", b"\r\n", b"\r\r\n", b"\x0c", b" ")))


_STEPS: Final = (_flip, _delete, _repeat, _insert, _splice, _recode, _line_ends)
