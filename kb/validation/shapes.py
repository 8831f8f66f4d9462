"""The SHACL shapes of ``ontology/shapes``, put to a graph by pySHACL, or its faster twin where installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Final, cast

from rdflib import Graph, Literal
from rdflib.namespace import SH
from rdflib.term import Node

from kb.errors import MissingExtraError
from kb.namespaces import BASE
from kb.ontology_files import ontology_files
from kb.validation.findings import Finding, Severity

_SHAPES: Final = BASE + "shapes#"
_SEVERITIES: Final[dict[Node | None, Severity]] = {SH.Warning: Severity.WARN, SH.Info: Severity.INFO}

Engine = Callable[..., tuple[bool, Graph, str]]


@cache
def shapes() -> Graph:
    """Every shape of the ontology."""
    graph = Graph()
    for path in ontology_files("shapes/*.ttl"):
        graph.parse(path, format="turtle")
    return graph


@cache
def engine() -> Engine:
    """The SHACL engine that is installed; both give the same answers.

    Raises :class:`kb.errors.MissingExtraError` when there is none.
    """
    for name in ("pyshacl_turbo", "pyshacl"):
        try:
            return cast("Engine", import_module(name).validate)
        except ImportError:
            continue
    raise MissingExtraError("pyshacl", "validate")


def run_shapes(data: Graph, state: str | None = None) -> Iterator[Finding]:
    """What breaks a shape in `data`, which must say of its things what they are.

    Raises :class:`kb.errors.MissingExtraError` when no SHACL engine is installed.
    """
    _, report, _ = engine()(data, shacl_graph=shapes(), inference="none")
    for result in sorted(report.objects(None, SH.result), key=str):
        yield _finding(report, result, state)


def _finding(report: Graph, result: Node, state: str | None) -> Finding:
    name = str(report.value(result, SH.sourceShape)).removeprefix(_SHAPES)
    said = [each for each in report.objects(result, SH.resultMessage) if isinstance(each, Literal)]
    value = report.value(result, SH.value)
    return Finding(
        name,
        _SEVERITIES.get(report.value(result, SH.resultSeverity), Severity.ERROR),
        str(report.value(result, SH.focusNode)),
        {each.language or "en": str(each) for each in said},
        (("value", str(value)),) if value is not None else (),
        state,
    )
