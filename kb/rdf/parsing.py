"""Reading RDF. N-Triples and N-Quads line by line here, the other formats with rdflib."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

import rdflib

from kb.rdf.convert import from_rdflib, iri
from kb.rdf.dataset import Quads
from kb.rdf.formats import RdfFormat
from kb.rdf.terms import DEFAULT, BlankNode, GraphName, Literal, NamedNode, Quad, Term

_NODE: Final = r"<[^<>]*>|_:[^\s<>\"]+"
_LITERAL: Final = r'"(?:[^"\\\n\r]|\\.)*"(?:\^\^<[^<>]*>|@[A-Za-z0-9-]+)?'
_LINE: Final = re.compile(rf"\s*({_NODE})\s*(<[^<>]*>)\s*({_NODE}|{_LITERAL})\s*({_NODE})?\s*\.\s*(?:#.*)?")
_ESCAPE: Final = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_SHORT: Final = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f", '"': '"', "'": "'", "\\": "\\"}
Input = bytes | str | IO[bytes] | IO[str]


def parse(
    input: Input | None = None,
    format: RdfFormat = RdfFormat.TURTLE,
    *,
    path: str | Path | None = None,
    base_iri: str | None = None,
    rename_blank_nodes: bool = False,
    lenient: bool = False,
) -> Iterator[Quad]:
    """The quads of a text. Blank nodes of other formats than N-Triples and N-Quads get names of their own.

    Raises SyntaxError with the line, when it is asked for the first quad that is at fault.
    """
    text = _text(path.read_bytes() if (path := Path(path) if path else None) else input)
    if format in (RdfFormat.N_TRIPLES, RdfFormat.N_QUADS):
        return _lines(text)
    return _documents(text, format, base_iri)


def _text(found: Input | None) -> str:
    if found is None:
        raise ValueError("neither a text nor a file")
    read = found if isinstance(found, bytes | str) else found.read()
    return read.decode("utf-8") if isinstance(read, bytes) else read


def _lines(text: str) -> Iterator[Quad]:
    for number, line in enumerate(text.split("\n"), 1):
        match = _LINE.fullmatch(line)
        if match:
            subject, predicate, value, graph = match.groups()
            graph_name = _node(graph) if graph else DEFAULT
            yield Quad(_node(subject), iri(predicate[1:-1]), _term(value), graph_name)
        elif line.strip() and not line.lstrip().startswith("#"):
            raise _syntax_error(number, f"not a triple: {line.strip()[:60]}")


def _term(written: str) -> Term:
    if written[0] != '"':
        return _node(written)
    end = written.rindex('"')
    value, tail = _plain(written[1:end]), written[end + 1 :]
    if tail.startswith("@"):
        return Literal(value, language=tail[1:])
    return Literal(value, datatype=iri(tail[3:-1]) if tail else None)


def _node(written: str) -> NamedNode | BlankNode:
    return iri(_plain(written[1:-1])) if written[0] == "<" else BlankNode(written[2:])


def _plain(text: str) -> str:
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(match: re.Match[str]) -> str:
    code = match[1] or match[2]
    return chr(int(code, 16)) if code else _SHORT.get(match[3], match[0])


def _documents(text: str, format: RdfFormat, base_iri: str | None) -> Iterator[Quad]:
    dataset = Quads()
    normalizes, rdflib.NORMALIZE_LITERALS = rdflib.NORMALIZE_LITERALS, False  # "01" stays "01"
    try:
        with warnings.catch_warnings():  # rdflib's parsers use what rdflib has deprecated
            warnings.simplefilter("ignore", DeprecationWarning)
            dataset.parse(data=text, format=format.value, publicID=base_iri)
    except Exception as problem:  # each parser of rdflib has errors of its own
        raise _syntax_error(
            getattr(problem, "lines", 0) + 1, str(problem).strip().split("\n")[0]
        ) from problem
    finally:
        rdflib.NORMALIZE_LITERALS = normalizes
    for subject, predicate, value, graph in dataset.quads((None, None, None, None)):
        yield _quad(subject, predicate, value, graph)


def _quad(
    subject: rdflib.term.Node, predicate: rdflib.term.Node, value: rdflib.term.Node, graph: object
) -> Quad:
    node, verb = from_rdflib(subject), from_rdflib(predicate)
    name: GraphName = DEFAULT
    if isinstance(graph, rdflib.term.IdentifiedNode) and graph != rdflib.graph.DATASET_DEFAULT_GRAPH_ID:
        found = from_rdflib(graph)
        assert isinstance(found, NamedNode | BlankNode)
        name = found
    assert isinstance(node, NamedNode | BlankNode)
    assert isinstance(verb, NamedNode)
    return Quad(node, verb, from_rdflib(value), name)


def _syntax_error(line: int, message: str) -> SyntaxError:
    return SyntaxError(f"Parser error at line {line}: {message}", (None, line, 1, None, line, 1))
