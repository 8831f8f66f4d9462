"""The progress bar: only on a terminal, only for work that takes long, and never on standard output."""

from __future__ import annotations

from io import StringIO

import pytest

from kb.cli.progress import progress


class _Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def _work(patience: float) -> None:
    with progress("loading", patience=patience) as report:
        report(0, 2, "first.txt")
        report(1, 2, "second[1].txt")


def test_nothing_is_drawn_where_standard_error_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    _work(patience=-1)
    assert capsys.readouterr() == ("", "")


def test_nothing_is_drawn_for_work_that_is_done_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", terminal := _Terminal())
    _work(patience=60)
    assert terminal.getvalue() == ""


def test_work_that_takes_long_shows_what_is_done_and_what_comes_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", terminal := _Terminal())
    monkeypatch.setenv("TERM", "xterm")
    _work(patience=-1)
    drawn = terminal.getvalue()
    assert "loading" in drawn
    assert "1/2" in drawn
    assert "second[1].txt" in drawn


def test_an_error_in_the_work_is_passed_on_and_the_bar_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", _Terminal())
    with pytest.raises(ZeroDivisionError):
        _fail()
    # A bar that still lived would refuse a second one.
    _work(patience=-1)


def _fail() -> None:
    with progress("loading", patience=-1) as report:
        report(0, 1, "first.txt")
        raise ZeroDivisionError
