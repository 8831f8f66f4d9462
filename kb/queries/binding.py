"""Values put into a SPARQL text as terms: ``{{name}}`` stands where a term may stand, and cannot become more.

A value is written by the serializer, quoted and escaped, so no value can end its term; and a place inside a
string, an IRI or a comment is refused rather than filled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Final

from kb.errors import NotFoundError, QueryError
from kb.namespaces import PREFIXES
from kb.queries.lexing import literal_spans, place
from kb.rdf import BlankNode, Literal, NamedNode

_HOLE: Final = re.compile(r"\{\{\s*([^\W\d]\w*)\s*\}\}")
_XSD: Final = PREFIXES["xsd"]


def bind_terms(query: str, values: Mapping[str, object]) -> str:
    """The query with each ``{{name}}`` replaced by the value of that name, written as one or more terms.

    A string becomes a plain literal, numbers, truths, dates and decimals typed ones; terms of pyoxigraph and
    of rdflib are kept as they are; a list, a set or a column becomes its members one after the other, for
    VALUES and IN.

    >>> bind_terms("SELECT * { ?p text:number {{number}} }", {"number": '109.5" . ?x'})
    'SELECT * { ?p text:number "109.5\\\\" . ?x" }'
    >>> bind_terms("VALUES ?n { {{ns}} }", {"ns": [1, 2]}).count("integer")
    2

    Raises QueryError for a place where no term can stand; NotFoundError for a name without a value;
    TypeError for a value that is no term.
    """
    closed = list(literal_spans(query))

    def filled(hole: re.Match[str]) -> str:
        if any(start <= hole.start() < end for start, end in closed):
            raise QueryError(
                place(query, hole.start()), "a value can stand only where a term can", found=hole[0],
                expected="a place outside strings, IRIs and comments",
            )  # fmt: skip
        if hole[1] not in values:
            raise NotFoundError("variable", hole[1], sorted(values))
        return (
            ", ".join(_terms(values[hole[1]])) if _in_list(query, hole) else " ".join(_terms(values[hole[1]]))
        )

    return _HOLE.sub(filled, query)


def _in_list(query: str, hole: re.Match[str]) -> bool:
    """Whether the place is the inside of an IN (...), where commas divide."""
    return re.search(r"\bin\s*\(\s*$", query[: hole.start()], re.IGNORECASE) is not None


def _terms(value: object) -> Iterator[str]:
    members = value if isinstance(value, list | tuple | set | frozenset) else _column(value)
    if members is None:
        yield _term(value)
        return
    for member in members:
        yield _term(member)


def _column(value: object) -> list[object] | None:
    """The members of a pandas column or a numpy array, without importing either."""
    to_list = getattr(value, "tolist", None)
    if to_list is None or isinstance(value, str):
        return None
    found = to_list()
    return found if isinstance(found, list) else None


def _term(value: object) -> str:
    if isinstance(value, NamedNode | Literal):
        return str(value)
    if isinstance(value, BlankNode):
        raise TypeError(f"a blank node names nothing in a query: {value}")
    written = getattr(value, "n3", None)  # a term of rdflib
    if written is not None:
        return str(written())
    if isinstance(value, bool | int | float | str):
        return str(Literal(value))
    if isinstance(value, Decimal):
        return str(Literal(str(value), datatype=NamedNode(f"{_XSD}decimal")))
    if isinstance(value, datetime):
        return str(Literal(value.isoformat(), datatype=NamedNode(f"{_XSD}dateTime")))
    if isinstance(value, date):
        return str(Literal(value.isoformat(), datatype=NamedNode(f"{_XSD}date")))
    raise TypeError(f"{type(value).__name__} is no RDF term: {value!r}; give a string, a number or an IRI")
