"""Two notebooks in Notebook 7: run all, use a control, see the change; nothing leaves the machine."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from lab import CHROMIUM, PATIENCE, QUIET, lab, open_and_run, scroll_to
from playwright import sync_api

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="needs Chromium (Debian: chromium)"),
    pytest.mark.skipif(importlib.util.find_spec("notebook") is None, reason="needs the package notebook"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
NAMES = ("01-who-controls", "06-your-own-documents")


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Any]]:
    """Opens a notebook and runs it; the page keeps what was asked of other hosts."""
    files = [NOTEBOOKS / f"{name}.ipynb" for name in NAMES]
    folder = tmp_path_factory.mktemp("notebook7")
    with lab(folder, files, program="notebook") as address, sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)

        def open_notebook(name: str) -> Any:
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.set_default_timeout(PATIENCE / 2)
            page.outside = []
            ours = (address, address.replace("http", "ws"), "data:", "blob:")
            page.on("request", lambda asked: asked.url.startswith(ours) or page.outside.append(asked.url))
            open_and_run(page, address, f"{name}.ipynb", "notebooks")
            return page

        yield open_notebook
        browser.close()


def test_the_first_notebook_shows_answer_and_picture_and_asks_nobody_outside(
    opened: Callable[[str], Any],
) -> None:
    page = opened(NAMES[0])
    answer = scroll_to(page, ".tcg-answer")
    assert "Cleo" in answer.inner_text()
    answer.locator("details details summary").first.click()
    scroll_to(page, ".jp-RenderedSVG img, .jp-RenderedSVG svg").wait_for(state="visible")
    assert page.outside == []


def test_browser_and_workbench_answer(opened: Callable[[str], Any]) -> None:
    page = opened(NAMES[1])
    box = scroll_to(page, "input[placeholder^='words, a number']")
    box.fill("")
    box.press_sequentially("keeper")
    page.wait_for_selector("text=100.2a >> nth=0")
    page.wait_for_selector("text=1 found")
    scroll_to(page, "button:text-is('Add event')").click()
    page.wait_for_selector("text=needed: player, of")
