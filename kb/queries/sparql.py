"""SPARQL queries of the user's own, read-only and within limits, with results that show themselves."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO, Final

from kb.errors import LimitError, Place, QueryError, StoreError, near_matches
from kb.namespaces import PREFIXES
from kb.queries.lexing import check_graphs, check_read_only, graphs_named, query_form
from kb.queries.listing import Cell, Listing
from kb.queries.prefixes import with_prefixes
from kb.queries.sandbox import Limits, TroubleError, ask
from kb.queries.sent import Sent
from kb.queries.tabular import Columns
from kb.queries.values import python_value, python_values, show_term, term_language
from kb.queries.wire import Request
from kb.rdf import (
    IS_FALLBACK,
    QueryResultsFormat,
    QuerySolutions,
    RdfFormat,
    Triple,
    parse,
    parse_query_results,
    serialize,
)
from kb.store import Backend, RemoteStore, Row
from kb.store.served import ServedStore

if TYPE_CHECKING:
    import rdflib

_POSITION: Final = re.compile(r"error at (\d+):(\d+): (.*)", re.DOTALL)
_LAST_NAME: Final = re.compile(r"([\w-]*):[^\s:]*$")
_DEFAULT: Final = Limits()
_TABLE: Final = "json" if IS_FALLBACK else "tsv"
"""How a table is sent: as what is read in columns, where there is a parser for it."""


class Result(Listing[Row]):
    """What a query gave: rows of terms by variable, the truth of an ASK, or the triples of a graph."""

    what = "rows"
    _made: tuple[Row, ...] | None

    def __init__(
        self, variables: tuple[str, ...] = (), rows: tuple[Row, ...] = (), *, kind: str = "select",
        truth: bool | None = None,
    ) -> None:  # fmt: skip
        self._sent: Sent | None = None
        super().__init__(rows)
        self.variables = variables
        self.columns = variables
        self.kind = kind
        """``select``, ``ask`` or ``graph``."""
        self.truth = truth
        """The answer of an ASK; None for everything else."""

    @classmethod
    def of(cls, sent: Sent) -> Result:
        """The result that a process sent; its terms are made when the first row is asked for."""
        result = cls(sent.variables)
        result._made, result._sent = None, sent
        return result

    @property
    def _items(self) -> tuple[Row, ...]:
        if self._made is None:
            assert self._sent is not None
            self._made = self._sent.rows()
        return self._made

    @_items.setter
    def _items(self, rows: tuple[Row, ...]) -> None:
        self._made = rows

    def __len__(self) -> int:
        return len(self._items) if self._sent is None else len(self._sent)

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows; a triple is a row of subject, predicate and object."""
        return tuple(self)

    def cells(self, item: Row) -> tuple[Cell, ...]:
        """What one row puts into each of the columns: IRIs short where a prefix is known."""
        return tuple(Cell(show_term(term), term_language(term)) for term in item)

    def record(self, item: Row) -> Mapping[str, object]:
        """A row as Python values: numbers, dates and strings, with IRIs as strings."""
        return {name: python_value(term) for name, term in zip(self.variables, item, strict=True)}

    def table(self) -> Columns:
        """The values by variable. One of texts with language tags gets a second column, ``NAME_language``."""
        if self._sent is not None:
            return self._sent.columns()
        found: dict[str, list[object]] = {}
        terms = zip(*self, strict=True) if len(self) else iter([()] * len(self.variables))
        for name, column in zip(self.variables, terms, strict=True):
            found[name] = python_values(column)
            languages: list[object] = [term_language(term) for term in column]
            if any(languages):
                found[f"{name}_language"] = languages
        return found

    def to_turtle(self) -> str:
        """The triples of a CONSTRUCT or DESCRIBE as Turtle."""
        text = (serialize(self._triples(), format=RdfFormat.TURTLE, prefixes=PREFIXES) or b"").decode()
        lines = text.splitlines(keepends=True)
        body = [line for line in lines if not line.startswith("@prefix")]
        heads = (line for line in lines if line.startswith("@prefix"))
        used = sorted(line for line in heads if any(f"{line.split()[1]}" in other for other in body))
        return "".join([*used, "\n" if used else "", *body])

    def to_rdflib(self) -> rdflib.Graph:
        """The triples of a CONSTRUCT or DESCRIBE as a graph of rdflib."""
        import rdflib

        data = serialize(self._triples(), format=RdfFormat.N_TRIPLES) or b""
        graph = rdflib.Graph().parse(data=data, format="nt")
        for prefix, iri in PREFIXES.items():
            graph.bind(prefix, iri)
        return graph

    def __bool__(self) -> bool:
        return len(self) > 0 if self.truth is None else self.truth

    def __repr__(self) -> str:
        return str(self.truth) if self.truth is not None else super().__repr__()

    def _repr_html_(self) -> str:
        return f"<p>{self.truth}</p>" if self.truth is not None else super()._repr_html_()

    def _like(self, items: tuple[Row, ...]) -> Result:
        return Result(self.variables, items, kind=self.kind, truth=self.truth)

    def _triples(self) -> list[Triple]:
        if self.kind != "graph":
            raise TypeError(f"a {self.kind} result has rows, not triples; ask with CONSTRUCT or DESCRIBE")
        return [Triple(*row) for row in self]  # type: ignore[arg-type]


