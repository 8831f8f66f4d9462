"""The Comprehensive Rules in two languages side by side: gettext PO catalogues, and JSON trees.

Both become the same thing: for each language the paragraphs of the plain text, which are then read as any
edition is. A PO catalogue that is hardly translated looks like a translation and is none, so the report says
how much of it is translated; messages without a translation make no passage in the other language.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from kb.model import UNDATED, Anomaly, Game, Loaded, Passage, PassageKind, Skipped, SourceText, Span
from loaders import mtg_words as words
from loaders.dates import effective_date
from loaders.json_text import maybe_json, parse_json, repeated_keys
from loaders.markup import without_markdown
from loaders.mtg_body import Body
from loaders.mtg_cr import DOCUMENT
from loaders.paragraphs import Paragraph
from loaders.references import find_references
from loaders.report import finish

_PO_STRING: Final = re.compile(
    r'(?:(msgid|msgstr|msgctxt|msgid_plural)(?:\[\d\])?\s+)?"((?:\\.|[^"\\])*)"\s*'
)
_PO_HEADER: Final = re.compile(r"(?m)^Language:\s*(\w+)")
_RST_LINK: Final = re.compile(r"`([^`<]{0,400}?)\s{0,9}<[^<>`]{0,400}>`__?")
_ESCAPES: Final = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
_LANGUAGE_KEY: Final = re.compile(r"[a-z]{2}(?:[-_][A-Za-z]{2,4})?")


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a PO catalogue: the original, its translation (empty where there is none), the lines."""

    original: str
    translation: str
    lines: Span


@dataclass(frozen=True, slots=True)
class MtgCatalogue:
    """Loads gettext catalogues of the Comprehensive Rules."""

    name: str = "mtg-po"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is such a catalogue: messages that start with rule numbers."""
        if not any(line.startswith("msgid") for line in source.lines[:200]):
            return 0.0
        numbered = sum(1 for line in source.lines if re.match(r'(?:msgid )?"\d{3}\.\d', line))
        return 0.9 if numbered > 2 else 0.0

    def load(self, source: SourceText) -> Loaded:
        """The originals in English and the translations there are in the catalogue's language."""
        header, messages = _header_and_messages(source)
        match = _PO_HEADER.search(header.translation if header else "")
        language = match[1] if match else "und"
        translated = [message for message in messages if message.translation]
        edition = effective_date([message.original for message in messages[:400]]) or UNDATED
        told = [message for message in messages if not _RST_LINK.fullmatch(message.original)]
        english = _passages([(_plain(one.original), one.lines) for one in told], edition, "en")
        other = _passages([(_plain(one.translation), one.lines) for one in told], edition, language)
        detail = f"{len(translated)} of {len(messages)} messages are translated"
        skipped = _po_skipped(source, messages, told)
        return finish(
            source,
            [*english, *other],
            loader=self.name,
            document=DOCUMENT,
            edition=edition,
            skipped=skipped,
            anomalies=[Anomaly(Span(1, len(source.lines)), "translated", detail)],
        )


@dataclass(frozen=True, slots=True)
class MtgBilingual:
    """Loads JSON trees of rules whose nodes give the words in several languages."""

    name: str = "mtg-bilingual"

    def recognise(self, source: SourceText) -> float:
        """How likely `source` is such a tree: chapters with words in at least two languages."""
        value = maybe_json(source)
        if not isinstance(value, dict):
            return 0.0
        nodes = next((part for part in value.values() if isinstance(part, list) and part), [])
        first = nodes[0] if nodes and isinstance(nodes[0], dict) else {}
        return 0.9 if "chapter" in first and len(_languages(first)) > 1 else 0.0

    def load(self, source: SourceText) -> Loaded:
        """The rules of every language in the tree."""
        value = parse_json(source).value
        whole = Span(1, len(source.lines))
        nodes = list(_nodes(value))
        languages = list(dict.fromkeys(language for node in nodes for language in _languages(node)))
        intro = [str(node[languages[0]]) for node in nodes[:20] if languages and languages[0] in node]
        edition = effective_date(intro) or UNDATED
        passages: list[Passage] = []
        missing: Counter[str] = Counter()
        for language in languages:
            told = [(_numbered(node, language), whole) for node in nodes if node.get(language)]
            missing[language] = len(nodes) - len(told)
            passages.extend(_passages(told, edition, language))
        gaps = [
            Anomaly(whole, "untranslated", f"{count} nodes have no words in {language}")
            for language, count in missing.items()
            if count
        ]
        return finish(
            source,
            passages,
            loader=self.name,
            document=DOCUMENT,
            edition=edition,
            anomalies=[*gaps, *repeated_keys(source)],
        )


