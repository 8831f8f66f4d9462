"""What a text is that no loader knows, said for the person who tried to load it."""

from __future__ import annotations

from typing import Any, Final

from kb.errors import LoadError
from kb.model import SourceText
from loaders.json_text import looks_like_json, parse_json
from loaders.wikitext import is_wikitext
from loaders.yaml_text import maybe_yaml

_MOST_NAMES: Final = 6
_DATA: Final = "data, not a document with passages of its own"
_LEAST_ROWS: Final = 3


def described(source: SourceText) -> tuple[str, str | None]:
    """What `source` seems to be, and what could be done about it, if anything.

    >>> from loaders.text import clean_source
    >>> described(clean_source(b'{"pages": ["a"], "title": "b"}', "meta.json"))
    ("a JSON object with 'pages', 'title'", 'data, not a document with passages of its own')
    """
    if is_wikitext(source.lines):
        return "MediaWiki text", "a wiki's page is loaded where it names its game"
    if looks_like_json(source):
        try:
            value = parse_json(source).value
        except LoadError as error:
            return f"a text that begins as JSON does and is none ({error.problem})", None
        return f"a JSON {_shape(value)}", _DATA
    first = next((line.strip() for line in source.lines if line.strip()), "")
    if names := _columns(source):
        return f"a table with the columns {_listed(names)}", _DATA
    if first.startswith(("- ", "---")) or first.endswith(":"):
        value = maybe_yaml(source)
        if isinstance(value, dict | list):
            return f"a YAML {_shape(value)}", _DATA
    return first, "a page of prose is loaded where it has headings and names its game"


def _shape(value: Any) -> str:
    if isinstance(value, dict):
        return f"object with {_listed(value)}" if value else "object with nothing in it"
    if isinstance(value, list):
        first = value[0] if value else None
        of = f" of objects with {_listed(first)}" if isinstance(first, dict) and first else ""
        return f"list of {len(value)} entries{of}" if not of else f"list of {len(value)}{of[3:]}"
    return "value"


def _listed(names: Any) -> str:
    found = [repr(str(name)[:40]) for name in list(names)[:_MOST_NAMES]]
    more = len(names) - len(found)
    return ", ".join(found) + (f" and {more} more" if more > 0 else "")


def _columns(source: SourceText) -> list[str]:
    """The names of the columns, where most lines are cells between tabs."""
    written = [line for line in source.lines if line.strip()]
    rows = sum(1 for line in written if line.count("\t") > 1)
    return written[0].split("\t") if rows >= _LEAST_ROWS and rows * 2 > len(written) else []
