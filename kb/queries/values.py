"""RDF terms as the Python values they stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Final

from kb.namespaces import PREFIXES
from kb.rdf import Literal, NamedNode
from kb.store import Term

_XSD: Final = PREFIXES["xsd"]
_INTEGERS: Final = (
    "integer", "int", "long", "short", "byte", "nonNegativeInteger", "positiveInteger", "negativeInteger",
    "nonPositiveInteger", "unsignedInt", "unsignedLong", "unsignedShort", "unsignedByte",
)  # fmt: skip
_TRUTHS: Final = {"true": True, "1": True, "false": False, "0": False}
_READERS: Final[dict[str, Callable[[str], object]]] = {
    **dict.fromkeys((_XSD + name for name in _INTEGERS), int),
    _XSD + "decimal": Decimal,
    _XSD + "double": float,
    _XSD + "float": float,
    _XSD + "boolean": _TRUTHS.__getitem__,
    _XSD + "date": date.fromisoformat,
    _XSD + "dateTime": datetime.fromisoformat,
}


def python_value(term: Term | None) -> object:
    """The number, truth, date or string that a term stands for; IRIs as strings, nothing as None.

    A literal that its datatype does not allow stays the string it is.

    >>> python_value(Literal(5)), python_value(Literal("vol", language="fr")), python_value(NamedNode("x:y"))
    (5, 'vol', 'x:y')
    >>> python_value(Literal("five", datatype=NamedNode(_XSD + "integer")))
    'five'
    """
    if term is None:
        return None
    if isinstance(term, Literal):
        reader = _READERS.get(term.datatype.value)
        try:
            return reader(term.value) if reader else term.value
        except (ValueError, KeyError, InvalidOperation):
            return term.value
    return term.value if isinstance(term, NamedNode) else str(term)


def python_values(terms: Iterable[Term | None]) -> list[object]:
    """What :func:`python_value` gives for each; a value that comes again is read once."""
    known: dict[Term | None, object] = {}
    return [known[term] if term in known else known.setdefault(term, python_value(term)) for term in terms]


def short_iri(iri: str) -> str:
    """`iri` with a known prefix, where there is one for it.

    >>> short_iri("https://w3id.org/tcg-rules/text#Passage"), short_iri("http://example.org/x")
    ('text:Passage', 'http://example.org/x')
    """
    for prefix, start in PREFIXES.items():
        if iri.startswith(start) and iri[len(start) :].replace("-", "").replace("_", "").isalnum():
            return f"{prefix}:{iri[len(start) :]}"
    return iri


def show_term(term: Term | None) -> str:
    """A term for people: a short IRI, or the text of a literal."""
    if term is None:
        return ""
    if isinstance(term, NamedNode):
        return short_iri(term.value)
    return term.value if isinstance(term, Literal) else str(term)


def term_language(term: Term | None) -> str | None:
    """The language of a literal, if it has one.

    >>> term_language(Literal("vol", language="fr")), term_language(NamedNode("x:y"))
    ('fr', None)
    """
    return term.language if isinstance(term, Literal) else None
