"""Fixtures every test may use."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"
# Without the other engine for Magic its tests alone are collected, which say that they are skipped.
collect_ignore = [] if find_spec("phase") else ["peers/compare.py", "peers/phase_table.py"]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real texts beside the project; the test is skipped, and counted, where there is none."""
    if not SHARED.is_dir():
        pytest.skip("needs the real texts beside the project (../shared)")
    return SHARED


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's root."""
    return ROOT
