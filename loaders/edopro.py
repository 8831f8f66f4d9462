"""Pages of EDOPro scripting guides as browsers give them: prose, headings, Lua blocks, flattened tables.

A block is told by its shape: a bare language label starts code (:mod:`loaders.lua` finds its end); lines in a
row under two column names that ran together are a table (:mod:`loaders.tables`); a short line alone without a
final mark is a heading; the rest is prose. Rows of a table of mistakes and better patterns are practices.
Every engine function and constant the page names becomes an API passage of its own
(:mod:`loaders.edopro_api`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kb.model import UNDATED, Anomaly, Game, Loaded, Passage, PassageKind, Skipped, SourceText, Span
from loaders import lua, tables
from loaders.edopro_api import ApiNames, api_passages
from loaders.language import detect_language
from loaders.page_blocks import is_marked
from loaders.report import finish

DOCUMENT: Final = "edopro-guide"
CHROME: Final = "page chrome"
_CHROME: Final = re.compile(
    r"(?i)skip to content|menu|return to top|on this page|edit this page(?: on \w+)?|copy|"
    r"(?:previous|next) page.{0,60}|last updated:?.{0,60}|search"
)
_LABELS: Final = frozenset({"lua", "cpp", "c", "json", "sql", "yaml", "yml", "text", "txt", "sh", "ini"})
_NAME: Final = r"[A-Z0-9][\w'’&!-]{0,40}"
_SCRIPT: Final = re.compile(
    rf"(?:(?<![\w'’&!-])({_NAME}(?: (?:of|the|and|to|in|{_NAME})){{0,9}}) )?\(?(?<!\w)c(\d{{4,9}})\.lua"
)
_MISTAKE: Final = re.compile(r"(?i)mistake|pitfall|wrong|avoid|don.?t|bad|instead of")
_BETTER: Final = re.compile(r"(?i)better|instead|right|correct|good|do this|fix")
_MOST_HEADING: Final = 80
_LOOKED_AT: Final = 100_000


@dataclass(frozen=True, slots=True)
class _Block:
    """Consecutive lines of one shape: ``prose``, ``heading``, ``code``, ``table`` or ``chrome``."""

    shape: str
    first: int
    lines: tuple[str, ...]

    @property
    def span(self) -> Span:
        return Span(self.first, self.first + len(self.lines) - 1)


@dataclass(frozen=True, slots=True)
class EdoproGuide:
    """Loads pages of EDOPro scripting guides."""

    name: str = "edopro-guide"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is such a page: engine names in prose, and Lua blocks under a label."""
        if source.text.lstrip().startswith(("---!", "{", "[", "--")):
            return 0.0
        names = len(lua.qualified_names(source.text[:_LOOKED_AT]))
        labels = sum(1 for line in source.lines if line.strip() == "lua")
        scripts = len(_SCRIPT.findall(source.text[:_LOOKED_AT]))
        score = 0.15 * min(names, 4) + 0.2 * min(labels, 2) + 0.1 * min(scripts, 2)
        return 0.0 if not score or is_marked(source.lines) else min(score, 0.95)

    def load(self, source: SourceText) -> Loaded:
        """The page's blocks, rows and practices, and one passage for each engine name."""
        blocks = list(_blocks(source.lines))
        names = _names(blocks)
        language = detect_language(" ".join(_prose(blocks))) or "en"
        page = _Page(names, language)
        for block in blocks:
            page.add(block)
        passages = [*page.passages, *api_passages(page.passages, names)]
        return finish(
            source,
            passages,
            loader=self.name,
            document=DOCUMENT,
            edition=UNDATED,
            skipped=[Skipped(block.span, CHROME) for block in blocks if block.shape == "chrome"],
            anomalies=[*page.anomalies, *_cut_end(page.passages)],
        )


def _blocks(lines: tuple[str, ...]) -> Iterator[_Block]:
    at = 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        shape, end = _shape(lines, at)
        yield _Block(shape, at + 1, lines[at:end])
        at = end


def _shape(lines: tuple[str, ...], at: int) -> tuple[str, int]:
    """The shape of the block that starts at index `at`, and the index after its last line."""
    text = lines[at].strip()
    after = lines[at + 1].strip() if at + 1 < len(lines) else ""
    if text in _LABELS and after:
        return "code", lua.code_end(lines, at + 1)
    if _CHROME.fullmatch(text):
        return "chrome", at + 1
    if tables.is_header(text) and after:
        return "table", _paragraph_end(lines, at)
    alone = (at == 0 or not lines[at - 1].strip()) and not after
    is_title = len(text) <= _MOST_HEADING and text[0].isupper() and text[-1] not in ".:;?!,)"
    return ("heading" if alone and is_title else "prose"), at + 1


