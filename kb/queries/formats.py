"""SPARQL results as JSON, XML, CSV and TSV, written row by row, so that the rows can be counted and cut off.

Standards: SPARQL 1.1 Query Results JSON Format, XML Format, CSV and TSV Formats.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from json import dumps
from typing import Final

from kb.rdf import BlankNode, Literal, NamedNode
from kb.store import Row, Term

_STRING: Final = "http://www.w3.org/2001/XMLSchema#string"
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NEEDS_QUOTES: Final = re.compile('[",\r\n]')
Rows = Iterable[Row]


def write_json(variables: Sequence[str], rows: Rows) -> Iterator[str]:
    """A SELECT result as JSON.

    >>> "".join(write_json(["x"], [(Literal("pli", language="fr"),), (None,)]))
    '{"head":{"vars":["x"]},"results":{"bindings":[{"x":{"type":"literal","value":"pli","xml:lang":"fr"}},{}]}}'
    """
    names = [dumps(name, ensure_ascii=False) for name in variables]
    yield f'{{"head":{{"vars":[{",".join(names)}]}},"results":{{"bindings":['
    comma = ""
    for row in rows:
        cells = (f"{name}:{_json(term)}" for name, term in zip(names, row, strict=True) if term is not None)
        yield f"{comma}{{{','.join(cells)}}}"
        comma = ","
    yield "]}}"


def _json(term: Term) -> str:
    if isinstance(term, NamedNode):
        return f'{{"type":"uri","value":{dumps(term.value, ensure_ascii=False)}}}'
    if isinstance(term, BlankNode):
        return f'{{"type":"bnode","value":{dumps(term.value)}}}'
    if isinstance(term, Literal):
        value = dumps(term.value, ensure_ascii=False)
        if term.language:
            return f'{{"type":"literal","value":{value},"xml:lang":{dumps(term.language)}}}'
        if term.datatype.value == _STRING:
            return f'{{"type":"literal","value":{value}}}'
        return f'{{"type":"literal","value":{value},"datatype":{dumps(term.datatype.value)}}}'
    parts = (("subject", term.subject), ("predicate", term.predicate), ("object", term.object))
    inner = ",".join(f'"{name}":{_json(part)}' for name, part in parts)
    return f'{{"type":"triple","value":{{{inner}}}}}'


def write_xml(variables: Sequence[str], rows: Rows) -> Iterator[str]:
    r"""A SELECT result as XML. What XML cannot hold becomes U+FFFD: one such character would lose the rest.

    >>> "".join(write_xml(["x"], [(Literal("a\x0b<"),)])).partition("<results>")[2]
    '<result><binding name="x"><literal>a\ufffd&lt;</literal></binding></result></results></sparql>'
    """
    head = "".join(f"<variable name={_attribute(name)}/>" for name in variables)
    yield f"{_XML_START}<head>{head}</head><results>"
    for row in rows:
        cells = (
            f"<binding name={_attribute(name)}>{_xml(term)}</binding>"
            for name, term in zip(variables, row, strict=True)
            if term is not None
        )
        yield f"<result>{''.join(cells)}</result>"
    yield "</results></sparql>"


_XML_START: Final = '<?xml version="1.0"?><sparql xmlns="http://www.w3.org/2005/sparql-results#">'


def _xml(term: Term) -> str:
    if isinstance(term, NamedNode):
        return f"<uri>{_xml_text(term.value)}</uri>"
    if isinstance(term, BlankNode):
        return f"<bnode>{_xml_text(term.value)}</bnode>"
    if isinstance(term, Literal):
        mark = ""
        if term.language:
            mark = f" xml:lang={_attribute(term.language)}"
        elif term.datatype.value != _STRING:
            mark = f" datatype={_attribute(term.datatype.value)}"
        return f"<literal{mark}>{_xml_text(term.value)}</literal>"
    parts = (("subject", term.subject), ("predicate", term.predicate), ("object", term.object))
    return f"<triple>{''.join(f'<{name}>{_xml(part)}</{name}>' for name, part in parts)}</triple>"


def _xml_text(text: str) -> str:
    # A carriage return that is not escaped comes back from a parser as a line feed.
    return _NOT_XML.sub("\ufffd", text).translate(_ESCAPES)


def _attribute(text: str) -> str:
    return f'"{_xml_text(text)}"'


# xml.sax.saxutils would do, but it imports an HTTP client, which doubles the time a worker takes to start.
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#xD;"})


def write_csv(variables: Sequence[str], rows: Rows) -> Iterator[str]:
    r"""A SELECT result as CSV, which by its standard drops languages and datatypes.

    >>> "".join(write_csv(["x", "y"], [(Literal("a, b", language="en"), None)]))
    'x,y\r\n"a, b",\r\n'
    """
    yield ",".join(variables) + "\r\n"
    for row in rows:
        yield ",".join("" if term is None else _csv(term) for term in row) + "\r\n"


def _csv(term: Term) -> str:
    if isinstance(term, NamedNode | Literal):
        text = term.value
        return f'"{text.replace(chr(34), chr(34) * 2)}"' if _NEEDS_QUOTES.search(text) else text
    return str(term)


def write_tsv(variables: Sequence[str], rows: Rows) -> Iterator[str]:
    r"""A SELECT result as TSV: terms in the syntax of SPARQL.

    >>> "".join(write_tsv(["x"], [(Literal("a\tb", language="en"),)]))
    '?x\n"a\\tb"@en\n'
    """
    yield "\t".join(f"?{name}" for name in variables) + "\n"
    for row in rows:
        yield "\t".join("" if term is None else str(term).replace("\t", "\\t") for term in row) + "\n"


Writer = Callable[[Sequence[str], Rows], Iterator[str]]
WRITERS: Final[dict[str, Writer]] = {"json": write_json, "xml": write_xml, "csv": write_csv, "tsv": write_tsv}


def write_truth(truth: bool, form: str) -> str:
    """The answer of an ASK query in one of the four formats.

    >>> write_truth(True, "json"), write_truth(False, "tsv")
    ('{"head":{},"boolean":true}', 'false\\n')
    """
    word = "true" if truth else "false"
    if form == "json":
        return f'{{"head":{{}},"boolean":{word}}}'
    if form == "xml":
        return f"{_XML_START}<head/><boolean>{word}</boolean></sparql>"
    return word + ("\r\n" if form == "csv" else "\n")
