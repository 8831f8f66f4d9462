"""Turtle in one fixed order, so that two versions of an ontology file differ only where the meaning does.

A file keeps the comment lines at its head. Then come the prefixes that it uses, the ontology itself, and its
terms: classes, properties, individuals, each kind in order of its IRI. Inside a term: type, parents, label,
definition, note, example, isDefinedBy, then the rest; English comes first, then French, then Spanish.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

from rdflib import OWL, RDF, RDFS, SKOS, Graph, Literal
from rdflib.compare import to_canonical_graph
from rdflib.namespace import SH
from rdflib.plugins.serializers.turtle import SUBJECT, TurtleSerializer
from rdflib.term import Node, URIRef

_KINDS: Final = (
    OWL.Ontology,
    SKOS.ConceptScheme,
    OWL.Class,
    OWL.ObjectProperty,
    OWL.DatatypeProperty,
    OWL.AnnotationProperty,
    SKOS.Concept,
    SH.NodeShape,
    SH.PropertyShape,
)
_FIRST: Final = (
    RDF.type,
    RDFS.subClassOf,
    RDFS.subPropertyOf,
    RDFS.label,
    SKOS.prefLabel,
    SKOS.altLabel,
    SKOS.hiddenLabel,
    SKOS.definition,
    SKOS.scopeNote,
    SKOS.example,
    RDFS.isDefinedBy,
)
_LANGUAGES: Final = {"en": 0, "fr": 1, "es": 2}


def format_turtle(text: str) -> str:
    """The same triples as `text` in the fixed order, with the comment lines at its head kept.

    >>> print(format_turtle('''# A file.
    ... @prefix ex: <http://example.org/> .
    ... ex:b ex:says "oui"@fr, "yes"@en . ex:a a ex:Thing .'''), end="")
    # A file.
    @prefix ex: <http://example.org/> .
    <BLANKLINE>
    ex:a
        a ex:Thing .
    <BLANKLINE>
    ex:b
        ex:says "yes"@en,
            "oui"@fr .
    """
    graph = Graph(bind_namespaces="none").parse(data=text, format="turtle")
    canonical = to_canonical_graph(graph)
    ordered = Graph(bind_namespaces="none")
    for prefix, namespace in graph.namespaces():
        ordered.bind(prefix, namespace)
    for triple in canonical:
        ordered.add(triple)
    stream = BytesIO()
    _FixedOrder(ordered).serialize(stream, encoding="utf-8")
    return _head(text) + stream.getvalue().decode().strip("\n") + "\n"


def _head(text: str) -> str:
    lines = []
    for line in text.splitlines(keepends=True):
        if not line.startswith("#"):
            break
        lines.append(line)
    return "".join(lines)


class _FixedOrder(TurtleSerializer):
    """rdflib's writer with the order of subjects, properties and values decided here."""

    def orderSubjects(self) -> list[Node]:  # noqa: N802 - rdflib's name
        for subject in self.store.subjects(unique=True):
            if isinstance(subject, URIRef):
                self._topLevels[subject] = True
        return sorted(self._subjects, key=self._rank)

    def preprocessTriple(self, triple: tuple[Node, Node, Node]) -> None:  # noqa: N802 - rdflib's name
        subject, predicate, value = triple
        # Lists are written in parentheses: the namespace of their links must not ask for a prefix.
        known = RDF.type if predicate in (RDF.first, RDF.rest) else predicate
        super().preprocessTriple((subject, known, value))

    def s_default(self, subject: Node) -> bool:
        self.write("\n")
        self.path(subject, SUBJECT)
        self.write("\n" + self.indentString)
        self.predicateList(subject, newline=True)
        self.write(" .")
        return True

    def _rank(self, subject: Node) -> tuple[bool, bool, int, str]:
        types = set(self.store.objects(subject, RDF.type))
        kind = next((at for at, each in enumerate(_KINDS) if each in types), len(_KINDS))
        if isinstance(subject, URIRef):
            return False, False, kind, str(subject)
        # What has no name is written inside what names it; that comes first, in the order of its members.
        is_inside = (None, None, subject) in self.store
        members = self.store.value(subject, OWL.members)
        about = (OWL.annotatedSource, OWL.annotatedProperty, OWL.annotatedTarget)
        told = (
            [self.store.value(subject, each) for each in about]
            if members is None
            else self.store.items(members)
        )
        return True, is_inside, kind, " ".join(str(each or subject) for each in told)

    def sortProperties(self, properties: Mapping[Node, list[Node]]) -> list[Node]:  # noqa: N802
        for values in properties.values():
            values.sort(key=_value_rank)
        first = [each for each in _FIRST if each in properties]
        return [*first, *sorted(set(properties) - set(first), key=str)]


def _value_rank(value: Node) -> tuple[int, str]:
    language = value.language if isinstance(value, Literal) else None
    return _LANGUAGES.get(language or "", 9 if language else -1), value.n3()


def main(arguments: Sequence[str] | None = None) -> int:
    """Rewrites the given Turtle files in the fixed order; 1 when one had to change, else 0."""
    changed = False
    for name in sys.argv[1:] if arguments is None else arguments:
        path = Path(name)
        before = path.read_text(encoding="utf-8")
        after = format_turtle(before)
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(f"reordered {name}")
            changed = True
    return int(changed)


if __name__ == "__main__":
    sys.exit(main())
