"""Words of the games: what each means in each game and language, how well it is attested, its false friends.

The concepts are those of ``ontology/terms``, the links between them those of ``alignments/games.ttl``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from kb.errors import NotFoundError
from kb.inference.records import Citation, Rule
from kb.inference.rulebase import packaged_rules
from kb.namespaces import PROVISION, sparql_prologue
from kb.ontology_files import ontology_files
from kb.queries.folding import fold
from kb.rdf import Literal, NamedNode, QuerySolutions, RdfFormat, Store

ORDER: Final = ("shared", "mtg", "ygo", "riftbound", "edopro")
"""The schemes in the order they are shown."""

_XL: Final = "PREFIX skosxl: <http://www.w3.org/2008/05/skos-xl#>\n"


@dataclass(frozen=True, slots=True)
class Word:
    """A label of a concept: preferred, alternative or hidden; `status` says how well it is attested."""

    text: str
    language: str
    kind: str
    status: str
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """How a concept relates to one of another game, and why: exact, close, related or false friend."""

    relation: str
    other: str
    reasons: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Concept:
    """What a word stands for in one game (or in all: `shared`), by its notation such as ``mtg.owner``."""

    iri: str
    notation: str
    words: tuple[Word, ...]
    definitions: Mapping[str, str]
    notes: Mapping[str, str]
    broader: tuple[str, ...]
    denotes: str | None
    defined_in: tuple[str, ...]
    links: tuple[Link, ...]

    @property
    def scheme(self) -> str:
        """The game the concept belongs to, or ``shared``."""
        return self.notation.partition(".")[0]

    @property
    def false_friends(self) -> tuple[Link, ...]:
        """The concepts that must not be confused with it."""
        return tuple(link for link in self.links if link.relation == "false friend")

    def label(self, language: str) -> str:
        """Its preferred label in a language."""
        return next(w.text for w in self.words if (w.language, w.kind) == (language, "preferred"))


def concept(word: str, *, game: str | None = None) -> tuple[Concept, ...]:
    """Every concept that `word` stands for, in any language; or the one whose notation it is.

    Letters without case and accents are enough. With `game` only that game's concepts count.

    >>> [each.notation for each in concept("propriétaire")]
    ['shared.owner', 'mtg.owner', 'ygo.owner', 'riftbound.owner']
    >>> [link.other for link in concept("mtg.battlefield")[0].false_friends]
    ['riftbound.battlefield', 'ygo.field']

    Raises :class:`kb.errors.NotFoundError` with the near matches.
    """
    named = _by_name().get(fold(word.strip()), ())
    found = tuple(each for each in named if game is None or each.scheme == game)
    if not found:
        known = {label.text for each in concepts() for label in each.words}
        raise NotFoundError("concept", word, sorted(known | {each.notation for each in concepts()}))
    return found


def rules_about(of: Concept) -> tuple[Rule, ...]:
    """The encoded rules of a concept's game that cite the provision defining it, or say its English word.

    >>> "token-owner" in " ".join(rule.id for rule in rules_about(concept("mtg.tokenOwner")[0]))
    True
    """
    citing = set(rules_citing(of))
    words = f" {fold(of.label('en'))} "
    return tuple(
        rule
        for rule in packaged_rules().rules
        if rule in citing or (_is_of_game(rule, of) and words in f" {_plain(rule.sentences.get('en', ''))} ")
    )


def rules_citing(of: Concept) -> tuple[Rule, ...]:
    """The encoded rules of a concept's game that cite the provision defining it, in the edition meant.

    A number alone is no identity: a rule that cites 111.2 of an edition where that is about spells does not
    rest on the 111.2 that defines who owns a token.

    >>> found = [rule.id for rule in rules_citing(concept("mtg.tokenOwner")[0])]
    >>> "mtg-token-owner" in found, "mtg-taken-spell" in found
    (True, False)
    """
    return tuple(
        rule
        for rule in packaged_rules().rules
        if _is_of_game(rule, of)
        and any(_cites(cited, each) for cited in rule.cites for each in of.defined_in)
    )


def _is_of_game(rule: Rule, of: Concept) -> bool:
    return bool({of.scheme, "all"} & set(rule.games))


def _cites(cited: Citation, address: str) -> bool:
    """Whether a citation names a provision, or one inside it: 114.2 lies in 114, 109.4a in 109.4."""
    document, edition, number = address.split("/")
    if cited.document != document or not (cited.first or "") <= edition <= (cited.last or edition):
        return False
    inside = re.compile(re.escape(number) + (r"([a-z].*)?" if "." in number else r"(\..*)?"))
    return any(inside.fullmatch(each) for each in cited.numbers)


@cache
def _by_name() -> Mapping[str, tuple[Concept, ...]]:
    """The concepts by their notation and by each of their labels, folded."""
    found: defaultdict[str, list[Concept]] = defaultdict(list)
    for each in concepts():
        for name in {fold(each.notation), *(fold(label.text) for label in each.words)}:
            found[name].append(each)
    return {name: tuple(named) for name, named in found.items()}


@cache
def _plain(sentence: str) -> str:
    return " ".join("".join(c if c.isalnum() else " " for c in fold(sentence).replace("'s", "")).split())


@cache
def concepts() -> tuple[Concept, ...]:
    """Every concept of every scheme, the shared ones first, then game by game."""
    store = Store()
    for path in (*ontology_files("terms/*.ttl"), *ontology_files("alignments/games.ttl")):
        store.load(path=str(path), format=RdfFormat.TURTLE)
    words, links = _words(store), _links(store)
    texts = {name: _texts(store, f"skos:{name}") for name in ("definition", "scopeNote")}
    values = {name: _values(store, name) for name in ("skos:broader", "core:denotes", "core:definedIn")}
    notations = {iri: found[0] for iri, found in _values(store, "skos:notation").items()}
    made = (
        Concept(
            iri,
            notation,
            tuple(words[iri]),
            texts["definition"][iri],
            texts["scopeNote"][iri],
            tuple(notations[each] for each in values["skos:broader"][iri]),
            next(iter(values["core:denotes"][iri]), None),
            tuple(each.removeprefix(PROVISION) for each in values["core:definedIn"][iri]),
            tuple(links[iri]),
        )
        for iri, notation in notations.items()
    )
    return tuple(sorted(made, key=lambda each: (ORDER.index(each.scheme), each.notation)))


def _rows(store: Store, query: str) -> Iterable[list[str]]:
    found = store.query(sparql_prologue() + _XL + query)
    assert isinstance(found, QuerySolutions)
    names = [each.value for each in found.variables]
    for row in found:
        yield [_value(row[name]) for name in names]


def _value(term: object) -> str:
    return term.value if isinstance(term, NamedNode | Literal) else ""


def _values(store: Store, name: str) -> defaultdict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    query = f"SELECT ?c ?v {{ ?c a skos:Concept ; {name} ?v }} ORDER BY ?c ?v"
    for iri, value in _rows(store, query):
        found[iri].append(value)
    return found


def _texts(store: Store, name: str) -> defaultdict[str, dict[str, str]]:
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    query = f"SELECT ?c ?l ?v {{ ?c a skos:Concept ; {name} ?v BIND(lang(?v) AS ?l) }}"
    for iri, language, value in _rows(store, query):
        found[iri][language] = value
    return found


def _words(store: Store) -> defaultdict[str, list[Word]]:
    found: defaultdict[str, list[Word]] = defaultdict(list)
    for name, kind in (("pref", "preferred"), ("alt", "alternative")):
        query = f"""SELECT ?c ?form ?l ?status ?source {{ ?c skosxl:{name}Label ?label .
            ?label skosxl:literalForm ?form ; core:labelStatus ?status
            BIND(lang(?form) AS ?l) OPTIONAL {{ ?label core:labelSource ?source }} }} ORDER BY ?c ?l ?form"""
        for iri, form, language, status, source in _rows(store, query):
            attested = status.rpartition("#")[2].removesuffix("Label")
            found[iri].append(Word(form, language, kind, attested, source or None))
    hidden = "SELECT ?c ?v ?l { ?c skos:hiddenLabel ?v BIND(lang(?v) AS ?l) } ORDER BY ?c ?v"
    for iri, form, language in _rows(store, hidden):
        found[iri].append(Word(form, language, "hidden", "working"))
    return found


_RELATIONS: Final = {
    "exactMatch": "exact",
    "closeMatch": "close",
    "relatedMatch": "related",
    "falseFriendOf": "false friend",
}


def _links(store: Store) -> defaultdict[str, list[Link]]:
    query = """SELECT ?m ?a ?an ?b ?bn ?by ?l ?reason {
        ?m core:mapsFrom ?a ; core:mapsTo ?b ; core:mapsBy ?by ; core:reason ?reason .
        ?a skos:notation ?an . ?b skos:notation ?bn BIND(lang(?reason) AS ?l) }"""
    reasons: defaultdict[tuple[str, ...], dict[str, str]] = defaultdict(dict)
    for _, a, a_name, b, b_name, by, language, reason in _rows(store, query):
        relation = _RELATIONS[by.rpartition("#")[2]]
        reasons[a, relation, b_name][language] = reason
        reasons[b, relation, a_name][language] = reason
    found: defaultdict[str, list[Link]] = defaultdict(list)
    for (iri, relation, other), said in sorted(reasons.items()):
        found[iri].append(Link(relation, other, said))
    return found
