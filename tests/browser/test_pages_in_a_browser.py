"""People at the pages: with a mouse, with a keyboard alone, on a telephone, in the dark, on paper."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "unit"))

from endpoint_tools import served
from playwright.sync_api import Browser, Page, Request, expect, sync_playwright
from store_tools import bilingual, document, put

from kb.endpoint import Settings
from kb.endpoint.pages.editor import Editor
from kb.ontology_files import ontology_files
from kb.store import DirectoryStore
from loaders.pipeline import load_paths

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM, reason="needs Chromium (Debian: chromium)"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]
LANGUAGES = ("en", "fr", "es")
PATHS = (
    "", "/search?q=pion", "/provision/pawn-cr/2020-01-01/7.1", "/concept/mtg.battlefield",
    "/compare?number=7.3&left=fr&right=en", "/ask", "/sparql", "/edition/pawn-cr/2020-01-01", "/work/nothing",
)  # fmt: skip


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    directory = tmp_path_factory.mktemp("browser")
    store = bilingual(DirectoryStore(directory))
    put(store, document({"7.1": "A pawn has one keeper. See rule 7.2."}, "en", edition="2021-01-01"))
    for year in range(1990, 2000):
        put(store, document({"1": "Un pion."}, "fr", edition=f"{year}-01-01", document="pawn-cr"))
    long = "the-rules-of-pawns-keepers-and-eyes-of-storms-as-they-were-printed-in-boxes"
    put(
        store,
        document({"1": "A pawn."}, "zh-hans", document=long),
        document({"1": "A."}, "zh-hant", document=long),
    )
    load_paths(store, ontology_files("examples/documents/*.txt"))
    with served(directory, Settings(yasgui=directory / "nowhere")) as found:
        yield found


@pytest.fixture(scope="module")
def with_yasgui(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    directory = tmp_path_factory.mktemp("yasgui")
    bilingual(DirectoryStore(directory))
    with served(directory) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        # No sandbox of its own: the tests may run as root, where it refuses to start.
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(base_url=address, locale="fr-FR", java_script_enabled=False)
    opened = context.new_page()
    elsewhere: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith((address, "data:")):
            elsewhere.append(request.url)

    opened.on("request", note)
    yield opened
    context.close()
    assert elsewhere == []


def test_a_visitor_searches_opens_a_rule_and_changes_the_language(page: Page) -> None:
    page.goto("/")
    expect(page).to_have_url(re.compile("/fr$"))
    page.get_by_role("searchbox").fill("gardiens pion")
    page.get_by_role("button", name="Chercher").click()
    expect(page.locator("mark").first).to_have_text("pion")
    page.get_by_role("link", name="7.1", exact=True).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("7.1")
    page.get_by_role("link", name="ES", exact=True).click()
    expect(page.get_by_role("heading", name="El texto, por idioma")).to_be_visible()
    expect(page.get_by_text("Aquí no hay texto en español")).to_be_visible()
    page.get_by_role("link", name="Comparar los idiomas").click()
    expect(page.get_by_role("heading", name="Dónde pueden diferir")).to_be_visible()


def test_a_visitor_asks_an_example_and_sees_why(page: Page) -> None:
    page.goto("/en/ask")
    page.get_by_role("link", name="mtg-borrowed-over-aura").click()
    page.get_by_role("button", name="Ask", exact=True).click()
    answers = page.locator("article")
    expect(answers).to_have_count(6)
    expect(answers.nth(1)).to_contain_text("Cleo")
    answers.nth(1).get_by_text("Why").click()
    expect(answers.nth(1).locator("pre")).to_contain_text("613.7")
    answers.nth(1).get_by_text("As a picture").click()
    picture = answers.nth(1).get_by_role("img")
    picture.scroll_into_view_if_needed()
    expect(picture).to_be_visible()
    assert picture.bounding_box()["width"] > 300  # type: ignore[index]


def test_a_visitor_runs_a_query_and_follows_an_iri(page: Page) -> None:
    page.goto("/fr/sparql")
    page.get_by_label("Requête").fill("SELECT ?p ?c { ?p text:number '7.3' ; text:content ?c } ORDER BY ?p")
    page.get_by_role("button", name="Exécuter").click()
    expect(page.get_by_role("row")).to_have_count(3)
    page.get_by_role("cell").get_by_role("link").last.click()
    expect(page).to_have_url(re.compile("/fr/passage/pawn-cr/2020-01-01/fr/7.3"))
    page.goto("/fr/sparql")
    page.get_by_label("Requête").fill("SELECT ?x {")
    page.get_by_role("button", name="Exécuter").click()
    expect(page.get_by_role("alert")).to_contain_text("1:12")


def test_everything_is_reached_with_the_keyboard_alone(page: Page) -> None:
    page.goto("/en")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("keeper")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("passages found")
    for _ in range(40):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        if focused.inner_text() == "7.2":
            break
    expect(focused).to_have_css("outline-style", "solid")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("7.2")


@pytest.mark.skipif(not Editor().is_there, reason="needs YASGUI (make yasgui)")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_query_is_typed_into_yasgui_and_nobody_else_is_asked(
    browser: Browser, with_yasgui: str, scheme: str
) -> None:
    context = browser.new_context(base_url=with_yasgui, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto("/en/sparql")
    expect(page.locator("#plain")).to_be_hidden()
    editor = page.locator(".yasqe .CodeMirror")
    # The prefixes of the ontology are declared; none is taken for an error.
    expect(editor).to_contain_text("PREFIX text: <https://w3id.org/tcg-rules/text#>")
    expect(page.locator(".parseErrorIcon")).to_have_count(0)
    editor.click()
    page.keyboard.press("Control+A")
    page.keyboard.type("SELECT ?n ?c { ?p text:number ?n ; text:content ?c FILTER(?n = '7.3') }")
    page.locator(".yasqe_queryButton").click()
    cells = page.locator(".yasr_results td")
    expect(cells.filter(has_text="The keeper of a pawn is you")).to_be_visible()
    expect(cells.filter(has_text="Le gardien d’un pion")).to_be_visible()
    table, tabs = (page.locator(name).bounding_box() for name in (".yasr_results table", ".yasr_header"))
    assert table
    assert tabs
    assert table["y"] - tabs["y"] < 120, "the table stands below its head, without a hole"
    editor.click()
    page.keyboard.press("Control+End")
    page.keyboard.type(" ORDER BY")
    page.locator(".yasqe_queryButton").click()
    expect(page.locator(".yasr .errorResult, .yasr .error")).to_be_visible()
    assert [url for url in asked if not url.startswith((with_yasgui, "data:", "blob:"))] == []
    assert page.evaluate("Object.keys(localStorage).length") == 0
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [400, 1200])
def test_nothing_is_cut_or_hard_to_read(browser: Browser, address: str, width: int, scheme: str) -> None:
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": 800}, color_scheme=scheme  # type: ignore[arg-type]
    )  # fmt: skip
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    for lang in LANGUAGES:
        for path in PATHS:
            page.goto(f"/{lang}{path}")
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert page.evaluate(wide) <= 0, (lang, path)
            assert page.evaluate(CONTRAST) == [], (lang, path)
            assert page.evaluate(SMALL) == [], (lang, path)
    context.close()


# Text against the background it stands on, by the formula of WCAG 2: at least 4.5 to 1.
CONTRAST = """() => {
  const parse = c => (c.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b]
    .map(v => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((s, v, i) => s + v * [.2126, .7152, .0722][i], 0);
  const behind = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor);
    if (c.length === 3 || c[3] > 0) return c; } return [255, 255, 255]; };
  const found = [];
  for (const e of document.querySelectorAll('body *')) {
    const hasText = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!hasText || !e.checkVisibility()) continue;
    const [a, b] = [light(parse(getComputedStyle(e).color)), light(behind(e))].sort((x, y) => y - x);
    if ((a + .05) / (b + .05) < 4.5) found.push(e.tagName + ': ' + e.textContent.trim().slice(0, 40));
  }
  return found;
}"""

# What is to be hit with a finger is at least 24 pixels high (WCAG 2.2, 2.5.8), save links inside a text.
SMALL = """() => [...document.querySelectorAll('button, input, select, textarea, nav a')]
  .filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 24 && !e.classList.contains('skip'))
  .map(e => e.outerHTML.slice(0, 80))"""


def test_a_page_on_paper_has_the_text_and_no_forms(page: Page) -> None:
    page.goto("/fr/search?q=pion")
    page.emulate_media(media="print")
    expect(page.locator("form").first).to_be_hidden()
    expect(page.get_by_role("navigation").first).to_be_hidden()
    expect(page.locator("p.text").first).to_be_visible()


def test_names_and_roles_are_there_for_screen_readers(page: Page) -> None:
    page.goto("/es/compare?number=7.3&left=fr&right=en")
    for role in ("banner", "main", "navigation"):
        assert page.get_by_role(role).count() >= 1, role  # type: ignore[arg-type]
    for name in ("Número", "Documento"):
        expect(page.get_by_label(name).first).to_be_visible()
    assert page.get_by_role("group", name="A la izquierda").count() == 1
    expect(page.get_by_role("heading", level=1)).to_have_text("Comparar 7.3")
