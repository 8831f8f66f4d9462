"""The first thing anybody types: what `make` says before anything is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


@pytest.fixture
def clone(root: Path, tmp_path: Path) -> Path:
    """A folder with the files that make looks at, and nothing installed."""
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(root / name, tmp_path / name)
    return tmp_path


def _make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    # These tests may themselves run under make, whose settings must not reach the make that is tested.
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    command = ["make", "-C", str(folder), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=clean)


def _python(folder: Path, script: str) -> str:
    """An interpreter that does what `script` says."""
    path = folder / "python"
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return f"PYTHON={path}"


def test_make_alone_lists_every_target_that_people_use(clone: Path) -> None:
    listed = _make(clone).stdout
    for target in ("ask", "test", "check", "bench", "notebooks", "clean"):
        assert f"make {target} " in listed


def test_an_old_python_is_told_which_one_is_needed_before_anything_is_made(clone: Path) -> None:
    old = _python(clone, 'case "$1" in --version) echo Python 3.9.2;; *) exit 1;; esac')
    done = _make(clone, "ask", old)
    assert done.returncode == 2
    assert "Python 3.9.2 is too old: Python 3.11 or newer is needed" in done.stderr
    assert not (clone / ".venv").exists()


def test_a_python_without_ensurepip_is_told_what_to_install(clone: Path) -> None:
    bare = _python(clone, 'case "$2" in *ensurepip*) exit 1;; esac')
    done = _make(clone, "test", bare)
    assert done.returncode == 2
    assert "venv and ensurepip are missing (Debian and Ubuntu: apt install python3-venv)" in done.stderr


def test_no_python_at_all_is_said_so(clone: Path) -> None:
    done = _make(clone, "ask", "PYTHON=no-such-python")
    assert done.returncode == 2
    assert "no-such-python is not installed; Python 3.11 or newer is needed" in done.stderr


def test_what_is_installed_is_not_installed_again(clone: Path) -> None:
    installs = _make(clone, "-n", "ask").stdout
    assert "pip install" in installs
    venv = clone / ".venv"
    venv.mkdir()
    stamp = next(word for word in installs.split() if ".installed-base-" in word)
    (clone / stamp).touch()
    assert "pip install" not in _make(clone, "-n", "ask").stdout


def test_the_test_packages_are_enough_to_ask_and_are_what_is_brought_up_to_date(clone: Path) -> None:
    stamp = next(word for word in _make(clone, "-n", "test").stdout.split() if ".installed-test-" in word)
    (clone / ".venv").mkdir()
    (clone / stamp).touch()
    assert "pip install" not in _make(clone, "-n", "ask").stdout
    pyproject = clone / "pyproject.toml"
    later = (clone / stamp).stat().st_mtime + 10
    os.utime(pyproject, (later, later))
    assert ".[test]" in _make(clone, "-n", "ask").stdout


def test_clean_leaves_the_environment_and_distclean_does_not(clone: Path) -> None:
    for folder in ("kb", "loaders", "tests", "notebooks", ".venv", ".mypy_cache"):
        (clone / folder).mkdir()
    assert _make(clone, "clean").returncode == 0
    assert not (clone / ".mypy_cache").exists()
    assert (clone / ".venv").exists()
    _make(clone, "distclean")
    assert not (clone / ".venv").exists()


def test_ci_stops_at_the_first_failure_and_ends_with_the_tests(root: Path) -> None:
    script = root / ".ci" / "run"
    lines = script.read_text(encoding="utf-8").splitlines()
    assert os.access(script, os.X_OK)
    assert lines[0] == "#!/usr/bin/env bash"
    assert "set -euo pipefail" in lines
    assert lines[-1] == "make test"


def test_the_commit_hooks_are_local_and_fetch_nothing(root: Path) -> None:
    config = yaml.safe_load((root / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [repo["repo"] for repo in config["repos"]] == ["local"]
    for hook in config["repos"][0]["hooks"]:
        assert hook["language"] == "system"
        assert hook["entry"].startswith(".venv/bin/")
