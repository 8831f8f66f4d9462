"""The rows of a result in one language: ``en`` takes ``en-GB`` too, whatever the case of the tag."""

from __future__ import annotations

from kb.queries.languages import language_tag
from kb.queries.sparql import Result
from kb.queries.values import term_language


def in_language(result: Result, language: str) -> Result:
    """The rows without a text in another language; rows without any text in a language stay.

    >>> from kb.rdf import Literal
    >>> rows = tuple((Literal(t, language=tag),) for t, tag in [("a", "en-GB"), ("b", "fr"), ("c", "en")])
    >>> [row[0].value for row in in_language(Result(("text",), rows), "EN")]
    ['a', 'c']
    """
    wanted = language_tag(language)
    kept = (row for row in result if all(_fits(term_language(term), wanted) for term in row))
    return Result(result.variables, tuple(kept), kind=result.kind, truth=result.truth)


def _fits(tag: str | None, wanted: str) -> bool:
    return tag is None or language_tag(tag) == wanted or language_tag(tag).startswith(f"{wanted}-")