def select(
    store: Backend, query: str, *, timeout: float = _DEFAULT.seconds, limits: Limits | None = None
) -> Result:
    """The result of a query of any form: SELECT, ASK, CONSTRUCT or DESCRIBE.

    The prefixes of :mod:`kb.namespaces` need not be declared. Without FROM, a query sees the triples of all
    graphs together. It runs in a process of its own, which is stopped after `timeout` seconds.

    Raises QueryError when it is not a query, changes something, or reaches for other servers or for a graph
    that is not there; LimitError when it takes too long or too much.
    """
    within = replace(limits or _DEFAULT, seconds=timeout if limits is None else limits.seconds)
    check_read_only(query)
    if isinstance(store, RemoteStore):
        store.timeout = within.seconds
        return select_from_server(store, query)
    check_graphs(query, store.graphs())
    if isinstance(store, ServedStore):
        return _served(store, query)
    request = Request(query, results=_TABLE, graphs="nt", rows=within.rows, bytes=within.bytes)
    try:
        return ask(store, request, within, _result)
    except TroubleError as trouble:
        raise explained(trouble, query, within) from None


def select_from_server(store: RemoteStore, query: str, graphs: Collection[str] | None = None) -> Result:
    """What a server of any kind answers; `graphs` are those it sees without GRAPH, or else all of ours.

    With no graphs, the server shows what it shows to everybody. Raises as :func:`select` does, and StoreError
    when the server cannot be reached or its answer is no result.
    """
    check_read_only(query)
    if graphs is None:
        known = store.graphs()
        check_graphs(query, known)
        # What is sent beside a query takes the place of its own FROM.
        graphs = () if graphs_named(query) else known
    is_graph = query_form(query) in ("CONSTRUCT", "DESCRIBE")
    accept = "application/n-triples" if is_graph else "application/sparql-results+json"
    data = store.results(with_prefixes(query), accept, graphs=graphs)
    try:
        found = _of_graph(data) if is_graph else _of_table(data)
        return _as_truth(found) if query_form(query) == "ASK" else found
    except (ValueError, SyntaxError) as error:
        start = data[:60].decode("utf-8", "replace")
        raise StoreError(Place(store.address), "the server's answer is no result", found=start) from error


def _as_truth(found: Result) -> Result:
    """The truth that Virtuoso at times answers as a table of one number, or of no row."""
    if found.truth is not None:
        return found
    told = [str(getattr(term, "value", "")) for row in found for term in row]
    if len(found.variables) != 1 or told not in ([], ["0"], ["1"]):
        raise ValueError("a table in the place of a truth")
    return Result(kind="ask", truth=told == ["1"])


def _served(store: ServedStore, query: str) -> Result:
    """What the server answers, within its own limits."""
    if query_form(query) in ("CONSTRUCT", "DESCRIBE"):
        return _of_graph(store.results(query, "application/n-triples"))
    if query_form(query) == "SELECT" and not IS_FALLBACK:
        data = store.results(query, "text/tab-separated-values")
        try:
            return Result.of(Sent(data))
        except ValueError as error:
            place, start = Place(store.address), data[:60].decode("utf-8", "replace")
            raise StoreError(place, "the server's answer is no result", found=start) from error
    return _of_table(store.results(query))


def _result(kind: str, data: BinaryIO) -> Result:
    # Read while the worker still writes.
    if kind == "graph":
        return _of_graph(data)
    if _TABLE == "json":
        return _of_table(data)
    return (
        Result(kind="ask", truth=data.read().strip() == b"true") if kind == "ask" else Result.of(Sent(data))
    )


def _of_graph(data: bytes | BinaryIO) -> Result:
    quads = parse(data, RdfFormat.N_TRIPLES)
    triples = tuple((quad.subject, quad.predicate, quad.object) for quad in quads)
    return Result(("subject", "predicate", "object"), triples, kind="graph")


def _of_table(data: bytes | BinaryIO) -> Result:
    found = parse_query_results(data, format=QueryResultsFormat.JSON)
    if isinstance(found, QuerySolutions):
        names = tuple(variable.value for variable in found.variables)
        return Result(names, tuple(tuple(row) for row in found))
    return Result(kind="ask", truth=bool(found))


def explained(trouble: TroubleError, query: str, limits: Limits) -> QueryError | LimitError | StoreError:
    """What went wrong in the worker, as the error a user meets."""
    if trouble.kind == "rows":
        return LimitError("rows", limits.rows or 0, "add LIMIT, or ask for less")
    if trouble.kind == "bytes":
        return LimitError("bytes of result", limits.bytes or 0, "add LIMIT, or ask for less")
    if trouble.kind == "network":
        return QueryError(Place("query"), "queries reach no other server", hint=trouble.message)
    if trouble.kind != "query":
        return StoreError(Place("query"), "the store cannot be read", found=trouble.message)
    found = _POSITION.match(trouble.message)
    if found is None:
        return QueryError(Place("query"), "this is not a SPARQL query", hint=trouble.message)
    line, column, says = int(found[1]), int(found[2]), " ".join(found[3].split())
    text = query.splitlines()[line - 1] if line <= len(query.splitlines()) else ""
    where = Place("query", line, column)
    if "Prefix not found" in says and (name := _LAST_NAME.search(text[: column - 1])):
        return QueryError(
            where, "this prefix is not declared", found=name[1], near=near_matches(name[1], PREFIXES)
        )
    here = text[column - 1 : column + 30] or "the end"
    return QueryError(
        where,
        "this is not a SPARQL query",
        found=here,
        hint=f"the parser says: {textwrap.shorten(says, 160)}",
    )
