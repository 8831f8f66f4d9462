"""The directory of a store: whole snapshots, and one small file that names the current one.

::

    tcg-rules-kb.json      says that this is a store, and the version of this layout
    current                the name of the current snapshot; replaced by one rename
    lock                   held by the process that writes
    snapshots/NAME/db      a RocksDB directory that nobody writes to any more
    snapshots/NAME/words   the index of its words, where there is one
    snapshots/NAME/readers held shared by the processes that read it
    work-*/                being written; garbage once its writer is gone

A load copies the current snapshot (hard links), writes into the copy, makes a snapshot of it, and renames the
pointer. Whatever is killed, and whenever, `current` names a complete snapshot: the old one or the new one.
"""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from kb.errors import Place, StoreError
from kb.store.locks import lock_exclusive

FORMAT = 1
_MARKER = "tcg-rules-kb.json"
_POINTER = "current"
_PARTIAL = "partial-"
_WORK = "work-"


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of one store directory are, and the few steps that change them."""

    root: Path

    @property
    def lock(self) -> Path:
        """The file a writer holds."""
        return self.root / "lock"

    def database(self, snapshot: str) -> Path:
        """The RocksDB directory of a snapshot."""
        return self.root / "snapshots" / snapshot / "db"

    def words(self, snapshot: str) -> Path:
        """The index of words of a snapshot; not there where it was written without one."""
        return self.root / "snapshots" / snapshot / "words"

    def readers(self, snapshot: str) -> Path:
        """The file that readers of a snapshot hold."""
        return self.root / "snapshots" / snapshot / "readers"

    def pointer_state(self) -> tuple[int, int] | None:
        """Something that changes whenever the pointer does; None while nothing is published."""
        try:
            found = (self.root / _POINTER).stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        return found.st_ino, found.st_mtime_ns

    def current(self) -> str | None:
        """The name of the current snapshot; None when nothing was ever loaded.

        Raises StoreError when the directory is not a store, or of a newer version.
        """
        self.check()
        try:
            name = (self.root / _POINTER).read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            return None
        if not self.database(name).is_dir():
            raise StoreError(
                Place(str(self.root)), "the store names a snapshot that is not there", found=name,
                hint="load the documents again into a new directory",
            )  # fmt: skip
        return name

    def check(self) -> None:
        """Raises StoreError unless the directory is a store, or may become one: missing or empty."""
        place = Place(str(self.root))
        if not self.root.exists():
            return
        if not self.root.is_dir():
            raise StoreError(place, "this is a file", expected="a directory that holds a store")
        try:
            marker = json.loads((self.root / _MARKER).read_text(encoding="utf-8"))
            version = int(marker["format"])
        except FileNotFoundError:
            _check_may_become_store(self.root)
            return
        except (ValueError, KeyError, TypeError) as problem:
            raise StoreError(place, f"{_MARKER} is damaged", found=str(problem)) from problem
        if version > FORMAT:
            raise StoreError(
                place, "the store was written by a newer version of tcg-rules-kb",
                found=f"format {version}", expected=f"format {FORMAT}",
                hint="upgrade with: pip install --upgrade tcg-rules-kb",
            )  # fmt: skip

    def create(self) -> None:
        """Makes the directory a store; does nothing when it is one."""
        self.check()
        (self.root / "snapshots").mkdir(parents=True, exist_ok=True)
        if not (self.root / _MARKER).exists():
            text = json.dumps({"format": FORMAT, "what": "a store of tcg-rules-kb"}) + "\n"
            _write_whole(self.root / _MARKER, text)

    def new_work(self) -> Path:
        """A new directory to write in, not yet made."""
        return self.root / f"{_WORK}{os.getpid()}-{token_hex(4)}"

    def new_snapshot(self) -> str:
        """A name for the next snapshot, later in the alphabet than the current one, with its folder made."""
        now = self.current()
        number = int(now.split("-")[0]) + 1 if now else 1
        name = f"{number:06d}-{token_hex(4)}"
        self.database(name).parent.mkdir()
        self.readers(name).touch()
        return name

    def publish(self, snapshot: str) -> None:
        """Makes a complete snapshot the current one: one rename, after everything else is on the disk."""
        folder = self.database(snapshot)
        words = self.words(snapshot)
        indexed = (*words.iterdir(), words) if words.is_dir() else ()
        for path in (*folder.iterdir(), folder, *indexed, folder.parent, folder.parent.parent):
            _sync(path)
        _write_whole(self.root / _POINTER, snapshot + "\n")

    def has_leftovers(self) -> bool:
        """Whether a writer that is gone left something behind."""
        return self.root.is_dir() and any(self.root.glob(f"{_WORK}*"))

    def clean(self) -> None:
        """Removes what nobody needs: dead work and snapshots that are neither current nor read.

        Only for the holder of the writer's lock. What cannot be removed now is left for the next time: it is
        in nobody's way, and the load before it has succeeded.
        """
        for path in self.root.glob(f"{_PARTIAL}*"):
            path.unlink(missing_ok=True)
        for path in self.root.glob(f"{_WORK}*"):
            shutil.rmtree(path, ignore_errors=True)
        now = self.current()
        for folder in (self.root / "snapshots").iterdir():
            if folder.name != now and not self._is_read(folder.name):
                shutil.rmtree(folder, ignore_errors=True)

    def _is_read(self, snapshot: str) -> bool:
        path = self.readers(snapshot)
        if not path.exists():
            return False
        try:
            os.close(lock_exclusive(path))
        except BlockingIOError:
            return True
        return False


def _check_may_become_store(root: Path) -> None:
    # A creation that was killed leaves these and no marker.
    known = {"lock", "snapshots"}
    names = (path.name for path in root.iterdir())
    strange = sorted(name for name in names if name not in known and not name.startswith(_PARTIAL))
    if strange:
        raise StoreError(
            Place(str(root)), "this directory is not a store", found=strange[0],
            expected=f"a file {_MARKER}, or an empty directory",
        )  # fmt: skip


def _write_whole(path: Path, text: str) -> None:
    partial = path.with_name(f"{_PARTIAL}{path.name}-{token_hex(4)}")
    with partial.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    partial.replace(path)
    _sync(path.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
