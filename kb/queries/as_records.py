"""Passages and comparisons as objects for programs: what the command line and the server hand out as JSON."""

from __future__ import annotations

from kb.queries.parallel import Parallel
from kb.queries.passages import StoredPassage
from kb.queries.sides import Side


def passage_record(passage: StoredPassage) -> dict[str, object]:
    """A passage as an object for programs."""
    return {
        "number": passage.number,
        "game": str(passage.game),
        "document": passage.document,
        "edition": passage.edition,
        "language": passage.language,
        "kind": passage.kind.value,
        "text": passage.text,
        "heading": " > ".join(passage.path),
        "parent": passage.parent,
        "references": [number for reference in passage.references for number in reference.numbers],
        "source": passage.source,
        "first_line": passage.lines.first,
        "last_line": passage.lines.last,
        "iri": passage.iri,
    }


def comparison_record(pair: Parallel, language: str) -> dict[str, object]:
    """A rule in two languages as an object for programs, its notes in `language`."""
    return {
        "number": pair.number,
        "document": pair.document,
        "edition": " / ".join(pair.editions),
        "left": _side(pair.left),
        "right": _side(pair.right),
        "missing": list(pair.missing),
        "cited_only_left": list(pair.cited_only_left),
        "cited_only_right": list(pair.cited_only_right),
        "notes": list(pair.notes(language)),
    }


def _side(side: Side) -> dict[str, object]:
    found = side.passage
    return {
        "language": side.language,
        "text": found.text if found else None,
        "edition": found.edition if found else None,
        "source": found.source if found else None,
        "lines": str(found.lines) if found else None,
        "cites": list(side.cites),
        "sentences": side.sentences,
        "iri": found.iri if found else None,
    }
