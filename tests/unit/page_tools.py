"""Pages read as a browser or a screen reader would: elements, languages, labels, addresses."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

_EMPTY = {"meta", "link", "input", "br", "img", "hr"}


@dataclass
class Element:
    name: str
    attributes: dict[str, str]
    language: str
    """Of the element itself, or of what it stands in."""
    text: str = ""


@dataclass
class Page(HTMLParser):
    """What a page holds; nesting that is wrong is an error."""

    source: str
    elements: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self._open: list[Element] = []
        self.feed(self.source)
        self.close()
        assert not self._open, f"left open: {[each.name for each in self._open]}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        language = attributes.get("lang") or (self._open[-1].language if self._open else "")
        element = Element(tag, attributes, language)
        self.elements.append(element)
        if tag not in _EMPTY:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        assert self._open[-1].name == tag, f"</{tag}> closes <{self._open[-1].name}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data

    def all(self, name: str, **attributes: str) -> list[Element]:
        """The elements of a name with these attributes."""
        wanted = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
        return [e for e in self.elements if e.name == name and wanted.items() <= e.attributes.items()]

    def texts(self, name: str, **attributes: str) -> list[str]:
        return [" ".join(element.text.split()) for element in self.all(name, **attributes)]
