"""The fields of an index of words, and how one is made or opened."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import tantivy

from kb.search.analysis import GROUPS

FORMAT: Final = 1
"""Counts up when the fields or the analysis change: an index of another format is made anew."""

EXACT: Final = {each: f"exact_{each}" for each in GROUPS}
FOLDED: Final = {each: f"folded_{each}" for each in GROUPS}
KEYS: Final = {each: f"keys_{each}" for each in GROUPS}
RAW: Final = ("graph", "number", "game", "document", "edition", "language", "kind", "concept", "above")
_TOKENIZER: Final = "words"
MARKER: Final = "format"


@cache
def schema() -> tantivy.Schema:
    """The fields: for each group of languages the words exact, folded and cut to keys; the rest as it is."""
    builder = tantivy.SchemaBuilder()
    for each in GROUPS:
        builder.add_text_field(EXACT[each], tokenizer_name=_TOKENIZER, index_option="basic")
        builder.add_text_field(FOLDED[each], tokenizer_name=_TOKENIZER, index_option="position")
        builder.add_text_field(KEYS[each], tokenizer_name=_TOKENIZER, index_option="basic")
    builder.add_text_field("heading", tokenizer_name=_TOKENIZER, index_option="basic")
    for name in RAW:
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_float_field("weight", fast=True)
    builder.add_bytes_field("record", stored=True)
    return builder.build()


def new_index(folder: Path | None) -> tantivy.Index:
    """An empty index in a folder, or in memory."""
    if folder is None:
        return _ready(tantivy.Index(schema()))
    folder.mkdir(parents=True, exist_ok=True)
    return _ready(tantivy.Index(schema(), str(folder)))


def is_index(folder: Path) -> bool:
    """Whether a folder holds a whole index of this format."""
    try:
        return (folder / MARKER).read_text(encoding="ascii").strip() == str(FORMAT)
    except OSError:
        return False


def open_index(folder: Path) -> tantivy.Index:
    """The index in a folder."""
    return _ready(tantivy.Index.open(str(folder)))


def _ready(index: tantivy.Index) -> tantivy.Index:
    # The analysis is ours: what reaches the engine is words with spaces between them.
    spaces = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build()
    index.register_tokenizer(_TOKENIZER, spaces)
    return index