def _paragraph_end(lines: tuple[str, ...], at: int) -> int:
    while at < len(lines) and lines[at].strip():
        at += 1
    return at


def _prose(blocks: list[_Block]) -> Iterator[str]:
    return (line for block in blocks if block.shape in ("prose", "heading") for line in block.lines)


def _names(blocks: list[_Block]) -> ApiNames:
    """The engine names the page writes outside its glued tables."""
    code = "\n".join(line for block in blocks if block.shape == "code" for line in block.lines[1:])
    prose = "\n".join(_prose(blocks))
    qualified = lua.qualified_names(f"{prose}\n{code}")
    return ApiNames(tuple(dict.fromkeys([*qualified, *lua.functions(code, qualified)])))


class _Page:
    """Collects the passages of one page, numbering each kind for itself."""

    def __init__(self, names: ApiNames, language: str) -> None:
        self.names = names
        self.language = language
        self.passages: list[Passage] = []
        self.anomalies: list[Anomaly] = []
        self._path: tuple[str, ...] = ()
        self._counts: dict[str, int] = {}

    def add(self, block: _Block) -> None:
        """Adds the passages of `block`."""
        if block.shape == "heading":
            text = block.lines[0].strip()
            self._add("h", PassageKind.HEADING, text, block.span, self._path[:1])
            self._path = (*self._path[:1], text) if self._path else (text,)
        elif block.shape == "code":
            self._add("c", PassageKind.CODE, "\n".join(block.lines[1:]), block.span, self._path)
        elif block.shape == "prose":
            self._add("p", PassageKind.PARAGRAPH, block.lines[0].strip(), block.span, self._path)
        elif block.shape == "table":
            self._add_table(block)

    def _add_table(self, block: _Block) -> None:
        """A passage a row; the header belongs to the first row's lines."""
        names = tables.split_header(block.lines[0])
        practice = bool(_MISTAKE.search(names[0]) and _BETTER.search(names[1]))
        rows = tables.columns(block.lines[0], block.lines[1:], self.names.all)
        for at, (line, cells) in enumerate(zip(block.lines[1:], rows, strict=True), block.first + 1):
            span = Span(block.first if at == block.first + 1 else at, at)
            if not cells:
                detail = "no boundary between the two cells shows"
                self.anomalies.append(Anomaly(Span(at, at), "unsplit row", detail))
                self._add("r", PassageKind.ROW, line.strip(), span, self._path)
            elif practice:
                facts = (("mistake", cells[0][1]), ("better", cells[1][1]))
                self._add(
                    "m", PassageKind.PRACTICE, " → ".join(cell for _, cell in cells), span, self._path, facts
                )
            else:
                text = ": ".join(cell for _, cell in cells)
                self._add("r", PassageKind.ROW, text, span, self._path, cells)

    def _add(
        self,
        letter: str,
        kind: PassageKind,
        text: str,
        span: Span,
        path: tuple[str, ...],
        facts: tuple[tuple[str, str], ...] = (),
    ) -> None:
        count = self._counts[letter] = self._counts.get(letter, 0) + 1
        code = text if kind is PassageKind.CODE else ""
        api = tuple(("api", name) for name in self.names.mentioned(text, code))
        passage = Passage(
            game=Game.EDOPRO,
            document=DOCUMENT,
            edition=UNDATED,
            language=self.language,
            number=f"{letter}{count}",
            kind=kind,
            text=text,
            lines=span,
            path=path,
            facts=facts + api + _scripts(text, kind),
        )
        self.passages.append(passage)


def _scripts(text: str, kind: PassageKind) -> tuple[tuple[str, str], ...]:
    """The card scripts a text points to, with the card's name where it stands before the file name."""
    if kind is PassageKind.CODE:
        return ()
    facts: list[tuple[str, str]] = []
    for match in _SCRIPT.finditer(text):
        facts += [("card", match[1])] if match[1] else []
        facts.append(("card-script", f"c{match[2]}"))
    return tuple(facts)


def _cut_end(passages: list[Passage]) -> list[Anomaly]:
    """A page that ends by announcing something is cut there."""
    last = passages[-1] if passages else None
    if last and last.kind is PassageKind.PARAGRAPH and last.text.endswith(":"):
        return [Anomaly(last.lines, "cut list", f"{last.number} announces a list that is not there")]
    return []
