"""One passage for each engine function and constant a page names: its use, and the passages that mention it.

The use is taken from the best place the page has: the other cell of the name's own table row, then the
sentences that start with the name, then those that mention it, then a practice that advises it, then the line
of code.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from kb.model import Passage, PassageKind, Span
from loaders import lua
from loaders.sentences import sentences

_PROSE: Final = frozenset({PassageKind.PARAGRAPH, PassageKind.ROW, PassageKind.PRACTICE})


@dataclass(frozen=True, slots=True)
class ApiNames:
    """The qualified names a page uses, and how they are found in a text.

    >>> names = ApiNames(("Duel.GetControl", "Card.IsFaceup"))
    >>> names.mentioned("Put IsFaceup in the filter; PHASE_END ends it.", "")
    ['Card.IsFaceup', 'PHASE_END']
    """

    all: tuple[str, ...]

    def mentioned(self, text: str, code: str) -> list[str]:
        """The names in `text`, in order, each once; `code` is the text again where it is code."""
        found = lua.functions(code, self.all) if code else [*lua.qualified_names(text), *self._bare(text)]
        return list(dict.fromkeys([*found, *lua.constants(text)]))

    def _bare(self, text: str) -> list[str]:
        """Names written without their namespace, in prose."""
        by_method = {name.rpartition(".")[2]: name for name in self.all if "." in name}
        words = re.findall(r"(?<![\w.:])([A-Z][a-z]+[A-Z]\w*)\b", text)
        return [by_method[word] for word in words if word in by_method]


def api_passages(passages: Sequence[Passage], names: ApiNames) -> list[Passage]:
    """An API passage for every name that `passages` mention, in the order of first mention."""
    mentions: dict[str, list[Passage]] = {}
    for passage in passages:
        for name in (value for kind, value in passage.facts if kind == "api"):
            mentions.setdefault(name, []).append(passage)
    return [_api_passage(name, mentioning, names) for name, mentioning in mentions.items()]


def _api_passage(name: str, mentioning: list[Passage], names: ApiNames) -> Passage:
    origin, source, text = _use(name, mentioning, names)
    kind = "constant" if "." not in name and name.isupper() else "function"
    facts = (("api", name), ("api-kind", kind), ("use-from", origin))
    return Passage(
        game=source.game,
        document=source.document,
        edition=source.edition,
        language=source.language,
        number=name,
        kind=PassageKind.API,
        text=text,
        lines=Span(source.lines.first, source.lines.last),
        path=source.path,
        facts=facts + tuple(("mentioned-in", passage.number) for passage in mentioning),
    )


def _use(name: str, mentioning: list[Passage], names: ApiNames) -> tuple[str, Passage, str]:
    """Where the use was found, the passage it is in, and its words."""
    for passage in mentioning:
        if passage.kind is PassageKind.ROW and (cell := _other_cell(name, passage)):
            return "row", passage, cell
    told = [
        (passage, sentence)
        for passage in mentioning
        if passage.kind is PassageKind.PARAGRAPH
        for sentence in sentences(passage.text)
        if name in names.mentioned(sentence, "")
    ]
    subject = [(passage, sentence) for passage, sentence in told if sentence.startswith(name)]
    for chosen in (subject, told):
        if chosen:
            first = chosen[0][0]
            return "prose", first, " ".join(sentence for passage, sentence in chosen if passage is first)
    for passage in mentioning:
        if passage.kind in _PROSE:
            return "practice" if passage.kind is PassageKind.PRACTICE else "row", passage, passage.text
    return "code", *_code_line(name, mentioning[0])


def _other_cell(name: str, row: Passage) -> str | None:
    """The cell beside the one that is just the name."""
    cells = [value for kind, value in row.facts if kind not in ("api", "card", "card-script")]
    return next((cells[1 - at] for at, cell in enumerate(cells[:2]) if cell == name and len(cells) > 1), None)


def _code_line(name: str, block: Passage) -> tuple[Passage, str]:
    """The first line of a code block that uses the name, and the block narrowed down to it."""
    word = re.compile(rf"\b{re.escape(name.rpartition('.')[2])}\b")
    lines = block.text.split("\n")
    index = next(at for at, line in enumerate(lines) if word.search(line))
    at = block.lines.last - len(lines) + 1 + index
    return replace(block, lines=Span(at, at)), lines[index].strip()