def _languages(node: dict[str, Any]) -> list[str]:
    return [key for key, words in node.items() if _LANGUAGE_KEY.fullmatch(key) and isinstance(words, str)]


def _nodes(value: Any) -> Iterator[dict[str, Any]]:
    """The objects with words, a node before its extras (examples, paragraphs) and its subrules."""
    if isinstance(value, list):
        for item in value:
            yield from _nodes(item)
    elif isinstance(value, dict):
        if _languages(value):
            yield value
        below = [key for key in value if isinstance(value[key], (list, dict))]
        for key in sorted(below, key=lambda name: name != "extras" and name != "contents"):
            yield from _nodes(value[key])


def _numbered(node: dict[str, Any], language: str) -> str:
    number = str(node.get("chapter", "")).strip()
    return f"{number} {node[language]}".strip()


def _passages(told: list[tuple[str, Span]], edition: str, language: str) -> list[Passage]:
    """The passages of one language: the numbered body, and the entries after a glossary's title."""
    body = Body(DOCUMENT, edition, language)
    entries: list[Passage] = []
    for text, lines in told:
        if not text:
            continue
        if entries or words.GLOSSARY.fullmatch(text):
            entries.append(_entry(text, lines, edition, language, first=not entries))
        else:
            body.add(Paragraph(text, lines))
    return [*body.passages(), *entries]


def _entry(text: str, lines: Span, edition: str, language: str, *, first: bool) -> Passage:
    """A glossary's title, or an entry written ``Term: definition``."""
    key = (Game.MTG.value, DOCUMENT, edition, language)
    if first:
        return Passage(*key, "glossary", PassageKind.HEADING, text, lines)
    term, _, definition = text.partition(":")
    return Passage(
        *key,
        f"glossary:{term.strip()}",
        PassageKind.GLOSSARY,
        f"{term.strip()}\n{definition.strip()}" if definition else term,
        lines,
        parent="glossary",
        references=find_references(definition),
        facts=(("term", term.strip()),),
    )


def _plain(text: str) -> str:
    """`text` without link and emphasis marks; a link that lost the blanks around it gets them back."""
    linked = _RST_LINK.sub(_link_words, text)
    return " ".join(without_markdown(linked).replace("``", "").split())


def _link_words(match: re.Match[str]) -> str:
    whole = match.string
    before, after = whole[match.start() - 1 : match.start()], whole[match.end() : match.end() + 1]
    return f"{' ' if before.isalnum() else ''}{match[1]}{' ' if after.isalnum() or after == '`' else ''}"


def _header_and_messages(source: SourceText) -> tuple[Message | None, list[Message]]:
    messages = [message for message in _messages(source) if message.original or message.translation]
    header = next((message for message in messages if not message.original), None)
    return header, [message for message in messages if message.original]


def _messages(source: SourceText) -> Iterator[Message]:
    """The messages of a catalogue, each on the lines from its msgid to its last string."""
    words: dict[str, list[str]] = {}
    first = last = 0
    field = ""
    for at, line in enumerate([*source.lines, "msgid"], 1):
        if line.startswith("msgid") and not line.startswith("msgid_plural"):
            if words:
                yield _message(words, Span(first, last))
            words, first = {}, at
        match = _PO_STRING.fullmatch(line)
        if match:
            field = match[1] or field
            words.setdefault(field, []).append(match[2])
            last = at


def _message(words: dict[str, list[str]], lines: Span) -> Message:
    original, translation = ("".join(words.get(key, [])) for key in ("msgid", "msgstr"))
    return Message(_unescaped(original), _unescaped(translation), lines)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[1]), text)


def _po_skipped(source: SourceText, messages: list[Message], told: list[Message]) -> list[Skipped]:
    """Comments, the header, and the table of contents, whose messages are links and nothing else."""
    kept = {at for message in told for at in range(message.lines.first, message.lines.last + 1)}
    listed = {at for message in messages for at in range(message.lines.first, message.lines.last + 1)}
    return [
        Skipped(Span(at, at), _po_reason(line, at in listed))
        for at, line in enumerate(source.lines, 1)
        if line.strip() and at not in kept
    ]


def _po_reason(line: str, listed: bool) -> str:
    if line.startswith("#"):
        return "comment"
    return "table of contents" if listed else "catalogue header"
