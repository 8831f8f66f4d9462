"""Reads the ontology's files into records: modules, terms, schemes, concepts, and the links between them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from kb.namespaces import BASE, CORE, PREFIXES
from kb.ontology_files import ontology_files
from kb.rdf import BlankNode, Literal, NamedNode, RdfFormat, Store
from kb.site.records import Chain, Entry, Kind, Match, Module, Plain, Ref, Statement, Value

RDF: Final = PREFIXES["rdf"]
RDFS: Final = PREFIXES["rdfs"]
OWL: Final = PREFIXES["owl"]
SKOS: Final = PREFIXES["skos"]
DCT: Final = PREFIXES["dct"]
XL: Final = "http://www.w3.org/2008/05/skos-xl#"

MODULES: Final = ("core", "mtg", "ygo", "riftbound", "edopro", "text", "logic")
SCHEMES: Final = ("shared", "mtg", "ygo", "riftbound", "edopro")
"""Modules and schemes in the order they are shown."""

_REASON: Final = CORE + "reason"

_KINDS: Final = {
    OWL + "Class": Kind.CLASS,
    OWL + "ObjectProperty": Kind.OBJECT_PROPERTY,
    OWL + "DatatypeProperty": Kind.DATA_PROPERTY,
    OWL + "AnnotationProperty": Kind.ANNOTATION,
    OWL + "NamedIndividual": Kind.INDIVIDUAL,
    RDFS + "Datatype": Kind.CLASS,
    SKOS + "Concept": Kind.CONCEPT,
}
_TEXTS: Final = (
    RDFS + "label", SKOS + "prefLabel", SKOS + "altLabel", SKOS + "hiddenLabel", SKOS + "definition",
    SKOS + "scopeNote", SKOS + "example",
)  # fmt: skip
_UNSAID: Final = frozenset((
    *_TEXTS, RDFS + "isDefinedBy", SKOS + "inScheme", SKOS + "topConceptOf", SKOS + "notation",
    XL + "prefLabel", XL + "altLabel", XL + "hiddenLabel", OWL + "deprecated", CORE + "falseFriendOf",
    SKOS + "exactMatch", SKOS + "closeMatch", SKOS + "relatedMatch", CORE + "substitutionTest",
))  # fmt: skip
"""What has its own place on a page, or would only repeat what stands there."""

_BACKWARDS: Final = {
    RDFS + "subClassOf": "narrower-classes",
    RDFS + "subPropertyOf": "narrower-properties",
    RDFS + "domain": "in-domain-of",
    RDFS + "range": "in-range-of",
    RDF + "type": "instances",
    OWL + "inverseOf": OWL + "inverseOf",
    OWL + "disjointWith": OWL + "disjointWith",
    CORE + "denotes": "words",
    SKOS + "broadMatch": "narrow-match",
}
_ORDER: Final = (
    RDF + "type", RDFS + "subClassOf", "narrower-classes", RDFS + "subPropertyOf", "narrower-properties",
    OWL + "inverseOf", RDFS + "domain", RDFS + "range", "in-domain-of", "in-range-of",
    OWL + "propertyChainAxiom", OWL + "disjointWith", "instances",
    SKOS + "broader", SKOS + "narrower", SKOS + "broadMatch", "narrow-match",
    SKOS + "related", CORE + "denotes", CORE + "definedIn", "words",
)  # fmt: skip


@dataclass(frozen=True)
class Vocabulary:
    """Every module and scheme, and the links between the concepts of different games, by concept."""

    modules: tuple[Module, ...]
    schemes: tuple[Module, ...]
    matches: Mapping[str, tuple[Match, ...]]

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """Every term and concept by its IRI."""
        return {each.iri: each for of in (*self.modules, *self.schemes) for each in of.entries}

    @cached_property
    def concepts_of(self) -> Mapping[str, tuple[str, ...]]:
        """The concepts that denote a term, by the term's IRI."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for entry in self.entries.values():
            for term in values_of(entry, CORE + "denotes"):
                found[term].append(entry.iri)
        return {term: tuple(sorted(concepts)) for term, concepts in found.items()}


