"""What leads from one thing to another: from a term to its words, its rules, their cases, and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from kb.inference.publish import PUBLISHED
from kb.inference.records import Rule, RuleSet
from kb.namespaces import CORE, RULE
from kb.queries.concepts import concepts, rules_about, rules_citing
from kb.site import addresses
from kb.site.reading import Vocabulary, values_of
from kb.site.records import Case, Entry, Match
from kb.site.trials import Trials

MOST_CASES = 12
"""So many cases stand on the page of a term; the pages of its rules name the others."""


@dataclass(frozen=True, slots=True)
class Resting:
    """The rules of a term: those that cite what defines it or conclude it, and those that speak of it."""

    citing: tuple[Rule, ...]
    saying: tuple[Rule, ...]

    @property
    def closest(self) -> tuple[Rule, ...]:
        """The first sort, or where there is none the second."""
        return self.citing or self.saying


@dataclass(frozen=True)
class Links:
    """Everything the pages name, and how it hangs together."""

    vocabulary: Vocabulary
    ruleset: RuleSet
    trials: Trials

    def page_of(self, iri: str) -> str | None:
        """The page of a thing, below the folder of a language; None where it has none."""
        entry = self.vocabulary.entries.get(iri)
        if entry is not None:
            return addresses.page_of_entry(entry)
        if iri in self._modules:
            return addresses.page_of_module(iri)
        if iri.startswith(RULE) and iri.removeprefix(RULE) in self.rules:
            return addresses.page_of_rule(iri.removeprefix(RULE))
        return None

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """The encoded rules by identifier."""
        return self.ruleset.by_id()

    @cached_property
    def _modules(self) -> frozenset[str]:
        return frozenset(each.iri for each in (*self.vocabulary.modules, *self.vocabulary.schemes))

    def words_of(self, entry: Entry) -> tuple[str, ...]:
        """The concepts that denote a term; a concept itself, where it is one."""
        return self.vocabulary.concepts_of.get(entry.iri, ()) if entry.kind != "concept" else (entry.iri,)

    def matches_of(self, entry: Entry) -> tuple[Match, ...]:
        """How a term and the words for it relate to those of other games and vocabularies, and why."""
        named = dict.fromkeys((entry.iri, *self.words_of(entry)))
        found = (each for name in named for each in self.vocabulary.matches.get(name, ()))
        return tuple(dict.fromkeys(found))

    def rules_of(self, entry: Entry) -> Resting:
        """The encoded rules of a term, or of the words for it."""
        citing, saying = self._by_concept
        words = self.words_of(entry)
        close = {rule for word in words for rule in citing.get(word, ())} | self._concluding(entry)
        far = {rule for word in words for rule in saying.get(word, ())} - close
        return Resting(
            *(tuple(rule for rule in self.ruleset.rules if rule.id in each) for each in (close, far))
        )

    def _concluding(self, entry: Entry) -> set[str]:
        """The rules that conclude what is published under a property, or under the one a concept denotes."""
        terms = {entry.iri, *values_of(entry, CORE + "denotes")}
        published = (name for name, term in PUBLISHED.items() if CORE + term in terms)
        return {rule for name in published for rule in self._by_conclusion.get(name, ())}

    @cached_property
    def _by_conclusion(self) -> Mapping[str, tuple[str, ...]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for rule in self.ruleset.rules:
            for head in rule.heads:
                found[head].append(rule.id)
        return {head: tuple(rules) for head, rules in found.items()}

    @cached_property
    def _by_concept(self) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
        known = concepts()
        citing = {each.iri: {rule.id for rule in rules_citing(each)} for each in known}
        return citing, {each.iri: {rule.id for rule in rules_about(each)} for each in known}

    @cached_property
    def concepts_by_rule(self) -> Mapping[str, tuple[str, ...]]:
        """The concepts that a rule speaks of, by the rule's identifier."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for concept, rules in self._by_concept[1].items():
            for rule in rules:
                found[rule].append(concept)
        return {rule: tuple(of) for rule, of in found.items()}

    @cached_property
    def defeated_by(self) -> Mapping[str, tuple[str, ...]]:
        """The rules that take precedence over a rule, by its identifier."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for rule in self.ruleset.rules:
            for other in rule.defeats:
                found[other].append(rule.id)
        return {rule: tuple(others) for rule, others in found.items()}

    def cases_of(self, *rules: str) -> tuple[Case, ...]:
        """The cases whose answers rest on any of the rules, those that rest on most of them first."""
        return self.trials.of_rules(rules)
