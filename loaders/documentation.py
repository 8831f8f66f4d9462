"""Pages with headings about a game or its simulator: guides, specifications, notes on changes, stubs.

Markdown with what site generators add, and reStructuredText. What stands below a heading is addressed by it:
`card-databases` is the heading, `card-databases~p1` its first paragraph, `~c1` its first block of code, `~r1`
its first row of a table. Each page is a document of its own, called by its title, else by its file.

This is the last resort among the loaders: a page that another one knows better is that one's. A page must
name the game that it is about, or lie in a folder called after it, which is then reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from kb.model import UNDATED, Anomaly, Game, Loaded, Passage, PassageKind, Skipped, SourceText, Span
from loaders import lua
from loaders.dates import effective_date
from loaders.edopro_api import ApiNames, api_passages
from loaders.games import game_named, game_of_folders
from loaders.language import detect_language
from loaders.page_blocks import Block, is_marked, page_blocks
from loaders.references import find_references
from loaders.report import finish
from loaders.wiki import slug

_PREFIXES: Final = {
    Game.EDOPRO: "edopro-page", Game.YGO: "ygo-page", Game.RIFTBOUND: "rift-page", Game.MTG: "mtg-page",
}  # fmt: skip
_KINDS: Final = {
    "paragraph": ("p", PassageKind.PARAGRAPH), "code": ("c", PassageKind.CODE), "row": ("r", PassageKind.ROW),
}  # fmt: skip
LIKELY: Final = 0.45
"""Where the page names its game: most of what this loader ever says."""
_MOST_HTML: Final = 0.4
_UNLIKELY: Final = 0.31
"""Least of all that is enough: any other loader that knows the page takes it."""


@dataclass(frozen=True, slots=True)
class Documentation:
    """Loads pages with headings about a game or its simulator."""

    name: str = "page"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is such a page: it has the marks of one, and it is about a game."""
        start = source.text.lstrip()[:200].lower()
        is_other = start.startswith(("{", "[", "---!", "<!doctype", "<html", "<?xml"))
        if is_other or not is_marked(source.lines) or _is_html(source.lines):
            return 0.0
        if game_named(source.text):
            return LIKELY
        return _UNLIKELY if game_of_folders(source.name) else 0.0

    def load(self, source: SourceText) -> Loaded:
        """The headings, paragraphs, code and rows of the page; of one about EDOPro, what it names too."""
        blocks = tuple(page_blocks(source.lines))
        named = game_named(source.text)
        game = named or game_of_folders(source.name) or Game.MTG
        document = f"{_PREFIXES[game]}-{slug(_title(blocks) or PurePath(source.name).stem)}"
        edition = effective_date(source.lines) or UNDATED
        language = detect_language(" ".join(one.text for one in blocks if one.shape == "paragraph")) or "en"
        page = _Page(
            (game.value, document, edition, language), _names(blocks) if game is Game.EDOPRO else None
        )
        for block in blocks:
            page.add(block)
        told = "its text names no game; taken from the folder it lies in"
        return finish(
            source,
            page.all(),
            loader=self.name,
            document=document,
            edition=edition,
            skipped=[Skipped(block.lines, block.text) for block in blocks if block.shape == "markup"],
            anomalies=[] if named else [Anomaly(Span(1, 1), "unnamed game", told)],
            resolve=False,
        )


def _is_html(lines: Sequence[str]) -> bool:
    written = [line for line in lines if line.strip()]
    return sum(1 for line in written if line.lstrip().startswith("<")) > _MOST_HTML * len(written)


def _title(blocks: Sequence[Block]) -> str | None:
    """The one heading of the highest level, if it comes before the others."""
    headings = [block for block in blocks if block.shape == "heading"]
    if not headings:
        return None
    first = headings[0]
    return first.text if all(other.level > first.level for other in headings[1:]) else None


def _names(blocks: Sequence[Block]) -> ApiNames:
    code = "\n".join(block.text for block in blocks if block.shape == "code")
    told = "\n".join(block.text for block in blocks if block.shape != "code")
    qualified = lua.qualified_names(f"{told}\n{code}")
    return ApiNames(tuple(dict.fromkeys([*qualified, *lua.functions(code, qualified)])))


class _Page:
    """Collects the passages of one page, each under the heading it stands below."""

    def __init__(self, key: tuple[str, str, str, str], names: ApiNames | None) -> None:
        self._key = key
        self._names = names
        self._passages: list[Passage] = []
        self._above: list[tuple[int, str, str]] = []
        """The headings that are open: level, number and words."""
        self._used: set[str] = set()
        self._counts: Counter[str] = Counter()

    def add(self, block: Block) -> None:
        """Adds the passage of `block`, where it has words."""
        if block.shape == "heading":
            self._open(block)
        elif kind := _KINDS.get(block.shape):
            under = self._above[-1][1] if self._above else ""
            letter = f"{under}~{kind[0]}" if under else kind[0]
            self._counts[letter] += 1
            self._append(f"{letter}{self._counts[letter]}", kind[1], block, block.cells)

    def all(self) -> list[Passage]:
        """What was added, and a passage for each name of the engine."""
        return [*self._passages, *(api_passages(self._passages, self._names) if self._names else ())]

    def _open(self, block: Block) -> None:
        while self._above and self._above[-1][0] >= block.level:
            self._above.pop()
        number = slug(block.text)
        if number in self._used and self._above:
            number = f"{self._above[-1][1]}/{number}"
        self._used.add(number)
        self._append(number, PassageKind.HEADING, block)
        self._above.append((block.level, number, block.text))

    def _append(
        self, number: str, kind: PassageKind, block: Block, cells: tuple[tuple[str, str], ...] = ()
    ) -> None:
        is_code = kind is PassageKind.CODE
        mentioned = self._names.mentioned(block.text, block.text if is_code else "") if self._names else ()
        is_told = not is_code and not self._names
        self._passages.append(
            Passage(
                *self._key,
                number,
                kind,
                block.text,
                block.lines,
                tuple(words for _, _, words in self._above),
                self._above[-1][1] if self._above else None,
                find_references(block.text) if is_told else (),
                (*cells, *(("api", name) for name in mentioned)),
            )
        )
