"""What each sort of page tells, gathered for its template: plain values, in the page's language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final
from unicodedata import normalize

from kb.inference.records import Citation, Rule, Validity
from kb.inference.write import format_rule
from kb.namespaces import BASE, CORE, PREFIXES
from kb.queries.concepts import Word, concepts
from kb.site.diagrams import diagrams
from kb.site.links import MOST_CASES
from kb.site.records import Case, Chain, Entry, Kind, Match, Module, Plain, Ref, Said, Statement, Value
from kb.site.rendering import Page, Shown
from kb.site.words import words

_OURS: Final = (PREFIXES["rdf"], PREFIXES["rdfs"], PREFIXES["owl"], PREFIXES["skos"], CORE, PREFIXES["dct"])
_FIVE: Final = ("owner", "control", "equip", "token", "battlefield")
_GAMES: Final = ("shared", "mtg", "ygo", "riftbound", "edopro")


@dataclass(frozen=True, slots=True)
class Line:
    """A relation in words, and its values: each a row of things and texts."""

    label: Said
    values: tuple[tuple[Shown | Said, ...], ...]


@dataclass(frozen=True, slots=True)
class Friend:
    """Another game's word, how it relates, and why."""

    relation: str
    here: Shown
    other: Shown
    reasons: tuple[Said, ...]
    tests: tuple[Said, ...]


def start_view(page: Page) -> Mapping[str, object]:
    """The first page: the five words, the pictures, the modules and schemes."""
    vocabulary = page.links.vocabulary
    return {
        "title": page.say("title"), "five": tuple(_five(page)), "diagrams": diagrams(page),
        "modules": [(_module_shown(page, each), each) for each in vocabulary.modules],
        "schemes": [(_module_shown(page, each), each) for each in vocabulary.schemes],
        "has_cases": bool(page.links.trials.cases),
    }  # fmt: skip


def _module_shown(page: Page, module: Module) -> Shown:
    return Shown(page.said(module.titles)[0], page.to(f"{module.iri.removeprefix(BASE)}.html"))


def _five(page: Page) -> Iterator[tuple[str, tuple[Shown, ...]]]:
    """The five words, and their concepts game by game."""
    entries = page.links.vocabulary.entries
    for word in _FIVE:
        wanted = {"equip": ("equip", "equipping"), "control": ("control", "controller")}.get(word, (word,))
        iris = [f"{BASE}terms/{game}#{name}" for game in _GAMES for name in wanted]
        yield word, tuple(page.show(iri) for iri in iris if iri in entries)


def module_view(page: Page, module: Module) -> Mapping[str, object]:
    """A module or scheme: its entries by kind, each with its definition."""
    named = [(each, page.show(each.iri)) for each in module.entries]
    by_kind = {kind: [pair for pair in named if pair[0].kind is kind] for kind in Kind}
    return {
        "title": page.said(module.titles)[0].text, "module": module,
        "kinds": [(kind, found) for kind, found in by_kind.items() if found],
        "stem": module.iri.removeprefix(BASE),
    }  # fmt: skip


def entry_view(page: Page, entry: Entry) -> Mapping[str, object]:
    """A term or word: what it means, what it hangs together with, its false friends, rules and cases."""
    resting = page.links.rules_of(entry)
    cases = page.links.cases_of(*(rule.id for rule in resting.closest))
    module = next(
        each
        for each in (*page.links.vocabulary.modules, *page.links.vocabulary.schemes)
        if each.iri == entry.module
    )
    matches = page.links.matches_of(entry)
    return {
        "title": page.show(entry.iri).name.text, "entry": entry, "name": page.show(entry.iri).name,
        "module": _module_shown(page, module), "words": _words(entry),
        "lines": tuple(_line(page, each) for each in entry.statements if not _is_told(each, matches)),
        "matches": tuple(
            _friend(page, entry, each)
            for each in matches
            if each.relation != "falseFriendOf" and each.other.startswith(BASE)
        ),
        "elsewhere": tuple(_friend(page, entry, each) for each in matches if not each.other.startswith(BASE)),
        "friends": tuple(_friend(page, entry, each) for each in matches if each.relation == "falseFriendOf"),
        "citing": [(rule, page.show_rule(rule.id)) for rule in resting.citing],
        "saying": [(rule, page.show_rule(rule.id)) for rule in resting.saying],
        "cases": cases[:MOST_CASES], "has_more_cases": len(cases) > MOST_CASES,
        "has_trials": bool(page.links.trials.cases),
    }  # fmt: skip


def _words(entry: Entry) -> tuple[Word, ...]:
    """The words of a concept in each language, with how well each is attested."""
    return next((each.words for each in concepts() if each.iri == entry.iri), ())


def _is_told(statement: Statement, matches: tuple[Match, ...]) -> bool:
    """Whether a statement stands among the links that carry a reason."""
    links = {(match.relation, match.other) for match in matches}
    relation = statement.about.rpartition("#")[2]
    said = {(relation, value.iri) for value in statement.values if isinstance(value, Ref)}
    return bool(said) and said <= links


def _line(page: Page, statement: Statement) -> Line:
    return Line(_label(page, statement.about), tuple(_written(page, each) for each in statement.values))


