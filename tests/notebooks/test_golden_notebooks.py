"""Two notebooks whose outputs are kept and compared word for word, by nbval.

The kept copies are made anew by ``python tests/notebooks/test_golden_notebooks.py`` and reviewed as a diff.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

HERE = Path(__file__).parent
NOTEBOOKS = HERE.parent.parent / "notebooks"
GOLDEN = HERE.parent / "golden" / "notebooks"
NAMES = ("01-who-controls.ipynb", "04-editions-over-time.ipynb")


def _read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


@pytest.mark.parametrize("name", NAMES)
def test_the_kept_copy_has_the_cells_of_the_notebook(name: str) -> None:
    kept, now = (
        [(cell.cell_type, cell.source) for cell in _read(folder / name).cells]
        for folder in (GOLDEN, NOTEBOOKS)
    )
    assert kept == now


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_outputs_are_those_that_were_kept(name: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--nbval"]
    command += ["--nbval-kernel-name=python3", "-c", "/dev/null", "--rootdir", str(GOLDEN)]
    done = subprocess.run([*command, str(GOLDEN / name)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]


def main() -> None:
    """Runs the notebooks and keeps them with their outputs."""
    for name in NAMES:
        notebook = _read(NOTEBOOKS / name)
        NotebookClient(notebook, timeout=120, kernel_name="python3", record_timing=False).execute()
        nbformat.write(notebook, GOLDEN / name)


if __name__ == "__main__":
    main()
