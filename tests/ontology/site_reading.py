"""Reads generated pages as a browser would: their links, their anchors, and what they would fetch."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag


@dataclass
class Read:
    """What a page says of itself."""

    language: str = ""
    links: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    tags: set[str] = field(default_factory=set)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.read = Read()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.read.tags.add(tag)
        if given.get("id"):
            self.read.anchors.add(str(given["id"]))
        if tag == "html":
            self.read.language = str(given.get("lang"))
        if tag in ("a", "link") and given.get("href"):
            self.read.links.append(str(given["href"]))
        if tag == "link" and given.get("rel") == "stylesheet":
            self.read.fetched.append(str(given["href"]))
        if given.get("src"):
            self.read.fetched.append(str(given["src"]))


def read_page(text: str) -> Read:
    """What a page says of itself."""
    reader = _Reader()
    reader.feed(text)
    return reader.read


def read_pages(folder: Path) -> dict[Path, Read]:
    """Every page below a folder."""
    return {path: read_page(path.read_text(encoding="utf-8")) for path in folder.rglob("*.html")}


def broken_links(pages: dict[Path, Read]) -> list[str]:
    """The links that lead to no file, or to no anchor in it."""
    found = []
    for path, page in pages.items():
        for link in page.links:
            address, anchor = urldefrag(link)
            if address.startswith(("http://", "https://")):
                continue
            target = (path.parent / unquote(address)).resolve() if address else path
            is_there = target in pages if target.suffix == ".html" else target.is_file()
            if not is_there or (anchor and anchor not in pages[target].anchors):
                found.append(f"{path}: {link}")
    return found