def values_of(entry: Entry, about: str) -> tuple[str, ...]:
    """The IRIs that a statement of an entry names."""
    return tuple(
        value.iri
        for statement in entry.statements
        if statement.about == about
        for value in statement.values
        if isinstance(value, Ref)
    )


@cache
def vocabulary() -> Vocabulary:
    """The ontology as it is in its files.

    >>> words = vocabulary()
    >>> [module.iri.rpartition("/")[2] for module in words.modules][:2], len(words.schemes)
    (['core', 'mtg'], 5)
    >>> words.entries["https://w3id.org/tcg-rules/mtg#Battlefield"].labels["fr"]
    'champ de bataille'
    """
    store = Store()
    for pattern in ("*.ttl", "terms/*.ttl", "alignments/*.ttl"):
        for path in ontology_files(pattern):
            store.load(path=str(path), format=RdfFormat.TURTLE)
    modules = _modules(store, OWL + "Ontology")
    return Vocabulary(modules, _modules(store, SKOS + "ConceptScheme"), _matches(store))


def _modules(store: Store, type_: str) -> tuple[Module, ...]:
    names = MODULES if type_ == OWL + "Ontology" else SCHEMES
    by_module = _entries(store)
    made = [
        _module(store, iri, by_module[iri])
        for iri in _subjects(store, RDF + "type", type_)
        if by_module.get(iri)
    ]
    return tuple(sorted(made, key=lambda each: names.index(each.iri.rpartition("/")[2])))


def _module(store: Store, iri: str, entries: list[Entry]) -> Module:
    titles = _by_language(store, iri, DCT + "title") or _by_language(store, iri, SKOS + "prefLabel")
    told = _by_language(store, iri, DCT + "description") or _by_language(store, iri, SKOS + "definition")
    first = {about: _plain(store, iri, about) for about in (OWL + "versionInfo", DCT + "created")}
    return Module(
        iri, _one(titles), _one(told), first[OWL + "versionInfo"], first[DCT + "created"],
        tuple(sorted(entries, key=lambda each: (list(Kind).index(each.kind), each.name.lower()))),
    )  # fmt: skip


def _entries(store: Store) -> dict[str, list[Entry]]:
    found: defaultdict[str, list[Entry]] = defaultdict(list)
    seen: set[str] = set()
    excluded = _excluded(store)
    for type_, kind in _KINDS.items():
        for iri in _subjects(store, RDF + "type", type_):
            if iri.startswith(BASE) and "#" in iri and iri not in seen:
                seen.add(iri)
                found[iri.partition("#")[0]].append(_entry(store, iri, kind, excluded))
    return found


