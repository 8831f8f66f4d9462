"""The first notebook in a browser, without any server of ours: static files, and nothing from elsewhere."""

from __future__ import annotations

import importlib.util
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from lab import CHROMIUM, PATIENCE, QUIET, RUN, scroll_to
from playwright import sync_api

ROOT = Path(__file__).parents[2]
MISSING = [
    name
    for name, is_there in (
        ("Chromium (Debian: chromium)", CHROMIUM),
        ("npm, which brings Pyodide (Debian: npm)", shutil.which("npm")),
        ("JupyterLite (extra lite)", importlib.util.find_spec("jupyterlite_pyodide_kernel")),
    )
    if not is_there
]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(MISSING), reason=f"needs {', '.join(MISSING)}"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lite") / "site"
    done = subprocess.run(
        [sys.executable, str(ROOT / "lite" / "build.py"), str(folder)], capture_output=True, text=True
    )
    if "npm error" in done.stderr or "No matching distribution" in done.stderr:
        pytest.skip(f"the packages cannot be had: {done.stderr[-300:]}")
    assert done.returncode == 0, done.stderr[-3000:]
    return folder


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "http.server",
        str(port),
        "--bind",
        "127.0.0.1",
        "--directory",
        str(site),
    ]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            with socket.socket() as tried:
                if tried.connect_ex(("127.0.0.1", port)) == 0:
                    break
            sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(20)


@pytest.fixture(scope="module")
def page(address: str) -> Iterator[Any]:
    """The first notebook after a run; what was asked of other hosts is in `outside`."""
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        outside: list[str] = []
        # Those of workers too, where Python runs.
        context.on(
            "request",
            lambda asked: (
                None if asked.url.startswith((address, "data:", "blob:")) else outside.append(asked.url)
            ),
        )
        page = context.new_page()
        page.outside = outside
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/lab/index.html?path=01-who-controls.ipynb", timeout=PATIENCE)
        page.wait_for_selector(".jp-Notebook")
        page.wait_for_function("window.jupyterapp?.shell?.currentWidget?.sessionContext")
        assert page.evaluate(RUN) == 0, "not every cell ran"
        yield page
        browser.close()


def test_the_answer_the_picture_and_the_query_are_there(page: Any) -> None:
    assert page.locator(".jp-OutputArea-output[data-mime-type*=stderr]").count() == 0
    answer = scroll_to(page, ".tcg-answer")
    assert "Cleo" in answer.inner_text()
    assert "613.7" in (answer.text_content() or "")  # folded
    scroll_to(page, ".jp-RenderedSVG img, .jp-RenderedSVG svg").wait_for(state="visible")
    table = scroll_to(page, ".jp-RenderedHTMLCommon:has-text('950.3b') table")
    assert "Un joueur peut garder au plus 2 lanternes." in table.inner_text()


def test_no_other_host_is_asked_for_anything(page: Any) -> None:
    assert page.outside == []


def test_the_situation_can_be_changed_and_asked_again(page: Any) -> None:
    page.evaluate(
        """async (source) => {
          const app = window.jupyterapp, notebook = app.shell.currentWidget.content;
          await app.commands.execute("notebook:insert-cell-below");
          notebook.activeCell.model.sharedModel.setSource(source);
          await app.commands.execute("notebook:run-cell");
        }""",
        "print(rules.in_language('fr').who_controls('ox', situation.end_turn('Ben')).why('fr'))",
    )
    page.wait_for_selector("text=Qui contrôle ox à la fin ?")
