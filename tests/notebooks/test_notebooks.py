"""Every notebook is committed without outputs, says whom it is for, and runs top to bottom in seconds."""

from __future__ import annotations

import re
from pathlib import Path
from time import monotonic
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
MOST_SECONDS = 20
Runs = dict[str, tuple[Any, float]]


def _name(path: Path) -> str:
    return path.name


def _read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Runs:
    """The notebooks as they are after a run, and how many seconds each took."""
    done = {}
    for path in NOTEBOOKS:
        notebook, started = _read(path), monotonic()
        folder = str(tmp_path_factory.mktemp("notebook"))
        NotebookClient(notebook, timeout=120, resources={"metadata": {"path": folder}}).execute()
        done[path.name] = (notebook, monotonic() - started)
    return done


def _outputs(notebook: Any, media_type: str) -> list[str]:
    return [
        output["data"][media_type]
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if media_type in output.get("data", {})
    ]


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=_name)
def test_a_notebook_is_numbered_and_committed_without_outputs(path: Path) -> None:
    assert re.fullmatch(r"\d\d-[a-z0-9-]+\.ipynb", path.name)
    cells = [cell for cell in _read(path).cells if cell.cell_type == "code"]
    assert [cell.source for cell in cells if cell.outputs or cell.execution_count] == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=_name)
def test_a_notebook_says_first_whom_it_is_for(path: Path) -> None:
    first = _read(path).cells[0]
    assert first.cell_type == "markdown"
    assert re.search(r"^(For|Pour|Para) \S", first.source, re.MULTILINE)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=_name)
def test_a_notebook_runs_from_top_to_bottom_in_seconds(path: Path, run: Runs) -> None:
    assert run[path.name][1] < MOST_SECONDS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=_name)
def test_a_notebook_warns_about_nothing(path: Path, run: Runs) -> None:
    notebook, _ = run[path.name]
    said = [o.text for c in notebook.cells for o in c.get("outputs", []) if o.get("name") == "stderr"]
    assert said == []


def test_the_first_notebook_shows_answer_picture_comparison_and_table(
    run: Runs,
) -> None:
    notebook, _ = run["01-who-controls.ipynb"]
    pages = _outputs(notebook, "text/html")
    [picture] = _outputs(notebook, "image/svg+xml")
    assert "Cleo" in pages[0]
    assert "613.7" in pages[0]
    assert "Cleo controls Harbour Ox" in picture
    assert any("au plus 2 lanternes" in page and "up to 3 lanterns" in page for page in pages)
    assert any("950.2 is absent in French" in page for page in pages)
    assert any("dataframe" in page and "950.3b" in page for page in pages)


def test_the_first_notebook_speaks_french_where_it_says_so(run: Runs) -> None:
    notebook, _ = run["01-who-controls.ipynb"]
    printed = [o.text for c in notebook.cells for o in c.get("outputs", []) if o.get("name") == "stdout"]
    assert any(text.startswith("Qui contrôle Harbour Ox") for text in printed)
