"""Opens a knowledge base: the one place in Python, beside the command line, where loaders meet the rest."""

from __future__ import annotations

from pathlib import Path

from kb.errors import LoadError
from kb.knowledge import KnowledgeBase
from kb.store import open_store
from kb.store.place import default_directory
from loaders.pipeline import load_paths

DEFAULT = "default"


def load(*documents: str | Path, store: str | Path | None = DEFAULT, language: str = "en") -> KnowledgeBase:
    """The knowledge base in `store`, with these documents (files or folders) loaded into it.

    `store` is a directory; left out, it is the one the command line uses; None keeps everything in
    memory. What is already there is not loaded twice. Raises :class:`~kb.errors.LoadError` for the first
    document that cannot be loaded; the others are.

    >>> rules = load(store=None)
    >>> len(rules.sources())
    0
    """
    opened = open_store(default_directory() if store == DEFAULT else store)
    for outcome in load_paths(opened, documents) if documents else ():
        if isinstance(outcome.error, LoadError):
            raise outcome.error
    return KnowledgeBase(opened, language)
