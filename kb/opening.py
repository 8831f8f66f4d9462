"""Opens a knowledge base: the one place in Python, beside the command line, where loaders meet the rest."""

from __future__ import annotations

import warnings
from pathlib import Path

from kb.errors import LoadError, Place, StoreError
from kb.knowledge import KnowledgeBase
from kb.ontology_files import digest_of
from kb.store import open_store
from kb.store.place import default_directory
from kb.store.served import ServedStore
from loaders.pipeline import load_paths

DEFAULT = "default"


def load(*documents: str | Path, store: str | Path | None = DEFAULT, language: str = "en") -> KnowledgeBase:
    """The knowledge base in `store`, with these documents (files or folders) loaded into it.

    `store` is a directory; left out, it is the one the command line uses; None keeps everything in
    memory. What is already there is not loaded twice. Raises :class:`~kb.errors.LoadError` for the first
    document that cannot be loaded; the others are.

    `store` may also be the address of a server (``http://localhost:7878``, see ``tcg-rules serve``,
    or ``http://localhost:7878/query``, where another SPARQL 1.1 server answers): its
    texts are looked up there, and nothing can be loaded. Situations are answered here, by the rules installed
    here; a warning says when the server has others. Raises :class:`~kb.errors.StoreError` when it cannot be
    reached or is no server of this project.

    >>> rules = load(store=None)
    >>> len(rules.sources())
    0
    """
    if isinstance(store, str) and store.startswith(("http://", "https://")):
        return _served(store, language, has_documents=bool(documents))
    opened = open_store(default_directory() if store == DEFAULT else store)
    for outcome in load_paths(opened, documents) if documents else ():
        if isinstance(outcome.error, LoadError):
            raise outcome.error
    return KnowledgeBase(opened, language)


def _served(address: str, language: str, *, has_documents: bool) -> KnowledgeBase:
    store = open_store(address)
    if has_documents:
        raise StoreError(
            Place(address), "a served knowledge base can only be read", hint="load at the server"
        )
    if isinstance(store, ServedStore) and store.about["rules"] != digest_of("rules/*.crl"):
        said = f"{address} has other rules than are installed here; situations are answered by those here"
        warnings.warn(said, stacklevel=3)
    return KnowledgeBase(store, language)
