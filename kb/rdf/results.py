"""What a query gives: solutions, a truth, or triples."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from kb.rdf.formats import QueryResultsFormat
from kb.rdf.terms import BlankNode, Literal, NamedNode, Term, Triple


@dataclass(frozen=True, slots=True)
class Variable:
    """The name of a column."""

    value: str

    def __str__(self) -> str:
        return f"?{self.value}"


class QuerySolution(tuple["Term | None", ...]):
    """A row, by position or by the name of a variable."""

    names: dict[str, int]

    @classmethod
    def of(cls, terms: Iterable[Term | None], names: dict[str, int]) -> QuerySolution:
        """The row of these terms."""
        row = cls(terms)
        row.names = names
        return row

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(self.names[key] if isinstance(key, str) else key)


class QuerySolutions:
    """The rows of a SELECT, made as they are asked for."""

    def __init__(self, variables: Iterable[str], rows: Iterable[Iterable[Term | None]]) -> None:
        self.variables = [Variable(name) for name in variables]
        names = {variable.value: at for at, variable in enumerate(self.variables)}
        self._rows = (QuerySolution.of(row, names) for row in rows)

    def __iter__(self) -> Iterator[QuerySolution]:
        return self._rows

    def __next__(self) -> QuerySolution:
        return next(self._rows)


class QueryBoolean:
    """The truth of an ASK."""

    def __init__(self, truth: bool) -> None:
        self._truth = truth

    def __bool__(self) -> bool:
        return self._truth


class QueryTriples:
    """The triples of a CONSTRUCT or DESCRIBE."""

    def __init__(self, triples: Iterable[Triple]) -> None:
        self._triples = iter(triples)

    def __iter__(self) -> Iterator[Triple]:
        return self._triples

    def __next__(self) -> Triple:
        return next(self._triples)


def parse_query_results(
    input: bytes | str | BinaryIO, format: QueryResultsFormat = QueryResultsFormat.JSON
) -> QuerySolutions | QueryBoolean:
    """The results that a text in the JSON format holds.

    Raises SyntaxError when it is not such a text.
    """
    try:
        read = json.loads(input if isinstance(input, bytes | str) else input.read())
        if "boolean" in read:
            return QueryBoolean(read["boolean"])
        names = read["head"]["vars"]
        rows = [
            [_term(each[n]) if n in each else None for n in names] for each in read["results"]["bindings"]
        ]
    except (ValueError, KeyError, TypeError) as problem:
        raise SyntaxError(f"no results in JSON: {problem}") from problem
    return QuerySolutions(names, rows)


def _term(cell: dict[str, Any]) -> Term:
    kind, value = cell["type"], cell["value"]
    if kind == "uri":
        return NamedNode(value)
    if kind == "bnode":
        return BlankNode(value)
    datatype = NamedNode(cell["datatype"]) if "datatype" in cell else None
    return Literal(value, datatype=datatype, language=cell.get("xml:lang"))