def _excluded(store: Store) -> dict[str, set[str]]:
    """Which classes each class of a group excludes: all the others of the group."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for quad in store.quads_for_pattern(None, NamedNode(OWL + "members"), None):
        assert isinstance(quad.object, BlankNode)
        members = set(_list(store, quad.object))
        for member in members:
            found[member] |= members - {member}
    return found


def _entry(store: Store, iri: str, kind: Kind, excluded: Mapping[str, set[str]]) -> Entry:
    texts = {about: _by_language(store, iri, about) for about in _TEXTS}
    return Entry(
        iri,
        kind,
        _one(texts[SKOS + "prefLabel"] or texts[RDFS + "label"]),
        _one(texts[SKOS + "definition"]),
        texts[SKOS + "scopeNote"],
        texts[SKOS + "example"],
        _statements(store, iri, kind, excluded.get(iri, set())),
        _plain(store, iri, OWL + "deprecated") == "true",
    )


def _statements(store: Store, iri: str, kind: Kind, excluded: set[str]) -> tuple[Statement, ...]:
    found: defaultdict[str, set[Value]] = defaultdict(set)
    if excluded:
        found[OWL + "disjointWith"].update(map(Ref, excluded))
    for quad in store.quads_for_pattern(NamedNode(iri), None, None):
        about = quad.predicate.value
        external = isinstance(quad.object, NamedNode) and not quad.object.value.startswith(BASE)
        if about in _UNSAID and not (external and about.startswith(SKOS) and kind is not Kind.CONCEPT):
            continue
        if about == RDF + "type" and external:
            continue
        found[about].add(_value(store, quad.object))
    for quad in store.quads_for_pattern(None, None, NamedNode(iri)):
        back = _BACKWARDS.get(quad.predicate.value)
        if back is not None and isinstance(quad.subject, NamedNode):
            found[back].add(Ref(quad.subject.value))
    ordered = sorted(found, key=lambda about: (_ORDER.index(about) if about in _ORDER else 99, about))
    return tuple(Statement(about, tuple(sorted(found[about], key=str))) for about in ordered)


def _value(store: Store, node: object) -> Value:
    if isinstance(node, NamedNode):
        return Ref(node.value)
    if isinstance(node, BlankNode):
        return Chain(tuple(_list(store, node)))
    assert isinstance(node, Literal)
    return Plain(node.value, node.language)


def _list(store: Store, node: BlankNode | NamedNode) -> Iterator[str]:
    first = next(store.quads_for_pattern(node, NamedNode(RDF + "first"), None), None)
    if first is not None and isinstance(first.object, NamedNode):
        yield first.object.value
        rest = next(store.quads_for_pattern(node, NamedNode(RDF + "rest"), None)).object
        if isinstance(rest, BlankNode):
            yield from _list(store, rest)


def _matches(store: Store) -> dict[str, tuple[Match, ...]]:
    found: defaultdict[str, list[Match]] = defaultdict(list)
    for node in _subjects(store, RDF + "type", CORE + "Mapping"):
        ends = [_plain(store, node, CORE + end) for end in ("mapsFrom", "mapsTo")]
        relation = _plain(store, node, CORE + "mapsBy").rpartition("#")[2]
        texts = [_one(_by_language(store, node, CORE + name)) for name in ("reason", "substitutionTest")]
        for here, other in (ends, ends[::-1]):
            found[here].append(Match(relation, other, *texts))
    for axiom, iri, relation, other in _annotated(store):
        found[iri].append(
            Match(relation.removeprefix(SKOS), other, _one(_by_language(store, axiom, _REASON)), {})
        )
    return {iri: tuple(sorted(of, key=lambda each: each.other)) for iri, of in found.items()}


def _annotated(store: Store) -> Iterator[tuple[BlankNode, str, str, str]]:
    """The links to terms of others that carry a reason: its node, and what is linked how to what."""
    for quad in store.quads_for_pattern(None, NamedNode(_REASON), None):
        node = quad.subject
        if isinstance(node, BlankNode):
            ends = ("annotatedSource", "annotatedProperty", "annotatedTarget")
            iri, relation, other = (_plain(store, node, OWL + end) for end in ends)
            yield node, iri, relation, other


def _subjects(store: Store, predicate: str, value: str) -> list[str]:
    quads = store.quads_for_pattern(None, NamedNode(predicate), NamedNode(value))
    return sorted(quad.subject.value for quad in quads if isinstance(quad.subject, NamedNode))


def _by_language(store: Store, of: str | BlankNode, predicate: str) -> dict[str, tuple[str, ...]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    node = NamedNode(of) if isinstance(of, str) else of
    for quad in store.quads_for_pattern(node, NamedNode(predicate), None):
        if isinstance(quad.object, Literal) and quad.object.language:
            found[quad.object.language].append(quad.object.value)
    return {language: tuple(sorted(texts)) for language, texts in sorted(found.items())}


def _one(texts: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    return {language: each[0] for language, each in texts.items()}


def _plain(store: Store, of: str | BlankNode, predicate: str) -> str:
    node = NamedNode(of) if isinstance(of, str) else of
    quad = next(store.quads_for_pattern(node, NamedNode(predicate), None), None)
    return quad.object.value if quad is not None and isinstance(quad.object, Literal | NamedNode) else ""
