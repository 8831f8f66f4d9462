"""The documentation as a site: built without a warning, nothing in it broken, missing or from elsewhere."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

import pytest
from lxml import html

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
sys.path.insert(0, str(DOCS / "_ext"))

from completeness import PACKAGES, undocumented_names, undocumented_verbs  # noqa: E402
from gallery import PICTURES  # noqa: E402


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built anew; a warning is an error."""
    target = tmp_path_factory.mktemp("site")
    # Output of its own, so that workers do not build into one folder.
    run = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", str(DOCS), str(target)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return target


def pages(site: Path) -> list[Path]:
    return sorted(page for page in site.rglob("*.html") if "_static" not in page.parts)


@cache
def tree(page: Path) -> html.HtmlElement:
    return html.document_fromstring(page.read_bytes())


def links(page: Path) -> Iterator[tuple[str, str]]:
    """What a page points to, and by which attribute."""
    for element, attribute, link, _ in tree(page).iterlinks():
        yield f"{element.tag}/{attribute}", link


def test_every_link_inside_leads_somewhere(site: Path) -> None:
    broken = []
    for page in pages(site):
        for _, link in links(page):
            address, fragment = urldefrag(link)
            parts = urlsplit(address)
            # `make docs` puts the ontology's pages beside these; tests/ontology looks at them.
            if parts.scheme or address.startswith(("//", "ontology/")):
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if target.is_dir():
                target /= "index.html"
            if not target.exists() or not has_anchor(target, unquote(fragment)):
                broken.append((page.name, link))
    assert broken == []


def has_anchor(page: Path, name: str) -> bool:
    return not name or page.suffix != ".html" or name in anchors(page)


@cache
def anchors(page: Path) -> frozenset[str]:
    return frozenset(tree(page).xpath("//@id | //a/@name"))


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    loaded = [
        (page.name, how, link)
        for page in pages(site)
        for how, link in links(page)
        if how not in ("a/href", "link/href") and urlsplit(link).scheme in ("http", "https")
    ]
    sheets = [
        (page.name, link)
        for page in pages(site)
        for link in tree(page).xpath("//link[@rel='stylesheet' or @rel='preload' or @rel='icon']/@href")
        if urlsplit(link).scheme
    ]
    imported = [
        sheet.name
        for sheet in (site / "_static").rglob("*.css")
        if "@import url(http" in sheet.read_text(encoding="utf-8")
        or "url(http" in sheet.read_text(encoding="utf-8")
    ]
    assert (loaded, sheets, imported) == ([], [], [])


def test_the_gallery_shows_every_picture_and_the_line_that_made_it(site: Path) -> None:
    page = tree(site / "gallery" / "index.html")
    shown = page.xpath("//div[@class='picture']")
    assert len(shown) == len(PICTURES)
    short = [PICTURES[at].title for at, one in enumerate(shown) if len(one.xpath(".//text()")) < 6]
    assert short == []
    assert len(page.xpath("//div[@class='picture']//*[local-name()='svg']")) >= 3
    text = page.text_content()
    assert [picture.line for picture in PICTURES if picture.line not in text] == []


def test_every_verb_and_option_is_on_the_page_of_commands(site: Path) -> None:
    from kb.cli.main import tcg_rules

    text = tree(site / "reference" / "commands.html").text_content()
    missing = [
        (verb, option)
        for verb, command in tcg_rules.commands.items()
        for parameter in command.params
        for option in parameter.opts
        if option.startswith("--") and option not in text
    ]
    assert missing == []
    assert [verb for verb in tcg_rules.commands if f"tcg-rules {verb}" not in " ".join(text.split())] == []


def test_a_name_or_a_verb_without_a_place_is_found(site: Path) -> None:
    page = (DOCS / "reference" / "cli.md").read_text(encoding="utf-8")
    assert undocumented_verbs(["ask", "ask-nobody"], page) == ["ask-nobody"]
    entries = tree(site / "reference" / "python.html").xpath("//dt/@id")
    assert undocumented_names(PACKAGES, entries) == []
    assert undocumented_names(["kb"], set(entries) - {"kb.load"}) == ["kb.load"]


def test_a_page_for_each_kind_of_user_is_reached_from_the_first(site: Path) -> None:
    first = {urldefrag(link)[0] for _, link in links(site / "index.html")}
    assert first >= {f"tutorial/{name}.html" for name in ("judge", "analyst", "translator", "sparql-client")}
