"""Making an index of words, or a new one from an old one and what changed."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import tantivy

from kb.search.analysis import analyser, group
from kb.search.folding import fold
from kb.search.records import Entry
from kb.search.schema import EXACT, FOLDED, FORMAT, KEYS, MARKER, is_index, new_index, open_index, schema

_HEAP: Final = 64_000_000
_WEIGHTS: Final = {"rule": 1.5, "heading": 1.2, "example": 0.8}
"""How much more a passage of this kind is worth than another with the same words."""


def write_index(
    folder: Path | None, entries: Iterable[Entry], *, old: Path | None = None, without: Iterable[str] = ()
) -> tantivy.Index:
    """An index of `entries` in `folder` (None: in memory), which is whole when this returns.

    With `old`, the index in that folder is carried over, less the passages of the graphs `without`; its files
    are shared, not copied, and stay as they are.
    """
    if folder is not None and old is not None and is_index(old):
        _share(old, folder)
        index = open_index(folder)
    else:
        index = new_index(folder)
    writer = index.writer(_HEAP, 1)
    for graph in without:
        writer.delete_documents_by_term("graph", graph)
    for entry in entries:
        writer.add_document(_document(entry))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    if folder is not None:
        (folder / MARKER).write_text(f"{FORMAT}\n", encoding="ascii")
    return index


def _share(old: Path, new: Path) -> None:
    """The files of an index in another folder: words are never changed in place, lists of files are."""
    new.mkdir(parents=True)
    for path in old.iterdir():
        if path.name == MARKER or path.suffix == ".lock":
            continue
        if path.suffix == ".json":
            shutil.copyfile(path, new / path.name)
        else:
            _link(path, new / path.name)


def _link(path: Path, to: Path) -> None:
    try:
        os.link(path, to)
    except OSError:  # another disk, or one without hard links
        shutil.copyfile(path, to)


def _document(entry: Entry) -> tantivy.Document:
    of = group(entry.language)
    words = analyser(of).words(entry.text)
    once = set(words)
    fields: dict[str, object] = {
        # A set where one is enough: only the folded words are counted, and stand in order for phrases.
        EXACT[of]: " ".join([word.exact for word in once]),
        FOLDED[of]: " ".join([word.folded for word in words]),
        KEYS[of]: " ".join([word.joined for word in once]),
        "heading": " ".join([word.folded for word in analyser(of).words(entry.path)]),
        "graph": entry.graph, "number": entry.number.casefold(), "game": entry.game,
        "document": fold(entry.document), "edition": fold(entry.edition), "language": _tags(entry.language),
        "kind": entry.kind, "concept": list(entry.concepts),
        "weight": _WEIGHTS.get(entry.kind, 1.0), "record": _packed(entry),
    }  # fmt: skip
    if entry.parent:
        fields["above"] = above(entry.graph, entry.edition, entry.language, entry.parent)
    return tantivy.Document.from_dict(fields, schema())


def _tags(language: str) -> list[str]:
    """A tag and every more general one: a text in en-gb is a text in en."""
    parts = language.split("-")
    return ["-".join(parts[:many]) for many in range(len(parts), 0, -1)]


def above(graph: str, edition: str, language: str, parent: str) -> str:
    """What the passages below one and the same passage have in common."""
    return f"{graph} {edition} {language} {parent}"


def _packed(entry: Entry) -> bytes:
    values = (
        entry.graph, entry.iri, entry.game, entry.document, entry.edition, entry.language, entry.number,
        entry.kind, entry.text, entry.path, entry.parent, entry.position, entry.concepts,
    )  # fmt: skip
    return json.dumps(values, ensure_ascii=False).encode()


def unpacked(record: bytes) -> Entry:
    """The entry in a document of an index."""
    values = json.loads(record)
    values[-1] = tuple(values[-1])
    return Entry(*values)