def _label(page: Page, about: str) -> Said:
    entry = page.links.vocabulary.entries.get(about)
    if entry is not None and about.rpartition("#")[2] not in words():
        return page.said(entry.labels)[0]
    key = about if about in words() else about.replace("#", "/").rpartition("/")[2]
    if key in words() and (about in words() or about.startswith(_OURS)):
        return Said(page.say(key), page.language)
    return Said(page.show(about).name.text, "")


def _written(page: Page, value: Value) -> tuple[Shown | Said, ...]:
    if isinstance(value, Plain):
        return (Said(value.text, value.language or ""),)
    if isinstance(value, Chain):
        between = [(page.show(each), Said("∘", "")) for each in value.iris]
        return tuple(part for pair in between for part in pair)[:-1]
    return (page.show(value.iri),)


def _friend(page: Page, entry: Entry, match: Match) -> Friend:
    names = (entry.iri, *page.links.words_of(entry))
    here = next(each for each in names if match in page.links.vocabulary.matches.get(each, ()))
    return Friend(
        match.relation,
        page.show(here),
        page.show(match.other),
        page.said(match.reasons),
        page.said(match.tests),
    )


def rule_view(page: Page, rule: Rule) -> Mapping[str, object]:
    """An encoded rule: its sentence, its citations by edition, what it beats, its text, its cases."""
    return {
        "title": rule.id, "rule": rule, "sentence": page.said(rule.sentences),
        "cites": [citation_text(each) for each in rule.cites],
        "valid": [f"{each.document} {_range(each)}" for each in rule.valid],
        "defeats": [(each, page.show_rule(each)) for each in rule.defeats],
        "defeated": [(each, page.show_rule(each)) for each in page.links.defeated_by.get(rule.id, ())],
        "concepts": [page.show(each) for each in page.links.concepts_by_rule.get(rule.id, ())],
        "text": format_rule(rule), "cases": page.links.cases_of(rule.id),
        "has_trials": bool(page.links.trials.cases),
    }  # fmt: skip


def citation_text(citation: Citation) -> str:
    """A citation in one line: document, edition or range of editions, numbers.

    >>> citation_text(Citation("mtg-cr", "2019-07-12", None, ("111.1", "111.2")))
    'mtg-cr 2019-07-12..: 111.1, 111.2'
    """
    return f"{citation.document} {_range(citation)}: {', '.join(citation.numbers)}"


def _range(of: Citation | Validity) -> str:
    return str(of.first) if of.first == of.last else f"{of.first or ''}..{of.last or ''}"


def case_view(page: Page, case: Case) -> Mapping[str, object]:
    """A case: the situation as written, each question with its answer, and the rules it rests on."""
    return {
        "title": case.title, "case": case, "name": page.said({"en": case.title})[0],
        "rules": [(page.links.rules[each], page.show_rule(each)) for each in case.rules],
    }  # fmt: skip


def list_view(page: Page) -> Mapping[str, object]:
    """What the four lists are made from: words by letter, false friends, rules and cases by game."""
    makers = {"words": _alphabet, "false-friends": _friends, "rules": _rules, "cases": _cases}
    return makers[page.path.removesuffix(".html")](page)


def _alphabet(page: Page) -> Mapping[str, object]:
    """Every entry under the first letter of its name, in alphabetical order without accents."""
    entries = [(page.show(each.iri), each) for each in page.links.vocabulary.entries.values()]
    entries.sort(key=lambda each: (_sort_key(each[0].name.text), each[0].of, each[1].iri))
    letters: defaultdict[str, list[tuple[Shown, Entry]]] = defaultdict(list)
    for shown, entry in entries:
        letter = _sort_key(shown.name.text)[:1].upper()
        letters[letter if letter.isalpha() else "#"].append((shown, entry))
    return {"title": page.say("alphabet"), "letters": letters}


def _sort_key(text: str) -> str:
    return "".join(c for c in normalize("NFD", text.casefold()) if c.isalnum() or c == " ").strip()


def _friends(page: Page) -> Mapping[str, object]:
    """Every pair of false friends once, with the reason."""
    vocabulary = page.links.vocabulary
    pairs = {
        frozenset((iri, match.other)): (vocabulary.entries[iri], match)
        for iri in sorted(vocabulary.matches)
        for match in vocabulary.matches[iri]
        if match.relation == "falseFriendOf"
    }
    found = [_friend(page, entry, match) for entry, match in pairs.values()]
    grouped: defaultdict[tuple[Said, ...], list[Friend]] = defaultdict(list)
    for each in sorted(found, key=lambda each: _sort_key(each.here.name.text)):
        grouped[each.reasons].append(each)
    return {"title": page.say("friends"), "groups": grouped}


def _rules(page: Page) -> Mapping[str, object]:
    by_game: defaultdict[str, list[tuple[Rule, str]]] = defaultdict(list)
    for rule in page.links.ruleset.rules:
        by_game[rule.games[0] if len(rule.games) == 1 else "all"].append((rule, page.show_rule(rule.id)))
    return {"title": page.say("rules"), "games": by_game, "said": page.said}


def _cases(page: Page) -> Mapping[str, object]:
    by_game: defaultdict[str, list[Case]] = defaultdict(list)
    for case in page.links.trials.cases.values():
        by_game[case.game].append(case)
    return {"title": page.say("cases"), "games": by_game}
