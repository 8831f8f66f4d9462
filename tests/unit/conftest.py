"""Fixtures of the unit tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kb.cli.application import run
from kb.cli.main import tcg_rules


@pytest.fixture
def verb(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    """Runs one verb on a store of the test's own: its exit code, what it printed, what it said beside."""
    monkeypatch.setenv("TCG_RULES_STORE", str(tmp_path / "store"))
    monkeypatch.delenv("TCG_RULES_LANG", raising=False)

    def verb(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run(tcg_rules, [str(argument) for argument in arguments], "tcg-rules")
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return verb
