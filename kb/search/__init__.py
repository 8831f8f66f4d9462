"""Finding passages by their words, quickly: an index of words that knows the inflections of three languages.

`folding` makes letters alike, `families` holds the game words that a stemmer gets wrong, `analysis` turns a
text into the words that are indexed, `query` reads what people type, `index` searches, and `writing` makes
indexes. Nothing here knows a store: passages come in as records, and addresses come out.

The index itself is tantivy's, with PyStemmer's stems; both belong to the extra ``search``. Without them
`is_available` says so, and whoever searches reads the texts one by one.
"""

from functools import cache
from importlib.util import find_spec

from kb.search.records import Entry, Filters, Found, Outcome, Topic

__all__ = ["Entry", "Filters", "Found", "Outcome", "Topic", "is_available"]


@cache
def is_available() -> bool:
    """Whether the packages that an index of words needs are there."""
    return all(find_spec(name) is not None for name in ("tantivy", "Stemmer", "rapidfuzz"))
