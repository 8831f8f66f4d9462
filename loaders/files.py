"""Files as the file system gives them: only such as end, none that changes meanwhile, no more than is wanted.

A path may lead to a folder, a device or a pipe, which would wait for ever; to nothing, or in a circle. All of
that is told as an error, and nothing is waited for.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from kb.errors import LoadError, Place

_KINDS: Final = (
    (stat.S_ISDIR, "a folder"), (stat.S_ISFIFO, "a pipe"), (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"), (stat.S_ISBLK, "a device"),
)  # fmt: skip
_NOT_WAITING: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def readable_name(path: str | Path) -> str:
    r"""The name of a file as it can be told and kept: what is no text, or no character to print, is U+FFFD.

    >>> readable_name("a\nb.txt"), readable_name("caf\udce9.txt")
    ('a�b.txt', 'caf�.txt')
    """
    text = os.fspath(path).encode(errors="surrogateescape").decode(errors="replace")
    return "".join(char if char.isprintable() else "\ufffd" for char in text)


def real_path(path: Path) -> Path:
    """Where `path` leads, through all links; where they lead in a circle, the path as it is.

    >>> real_path(Path("a/../b")) == Path("b").absolute()
    True
    """
    return Path(os.path.realpath(path))


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """The file at `path` for reading its bytes, which must be the same at the end.

    Raises LoadError when there is no such file, it is no file, it cannot be read, or it changed meanwhile.
    """
    place = Place(readable_name(path))
    try:
        descriptor = os.open(path, os.O_RDONLY | _NOT_WAITING)
        before = os.fstat(descriptor)
        if not stat.S_ISREG(before.st_mode):
            os.close(descriptor)
            found = next((kind for test, kind in _KINDS if test(before.st_mode)), "something else")
            raise LoadError(place, "not a file", found=found, expected="a file")
        with os.fdopen(descriptor, "rb") as file:
            yield file
            after = os.fstat(descriptor)
    except FileNotFoundError:
        raise LoadError(place, "no such file") from None
    except OSError as error:
        raise LoadError(place, f"cannot be read: {error.strerror or error}") from error
    if state(before) != state(after):
        raise LoadError(place, "the file changed while it was read", hint="load it again when it is whole")


def state(found: os.stat_result) -> tuple[int, int, int]:
    """What tells whether a file is still the same: which one, its size, and when it was written."""
    return found.st_ino, found.st_size, found.st_mtime_ns


def read_bytes(path: Path, most: int) -> bytes:
    """What is in the file at `path`, at most `most` bytes.

    Raises LoadError as :func:`opened` does, and for a file that is larger.
    """
    with opened(path) as file:
        data = file.read(most + 1)
        size = os.fstat(file.fileno()).st_size
    if len(data) > most:
        raise LoadError(
            Place(readable_name(path)), "the file is too large", found=f"{max(size, len(data))} bytes",
            expected=f"at most {most} bytes",
            hint="--most-mib lets larger ones in; lists of cards are read whatever their size",
        )  # fmt: skip
    return data


def files_in(folder: Path) -> list[Path]:
    """The files in a folder at any depth, sorted, hidden ones left out; links to folders are not followed.

    A folder that cannot be looked into and a link that leads nowhere are named as files: reading them says
    what is wrong.
    """
    found: list[Path] = []

    def unreadable(error: OSError) -> None:
        found.append(Path(os.fsdecode(error.filename or folder)))

    for above, folders, names in os.walk(folder, onerror=unreadable):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = (Path(above, name) for name in names if not name.startswith("."))
        found += [path for path in paths if path.is_file() or (path.is_symlink() and not path.exists())]
    return sorted(found)
