"""All pages of the ontology in a language: which there are, and the HTML of each.

>>> site = Site()
>>> page = site.term_page("https://w3id.org/tcg-rules/terms/mtg#battlefield", "fr")
>>> "champ de bataille" in page, page.startswith("<!DOCTYPE html>")
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kb.errors import NotFoundError
from kb.inference.records import Rule, RuleSet
from kb.inference.rulebase import packaged_rules
from kb.site import addresses
from kb.site.links import Links
from kb.site.reading import Vocabulary, vocabulary
from kb.site.records import LANGUAGES, Case, Entry, Module
from kb.site.rendering import Page, rendered
from kb.site.trials import Trials
from kb.site.views import case_view, entry_view, list_view, module_view, rule_view, start_view

_View = Callable[[Page], Mapping[str, object]]


@dataclass(frozen=True)
class Site:
    """The pages: of every module, term, word and rule; of cases too, where `trials` has some."""

    trials: Trials = field(default_factory=Trials)
    vocabulary: Vocabulary = field(default_factory=vocabulary)
    ruleset: RuleSet = field(default_factory=packaged_rules)

    def paths(self) -> Iterator[str]:
        """The address of every page, such as ``fr/core/class/Token.html``."""
        return (f"{language}/{path}" for language in LANGUAGES for path in self._pages)

    def page(self, path: str) -> str:
        """The page at an address that `paths` has.

        Raises :class:`kb.errors.NotFoundError` with near matches for any other.
        """
        language, _, rest = path.partition("/")
        if language not in LANGUAGES or rest not in self._pages:
            raise NotFoundError("page", path, sorted(self.paths()))
        template, view = self._pages[rest]
        page = Page(self.links, language, rest)
        return rendered(template, page, view(page))

    def path_of(self, iri: str) -> str | None:
        """The address, below the folder of a language, of the page of a thing; None where it has none.

        >>> Site().path_of("https://w3id.org/tcg-rules/core#owner")
        'core/property/owner.html'
        """
        return self.links.page_of(iri)

    def term_page(self, iri: str, language: str) -> str:
        """The page of a module, term, word or rule, by its IRI.

        Raises :class:`kb.errors.NotFoundError` for an IRI that is none of these.
        """
        path = self.path_of(iri)
        if path is None:
            raise NotFoundError("term", iri, sorted(self.vocabulary.entries))
        return self.page(f"{language}/{path}")

    @cached_property
    def links(self) -> Links:
        """What leads from one thing to another."""
        return Links(self.vocabulary, self.ruleset, self.trials)

    @cached_property
    def _pages(self) -> Mapping[str, tuple[str, _View]]:
        return dict(self._listed())

    def _listed(self) -> Iterator[tuple[str, tuple[str, _View]]]:
        yield "index.html", ("start.html", start_view)
        for name in ("words", "false-friends", "rules", *(["cases"] if self.trials.cases else [])):
            yield f"{name}.html", (f"{name}.html", list_view)
        for module in (*self.vocabulary.modules, *self.vocabulary.schemes):
            yield addresses.page_of_module(module.iri), ("module.html", _of_module(module))
            for entry in module.entries:
                yield addresses.page_of_entry(entry), ("entry.html", _of_entry(entry))
        for rule in self.ruleset.rules:
            yield addresses.page_of_rule(rule.id), ("rule.html", _of_rule(rule))
        for case in self.trials.cases.values():
            yield addresses.page_of_case(case.id), ("case.html", _of_case(case))


def _of_module(module: Module) -> _View:
    return lambda page: module_view(page, module)


def _of_entry(entry: Entry) -> _View:
    return lambda page: entry_view(page, entry)


def _of_rule(rule: Rule) -> _View:
    return lambda page: rule_view(page, rule)


def _of_case(case: Case) -> _View:
    return lambda page: case_view(page, case)
