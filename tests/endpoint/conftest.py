"""Makes the helpers of this folder and of the unit tests importable."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "unit"))

from writing_tools import Writable, writable_endpoint


@pytest.fixture(scope="module")
def writable(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Writable]:
    """A running endpoint that may be written, with the pawn rules in its store."""
    with writable_endpoint(tmp_path_factory.mktemp("writable") / "store") as endpoint:
        yield endpoint
