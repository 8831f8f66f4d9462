"""Pages that quote some Magic rules, in one language or several, with words of their own around them.

Each line is one paragraph: a numbered rule (``108.4. text``, ``301.5d text``), an elision the source marks
itself (``[...]``), or the page's own words. Which rules are French and which are English is read from the
rules, not from the labels above them. A page of this kind names no edition, so its passages are undated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Final

from kb.model import UNDATED, Anomaly, Game, Loaded, Passage, PassageKind, SourceText, Span
from loaders.language import languages_of
from loaders.references import find_references
from loaders.report import finish

DOCUMENT: Final = "mtg-cr"
_RULE: Final = re.compile(r"(\d{3}\.\d{1,3}[a-z]{0,2})\.?\s+(\S.*)")
_ELISION: Final = re.compile(r"[\[(]\s*(?:\.{3}|…)\s*[\])]")
_MOST_LABEL: Final = 120


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    language: str
    rule: re.Match[str] | None


@dataclass(frozen=True, slots=True)
class MtgPage:
    """Loads pages that quote some Magic rules."""

    name: str = "mtg-page"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is such a page: most of its lines are rules, elisions or labels of them."""
        lines = [line.strip() for line in source.lines if line.strip()]
        rules = sum(1 for line in lines if _RULE.match(line))
        elisions = sum(1 for line in lines if _ELISION.fullmatch(line))
        if rules < 2 or not lines:
            return 0.0
        return 0.8 * min((rules + elisions) / len(lines) * 1.2, 1.0)

    def load(self, source: SourceText) -> Loaded:
        """The page's rules, elisions and own paragraphs, each in its language."""
        lines = _lines(source)
        passages = _passages(lines)
        return finish(
            source,
            passages,
            loader=self.name,
            document=DOCUMENT,
            edition=UNDATED,
            anomalies=_cut_lists(lines),
        )


def _lines(source: SourceText) -> list[_Line]:
    """The lines that are not blank, each with its language; an elision has that of the rule before it."""
    texts = [(number, line.strip()) for number, line in enumerate(source.lines, 1) if line.strip()]
    languages = languages_of((text for _, text in texts), default="en")
    return [
        _Line(number, text, language, _RULE.match(text))
        for (number, text), language in zip(texts, languages, strict=True)
    ]


def _passages(lines: list[_Line]) -> list[Passage]:
    passages: list[Passage] = []
    counts = {"h": 0, "p": 0, "e": 0}
    path: tuple[str, ...] = ()
    for at, line in enumerate(lines):
        after = lines[at + 1] if at + 1 < len(lines) else None
        before = passages[-1] if passages else None
        if line.rule:
            passages.append(_passage(line, line.rule[1], PassageKind.RULE, line.rule[2], path))
        elif _ELISION.fullmatch(line.text):
            counts["e"] += 1
            facts = _neighbours(before, after)
            passages.append(_passage(line, f"e{counts['e']}", PassageKind.ELISION, line.text, path, facts))
        elif _is_label(line, after):
            counts["h"] += 1
            path = (line.text.rstrip(" :\u00a0"),)
            passages.append(_passage(line, f"h{counts['h']}", PassageKind.HEADING, line.text))
        else:
            counts["p"] += 1
            passages.append(_passage(line, f"p{counts['p']}", PassageKind.PARAGRAPH, line.text, path))
    return passages


def _is_label(line: _Line, after: _Line | None) -> bool:
    """A short line that ends in a colon and announces rules."""
    return bool(line.text.endswith(":") and len(line.text) <= _MOST_LABEL and after and after.rule)


def _neighbours(before: Passage | None, after: _Line | None) -> tuple[tuple[str, str], ...]:
    """Between which rules the source leaves something out: what is missing there was not deleted."""
    facts: list[tuple[str, str]] = []
    if before and before.kind is PassageKind.RULE:
        facts.append(("after", before.number))
    if after and after.rule:
        facts.append(("before", after.rule[1]))
    return tuple(facts)


def _passage(
    line: _Line,
    number: str,
    kind: PassageKind,
    text: str,
    path: tuple[str, ...] = (),
    facts: tuple[tuple[str, str], ...] = (),
) -> Passage:
    return Passage(
        game=Game.MTG,
        document=DOCUMENT,
        edition=UNDATED,
        language=line.language,
        number=number,
        kind=kind,
        text=text,
        lines=Span(line.number, line.number),
        path=path,
        parent=_parent(number) if kind is PassageKind.RULE else None,
        references=find_references(text),
        facts=facts,
    )


def _parent(number: str) -> str:
    """The rule of a subrule, the chapter of a rule; a page may have letters that no edition uses."""
    rule = number.rstrip(ascii_lowercase)
    return rule if rule != number else number.partition(".")[0]


def _cut_lists(lines: list[_Line]) -> list[Anomaly]:
    """Rules that end by announcing a list which the source does not give."""
    return [
        Anomaly(
            Span(line.number, line.number),
            "cut list",
            f"rule {line.rule[1]} announces a list that is not there",
        )
        for line in lines
        if line.rule and line.text.endswith(":")
    ]
