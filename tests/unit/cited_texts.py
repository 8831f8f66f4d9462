"""The real texts beside the project that rules cite, by document, edition and number."""

from __future__ import annotations

import json
import re
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from urllib.parse import unquote

from kb.model import UNDATED, Loaded, Passage, PassageKind, SourceText
from loaders.base import load_source
from loaders.edopro_api_yaml import EdoproApi
from loaders.mtg_cr import ComprehensiveRules
from loaders.text import read_source
from loaders.wiki import YgoWiki

Texts = Mapping[str, str]
"""The text of each number of one edition. A bare title stands for what is below it."""

_TITLE_WORDS = 6
_VERSION = re.compile(r"v(\d\.\d)_")
_RULE_MARKS = re.compile(r'(?:<Rule number="[^"]+"\s*/>\s*)+')
_RULE_MARK = re.compile(r'<Rule number="([^"]+)"')
_TAG = re.compile(r"<[^<>]*>")


def magic_texts(shared: Path) -> dict[str, Texts]:
    """The editions of the Comprehensive Rules that lie there as plain files."""
    files = sorted((shared / "corpora/mtg/en").glob("*.txt"))
    return _by_edition(_magic(str(path)) for path in files)


@cache
def _magic(path: str) -> Loaded:
    return ComprehensiveRules().load(read_source(path))


def all_magic_texts(shared: Path, folder: Path) -> dict[str, Texts]:
    """Every edition of the Comprehensive Rules in the archive, unpacked into `folder`."""
    (archive,) = (shared / "corpora/mtg/en-all").glob("*.tar.xz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return _by_edition(ComprehensiveRules().load(read_source(path)) for path in sorted(folder.rglob("*.txt")))


def _by_edition(loaded: Iterable[Loaded]) -> dict[str, Texts]:
    return {each.report.edition: texts_of(each.passages) for each in loaded}


@cache
def other_texts(shared: Path) -> dict[tuple[str, str], Texts]:
    """By document and edition: Riftbound, the Yu-Gi-Oh! rulings and pages, the EDOPro guide and reference."""
    found: dict[tuple[str, str], Texts] = {
        ("rift-cr", version): texts for version, texts in _riftbound(shared / "corpora/riftbound").items()
    }
    rulings = sorted((shared / "corpora/ygo/rulings").glob("*.json"))
    for path in [*sorted((shared / "seeds").glob("*.txt")), *rulings]:
        loaded = load_source(read_source(path))
        found[loaded.report.document, loaded.report.edition] = texts_of(loaded.passages)
    pages = sorted((shared / "corpora/ygo/scrapiyard/api").rglob("*.y*ml"))
    api = (EdoproApi().load(read_source(path)) for path in pages)
    found["edopro-api", UNDATED] = {each.number: each.text for loaded in api for each in loaded.passages}
    found["ygo-wiki", UNDATED] = _wiki_pages(shared / "corpora/ygo/wiki-excerpts/wiki_excerpts.jsonl")
    return found


def _riftbound(folder: Path) -> dict[str, Texts]:
    versions: dict[str, dict[str, str]] = {}
    for path in sorted((folder / "core-rules").glob("v*/*.*")):
        version = _VERSION.match(path.parent.name)
        assert version, path
        texts = texts_of(load_source(read_source(path)).passages)
        versions.setdefault(version[1], {}).update(texts)
    newest = versions[max(versions)]
    for number, sentences in _questions(folder / "riftboundfaq").items():
        newest.setdefault(number, " ".join(sentences))
    return dict(versions)


def _questions(folder: Path) -> dict[str, list[str]]:
    """What the question pages say under each number of the newest version, of which only parts are there."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.mdx")):
        for line in path.read_text(encoding="utf-8").splitlines():
            start = 0
            for marks in _RULE_MARKS.finditer(line):
                sentence = _TAG.sub("", line[start : marks.start()]).strip()
                for number in _RULE_MARK.findall(marks[0]):
                    found.setdefault(number, []).append(sentence)
                start = marks.end()
    return found


def _wiki_pages(path: Path) -> dict[str, str]:
    """English pages by title; a title that two sites have gives both texts."""
    pages: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        page = json.loads(line)
        if page["lang"] == "en":
            title = unquote(page["url"].rpartition("/")[2])
            source = SourceText(title, tuple(page["text"].split("\n")), "utf-8", "LF", "")
            text = " ".join(passage.text for passage in YgoWiki().load(source).passages)
            pages[title] = f"{pages.get(title, '')} {text}".strip()
    return pages


def texts_of(passages: Iterable[Passage]) -> Texts:
    """The text of each number, with its unnumbered paragraphs; a bare title with what is below it."""
    own: dict[str, str] = {}
    titles: set[str] = set()
    for passage in passages:
        if passage.kind in (PassageKind.EXAMPLE, PassageKind.GLOSSARY):
            continue
        number = passage.number.partition("~")[0]
        own[number] = f"{own[number]} {passage.text}" if number in own else passage.text
        if passage.kind is PassageKind.HEADING or len(passage.text.split()) < _TITLE_WORDS:
            titles.add(number)
    below = {number: " ".join(_below(number, own)) for number in titles}
    return {number: f"{text} {below.get(number, '')}".rstrip() for number, text in own.items()}


def _below(number: str, own: Mapping[str, str]) -> Iterator[str]:
    for other, text in own.items():
        rest = other.removeprefix(number)
        if rest != other and rest and not rest[0].isdigit():
            yield text
