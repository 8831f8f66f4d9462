"""The glossary of the Comprehensive Rules: one passage an entry, the term on its first line.

Entries are separated by blank lines; a block whose lines are all indented goes on with the entry above, as
the oldest editions print further paragraphs. Numbered senses (``1. ...``) stay inside their entry. A term
that ran into its first sense ("Ability1. Text ...") is cut from it and reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from kb.model import Anomaly, Game, Passage, PassageKind, Span
from loaders import mtg_words as words
from loaders.paragraphs import RULER, is_wrapped
from loaders.references import find_references

_Key = tuple[str, str, str, str]
_GLUED: Final = re.compile(r"(\S.{0,60}?[^\s\d.,;:(])(1\.\s?(?=\S).*)")
_SENSE: Final = re.compile(r"\d{1,2}\.\s")
_OBSOLETE: Final = re.compile(r"(?i)\s*[(（](?:obsolete|obsol[eè]te|obsoleto|废弃|作废|已废止)[)）]")


def glossary_passages(
    lines: Sequence[str], first: int, document: str, edition: str, language: str, wrapped: bool
) -> tuple[list[Passage], list[Anomaly]]:
    """The glossary's heading and entries; `first` is the number of the first line, its title.

    `wrapped` says that the text around it is wrapped.
    """
    if not lines:
        return [], []
    key = (Game.MTG.value, document, edition, language)
    title = lines[0].strip()
    heading = Passage(*key, "glossary", PassageKind.HEADING, title, Span(first, first))
    wrapped = wrapped or is_wrapped(lines)
    passages: list[Passage] = [heading]
    anomalies: list[Anomaly] = []
    for number, block in _entries(lines, first):
        if glued := _GLUED.fullmatch(block[0].strip()):
            block = [glued[1], glued[2], *block[1:]]
            detail = f"the term {glued[1]!r} runs into its first sense"
            anomalies.append(Anomaly(Span(number, number), "glued term", detail))
            last = number + len(block) - 2
        else:
            last = number + len(block) - 1
        passages.extend(_entry(block, Span(number, last), key, title, wrapped))
    return passages, anomalies


def _entries(lines: Sequence[str], first: int) -> list[tuple[int, list[str]]]:
    """The number of each entry's first line, and its lines, blank ones between its blocks included."""
    entries: list[tuple[int, list[str]]] = []
    blank = True
    for number, line in enumerate(lines[1:], first + 1):
        text = line.strip()
        if not text or RULER.fullmatch(line) or words.GLOSSARY.fullmatch(text):
            blank = True
        elif blank and not (entries and line[0] in " \t" and _is_indented(lines, number - first)):
            entries.append((number, [line]))
            blank = False
        elif entries:
            start, block = entries[-1]
            block.extend([""] * (number - start - len(block)))
            block.append(line)
            blank = False
        else:
            entries.append((number, [line]))
            blank = False
    return entries


def _is_indented(lines: Sequence[str], at: int) -> bool:
    """Whether every line of the block that starts at index `at` is indented."""
    while at < len(lines) and lines[at].strip():
        if lines[at][0] not in " \t":
            return False
        at += 1
    return True


def _entry(block: list[str], lines: Span, key: _Key, title: str, wrapped: bool) -> Iterator[Passage]:
    """The entry, and its examples as passages of their own."""
    term = block[0].strip()
    plain = _OBSOLETE.sub("", term)
    facts = [("term", plain)] + ([("obsolete", "true")] if plain != term else [])
    told = _definition(block[1:], wrapped)
    body = "\n".join(text for text in told if not words.EXAMPLE.match(text))
    number = f"glossary:{term}"
    yield Passage(
        *key,
        number,
        PassageKind.GLOSSARY,
        f"{term}\n{body}" if body else term,
        lines,
        (title,),
        "glossary",
        find_references(body),
        tuple(facts),
    )
    examples = [text[match.end() :] for text in told if (match := words.EXAMPLE.match(text))]
    for count, text in enumerate(examples, 1):
        references = find_references(text)
        yield Passage(
            *key, f"{number}~ex{count}", PassageKind.EXAMPLE, text, lines, (title, term), number, references
        )


def _definition(lines: list[str], wrapped: bool) -> list[str]:
    """The paragraphs of a definition: wrapped lines joined; senses, examples and indents start new ones."""
    paragraphs: list[str] = []
    usual = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    fresh = True
    for line in lines:
        text = line.strip()
        if not text:
            fresh = True
            continue
        indented = len(line) - len(line.lstrip()) > usual
        starts = fresh or indented or _SENSE.match(text) or words.EXAMPLE.match(text)
        if paragraphs and wrapped and not starts:
            paragraphs[-1] += f" {text}"
        else:
            paragraphs.append(text)
        fresh = False
    return paragraphs
