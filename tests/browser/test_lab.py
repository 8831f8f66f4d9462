"""Notebooks in a real JupyterLab: run all, use each control, see the change; nothing leaves the machine."""

from __future__ import annotations

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
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
Open = Callable[[str], Any]
NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
NAMES = ("01-who-controls", "02-compare-rulings", "05-three-games-one-question", "06-your-own-documents")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("lab")
    with lab(folder, [NOTEBOOKS / f"{name}.ipynb" for name in (*NAMES, "03-sparql")]) as running:
        yield running


@pytest.fixture(scope="module")
def notebook(address: str) -> Iterator[Callable[[str], Any]]:
    """Opens a notebook and runs it, once for all its tests; the page keeps what was asked of other hosts."""
    opened: dict[str, Any] = {}
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)

        def open_notebook(name: str) -> Any:
            if name not in opened:
                page = opened[name] = browser.new_page(viewport={"width": 1280, "height": 900})
                page.set_default_timeout(PATIENCE / 2)
                page.outside = []
                page.on("request", lambda asked: _note(page, asked.url, address))
                open_and_run(page, address, f"{name}.ipynb")
            return opened[name]

        yield open_notebook
        browser.close()


def _note(page: Any, url: str, address: str) -> None:
    if not url.startswith((address, address.replace("http", "ws"), "data:", "blob:")):
        page.outside.append(url)


def test_the_first_notebook_shows_answer_and_picture_and_asks_nobody_outside(notebook: Open) -> None:
    page = notebook(NAMES[0])
    answer = scroll_to(page, ".tcg-answer")
    assert "Cleo" in answer.inner_text()
    scroll_to(page, ".jp-RenderedSVG img, .jp-RenderedSVG svg").wait_for(state="visible")
    assert page.outside == []


def test_an_answer_unfolds_level_by_level(notebook: Open) -> None:
    page = notebook(NAMES[0])
    inner = scroll_to(page, ".tcg-answer details details")
    assert inner.get_attribute("open") is None
    inner.locator("summary").first.click()
    assert inner.get_attribute("open") is not None


def test_a_finding_is_dismissed_with_a_click(notebook: Open) -> None:
    page = notebook(NAMES[1])
    dismiss = scroll_to(page, "button:text-is('Dismiss')")
    rules = page.locator(".widget-select select").first
    before = rules.locator("option").count()
    dismiss.click()
    page.wait_for_selector("text=kept: Dismiss")
    sync_api.expect(rules.locator("option")).to_have_count(before - 1)


def test_another_rule_is_chosen_with_the_arrow_keys(notebook: Open) -> None:
    page = notebook(NAMES[1])
    scroll_to(page, "button:text-is('Dismiss')")
    rules = page.locator(".widget-select select").first
    rules.locator("option").first.click()
    page.keyboard.press("ArrowDown")
    second = rules.locator("option").nth(1).inner_text().split()[0]
    page.wait_for_selector(f"strong:text-is('{second}')")


def test_the_reasons_are_walked_with_the_arrow_keys(notebook: Open) -> None:
    page = notebook(NAMES[2])
    tree = scroll_to(page, ".tcg-reasons [role=tree]")
    first = tree.locator("[role=treeitem]").first
    first.click()
    page.keyboard.press("ArrowDown")
    chosen = tree.locator("[aria-selected=true]")
    assert "what decides who controls" in chosen.inner_text()
    shown = tree.locator("[role=treeitem]").count()
    page.keyboard.press("ArrowLeft")
    assert tree.locator("[role=treeitem]").count() < shown
    assert "effect-decides" in page.locator(".tcg-reasons-detail").inner_text()


def test_the_browser_of_rules_follows_each_key(notebook: Open) -> None:
    page = notebook(NAMES[3])
    box = scroll_to(page, "input[placeholder^='words, a number']")
    box.fill("")
    box.press_sequentially("keeper")
    page.wait_for_selector("text=100.2a >> nth=0")
    page.wait_for_selector("text=1 found")


def test_the_workbench_answers_an_event_from_its_menus(notebook: Open) -> None:
    page = notebook(NAMES[3])
    scroll_to(page, "button:text-is('Add event')").click()
    page.wait_for_selector("text=needed: player, of")
    page.locator("select:has(option[value='end_turn'])").first.select_option("end_turn")
    page.wait_for_selector("text=A turn ends.")  # the fields of the new verb are there
    page.locator(".widget-dropdown:has(label:text-matches('^player')) select").select_option("Ben")
    page.locator("button:text-is('Add event')").click()
    page.wait_for_function("document.querySelectorAll('.tcg-timeline ol li').length === 2")
    page.locator("button:text-is('Undo')").click()
    page.wait_for_function("document.querySelectorAll('.tcg-timeline ol li').length === 1")


def test_a_query_is_run_from_its_box(notebook: Open) -> None:
    page = notebook("03-sparql")
    scroll_to(page, "button:text-is('Run')").click()
    page.wait_for_selector("text=11 rows")
