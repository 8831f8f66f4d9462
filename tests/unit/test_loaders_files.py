"""What the file system may hold in store: no hang, no crash, and an error that says what it was."""

from __future__ import annotations

import io
import os
import signal
import socket
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO

import pytest

from kb.errors import LoadError
from kb.store import open_store
from loaders import card_stream, files
from loaders.card_stream import large_cards, stream_cards
from loaders.pipeline import files_below, load_paths
from loaders.text import DEFAULT_LIMITS, read_source

GOOD = "Yu-Gi-Oh! lamps\n\nA monster of the Deck goes to the Graveyard. Another monster stays.\n"


def error_of(path: Path) -> str:
    (outcome,) = load_paths(open_store(), [path])
    assert outcome.error
    return str(outcome.error)


@pytest.fixture(autouse=True)
def _no_hang() -> Iterator[None]:
    """Ends the test run with an error rather than waiting for ever."""
    signal.signal(signal.SIGALRM, lambda *_: pytest.fail("it waits"))
    signal.alarm(60)
    yield
    signal.alarm(0)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes_folders_sockets_and_devices_are_no_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "not a file: found 'a pipe'" in error_of(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        assert "socket: " in error_of(Path("socket"))
    if Path("/dev/zero").exists():
        assert "found 'a device'" in error_of(Path("/dev/zero"))
    with pytest.raises(LoadError, match="found 'a folder'"):
        read_source(tmp_path)


def test_links_that_lead_nowhere_or_in_a_circle_are_told(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_text(GOOD)
    (tmp_path / "round").symlink_to(tmp_path / "round")
    (tmp_path / "lost").symlink_to(tmp_path / "gone.txt")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "up").symlink_to(tmp_path, target_is_directory=True)
    assert "cannot be read" in error_of(tmp_path / "round")
    outcomes = load_paths(open_store(), [tmp_path])
    assert {Path(one.file).name: bool(one.error) for one in outcomes} == {
        "good.txt": False,
        "lost": True,
        "round": True,
    }


def test_a_file_that_may_not_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text(GOOD)

    usual = os.open

    def refusing(path: object, *more: object, **named: object) -> int:
        if path == tmp_path / "a.txt":
            raise PermissionError(13, "Permission denied")
        return usual(path, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", refusing)
    assert "cannot be read: Permission denied" in error_of(tmp_path / "a.txt")


def test_a_folder_that_may_not_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = tmp_path / "closed"
    walk = os.walk

    def refusing(top: Path, onerror: object) -> Iterator[object]:
        onerror(PermissionError(13, "Permission denied", str(closed)))  # type: ignore[operator]
        yield from walk(top)

    monkeypatch.setattr(os, "walk", refusing)
    (tmp_path / "a.txt").write_text(GOOD)
    assert list(files_below([tmp_path])) == [tmp_path / "a.txt", closed]


def test_a_sparse_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with (tmp_path / "sparse.txt").open("wb") as file:
        file.truncate(50 * 1024**3)
    assert "too large: found '53687091200 bytes'" in error_of(tmp_path / "sparse.txt")


def test_a_person_may_let_larger_files_in(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(GOOD)
    (outcome,) = load_paths(open_store(), [tmp_path], limits=replace(DEFAULT_LIMITS, file_bytes=20))
    assert "at most 20 bytes" in str(outcome.error)
    assert load_paths(open_store(), [tmp_path])[0].error is None


def test_a_file_that_goes_before_it_is_read_is_told(tmp_path: Path) -> None:
    store = open_store()
    (tmp_path / "a.txt").write_text(GOOD)
    (tmp_path / "b.txt").write_text(GOOD + "More of it.\n")

    def take_away(done: int, *_: object) -> None:
        (tmp_path / "b.txt").unlink(missing_ok=True)

    outcomes = load_paths(store, [tmp_path], progress=take_away)
    assert [str(one.error).rpartition(": ")[2] for one in outcomes] == ["None", "no such file"]


@contextmanager
def changing(path: Path) -> Iterator[IO[bytes]]:
    """As :func:`files.opened`, but somebody writes to the file while it is read."""
    with ORIGINAL(path) as file:
        with path.open("a") as other:
            other.write("more")
        yield file


ORIGINAL = files.opened


def test_a_file_that_changes_while_it_is_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text(GOOD)
    monkeypatch.setattr(files, "opened", changing)
    assert "the file changed while it was read (load it again when it is whole)" in error_of(
        tmp_path / "a.txt"
    )


def test_cards_that_change_between_two_looks_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_stream, "LARGE", 1)
    path = tmp_path / "cards.json"
    path.write_text('[{"object": "card", "name": "Lamp", "oracle_text": "Shines."}]')
    cards = large_cards(path)
    assert cards
    path.write_text('[{"object": "card", "name": "Oil", "oracle_text": "Burns."}]')
    with pytest.raises(LoadError, match="changed while it was read"):
        stream_cards(cards, "x:cards", tmp_path)
    assert list(tmp_path.glob("*.nt")) == [] or all(
        file.stat().st_size == 0 for file in tmp_path.glob("*.nt")
    )


def test_archives_are_refused_whatever_their_paths_are(tmp_path: Path) -> None:
    hostile = "../../escaped.txt"
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr(hostile, GOOD)
    entry = tarfile.TarInfo(hostile)
    entry.size = len(GOOD)
    for mode in ("w", "w:gz", "w:bz2", "w:xz"):
        with tarfile.open(tmp_path / f"a{mode[2:]}.tar", mode) as packed:  # type: ignore[call-overload]
            packed.addfile(entry, io.BytesIO(GOOD.encode()))
    outcomes = load_paths(open_store(), [tmp_path])
    assert len(outcomes) == 5
    assert all("archive" in str(one.error) and "take the files out" in str(one.error) for one in outcomes)
    assert not (tmp_path.parent.parent / "escaped.txt").exists()
